#include "daedalus/integrate/run/run_parts.hpp"

#include "daedalus/integrate/consistent.hpp"
#include "daedalus/integrate/run/start_state.hpp"

namespace daedalus {

RunParts::RunParts(const System& system_, Method& method_, const State& guess, const SolveOptions& options_,
                   Result& result_)
    : options(options_), result(result_), method(method_), system(system_), eq(system_, options_.solver),
      redundancy(system_, options_.solver, eq), start(make_start(guess)),
      integration(eq, method_, start, options_.t_end, options_.integration),
      stiffness(method_.record(), system_.layout()), t_start(start.t) {}

// A consistent state, and redundant rows left out. They are looked for first: where the guess is consistent they would
// only be in the way.
State RunParts::make_start(const State& guess) {
  eq.cancellation.watch(options.cancel);
  eq.inputs().set(options.inputs);
  redundancy.find(guess);
  State x = options.restart ? guess : consistent_start(eq, guess, result);
  if (!redundancy.any() && x.q != guess.q) redundancy.find(x);
  if (redundancy.any()) eq.solve_acceleration(x);
  redundancy.end_start();
  return x;
}

void RunParts::fail(Failure failure) {
  result.status = RunStatus::failed;
  result.failure = std::move(failure);
}

State RunParts::completed(State x) {
  make_consistent(observer(), x);
  return x;
}

}  // namespace daedalus
