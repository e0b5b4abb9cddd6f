#include "daedalus/analysis/motion_path.hpp"

#include <algorithm>
#include <cmath>

#include "daedalus/analysis/stencil.hpp"
#include "daedalus/base/errors.hpp"

namespace daedalus {
namespace {

// of the mechanism's size per s and per s²: what an equilibrium leaves unbalanced is far below
constexpr double standstill = 1e-6;

void find_path_rates(Equations& eq, MotionPath& path) {
  const State& x = path.at;
  const VecX change = stencil::differentiate(0.3 / path.rate, [&](double tau) {
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
  path.a_dot = -change.head(x.q.size());
  path.lambda_dot = -change.tail(x.lambda.size());
  if (eq.factorize_saddle(x) != FactorStatus::ok)
    throw ModelError("the mass matrix and the constraints are singular at this state. Choose another time.");
  eq.solve_saddle(path.a_dot, path.lambda_dot);
}

void find_jerk(const MotionMap& map, MotionPath& path) {
  path.bodies.jerk =
      stencil::differentiate(0.3 / path.rate, [&](double tau) { return map.acceleration(path.after(tau)); });
  path.prescribed.jerk =
      stencil::differentiate(0.3 / path.rate, [&](double tau) { return map.prescribed_acceleration(path.after(tau)); });
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
  MotionPath path{.at = at,
                  .a_dot = VecX::Zero(at.a.size()),
                  .lambda_dot = VecX::Zero(at.lambda.size()),
                  .s_dot = VecX::Zero(at.s.size()),
                  .bodies = {},
                  .prescribed = {}};
  State& x = path.at;
  if (eq.solve_acceleration(x) != FactorStatus::ok)
    throw ModelError(
        "the accelerations cannot be computed at this state: it may be a singular position. Choose another time.");
  path.bodies = {.velocity = map.velocity(x), .acceleration = map.acceleration(x), .jerk = {}};
  path.prescribed = {
      .velocity = map.prescribed_velocity(x), .acceleration = map.prescribed_acceleration(x), .jerk = {}};
  const double speed = std::max(largest(path.bodies.velocity), largest(path.prescribed.velocity));
  const double acceleration = std::max(largest(path.bodies.acceleration), largest(path.prescribed.acceleration));
  if (speed <= standstill && acceleration <= standstill) return path;
  path.rate = std::max(speed, std::sqrt(acceleration));
  eq.evaluate(Want::sigma, x);
  path.s_dot = eq.value.sigma;
  find_path_rates(eq, path);
  find_jerk(map, path);
  const double with_jerk = std::cbrt(std::max(largest(path.bodies.jerk), largest(path.prescribed.jerk)));
  if (with_jerk <= path.rate) return path;
  path.rate = with_jerk;
  find_path_rates(eq, path);
  find_jerk(map, path);
  return path;
}

}  // namespace daedalus
