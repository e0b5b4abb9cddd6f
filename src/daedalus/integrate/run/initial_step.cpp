#include "daedalus/integrate/run/initial_step.hpp"

namespace daedalus {
namespace {

// Of the interval: the farthest look ahead for how the derivatives change. Where a motion starts at rest that is all there
// is, and a load such as sin(pi t) is zero at the whole interval and at simple fractions of it.
constexpr double one_look = 0.0618;

double scaled_size(const Tolerances& tolerances, const State& x, const VecX& q, const VecX& v, const VecX& s) {
  ErrorNorm sum(tolerances);
  sum.add(q, x.q, x.q);
  sum.add(v, x.v, x.v);
  sum.add(s, x.s, x.s);
  return sum.value();
}

}  // namespace

double choose_initial_step(Equations& eq, const State& x, const Tolerances& tolerances, int order, double interval) {
  eq.evaluate(Want::sigma, x);
  const VecX sigma = eq.value.sigma;
  const double d0 = scaled_size(tolerances, x, x.q, x.v, x.s);
  const double d1 = scaled_size(tolerances, x, x.v, x.a, sigma);
  double h0 = d0 < 1e-5 || d1 < 1e-5 ? 1e-6 : 0.01 * d0 / d1;
  h0 = std::min(h0, one_look * interval);

  State y = x;  // one Euler step, unprojected: only its derivative counts
  y.t = x.t + h0;
  y.q += h0 * x.v;
  y.v += h0 * x.a;
  y.s += h0 * sigma;
  double d2 = d1;
  if (eq.solve_acceleration(y) == FactorStatus::ok && y.is_finite())
    d2 = scaled_size(tolerances, x, y.v - x.v, y.a - x.a, eq.value.sigma - sigma) / h0;

  const double d = std::max(d1, d2);
  const double h1 = d <= 1e-15 ? std::max(1e-6, h0 * 1e-3) : std::pow(0.01 / d, 1.0 / (order + 1));
  const double h = std::min({100 * h0, h1, interval});
  // tolerances for which the norms overflow: the first step will be rejected, and the next ones tell
  return h > 0 ? h : 1e-6 * interval;
}

}  // namespace daedalus
