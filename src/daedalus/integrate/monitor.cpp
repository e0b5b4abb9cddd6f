// monitor.cpp:  d/dt (T + V) = P, the power fed in (result/state_metrics.hpp).
// The work is the integral of the parabola through P at the last three states: h/2 (P₀ + P₁) - h³/6 P[t₋₁, t₀, t₁].
// That takes P₀ - P₋₁ about h/(6 h₋) times: where the step before was much shorter (cut short by an event or by an
// output), or where the equations changed in between, rounding and the kink of P would be multiplied by up to 1e9. Then
// the chord is taken, and the step after it gives its parabola to both.
#include "daedalus/integrate/monitor.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "daedalus/result/state_metrics.hpp"

namespace daedalus {
namespace {

constexpr double most_growth = 10;  // of a step over the one before, for a parabola through both
constexpr double calm_gain = 0.1;   // EnergyBalance::gain() of a motion that may be measured by itself
constexpr double alarming_gain = 0.5;
// growth of the kinetic energy under such a gain, beyond that of any power of time up to the fourth
constexpr double blown_up = 1e4;

}  // namespace

void Monitor::start(Equations& eq, const State& x) {
  *this = Monitor();
  level_ = VecX::Zero(eq.layout().nc());
  power_[0] = power_[1] = measure(eq, x, 0);
  t_[0] = t_[1] = x.t;
  energy_.initial = energy_.final;
  note_energy();
}

void Monitor::observe(Equations& eq, const State& x) {
  const double h = x.t - t_[0], h_before = t_[0] - t_[1], power = measure(eq, x, h);
  const bool comparable = h > 0 && most_growth * h_before >= h;
  curvature_ = comparable ? ((power - power_[0]) / h - (power_[0] - power_[1]) / h_before) / (h + h_before) : 0;
  if (comparable && by_chord_ && most_growth * h >= h_before)
    energy_.work -= h_before * h_before * h_before / 6 * curvature_;
  by_chord_ = !comparable;
  power_[1] = power_[0], t_[1] = t_[0];
  power_[0] = power, t_[0] = x.t;
  work_before_ = energy_.work;
  const double correction = h * h * h / 6 * curvature_, work = h * (power_[1] + power_[0]) / 2 - correction;
  energy_.uncertainty += comparable ? std::abs(correction) : h / 2 * std::abs(power_[0] - power_[1]);
  energy_.work += work;
  energy_.throughput += std::abs(work);
  note_energy();
}

void Monitor::note_energy() {
  energy_.largest = std::max(energy_.largest, std::abs(energy_.final));
  energy_.largest_drift = std::max(energy_.largest_drift, std::abs(energy_.drift()));
  const double gain = energy_.gain();
  // At the first step from rest the kinetic energy may be all error: the alarm counts from where it is raised.
  if (gain <= alarming_gain || steps_since_alarm_ < 0) {
    kinetic_at_alarm_ = energy_.scale;
    steps_since_alarm_ = -1;
  }
  if (gain > alarming_gain) ++steps_since_alarm_;
  if (gain <= calm_gain)
    for (const Level level : all_levels) magnitudes_[level] = std::max(magnitudes_[level], magnitudes_now_[level]);
}

bool Monitor::has_blown_up() const {
  const double gain = energy_.gain();
  if (!std::isfinite(gain) || !std::isfinite(energy_.final)) return true;
  return steps_since_alarm_ > 0 &&
         energy_.scale > blown_up * std::pow(1.0 + static_cast<double>(steps_since_alarm_), 4) * kinetic_at_alarm_;
}

void Monitor::begin_branch() {
  power_[1] = power_[0];
  t_[1] = t_[0];
}

// The integral of P₀ + (P₁ - P₀) s/h + P[t₋₁, t₀, t₁] s (s - h) over s from 0 to t - t₀.
double Monitor::work_at(double t) const {
  if (t >= t_[0]) return energy_.work;
  const double h = t_[0] - t_[1], s = t - t_[1];
  return work_before_ + s * power_[1] + s * s / 2 * (power_[0] - power_[1]) / h + curvature_ * s * s * (s / 3 - h / 2);
}

void Monitor::note(Level level, double residual, double displacement, const VecX& rows, double t, const VecX& motion) {
  // a NaN stays
  if (displacement > displacements_[level] || std::isnan(displacement)) displacements_[level] = displacement;
  magnitudes_now_[level] = motion.size() > 0 ? motion.lpNorm<Eigen::Infinity>() : 0;
  if (residual <= residuals_[level] || std::isnan(residuals_[level])) return;  // a NaN stays
  residuals_[level] = residual;
  places_[level].t = t;
  rows.cwiseAbs().maxCoeff(&places_[level].row);
}

double Monitor::measure(Equations& eq, const State& x, double h) {
  const StateMetrics metrics = compute_metrics(eq, x, level_);
  const ConstraintResiduals& r = metrics.residuals;
  note(Level::position, r.position, r.position, eq.value.g, x.t, x.q);
  note(Level::velocity, r.velocity, h * r.velocity, eq.value.g_dot, x.t, x.v);
  note(Level::acceleration, r.acceleration, h * h / 2 * r.acceleration, level_, x.t, x.a);
  energy_.scale = std::max(energy_.scale, metrics.kinetic);
  energy_.final = metrics.total();
  return metrics.power();
}

void Monitor::exchange(Archive& archive) {
  for (const Level level : all_levels) {
    const std::string name = std::string("monitor.") + text_of(level);
    archive(name, residuals_[level]);
    archive(name + ".t", places_[level].t);
    archive(name + ".row", places_[level].row, -1, static_cast<Index>(level_.size()) - 1);
    archive(name + ".magnitude", magnitudes_[level]);
    archive(name + ".displacement", displacements_[level]);
  }
  archive("monitor.energy_initial", energy_.initial);
  archive("monitor.energy_final", energy_.final);
  archive("monitor.work", energy_.work);
  archive("monitor.energy_scale", energy_.scale);
  archive("monitor.energy_throughput", energy_.throughput);
  archive("monitor.energy_largest", energy_.largest);
  archive("monitor.energy_largest_drift", energy_.largest_drift);
  archive("monitor.work_uncertainty", energy_.uncertainty);
  archive("monitor.steps_since_alarm", steps_since_alarm_);
  archive("monitor.kinetic_at_alarm", kinetic_at_alarm_);
  archive("monitor.t", std::span(t_));
  archive("monitor.power", std::span(power_));
  archive("monitor.by_chord", by_chord_);
}

}  // namespace daedalus
