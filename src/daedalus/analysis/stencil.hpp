// stencil.hpp: derivatives of anything that can be added, from its values at nine points of equal distance: errors of
// the eighth order.
//
//   f'  ≈ Σ c_k (f_k − f_−k)/h             c = 4/5, −1/5, 4/105, −1/280
//   f'' ≈ (d₀ f₀ + Σ d_k (f_k + f_−k))/h²   d = −205/72; 8/5, −1/5, 8/315, −1/560
#pragma once

#include <array>
#include <limits>

#include "daedalus/math/largest.hpp"

namespace daedalus::stencil {

inline constexpr int reach = 4;  // points on either side
template <class Value>
using Samples = std::array<Value, 2 * reach + 1>;

inline constexpr int most_tries = 24;  // halvings: some motions are much faster than they look, and cost little

// f is called with −4h, ..., 4h.
template <class Function>
auto sample(double h, Function f) {
  return Samples<decltype(f(h))>{f(-4 * h), f(-3 * h), f(-2 * h), f(-h), f(0 * h), f(h), f(2 * h), f(3 * h), f(4 * h)};
}

template <class Value>
Value first(const Samples<Value>& f, double h) {
  return ((f[5] - f[3]) * (4.0 / 5) - (f[6] - f[2]) * (1.0 / 5) + (f[7] - f[1]) * (4.0 / 105) -
          (f[8] - f[0]) * (1.0 / 280)) /
         h;
}

template <class Value>
Value second(const Samples<Value>& f, double h) {
  return ((f[5] + f[3]) * (8.0 / 5) - (f[6] + f[2]) * (1.0 / 5) + (f[7] + f[1]) * (8.0 / 315) -
          (f[8] + f[0]) * (1.0 / 560) - f[4] * (205.0 / 72)) /
         (h * h);
}

// How the errors of both orders compare, at least, where the sixth has some digits.
inline constexpr double better = 0.01;

// The same of the sixth order, without the outermost points: where both agree the points are close enough to each
// other.
template <class Value>
Value first_of_sixth_order(const Samples<Value>& f, double h) {
  return ((f[5] - f[3]) * (3.0 / 4) - (f[6] - f[2]) * (3.0 / 20) + (f[7] - f[1]) * (1.0 / 60)) / h;
}

template <class Value>
Value second_of_sixth_order(const Samples<Value>& f, double h) {
  return ((f[5] + f[3]) * (3.0 / 2) - (f[6] + f[2]) * (3.0 / 20) + (f[7] + f[1]) * (1.0 / 90) - f[4] * (49.0 / 18)) /
         (h * h);
}

// f'(0) of a vector, over the time up to `longest` with the smallest error.
template <class Function>
VecX differentiate(double longest, Function f) {
  VecX best;
  double smallest = std::numeric_limits<double>::infinity(), h = longest;
  for (int k = 0; k < most_tries; ++k, h /= 2) {
    const auto samples = sample(h, f);
    const double round_off = 4 * std::numeric_limits<double>::epsilon() * largest(samples[reach]) / h;
    if (k > 0 && round_off >= smallest) break;  // and grows from here on
    const VecX value = first(samples, h);
    const double error = round_off + largest(value - first_of_sixth_order(samples, h));
    if (k > 0 && !(error < smallest)) continue;
    smallest = error;
    best = value;
  }
  return best;
}

}  // namespace daedalus::stencil
