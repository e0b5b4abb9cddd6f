#include "daedalus/integrate/work_quadrature.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace daedalus {

void WorkQuadrature::start(double t, double power) {
  *this = WorkQuadrature();
  t_[0] = t;
  power_[0] = power;
  count_ = 1;
}

// Newton's form, node by node, expanded into powers of θ. Returns the nodes that were used, and leaves the last
// contribution as uncertainty.
std::size_t WorkQuadrature::fit(const Nodes& theta, const Nodes& power, std::size_t count, Order order) {
  Nodes differences = power, basis = {1.0};  // the last diagonal of divided differences; Π (θ - θᵢ) in powers of θ
  coefficients_ = {power[0]};
  double before = HUGE_VAL, last = HUGE_VAL;
  for (std::size_t k = 1; k < count; ++k) {
    for (std::size_t i = count - 1; i >= k; --i)
      differences[i] = (differences[i] - differences[i - 1]) / (theta[i] - theta[i - k]);
    for (std::size_t j = k; j > 0; --j) basis[j] = basis[j - 1] - theta[k - 1] * basis[j];
    basis[0] *= -theta[k - 1];
    double contribution = 0;
    for (std::size_t j = 0; j <= k; ++j) contribution += basis[j] / static_cast<double>(j + 1);
    contribution = std::abs(h_ * differences[k] * contribution);
    if (order == Order::decreasing && !(contribution <= std::max(before, last))) return k;
    for (std::size_t j = 0; j <= k; ++j) coefficients_[j] += differences[k] * basis[j];
    before = last == HUGE_VAL ? contribution : last;
    last = uncertainty_ = contribution;
  }
  return count;
}

double WorkQuadrature::integral(double from, double to) const {
  double at_from = 0, at_to = 0;
  for (std::size_t j = most_nodes; j-- > 0;) {
    const double c = coefficients_[j] / static_cast<double>(j + 1);
    at_from = at_from * from + c;
    at_to = at_to * to + c;
  }
  return h_ * (at_to * to - at_from * from);
}

double WorkQuadrature::take_end(double t, double power) {
  h_ = t - t_[0];
  if (!(h_ > 0)) {  // the same instant again, after a jump
    power_[0] = power;
    step_work_ = uncertainty_ = 0;
    return 0;
  }
  std::shift_right(t_.begin(), t_.end(), 1);
  std::shift_right(power_.begin(), power_.end(), 1);
  t_[0] = t;
  power_[0] = power;
  count_ = std::min(count_ + 1, most_nodes);
  Nodes theta = {};
  for (std::size_t i = 0; i < count_; ++i) theta[i] = (t_[i] - t_[1]) / h_;
  const std::size_t used = fit(theta, power_, count_, Order::decreasing);
  work_before_ = step_work_;
  step_work_ = integral(0, 1);
  const bool was_by_chord = std::exchange(is_by_chord_, used == 2);
  if (!was_by_chord || count_ != 3 || used != 3) return step_work_;
  // The parabola of the second step of a branch knows more of the first one than its chord did; unless the steps are so
  // different that rounding would be multiplied.
  constexpr double comparable = 10;
  const double before = -theta[2];  // length of the first step over that of the second
  if (before > comparable || before * comparable < 1) return step_work_;
  return step_work_ + integral(theta[2], 0) - work_before_;
}

void WorkQuadrature::take_inside(double first, double second) {
  fit({0, lobatto, 1 - lobatto, 1}, {power_[1], first, second, power_[0]}, 4, Order::all);
  step_work_ = integral(0, 1);
  is_by_chord_ = false;
}

double WorkQuadrature::work_inside(double t) const { return h_ > 0 ? integral(0, (t - t_[1]) / h_) : 0; }

void WorkQuadrature::exchange(Archive& archive, const char* name) {
  const std::string prefix = name;
  long count = static_cast<long>(count_);
  archive(prefix + ".t", std::span(t_));
  archive(prefix + ".power", std::span(power_));
  archive(prefix + ".step_work", step_work_);
  archive(prefix + ".is_by_chord", is_by_chord_);
  archive(prefix + ".count", count, 0, static_cast<int>(most_nodes));
  count_ = static_cast<std::size_t>(count);
}

}  // namespace daedalus
