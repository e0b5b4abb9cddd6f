// monitor.cpp:  d/dt (T + V) = P, the power fed in (result/figures.hpp).
// The work is the integral of the parabola through P at the last three states: h/2 (P₀ + P₁) - h³/6 P[t₋₁, t₀, t₁].
#include "daedalus/integrate/monitor.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "daedalus/result/figures.hpp"

namespace daedalus {

void Monitor::start(Equations& eq, const State& x) {
  *this = Monitor();
  level_ = VecX::Zero(eq.layout().nc());
  power_[0] = power_[1] = measure(eq, x);
  t_[0] = t_[1] = x.t;
  energy_.initial = energy_.final;
}

void Monitor::observe(Equations& eq, const State& x) {
  const double power = measure(eq, x), h = x.t - t_[0], h_before = t_[0] - t_[1];
  curvature_ = 0;
  if (h > 0 && h_before > 0)
    curvature_ = ((power - power_[0]) / h - (power_[0] - power_[1]) / h_before) / (h + h_before);
  power_[1] = power_[0], t_[1] = t_[0];
  power_[0] = power, t_[0] = x.t;
  work_before_ = energy_.work;
  energy_.work += h * (power_[1] + power_[0]) / 2 - h * h * h / 6 * curvature_;
}

// The integral of P₀ + (P₁ - P₀) s/h + P[t₋₁, t₀, t₁] s (s - h) over s from 0 to t - t₀.
double Monitor::work_at(double t) const {
  if (t >= t_[0]) return energy_.work;
  const double h = t_[0] - t_[1], s = t - t_[1];
  return work_before_ + s * power_[1] + s * s / 2 * (power_[0] - power_[1]) / h + curvature_ * s * s * (s / 3 - h / 2);
}

void Monitor::note(Level level, double residual, const VecX& rows, double t, const VecX& motion) {
  if (motion.size() > 0) magnitudes_[level] = std::max(magnitudes_[level], motion.lpNorm<Eigen::Infinity>());
  if (residual <= residuals_[level] || std::isnan(residuals_[level])) return;  // a NaN stays
  residuals_[level] = residual;
  places_[level].t = t;
  rows.cwiseAbs().maxCoeff(&places_[level].row);
}

double Monitor::measure(Equations& eq, const State& x) {
  const Figures figures = compute_figures(eq, x, level_);
  note(Level::position, figures.residuals.position, eq.value.g, x.t, x.q);
  note(Level::velocity, figures.residuals.velocity, eq.value.g_dot, x.t, x.v);
  note(Level::acceleration, figures.residuals.acceleration, level_, x.t, x.a);
  energy_.scale = std::max(energy_.scale, figures.kinetic);
  energy_.final = figures.total();
  return figures.power();
}

void Monitor::exchange(Archive& archive) {
  for (const Level level : all_levels) {
    const std::string name = std::string("monitor.") + text_of(level);
    archive(name, residuals_[level]);
    archive(name + ".t", places_[level].t);
    archive(name + ".row", places_[level].row);
    archive(name + ".magnitude", magnitudes_[level]);
  }
  archive("monitor.energy_initial", energy_.initial);
  archive("monitor.energy_final", energy_.final);
  archive("monitor.work", energy_.work);
  archive("monitor.energy_scale", energy_.scale);
  archive("monitor.t", std::span(t_));
  archive("monitor.power", std::span(power_));
}

}  // namespace daedalus
