#include "daedalus/integrate/low_order/velocity_correction.hpp"

#include <algorithm>

namespace daedalus {

void VelocityCorrection::start(const Layout& layout) {
  ng_ = layout.ng;
  e_ = de_ = VecX::Zero(layout.nq);
  mu_ = VecX::Zero(layout.nc());
  forget_history();
  if (ng_ > 0) saddle_.emplace(layout.patterns.M, layout.patterns.G);
}

void VelocityCorrection::forget_history() {
  e_.setZero();
  de_.setZero();
  mu_.setZero();
  found_.fill({e_, mu_, 0});
}

// The parabola (line, constant, zero) through what was found at τ₀ = 0, τ₁ = −h₀, τ₂ = −h₀ − h₁, taken at h.
void VelocityCorrection::guess(double h) {
  const auto& [newest, second, third] = found_;
  const double to_1 = newest.h, to_2 = newest.h + second.h;  // time back to them
  double w0 = newest.h > 0 ? 1 : 0, w1 = 0, w2 = 0;
  if (second.h > 0) w1 = -h / to_1, w0 = 1 - w1;
  if (third.h > 0) {
    w1 = -h * (h + to_2) / (to_1 * (to_2 - to_1));
    w2 = h * (h + to_1) / (to_2 * (to_2 - to_1));
    w0 = 1 - w1 - w2;
  }
  e_ = h * (w0 * newest.e + w1 * second.e + w2 * third.e);
  mu_ = h * (w0 * newest.mu + w1 * second.mu + w2 * third.mu);
}

FactorStatus VelocityCorrection::find(Equations& eq, const State& y, double bv) {
  eq.evaluate(Want::mass | Want::jacobian | Want::velocity, y);
  Lap lap(eq.times.sampler);
  ++eq.counts.factorizations;
  const FactorStatus status = saddle_->factorize(eq.value.M, eq.value.G);
  lap.end_part(eq.times.factorization);
  if (status != FactorStatus::ok) return status;

  de_ = e_;
  e_.setZero();
  mu_.setZero();  // W e = 0: a correction is admissible
  mu_.head(ng_) = eq.value.g_dot.head(ng_) / bv;
  ++eq.counts.solves;
  saddle_->solve(e_, mu_);
  lap.end_part(eq.times.solves);
  mu_ = -mu_;
  de_ = e_ - de_;
  return status;
}

void VelocityCorrection::accept(double h) {
  std::rotate(found_.begin(), found_.end() - 1, found_.end());  // swaps: nothing is allocated
  found_[0].e = e_ / h;
  found_[0].mu = mu_ / h;
  found_[0].h = h;
}

void VelocityCorrection::exchange(Archive& archive) {
  if (ng_ == 0) return;
  for (Found& found : found_) {
    archive("correction.e", found.e);
    archive("correction.mu", found.mu);
    archive("correction.h", found.h);
  }
  saddle_->exchange(archive);
}

}  // namespace daedalus
