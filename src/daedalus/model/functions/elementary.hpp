// elementary.hpp: elementary functions that expressions need and math/ does not have, on double, Dual and Jet2.
//
//   sinh' = cosh,  cosh' = sinh,  tanh' = 1 − tanh²
//   x^n = x·x···x                 for a whole number n: any sign of x, and exact derivatives also at x = 0
//   x^y = exp(y log x)            for x > 0
//   quintic_step(s) = s³ (10 − 15 s + 6 s²) between 0 and 1, before 0, after 1: twice continuously differentiable
#pragma once

#include <cmath>
#include <type_traits>

#include "daedalus/math/dual.hpp"
#include "daedalus/math/jet2.hpp"
#include "daedalus/math/value_of.hpp"

namespace daedalus {

template <class T, int N>
Dual<T, N> sinh(const Dual<T, N>& x) {
  using std::cosh, std::sinh;
  return Dual<T, N>::chain(sinh(x.value), cosh(x.value), x);
}
template <class T, int N>
Dual<T, N> cosh(const Dual<T, N>& x) {
  using std::cosh, std::sinh;
  return Dual<T, N>::chain(cosh(x.value), sinh(x.value), x);
}
template <class T, int N>
Dual<T, N> tanh(const Dual<T, N>& x) {
  using std::tanh;
  const T t = tanh(x.value);
  return Dual<T, N>::chain(t, 1.0 - t * t, x);
}

template <class T>
Jet2<T> sinh(const Jet2<T>& x) {
  using std::cosh, std::sinh;
  const T s = sinh(x.value);
  return Jet2<T>::chain(s, cosh(x.value), s, x);
}
template <class T>
Jet2<T> cosh(const Jet2<T>& x) {
  using std::cosh, std::sinh;
  const T c = cosh(x.value);
  return Jet2<T>::chain(c, sinh(x.value), c, x);
}
template <class T>
Jet2<T> tanh(const Jet2<T>& x) {
  using std::tanh;
  const T t = tanh(x.value), slope = 1.0 - t * t;
  return Jet2<T>::chain(t, slope, -2.0 * (t * slope), x);
}

template <class S>
S whole_power(const S& x, int n) {
  if (n < 0) return 1.0 / whole_power(x, -n);
  S result(1.0), square = x;  // square = x^(2^i)
  for (; n > 0; n /= 2) {
    if (n % 2 == 1) result = result * square;
    if (n > 1) square = square * square;
  }
  return result;
}

// x^p for a number p. Beyond 64 the products would only lose digits, and pow needs no care at x = 0.
template <class S>
S power_to_number(const S& x, double p) {
  using std::pow;
  const bool few_products = p == std::floor(p) && std::abs(p) <= 64;
  return few_products ? whole_power(x, static_cast<int>(p)) : S(pow(x, p));
}

// x^y. Where x is not positive y counts as a number: there is no derivative with respect to it.
template <class S>
S power(const S& x, const S& y) {
  using std::exp, std::log;
  if constexpr (!std::is_same_v<S, double>) {
    if (value_of(x) > 0) return exp(y * log(x));
  }
  return power_to_number(x, value_of(y));
}

// The smaller and the larger of two; a NaN is neither, and is handed on.
template <class S>
S smaller_of(const S& x, const S& y) {
  return value_of(x) <= value_of(y) || std::isnan(value_of(x)) ? x : y;
}
template <class S>
S larger_of(const S& x, const S& y) {
  return value_of(x) >= value_of(y) || std::isnan(value_of(x)) ? x : y;
}

template <class S>
S quintic_step(const S& s) {
  if (value_of(s) <= 0) return S(0.0);
  if (value_of(s) >= 1) return S(1.0);
  return s * s * s * (10.0 + s * (6.0 * s - 15.0));
}

}  // namespace daedalus
