#include "daedalus/integrate/consistent.hpp"

#include "daedalus/integrate/shared/projection.hpp"

namespace daedalus {

ConsistencyReport make_consistent(Equations& eq, State& x) {
  ConsistencyReport report;
  const VecX q = x.q, v = x.v;
  Projection projection({.max_iterations = 50});
  projection.resize(eq.layout());

  report.outcome.status = status_of(eq.factorize_saddle(x));
  if (report.outcome.ok()) report.outcome = projection.project(eq, x);
  if (report.outcome.ok()) report.outcome.status = status_of(eq.solve_acceleration(x));
  if (report.outcome.ok() && !x.is_finite()) report.outcome.status = StepStatus::not_finite;

  report.moved_q = (x.q - q).lpNorm<Eigen::Infinity>();
  report.moved_v = (x.v - v).lpNorm<Eigen::Infinity>();
  return report;
}

}  // namespace daedalus
