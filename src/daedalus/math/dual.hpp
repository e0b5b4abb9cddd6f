// dual.hpp: a number with N partial derivatives, x + Σ x_i ε_i with ε_i ε_j = 0 (forward differentiation).
//
//   f(x) = f(value) + f'(value) Σ x_i ε_i
//
// T is double or another Dual or Jet2 (nesting gives higher derivatives). Works as a scalar of Eigen, so that a law
// written for Mat<Scalar, ...> gives its exact derivatives when Scalar is a Dual. Comparisons look at the value only.
#pragma once

#include <array>
#include <cmath>
#include <compare>
#include <type_traits>

#include "daedalus/math/value_of.hpp"
#include "daedalus/math/vectors.hpp"

namespace daedalus {

template <class T, int N>
struct Dual {
  T value{};
  std::array<T, static_cast<std::size_t>(N)> partial{};

  constexpr Dual() = default;
  constexpr Dual(double constant) : value(constant) {}  // implicit, so that 2*x + 1 reads as it should
  constexpr explicit Dual(const T& constant) requires(!std::is_same_v<T, double>) : value(constant) {}

  // The i-th of the N variables.
  static constexpr Dual variable(const T& x, int i) {
    Dual result(x);
    result.partial[i] = T(1.0);
    return result;
  }

  // f(x) from its value and its slope at x, and f(x, y) from its value and its two slopes.
  template <class Slope>
  static constexpr Dual chain(const T& f, const Slope& f_x, const Dual& x) {
    Dual result;
    result.value = f;
    for (std::size_t i = 0; i < N; ++i) result.partial[i] = f_x * x.partial[i];
    return result;
  }
  static constexpr Dual chain(const T& f, const T& f_x, const Dual& x, const T& f_y, const Dual& y) {
    Dual result;
    result.value = f;
    for (std::size_t i = 0; i < N; ++i) result.partial[i] = f_x * x.partial[i] + f_y * y.partial[i];
    return result;
  }

  friend constexpr Dual operator+(const Dual& x) { return x; }
  friend constexpr Dual operator-(const Dual& x) {
    Dual result;
    result.value = -x.value;
    for (std::size_t i = 0; i < N; ++i) result.partial[i] = -x.partial[i];
    return result;
  }

  friend constexpr Dual operator+(const Dual& x, const Dual& y) {
    Dual result;
    result.value = x.value + y.value;
    for (std::size_t i = 0; i < N; ++i) result.partial[i] = x.partial[i] + y.partial[i];
    return result;
  }
  friend constexpr Dual operator-(const Dual& x, const Dual& y) {
    Dual result;
    result.value = x.value - y.value;
    for (std::size_t i = 0; i < N; ++i) result.partial[i] = x.partial[i] - y.partial[i];
    return result;
  }
  friend constexpr Dual operator*(const Dual& x, const Dual& y) {
    return chain(x.value * y.value, y.value, x, x.value, y);
  }
  friend constexpr Dual operator/(const Dual& x, const Dual& y) {
    const T inverse = 1.0 / y.value;
    const T quotient = x.value * inverse;
    return chain(quotient, inverse, x, -quotient * inverse, y);
  }

  friend constexpr Dual operator+(const Dual& x, double c) {
    Dual result = x;
    result.value = x.value + c;
    return result;
  }
  friend constexpr Dual operator+(double c, const Dual& x) { return x + c; }
  friend constexpr Dual operator-(const Dual& x, double c) { return x + (-c); }
  friend constexpr Dual operator-(double c, const Dual& x) { return -x + c; }
  friend constexpr Dual operator*(const Dual& x, double c) { return chain(x.value * c, c, x); }
  friend constexpr Dual operator*(double c, const Dual& x) { return x * c; }
  friend constexpr Dual operator/(const Dual& x, double c) { return x * (1.0 / c); }
  friend constexpr Dual operator/(double c, const Dual& x) {
    const T quotient = c / x.value;
    return chain(quotient, -quotient / x.value, x);
  }

