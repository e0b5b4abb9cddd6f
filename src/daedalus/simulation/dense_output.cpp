#include "daedalus/simulation/dense_output.hpp"

#include <algorithm>
#include <cmath>

namespace daedalus {
namespace {

constexpr int last_point = DenseOutput::points - 1;

// Chebyshev points of the second kind in [0, 1]: with both ends, dense near them.
double place_of_point(int k) { return (1 - std::cos(k * M_PI / last_point)) / 2; }

// Their barycentric weights: of alternating sign, half at the ends.
double weight_of_point(int k) { return (k % 2 == 0 ? 1.0 : -1.0) * (k == 0 || k == last_point ? 0.5 : 1.0); }

}  // namespace

void DenseOutput::add(const Integration& integration, double t_to) {
  const State& x = integration.state();
  const double t_from = integration.previous().t;
  if (!(t_to > t_from)) return;
  const Index nq = x.q.size();
  rows_ = 2 * nq + x.s.size();
  if (at_.q.size() != nq) at_ = x;
  begins_.push_back(t_from);
  ends_.push_back(t_to);
  for (int k = 0; k < points; ++k) {
    integration.interpolate(k == last_point ? t_to : t_from + (t_to - t_from) * place_of_point(k), at_);
    values_.insert(values_.end(), at_.q.begin(), at_.q.end());
    values_.insert(values_.end(), at_.v.begin(), at_.v.end());
    values_.insert(values_.end(), at_.s.begin(), at_.s.end());
  }
}

void DenseOutput::evaluate(double t, double* y) const {
  expects(!empty(), "there are steps");
  const auto behind = std::lower_bound(ends_.begin(), std::prev(ends_.end()), t);
  const std::size_t segment = static_cast<std::size_t>(behind - ends_.begin());
  const double* values = values_.data() + segment * static_cast<std::size_t>(rows_ * points);
  const double theta = (t - begins_[segment]) / (ends_[segment] - begins_[segment]);
  std::fill(y, y + rows_, 0.0);
  double sum = 0;
  for (int k = 0; k < points; ++k) {
    const double* at = values + k * rows_;
    const double distance = theta - place_of_point(k);
    if (distance == 0) {
      std::copy(at, at + rows_, y);
      return;
    }
    const double weight = weight_of_point(k) / distance;
    sum += weight;
    for (Index i = 0; i < rows_; ++i) y[i] += weight * at[i];
  }
  for (Index i = 0; i < rows_; ++i) y[i] /= sum;
}

DenseOutput DenseOutput::from(std::vector<double> begins, std::vector<double> ends, std::vector<double> values) {
  DenseOutput dense;
  expects(begins.size() == ends.size(), "a segment begins and ends");
  if (!begins.empty()) dense.rows_ = static_cast<Index>(values.size() / begins.size()) / points;
  dense.begins_ = std::move(begins);
  dense.ends_ = std::move(ends);
  dense.values_ = std::move(values);
  return dense;
}

}  // namespace daedalus
