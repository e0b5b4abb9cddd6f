#include "daedalus/fmi/independent_motion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "daedalus/base/errors.hpp"
#include "daedalus/integrate/consistent.hpp"

namespace daedalus::fmi {

IndependentMotion::IndependentMotion(std::shared_ptr<const System> system, const State& start, Repartition repartition)
    : system_(std::move(system)), repartition_(repartition), eq_(*system_),
      redundancy_(*system_, SolverKind::automatic, eq_), reduced_(PartitionOptions{.growth = growth}), base_(start),
      x_(start) {
  redundancy_.find(start);
  if (!make_consistent(eq_, x_).outcome.ok())
    throw ModelError(fmt::format("{}: the state at t = {:g} s cannot satisfy the constraints.", system_->name(), x_.t));
  if (!redundancy_.any() && x_.q != start.q) redundancy_.find(x_);
  redundancy_.end_start();
  start_partition();
  if (update() != StepStatus::ok)
    throw ModelError(fmt::format("{}: no accelerations at t = {:g} s: {}.", system_->name(), x_.t, text_of(status_)));
}

// Of x_, whose independent coordinates become y_.
void IndependentMotion::start_partition() {
  reduced_.start(eq_, x_);
  note_meanings();
  y_.resize(reduced_.size());
  rates_ = VecX::Zero(reduced_.size());
  reduced_.gather(x_, y_);
  t_ = x_.t;
  base_ = x_;
  is_current_ = false;
}

void IndependentMotion::note_meanings() {
  const CoordinatePartition& partition = reduced_.partition.partition();
  meanings_.clear();
  for (Index j = 0; j < system_->layout().nq; ++j)
    if (partition.role[j] != CoordinateRole::dependent) meanings_.push_back({Meaning::Kind::position, j});
  for (Index j = 0; j < system_->layout().nq; ++j)
    if (partition.role[j] == CoordinateRole::independent) meanings_.push_back({Meaning::Kind::velocity, j});
  for (Index i = 0; i < system_->layout().ns; ++i) meanings_.push_back({Meaning::Kind::state, i});
}

void IndependentMotion::set_y(std::span<const double> y) {
  for (Index k = 0; k < y_.size(); ++k) y_[k] = y[static_cast<std::size_t>(k)];
  is_current_ = false;
}

void IndependentMotion::set_input(std::size_t i, double value) {
  if (eq_.inputs()[i] == value) return;
  eq_.inputs().set(i, value);
  is_current_ = false;
}

StepStatus IndependentMotion::update() {
  if (is_current_) return status_;
  is_current_ = true;
  const StepOutcome outcome = recover();
  status_ = outcome.ok() && !(x_.is_finite() && rates_.allFinite()) ? StepStatus::not_finite : outcome.status;
  worst_ =
      outcome.worst_constraint >= 0 && !outcome.ok() ? system_->layout().constraints[outcome.worst_constraint] : "";
  return status_;
}

// In one step from the base; where that is too far, on a straight line of more and more steps.
StepOutcome IndependentMotion::recover() {
  VecX from(y_.size());
  reduced_.gather(base_, from);
  StepOutcome outcome;
  constexpr int most_parts = 64;
  for (int parts = 1; parts <= most_parts; parts *= 4) {
    State at = base_;
    for (int k = 1; k <= parts; ++k) {
      const double part = static_cast<double>(k) / parts;
      const bool is_last = k == parts;
      outcome = is_last ? recover_from(at, t_, y_)
                        : recover_from(at, base_.t + part * (t_ - base_.t), from + part * (y_ - from));
      if (!outcome.ok()) break;
      at = x_;
    }
    if (outcome.ok()) break;
  }
  return outcome;
}

// Newton's matrix is that of the guess.
StepOutcome IndependentMotion::recover_from(const State& base, double t, const VecX& y) {
  State guess = base;
  guess.q += (t - guess.t) * guess.v;
  guess.t = t;
  for (Index k = 0; k < y.size(); ++k)
    if (const Meaning& of = meanings_[static_cast<std::size_t>(k)]; of.kind == Meaning::Kind::position)
      guess.q[of.place] = y[k];
  StepOutcome outcome;
  outcome.status = reduced_.partition.prepare(eq_, guess);
  if (!outcome.ok()) return outcome;
  x_ = base;
  return reduced_.evaluate(eq_, t, y, x_, rates_);
}

bool IndependentMotion::watches_partition() const {
  return repartition_ == Repartition::automatic && reduced_.partition.partition().rank() > 0 && reduced_.size() > 0;
}

const VecX& IndependentMotion::compute_indicators_at(const State& x, std::span<const double> inputs) {
  indicators_.resize(indicators());
  if (switches() > 0) {
    Equations& eq = redundancy_.kept();
    eq.inputs().set(inputs);
    eq.evaluate(Want::switches, x);
    indicators_.head(switches()) = eq.value.switches;
  }
  if (watches_partition()) {
    const bool is_regular = reduced_.partition.measure(eq_, x) == StepStatus::ok;
    constexpr double most = 300;  // of its logarithm
    indicators_[switches()] = is_regular ? std::max(-most, std::log(reduced_.partition.margin())) : -most;
  }
  return indicators_;
}

State IndependentMotion::shown() { return redundancy_.with_all_multipliers(x_); }

IndependentMotion::Advice IndependentMotion::accept() {
  if (update() != StepStatus::ok) return Advice::go_on;
  base_ = x_;
  if (reduced_.partition.measure(eq_, x_) != StepStatus::ok) return Advice::choose_anew;
  constexpr double poor_rows = 30;  // as during our own runs (redundancy_watch.cpp)
  State spread = x_;
  const bool rows_are_poor =
      redundancy_.any() && spread_multipliers(redundancy_.kept(), redundancy_.all(), spread) > poor_rows;
  return reduced_.partition.is_poor() || rows_are_poor ? Advice::choose_anew : Advice::go_on;
}

bool IndependentMotion::choose_anew() {
  if (repartition_ == Repartition::never || update() != StepStatus::ok) return false;
  const Index size = reduced_.size();
  State x = x_;
  if (redundancy_.any() && redundancy_.choose_anew(x)) {
    x_ = x;
    start_partition();
    if (reduced_.size() != size) throw ModelError("the number of independent coordinates has changed");
    update();
    return true;
  }
  if (reduced_.partition.measure(eq_, x_) != StepStatus::ok || !reduced_.partition.accept()) return false;
  reduced_.rebuild();
  if (reduced_.size() != size) throw ModelError("the number of independent coordinates has changed");
  note_meanings();
  reduced_.gather(x_, y_);
  base_ = x_;
  is_current_ = false;
  update();
  return true;
}

StepStatus IndependentMotion::adopt(const State& x) {
  x_ = base_ = x;
  t_ = x.t;
  reduced_.gather(x_, y_);
  is_current_ = true;
  status_ = status_of(eq_.solve_acceleration(x_));
  if (status_ == StepStatus::ok) reduced_.gather_rates(x_, eq_.value.sigma, rates_);
  return status_;
}

void IndependentMotion::compute_nominals(VecX& nominals) const {
  const VecX& scale = system_->layout().coordinate_scale;
  nominals.resize(y_.size());
  for (Index k = 0; k < y_.size(); ++k) {
    const Meaning& of = meanings_[static_cast<std::size_t>(k)];
    const double length = of.kind == Meaning::Kind::state || scale.size() == 0 ? 1.0 : scale[of.place];
    nominals[k] = length > 0 ? length : 1.0;
  }
}

// What other inputs than those in force would add to forces and state rates at x_.
void IndependentMotion::input_forces(const VecX& inputs, VecX& motion, VecX& rate) {
  const auto at = [&](double step) {
    for (Index i = 0; i < inputs.size(); ++i) {
      const auto place = static_cast<std::size_t>(i);
      eq_.inputs().set(place, eq_.inputs()[place] + step * inputs[i]);
    }
    eq_.evaluate(Want::residual | Want::sigma, x_);
  };
  double largest = 0;  // of the inputs that move
  for (Index i = 0; i < inputs.size(); ++i)
    if (inputs[i] != 0)
      largest = std::max(largest, (1 + std::abs(eq_.inputs()[static_cast<std::size_t>(i)])) / std::abs(inputs[i]));
  const std::vector<double> kept(eq_.inputs().values().begin(), eq_.inputs().values().end());
  const double step = 1e-5 * largest;
  at(step);
  motion = -eq_.value.r;
  rate = eq_.value.sigma;
  eq_.inputs().set(kept);
  at(-step);
  motion += eq_.value.r;
  rate -= eq_.value.sigma;
  eq_.inputs().set(kept);
  motion /= 2 * step;
  rate /= 2 * step;
}

StepStatus IndependentMotion::compute_direction(MotionDirection& direction) {
  StepStatus status = update();
  if (status == StepStatus::ok) status = reduced_.partition.prepare(eq_, x_);
  if (status != StepStatus::ok) return status;
  const Layout& layout = system_->layout();
  VecX motion = VecX::Zero(layout.nq), rate = VecX::Zero(layout.ns);
  if (direction.inputs.size() > 0 && !direction.inputs.isZero(0)) input_forces(direction.inputs, motion, rate);
  direction.all = State(layout);
  VecX rate_change = VecX::Zero(layout.ns);
  status = reduced_.compute_change(eq_, x_, direction.y, motion, rate, direction.all, rate_change);
  if (status != StepStatus::ok) return status;
  direction.rates.resize(y_.size());
  reduced_.gather_rates(direction.all, rate_change, direction.rates);
  return StepStatus::ok;
}

void IndependentMotion::exchange(Archive& archive) {
  eq_.exchange(archive);
  redundancy_.exchange(archive);
  reduced_.partition.exchange(archive);
  archive("motion.t", t_);
  archive("motion.y", y_);
  base_.exchange(archive);
  if (!archive.loading()) return;
  reduced_.rebuild();
  note_meanings();
  if (reduced_.size() != y_.size()) Archive::refuse("partition", "another number of independent coordinates");
  is_current_ = false;
}

}  // namespace daedalus::fmi
