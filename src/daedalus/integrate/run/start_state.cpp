#include "daedalus/integrate/run/start_state.hpp"

#include <fmt/format.h>

#include "daedalus/integrate/consistent.hpp"

namespace daedalus {

State consistent_start(Equations& eq, const State& guess, Result& result) {
  State x = guess;
  const ConsistencyReport start = make_consistent(eq, x);
  if (start.outcome.ok()) {
    if (start.moved_q > 1e-9 || start.moved_v > 1e-9)
      result.report.warnings.push_back(fmt::format(
          "the initial guess was not consistent: positions moved by up to {:.3g}, velocities by up to {:.3g}",
          start.moved_q, start.moved_v));
    return x;
  }
  if (eq.cancellation.is_due()) return guess;  // the run ends before its first step
  Failure failure{
      .kind = fmt::format("inconsistent_start ({})", text_of(start.outcome.status)),
      .t = guess.t,
      .advice = "No state near the initial guess satisfies the constraints: check lengths and initial positions."};
  if (start.outcome.worst_constraint >= 0)
    failure.worst_equation = eq.layout().constraints[start.outcome.worst_constraint];
  failure.cause = eq.system().explain_singularity(guess);
  result.status = RunStatus::failed;
  result.failure = failure;
  return guess;
}

}  // namespace daedalus
