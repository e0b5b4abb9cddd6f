// bdf_history.hpp: modified divided differences of y on steps of any length, and the BDF formulas on them, with fixed
// leading coefficient.
//
//   ψ_i = t⁺ − t_{+1−i},   α_i = h/ψ_i,   β_i = Π_{j<i} ψ_j(new)/ψ_j(old),   γ_i = Σ_{j<i} α_j/h,   σ_i = Π_{j<i} j α_{j+1}
//   φ_i: modified divided difference of order i − 1,   φ*_i = β_i φ_i
//   predictor of order k   y₀ = Σ_{i≤k+1} φ*_i,     y₀' = Σ_{i≤k+1} γ_i φ*_i
//   corrector              y' = y₀' + α (y − y₀),   α = (1/h) Σ_{j≤k} 1/j                      the leading coefficient
//   local error            C |y − y₀|,   C = max(α_{k+1}, |α_{k+1} + α_s − α⁰|),   α_s = −Σ_{j≤k} 1/j,   α⁰ = −Σ_{i≤k} α_i
//
// "Fixed leading": α depends on h and k alone and not on the steps before, so that equal steps keep a matrix valid.
// [BCP96] Brenan, Campbell, Petzold, Numerical Solution of Initial-Value Problems in Differential-Algebraic Equations,
// SIAM (1996), section 5.2. Written from the formulas; indices begin at 1 as there.
#pragma once

#include <array>

#include "daedalus/base/archive.hpp"
#include "daedalus/math/vectors.hpp"

namespace daedalus {

// What a step of length h at order k knows before it is solved.
struct BdfCoefficients {
  static constexpr int max_order = 5;
  using Numbers = std::array<double, max_order + 3>;

  double h = 0;
  int k = 1;
  int equal_steps = 1;  // of this length and order, this one included
  Numbers psi{}, alpha{}, beta{}, gamma{}, sigma{};

  static double leading(int order);                  // Σ_{j≤k} 1/j
  double leading() const { return leading(k) / h; }  // α
  double error_constant() const;                     // C
  // Of local errors at the orders k, k − 1, k − 2: factors of |e|, |φ*_{k+1} + e|, |φ*_k + φ*_{k+1} + e|.
  double error_factor(int order) const { return sigma[static_cast<std::size_t>(order + 1)]; }
};

class BdfHistory {
 public:
  static constexpr int max_order = BdfCoefficients::max_order;

  // Starts with order 1 at y with rates y'. The first step must be of order 1.
  void start(const VecX& y, const VecX& rates);

  BdfCoefficients coefficients(double h, int k) const;
  void predict(const BdfCoefficients& c, VecX& y, VecX& rates) const;
  // φ*_i of the step.
  double scale(const BdfCoefficients& c, int i) const { return c.beta[at(i)]; }
  const VecX& phi(int i) const { return phi_[at(i)]; }

  // The step has been accepted, with this y − y₀.
  void accept(const BdfCoefficients& c, const VecX& e);

  bool is_new() const { return order_ == 0; }  // no step has been taken
  int order() const { return order_; }         // of the last step
  double h() const { return h_; }
  int known_order() const { return is_new() ? 1 : std::min(order_ + 1, max_order); }  // the highest of the next step

  // y and y' at t + s, s ≤ 0 within the last step.
  void interpolate(double s, VecX& y, VecX& rates) const;

  void exchange(Archive& archive);

 private:
  static constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

  std::array<VecX, max_order + 3> phi_;  // 1 to order + 2
  BdfCoefficients::Numbers psi_{};       // of the last step
  VecX first_rates_;                     // y' at the start, until the first step
  int order_ = 0, equal_steps_ = 0;
  double h_ = 0;
};

}  // namespace daedalus