  constexpr Dual& operator+=(const Dual& y) { return *this = *this + y; }
  constexpr Dual& operator-=(const Dual& y) { return *this = *this - y; }
  constexpr Dual& operator*=(const Dual& y) { return *this = *this * y; }
  constexpr Dual& operator/=(const Dual& y) { return *this = *this / y; }

  friend constexpr double value_of(const Dual& x) { return value_of(x.value); }
  friend constexpr bool operator==(const Dual& x, const Dual& y) { return value_of(x) == value_of(y); }
  friend constexpr std::partial_ordering operator<=>(const Dual& x, const Dual& y) {
    return value_of(x) <=> value_of(y);
  }

  friend Dual sqrt(const Dual& x) {
    using std::sqrt;
    const T root = sqrt(x.value);
    return chain(root, 0.5 / root, x);
  }
  friend Dual sin(const Dual& x) {
    using std::cos, std::sin;
    return chain(sin(x.value), cos(x.value), x);
  }
  friend Dual cos(const Dual& x) {
    using std::cos, std::sin;
    return chain(cos(x.value), -sin(x.value), x);
  }
  friend Dual tan(const Dual& x) {
    using std::tan;
    const T t = tan(x.value);
    return chain(t, 1.0 + t * t, x);
  }
  friend Dual asin(const Dual& x) {
    using std::asin, std::sqrt;
    return chain(asin(x.value), 1.0 / sqrt(1.0 - x.value * x.value), x);
  }
  friend Dual acos(const Dual& x) {
    using std::acos, std::sqrt;
    return chain(acos(x.value), -1.0 / sqrt(1.0 - x.value * x.value), x);
  }
  friend Dual atan(const Dual& x) {
    using std::atan;
    return chain(atan(x.value), 1.0 / (1.0 + x.value * x.value), x);
  }
  friend Dual atan2(const Dual& y, const Dual& x) {
    using std::atan2;
    const T inverse = 1.0 / (x.value * x.value + y.value * y.value);
    return chain(atan2(y.value, x.value), x.value * inverse, y, -y.value * inverse, x);
  }
  friend Dual exp(const Dual& x) {
    using std::exp;
    const T e = exp(x.value);
    return chain(e, e, x);
  }
  friend Dual log(const Dual& x) {
    using std::log;
    return chain(log(x.value), 1.0 / x.value, x);
  }
  friend Dual pow(const Dual& x, double p) {
    using std::pow;
    return chain(pow(x.value, p), p * pow(x.value, p - 1.0), x);
  }
  friend Dual abs(const Dual& x) { return x * std::copysign(1.0, value_of(x)); }
};

// A vector of variables: x_j is variable number first + j of the N; the other partials are zero.
template <int N, class T, int n>
Vec<Dual<T, N>, n> make_variables(const Vec<T, n>& x, int first = 0) {
  Vec<Dual<T, N>, n> result;
  for (int j = 0; j < n; ++j) result[j] = Dual<T, N>::variable(x[j], first + j);
  return result;
}

// A vector of constants of the scalar type S.
template <class S, class T, int n>
Vec<S, n> make_constants(const Vec<T, n>& x) {
  Vec<S, n> result;
  for (int j = 0; j < n; ++j) result[j] = S(x[j]);
  return result;
}

}  // namespace daedalus

namespace Eigen {

template <class T, int N>
struct NumTraits<daedalus::Dual<T, N>> : NumTraits<double> {
  using Real = daedalus::Dual<T, N>;
  using NonInteger = Real;
  using Nested = Real;
  enum { IsComplex = 0, IsInteger = 0, IsSigned = 1, RequireInitialization = 1 };
  enum { ReadCost = 1 + N, AddCost = 1 + N, MulCost = 2 + 2 * N };
};
template <class T, int N, class Operation>
struct ScalarBinaryOpTraits<daedalus::Dual<T, N>, double, Operation> {
  using ReturnType = daedalus::Dual<T, N>;
};
template <class T, int N, class Operation>
struct ScalarBinaryOpTraits<double, daedalus::Dual<T, N>, Operation> {
  using ReturnType = daedalus::Dual<T, N>;
};

}  // namespace Eigen
