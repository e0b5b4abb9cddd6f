// monitor.cpp:  d/dt (T + V) = P = supplied - dissipated + lambdaᵀ (g_dot - G v).
// The last term is the power of the drivers: the constraint force -Gᵀ lambda acts on v, and G v = -g_t on the constraints.
// The work is the integral of the parabola through P at the last three states: h/2 (P₀ + P₁) - h³/6 P[t₋₁, t₀, t₁].
#include "daedalus/integrate/monitor.hpp"

#include <algorithm>

namespace daedalus {
namespace {

double largest(const VecX& values) { return values.size() > 0 ? values.lpNorm<Eigen::Infinity>() : 0.0; }

}  // namespace

void Monitor::start(Equations& eq, const State& x) {
  *this = Monitor();
  level_ = VecX::Zero(eq.layout().nc());
  power_[0] = power_[1] = measure(eq, x);
  t_[0] = t_[1] = x.t;
  energy_.initial = energy_.final;
}

void Monitor::observe(Equations& eq, const State& x) {
  const double power = measure(eq, x), h = x.t - t_[0], h_before = t_[0] - t_[1];
  double curvature = 0;  // second divided difference of the power
  if (h > 0 && h_before > 0) curvature = ((power - power_[0]) / h - (power_[0] - power_[1]) / h_before) / (h + h_before);
  energy_.work += h * (power_[0] + power) / 2 - h * h * h / 6 * curvature;
  power_[1] = power_[0], t_[1] = t_[0];
  power_[0] = power, t_[0] = x.t;
}

double Monitor::measure(Equations& eq, const State& x) {
  eq.evaluate(Want::position | Want::velocity | Want::jacobian | Want::gamma | Want::energy, x);
  const Evaluation& value = eq.value;
  residuals_.position = std::max(residuals_.position, largest(value.g));
  residuals_.velocity = std::max(residuals_.velocity, largest(value.g_dot));
  level_ = -value.gamma;
  multiply_add(1, value.G, x.a, level_);
  residuals_.acceleration = std::max(residuals_.acceleration, largest(level_));

  level_ = value.g_dot;
  multiply_add(-1, value.G, x.v, level_);
  energy_.final = value.energy.kinetic + value.energy.potential;
  return value.energy.supplied - value.energy.dissipated + x.lambda.dot(level_);
}

void Monitor::exchange(Archive& archive) {
  archive("monitor.position", residuals_.position);
  archive("monitor.velocity", residuals_.velocity);
  archive("monitor.acceleration", residuals_.acceleration);
  archive("monitor.energy_initial", energy_.initial);
  archive("monitor.energy_final", energy_.final);
  archive("monitor.work", energy_.work);
  archive("monitor.t", std::span(t_));
  archive("monitor.power", std::span(power_));
}

}  // namespace daedalus
