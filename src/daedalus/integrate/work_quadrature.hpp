// work_quadrature.hpp: the work of a power that is known at the ends of steps, and inside of them where that pays.
//
// Over a step from t₀ to t₁ the power is a polynomial in θ = (t - t₀)/h through its values at the ends of the last
// steps, t₁, t₀, t₋₁, ..., of an order that follows the power: nodes are added as long as their contributions to the
// work of the step decrease, |Δ₃| ≥ |Δ₄| ≥ ...; the last one is what the work is uncertain by. Contributions are those
// of Newton's form,  Δₖ = h P[t₁, t₀, ..., tₖ] ∫₀¹ (θ - θ₁) ... (θ - θₖ₋₁) dθ.
// Where that is more than what is allowed, the power inside the step decides, at the nodes of Lobatto's rule of order 6,
// θ = 0, (1 ∓ 1/√5)/2, 1, with the difference to the rule without the last node as uncertainty.
// Where a branch of the equations begins there is no history: its first step is integrated again after the second.
#pragma once

#include <array>
#include <cstddef>

#include "daedalus/base/archive.hpp"

namespace daedalus {

class WorkQuadrature {
 public:
  void start(double t, double power);  // also where the equations change: what was before says nothing of what follows

  // The power at the end of a step; returns what the work changes by. `inside(t)` is the power at a time inside the step,
  // asked for when the history leaves more than `allowed` J open.
  template <class Inside>
  double observe(double t, double power, double allowed, Inside&& inside) {
    double change = take_end(t, power);
    if (uncertainty_ <= allowed || h_ <= 0) return change;
    change -= step_work_;
    const double first = inside(t - h_ * (1 - lobatto)), second = inside(t - h_ * lobatto);
    take_inside(first, second);
    return change + step_work_;
  }
  double observe(double t, double power) { return take_end(t, power); }

  double uncertainty() const { return uncertainty_; }  // J, of the work of the last step
  double step_work() const { return step_work_; }      // J, of the last step
  double work_inside(double t) const;                  // J, of the last step up to a time inside
  void exchange(Archive& archive, const char* name);

 private:
  static constexpr std::size_t most_nodes = 6;
  static constexpr double lobatto = 0.27639320225002103;  // (1 - 1/√5)/2
  using Nodes = std::array<double, most_nodes>;

  double take_end(double t, double power);
  void take_inside(double first, double second);
  enum class Order { all, decreasing };
  std::size_t fit(const Nodes& theta, const Nodes& power, std::size_t count, Order order);
  double integral(double from, double to) const;  // of the polynomial over θ, times h

  Nodes t_ = {}, power_ = {};  // the newest first
  std::size_t count_ = 0;      // nodes of this branch
  Nodes coefficients_ = {};    // of the last step's polynomial in θ, W
  double h_ = 0, step_work_ = 0, uncertainty_ = 0;
  double work_before_ = 0;    // J, of the step before
  bool is_by_chord_ = false;  // the work of the last step
};

}  // namespace daedalus
