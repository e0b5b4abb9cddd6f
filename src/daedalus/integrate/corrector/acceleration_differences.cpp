#include "daedalus/integrate/corrector/acceleration_differences.hpp"

namespace daedalus {

Layout layout_of_accelerations(const Layout& layout) {
  Layout full;
  full.nq = layout.nq;
  full.ns = layout.ns;
  full.coordinates = layout.coordinates;
  full.states = layout.states;
  full.coordinate_scale = layout.coordinate_scale;
  full.patterns = Patterns::full(layout.nq, 0, layout.ns);
  return full;
}

void AccelerationDifferences::start(const Layout& layout, Want) {
  a_ = VecX::Zero(layout.nq);
  sigma_ = VecX::Zero(layout.ns);
}

// A singular position leaves numbers that are not finite: the factorization says so.
void AccelerationDifferences::evaluate(Equations& eq, Want, const State& x, Evaluation& into) {
  at_ = x;
  ++eq.counts.tangents;
  into.M.as_dense().setIdentity();
  eq.solve_acceleration(at_);
  a_ = at_.a;
  sigma_ = eq.value.sigma;
  const auto difference = [&](VecX& of, SparseMatrix& motion, SparseMatrix& rates) {
    for (Index j = 0; j < of.size(); ++j) {
      const double before = of[j];
      of[j] += difference_increment(increment_, tolerances_, before);
      const double delta = of[j] - before;  // representable
      eq.solve_acceleration(at_);
      ++eq.counts.differences;
      of[j] = before;
      motion.as_dense().col(j) = (a_ - at_.a) / delta;
      rates.as_dense().col(j) = (eq.value.sigma - sigma_) / delta;
    }
  };
  difference(at_.q, into.r_q, into.sigma_q);
  difference(at_.v, into.r_v, into.sigma_v);
  difference(at_.s, into.r_s, into.sigma_s);
}

}  // namespace daedalus
