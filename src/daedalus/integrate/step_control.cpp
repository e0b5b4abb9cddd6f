#include "daedalus/integrate/step_control.hpp"

#include <algorithm>
#include <cmath>

namespace daedalus {
namespace {
constexpr double smallest_error = 1e-10;  // keeps h finite when a step is exact
}

double StepController::after_acceptance(double h, double error, int exponent) {
  const double kP = options_.proportional / exponent, kI = (1 - 0.75 * options_.proportional) / exponent;
  error = std::max(error, smallest_error);
  double factor = options_.safety * std::pow(error, -kI) * std::pow(old_error_, kP);
  if (options_.law == ControlLaw::predictive) {
    const double trend = old_h_ > 0 ? h / old_h_ * std::pow(old_error_ / error, 1.0 / exponent) : 1;
    factor = options_.safety * std::pow(error, -1.0 / exponent) * std::min(1.0, trend);
  }
  old_h_ = h;
  const double growth = rejected_ ? 1.0 : options_.factor_max;
  old_error_ = error;
  rejected_ = false;
  return limited(h * std::clamp(factor, std::min(options_.factor_min, growth), growth));
}

double StepController::after_rejection(double h, double error, int exponent) {
  rejected_ = true;
  if (!std::isfinite(error)) return h * options_.factor_min;
  return h * std::clamp(options_.safety * std::pow(error, -1.0 / exponent), options_.factor_min, 0.9);
}

double StepController::after_failure(double h) {
  rejected_ = true;
  return h / 2;
}

}  // namespace daedalus
