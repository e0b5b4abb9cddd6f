// monitor.cpp:  d/dt (T + V) = P, the power fed in (result/state_metrics.hpp). The work is a quadrature of the order of
// the run (work_quadrature.hpp). The power of forces can be evaluated between the steps, on the dense output of the
// method; that of the drivers, lambdaᵀ g_t, would take the solution of the equations of motion there, and is integrated
// by its history alone.
#include "daedalus/integrate/monitor.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "daedalus/integrate/integration.hpp"

namespace daedalus {
namespace {

constexpr double calm_gain = 0.1;  // EnergyBalance::gain() of a motion that may be measured by itself
constexpr double alarming_gain = 0.5;
// growth of the kinetic energy under such a gain, beyond that of any power of time up to the fourth
constexpr double blown_up = 1e4;

}  // namespace

void Monitor::start(Equations& eq, const State& x, double tolerance) {
  *this = Monitor();
  tolerance_ = tolerance;
  level_ = VecX::Zero(eq.layout().nc());
  inside_ = x;
  const StateMetrics metrics = measure(eq, x, 0);
  forces_.start(x.t, metrics.power_of_forces());
  drivers_.start(x.t, metrics.driven);
  t_ = x.t;
  energy_.initial = energy_.final;
  note_energy();
}

void Monitor::observe(Equations& eq, const State& x, const Integration* integration) {
  const StateMetrics metrics = measure(eq, x, x.t - t_);
  const auto power_of_forces = [&](double t) {
    integration->interpolate(t, inside_);
    eq.evaluate(Want::energy, inside_);
    return eq.value.energy.supplied - eq.value.energy.dissipated;
  };
  t_ = x.t;
  const double allowed = tolerance_ * energy_.reference(), power = metrics.power_of_forces(),
               of_forces =
                   integration ? forces_.observe(x.t, power, allowed, power_of_forces) : forces_.observe(x.t, power),
               of_drivers = drivers_.observe(x.t, metrics.driven), work = forces_.step_work() + drivers_.step_work();
  energy_.work += of_forces + of_drivers;
  work_before_ = energy_.work - work;
  energy_.throughput += std::abs(work);
  energy_.uncertainty += forces_.uncertainty() + drivers_.uncertainty();
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

void Monitor::begin_branch(Equations& eq, const State& x) {
  if (tolerance_ == 0) return;  // nobody watches
  const StateMetrics metrics = compute_metrics(eq, x, level_);
  forces_.start(x.t, metrics.power_of_forces());
  drivers_.start(x.t, metrics.driven);
  work_before_ = energy_.work;
  t_ = x.t;
}

double Monitor::work_at(double t) const {
  return t >= t_ ? energy_.work : work_before_ + forces_.work_inside(t) + drivers_.work_inside(t);
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

StateMetrics Monitor::measure(Equations& eq, const State& x, double h) {
  const StateMetrics metrics = compute_metrics(eq, x, level_);
  const ConstraintResiduals& r = metrics.residuals;
  note(Level::position, r.position, r.position, eq.value.g, x.t, x.q);
  note(Level::velocity, r.velocity, h * r.velocity, eq.value.g_dot, x.t, x.v);
  note(Level::acceleration, r.acceleration, h * h / 2 * r.acceleration, level_, x.t, x.a);
  energy_.scale = std::max(energy_.scale, metrics.kinetic);
  energy_.final = metrics.total();
  return metrics;
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
  archive("monitor.t", t_);
  forces_.exchange(archive, "monitor.forces");
  drivers_.exchange(archive, "monitor.drivers");
}

}  // namespace daedalus
