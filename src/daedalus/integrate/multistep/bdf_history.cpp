#include "daedalus/integrate/multistep/bdf_history.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "daedalus/base/expects.hpp"

namespace daedalus {

double BdfCoefficients::leading(int order) {
  double sum = 0;
  for (int j = 1; j <= order; ++j) sum += 1.0 / j;
  return sum;
}

double BdfCoefficients::error_constant() const {
  double alpha_0 = 0;
  for (int i = 1; i <= k; ++i) alpha_0 -= alpha[static_cast<std::size_t>(i)];
  const double next = alpha[static_cast<std::size_t>(k + 1)];
  return std::max(next, std::abs(next - leading(k) - alpha_0));
}

void BdfHistory::start(const VecX& y, const VecX& rates) {
  for (VecX& phi : phi_) phi = VecX::Zero(y.size());
  phi_[1] = y;
  first_rates_ = rates;
  psi_.fill(0);
  order_ = equal_steps_ = 0;
  h_ = 0;
}

BdfCoefficients BdfHistory::coefficients(double h, int k) const {
  expects(k >= 1 && k <= known_order(), "differences of this order are known");
  BdfCoefficients c{.h = h, .k = k};
  c.equal_steps = h == h_ && k == order_ ? equal_steps_ + 1 : 1;
  c.psi[1] = h;
  c.alpha[1] = c.beta[1] = c.sigma[1] = 1;
  for (int i = 2; i <= k + 1; ++i) {
    // before the first step: φ₂ = h y', as after a step of the same length
    const double before = is_new() ? h : psi_[at(i - 1)];
    c.psi[at(i)] = h + before;
    c.beta[at(i)] = c.beta[at(i - 1)] * c.psi[at(i - 1)] / before;
    c.alpha[at(i)] = h / c.psi[at(i)];
    c.gamma[at(i)] = c.gamma[at(i - 1)] + c.alpha[at(i - 1)] / h;
    c.sigma[at(i)] = (i - 1) * c.sigma[at(i - 1)] * c.alpha[at(i)];
  }
  return c;
}

void BdfHistory::predict(const BdfCoefficients& c, VecX& y, VecX& rates) const {
  if (is_new()) {
    y = phi_[1] + c.h * first_rates_;
    rates = first_rates_;
    return;
  }
  y = phi_[1];
  rates.setZero();
  for (int i = 2; i <= c.k + 1; ++i) {
    y += c.beta[at(i)] * phi_[at(i)];
    rates += c.gamma[at(i)] * c.beta[at(i)] * phi_[at(i)];
  }
}

void BdfHistory::accept(const BdfCoefficients& c, const VecX& e) {
  if (is_new()) phi_[2] = c.h * first_rates_;
  phi_[at(c.k + 2)] = e;
  for (int i = c.k + 1; i >= 1; --i) {
    if (c.beta[at(i)] != 1) phi_[at(i)] *= c.beta[at(i)];
    phi_[at(i)] += i == c.k + 1 ? e : phi_[at(i + 1)];
  }
  psi_ = c.psi;
  order_ = c.k;
  equal_steps_ = c.equal_steps;
  h_ = c.h;
}

// Newton's form of the polynomial through the last k + 1 points.
void BdfHistory::interpolate(double s, VecX& y, VecX& rates) const {
  y = phi_[1];
  rates.setZero();
  double value = 1, slope = 0, factor = s / psi_[1];
  for (int j = 2; j <= order_ + 1; ++j) {
    slope = slope * factor + value / psi_[at(j - 1)];
    value *= factor;
    factor = (s + psi_[at(j - 1)]) / psi_[at(j)];
    y += value * phi_[at(j)];
    rates += slope * phi_[at(j)];
  }
}

void BdfHistory::exchange(Archive& archive) {
  for (VecX& phi : phi_) archive("bdf.phi", phi);
  archive("bdf.psi", std::span<double>(psi_));
  archive("bdf.first_rates", first_rates_);
  archive("bdf.order", order_, 0, max_order);
  archive("bdf.equal_steps", equal_steps_, 0, std::numeric_limits<int>::max());
  archive("bdf.h", h_);
}

}  // namespace daedalus
