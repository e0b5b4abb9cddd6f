#include "daedalus/analysis/motion_path.hpp"

#include <cmath>

#include "daedalus/analysis/stencil.hpp"
#include "daedalus/base/errors.hpp"

namespace daedalus {
namespace {

constexpr double standstill = 1e-6;  // of the mechanism's size per s and per s²: what an equilibrium leaves unbalanced is far below

double largest(const VecX& x) { return x.size() == 0 ? 0 : x.lpNorm<Eigen::Infinity>(); }

void find_rates(Equations& eq, MotionPath& path) {
  const State& x = path.at;
  const double h = 0.03 / path.rate;
  const auto sides = stencil::sample(h, [&](double tau) {
    State y = x;
    y.t += tau;
    y.q += tau * x.v;
    y.v += tau * x.a;
    y.s += tau * path.s_dot;
    eq.evaluate(Want::residual | Want::jacobian | Want::gamma, y);
    VecX both(y.q.size() + y.lambda.size()), level = -eq.value.gamma;
    multiply_add(1, eq.value.G, y.a, level);
    both << eq.value.r, level;
    return both;
  });
  const VecX change = stencil::first(sides, h);
  path.a_dot = -change.head(x.q.size());
  path.lambda_dot = -change.tail(x.lambda.size());
  if (eq.factorize_saddle(x) != FactorStatus::ok) throw ModelError("the mass matrix and the constraints are singular at this state. Choose another time.");
  eq.solve_saddle(path.a_dot, path.lambda_dot);
}

VecX find_jerk(const MotionMap& map, const MotionPath& path) {
  const double h = 0.03 / path.rate;
  return stencil::first(stencil::sample(h, [&](double tau) { return map.acceleration(path.after(tau)); }), h);
}

}  // namespace

State MotionPath::after(double tau) const {
  State x = at;
  x.t += tau;
  x.q += tau * at.v + tau * tau / 2 * at.a + tau * tau * tau / 6 * a_dot;
  x.v += tau * at.a + tau * tau / 2 * a_dot;
  x.a += tau * a_dot;
  x.lambda += tau * lambda_dot;
  x.s += tau * s_dot;
  return x;
}

MotionPath make_motion_path(Equations& eq, const MotionMap& map, const State& at) {
  MotionPath path{.at = at, .a_dot = VecX::Zero(at.a.size()), .lambda_dot = VecX::Zero(at.lambda.size()), .s_dot = VecX::Zero(at.s.size()),
                  .velocity = {}, .acceleration = {}, .jerk = {}};
  State& x = path.at;
  if (eq.solve_acceleration(x) != FactorStatus::ok)
    throw ModelError("the accelerations cannot be computed at this state: it may be a singular position. Choose another time.");
  path.velocity = map.velocity(x);
  path.acceleration = map.acceleration(x);
  const double speed = map.speed(x), acceleration = map.largest_acceleration(x);
  if (speed <= standstill && acceleration <= standstill) return path;
  path.rate = std::max(speed, std::sqrt(acceleration));
  eq.evaluate(Want::sigma, x);
  path.s_dot = eq.value.sigma;
  find_rates(eq, path);
  path.jerk = find_jerk(map, path);
  const double with_jerk = std::cbrt(largest(path.jerk));
  if (with_jerk <= path.rate) return path;
  path.rate = with_jerk;
  find_rates(eq, path);
  path.jerk = find_jerk(map, path);
  return path;
}

}  // namespace daedalus
