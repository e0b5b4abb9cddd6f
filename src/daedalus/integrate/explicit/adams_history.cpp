#include "daedalus/integrate/explicit/adams_history.hpp"

#include <algorithm>
#include <limits>

namespace daedalus {
namespace {

// γ*_{k}: error constants of the Adams-Moulton formulas of order k at equal steps, absolute values, by their generating
// function
// γ*_0 = 1,  γ*_m = −Σ_{j<m} γ*_j/(m + 1 − j).
std::array<double, AdamsHistory::max_order + 3> moulton_constants() {
  std::array<double, AdamsHistory::max_order + 3> gamma{};
  gamma[0] = 1;
  for (std::size_t m = 1; m < gamma.size(); ++m)
    for (std::size_t j = 0; j < m; ++j) gamma[m] -= gamma[j] / static_cast<double>(m + 1 - j);
  for (double& value : gamma) value = std::abs(value);
  return gamma;
}

}  // namespace

double AdamsHistory::leading_coefficient(int order) {
  static const auto gamma = moulton_constants();
  return gamma[at(order)];
}

void AdamsHistory::start(const VecX& rates) {
  for (VecX& phi : phi_) phi = VecX::Zero(rates.size());
  phi_[1] = rates;
  for (auto* numbers : {&psi_, &alpha_, &beta_, &sigma_, &v_, &w_, &g_}) numbers->fill(0);
  g_[1] = 1;
  g_[2] = 0.5;
  sigma_[1] = 1;
  k_ = 1;
  k_old_ = ns_ = 0;
  h_ = 0;
}

void AdamsHistory::predict(double h, VecX& increment) {
  const int k = k_;
  if (h != h_) ns_ = 0;
  // never cut where the order falls: the differences beyond k are those of equal steps already
  if (ns_ <= k_old_) ++ns_;
  if (k >= ns_) {
    beta_[at(ns_)] = 1;
    alpha_[at(ns_)] = 1.0 / ns_;
    sigma_[at(ns_ + 1)] = 1;
    double distance = h * ns_;
    for (int i = ns_ + 1; i <= k; ++i) {
      const double before = psi_[at(i - 1)];
      psi_[at(i - 1)] = distance;
      beta_[at(i)] = beta_[at(i - 1)] * psi_[at(i - 1)] / before;
      distance = before + h;
      alpha_[at(i)] = h / distance;
      sigma_[at(i + 1)] = i * alpha_[at(i)] * sigma_[at(i)];
    }
    psi_[at(k)] = distance;
    if (ns_ == 1) {
      for (int q = 1; q <= k; ++q) v_[at(q)] = w_[at(q)] = 1.0 / (q * (q + 1));
    } else {
      if (k > k_old_) {  // the order was raised: one more column
        v_[at(k)] = 1.0 / (k * (k + 1));
        for (int j = 1; j <= ns_ - 2; ++j) v_[at(k - j)] -= alpha_[at(j + 1)] * v_[at(k - j + 1)];
      }
      for (int q = 1; q <= k + 1 - ns_; ++q) {
        v_[at(q)] -= alpha_[at(ns_)] * v_[at(q + 1)];
        w_[at(q)] = v_[at(q)];
      }
      g_[at(ns_ + 1)] = w_[1];
    }
    for (int i = ns_ + 2; i <= k + 1; ++i) {
      for (int q = 1; q <= k + 2 - i; ++q) w_[at(q)] -= alpha_[at(i - 1)] * w_[at(q + 1)];
      g_[at(i)] = w_[1];
    }
  }
  for (int i = ns_ + 1; i <= k; ++i) phi_[at(i)] *= beta_[at(i)];
  phi_[at(k + 2)] = phi_[at(k + 1)];
  phi_[at(k + 1)].setZero();
  increment.setZero();
  for (int i = k; i >= 1; --i) {
    increment += h * g_[at(i)] * phi_[at(i)];
    phi_[at(i)] += phi_[at(i + 1)];
  }
  h_ = h;
}

void AdamsHistory::correct(const VecX& rates) {
  const int k = k_;
  phi_[at(k + 1)] = rates - phi_[1];
  phi_[at(k + 2)] = phi_[at(k + 1)] - phi_[at(k + 2)];
  for (int i = 1; i <= k; ++i) phi_[at(i)] += phi_[at(k + 1)];
  k_old_ = k;
}

double AdamsHistory::error_factor(int order) const { return h_ * sigma_[at(order + 1)] * leading_coefficient(order); }

void AdamsHistory::interpolate(double s, VecX& increment, VecX& rates) const {
  const int n = k_old_ + 1;
  std::array<double, max_order + 3> w{}, g{}, rho{};
  for (int i = 1; i <= n; ++i) w[at(i)] = 1.0 / i;
  g[1] = rho[1] = 1;
  double term = 0;
  for (int j = 2; j <= n; ++j) {
    const double psi = psi_[at(j - 1)], gamma = (s + term) / psi, eta = s / psi;
    for (int i = 1; i <= n + 1 - j; ++i) w[at(i)] = gamma * w[at(i)] - eta * w[at(i + 1)];
    g[at(j)] = w[1];
    rho[at(j)] = gamma * rho[at(j - 1)];
    term = psi;
  }
  increment.setZero();
  rates.setZero();
  for (int i = n; i >= 1; --i) {
    increment += s * g[at(i)] * phi_[at(i)];
    rates += rho[at(i)] * phi_[at(i)];
  }
}

void AdamsHistory::exchange(Archive& archive) {
  for (VecX& phi : phi_) archive("adams.phi", phi);
  for (auto* numbers : {&psi_, &alpha_, &beta_, &sigma_, &v_, &w_, &g_})
    archive("adams.coefficients", std::span<double>(*numbers));
  archive("adams.k", k_, 1, max_order);
  archive("adams.k_old", k_old_, 0, max_order);
  archive("adams.ns", ns_, 0, std::numeric_limits<int>::max());
  archive("adams.h", h_);
}

}  // namespace daedalus
