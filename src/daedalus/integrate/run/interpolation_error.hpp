// interpolation_error.hpp: how far positions inside a step are from the cubic through its ends.
//
//   H''(0) = 6 (q⁺ − q)/h² − (4 v + 2 v⁺)/h,   H''(1) = −6 (q⁺ − q)/h² + (2 v + 4 v⁺)/h
//   H'' − a at an end is h² q''''/12 to first order, and |H − q| <= h⁴ |q''''|/384 inside: h²/32 |H'' − a|
//
// A method that integrates independent coordinates estimates no error where there are none: all positions follow from
// the drivers, and a step of any length would be accepted. What lies between its ends, and the work done there, is then
// lost. This error is estimated instead.
#pragma once

#include "daedalus/integrate/error_norm.hpp"
#include "daedalus/system/state.hpp"

namespace daedalus {

inline constexpr int interpolation_exponent = 4;  // the error is proportional to h to this power

inline double interpolation_error(const Tolerances& tolerances, const State& x, const State& y, double h) {
  ErrorNorm norm(tolerances);
  for (Index i = 0; i < x.q.size(); ++i) {
    const double chord = 6 * (y.q[i] - x.q[i]) / h;
    const double first = (chord - 4 * x.v[i] - 2 * y.v[i]) / h - x.a[i],
                 last = (-chord + 2 * x.v[i] + 4 * y.v[i]) / h - y.a[i];
    norm.add(h * h / 32 * std::max(std::abs(first), std::abs(last)), x.q[i], y.q[i]);
  }
  return norm.value();
}

}  // namespace daedalus
