// adams_history.hpp: modified divided differences of y' on steps of any length, and the coefficients of Adams formulas
// on them.
//
//   ψ_i = t_{n+1} − t_{n+1−i},   α_i = h/ψ_i,   β_i = Π_{j<i} ψ_j(new)/ψ_j(old),   φ_i: modified divided difference of
//   order i − 1
//   predictor of order k   p = y + h Σ_{i≤k} g_i β_i φ_i                         g_i = ∫ over the step, by recursion
//   corrector              y = p + h g_{k+1} (F(p) − predicted y')
//
// [SG75] Shampine, Gordon, Computer Solution of Ordinary Differential Equations, chapters 5 and 6. Written from the
// formulas; indices begin at 1 as there.
#pragma once

#include <array>

#include "daedalus/base/archive.hpp"
#include "daedalus/math/vectors.hpp"

namespace daedalus {

class AdamsHistory {
 public:
  static constexpr int max_order = 12;
  // Largest h |λ|, λ < 0, up to which predictor and corrector of order k = 1 … 12 are stable with equal steps.
  static constexpr std::array<double, max_order> real_limits = {2,      2.4,    1.9346, 1.4115, 1.0393, 0.7728,
                                                                0.5797, 0.4394, 0.3374, 0.2635, 0.2101, 0.0617};

  // Starts with order 1 at a state with y' = rates.
  void start(const VecX& rates);

  // A step of length h at order k(): coefficients, and differences moved to the new end. p becomes h Σ g_i φ_i.
  void predict(double h, VecX& increment);
  const VecX& predicted_rates() const { return phi_[1]; }
  double corrector_weight() const { return g_[at(k_ + 1)]; }
  double error_weight() const { return g_[at(k_)] - g_[at(k_ + 1)]; }

  // The differences with y' at the corrected end of the step.
  void correct(const VecX& rates);

  // What order and step come next is decided by norms of these, of local errors at orders k, k − 1, k − 2 and k + 1.
  double error_factor(int order) const;  // of |d|, |φ_k + d|, |φ_{k−1} + d|, d = F(p) − predicted y'
  const VecX& phi(int i) const { return phi_[at(i)]; }
  static double leading_coefficient(int order);

  int k() const { return k_; }
  void set_order(int k) { k_ = k; }
  int steps_of_this_length() const { return ns_; }
  double h() const { return h_; }
  int order_used() const { return k_old_; }

  // y(t_end + s) − y(t_end) and y' there, s ≤ 0 within the last step.
  void interpolate(double s, VecX& increment, VecX& rates) const;

  void exchange(Archive& archive);

 private:
  static constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

  std::array<VecX, max_order + 3> phi_;
  std::array<double, max_order + 3> psi_{}, alpha_{}, beta_{}, sigma_{}, v_{}, w_{}, g_{};
  int k_ = 1, k_old_ = 0, ns_ = 0;
  double h_ = 0;  // of the last step
};

}  // namespace daedalus
