// jet2.hpp: a function of time near one instant by its value and two derivatives, x + x' τ + x'' τ²/2 + O(τ³).
//
//   f(x)'  = f_x x'
//   f(x)'' = f_xx x'² + f_x x''
//
// Along a motion q + v τ + a τ²/2 a constraint written once gives its velocity and acceleration level, time terms
// included. T is double or a Dual (then the two levels come with their tangents). Works as a scalar of Eigen.
#pragma once

#include <cmath>
#include <compare>
#include <type_traits>

#include "daedalus/math/value_of.hpp"
#include "daedalus/math/vectors.hpp"

namespace daedalus {

template <class T>
struct Jet2 {
  T value{}, first{}, second{};

  constexpr Jet2() = default;
  constexpr Jet2(double constant) : value(constant) {}  // implicit, so that 2*x + 1 reads as it should
  constexpr explicit Jet2(const T& constant) requires(!std::is_same_v<T, double>) : value(constant) {}
  constexpr Jet2(const T& x, const T& x_dot, const T& x_ddot) : value(x), first(x_dot), second(x_ddot) {}

  // f(x) from its value and two slopes at x.
  static constexpr Jet2 chain(const T& f, const T& f_x, const T& f_xx, const Jet2& x) {
    return {f, f_x * x.first, f_xx * (x.first * x.first) + f_x * x.second};
  }

  friend constexpr Jet2 operator+(const Jet2& x) { return x; }
  friend constexpr Jet2 operator-(const Jet2& x) { return {-x.value, -x.first, -x.second}; }

  friend constexpr Jet2 operator+(const Jet2& x, const Jet2& y) {
    return {x.value + y.value, x.first + y.first, x.second + y.second};
  }
  friend constexpr Jet2 operator-(const Jet2& x, const Jet2& y) {
    return {x.value - y.value, x.first - y.first, x.second - y.second};
  }
  friend constexpr Jet2 operator*(const Jet2& x, const Jet2& y) {
    return {x.value * y.value, x.first * y.value + x.value * y.first,
            x.second * y.value + 2.0 * (x.first * y.first) + x.value * y.second};
  }
  friend constexpr Jet2 operator/(const Jet2& x, const Jet2& y) {  // from z y = x, differentiated twice
    const T inverse = 1.0 / y.value;
    const T z = x.value * inverse;
    const T z_dot = (x.first - z * y.first) * inverse;
    return {z, z_dot, (x.second - 2.0 * (z_dot * y.first) - z * y.second) * inverse};
  }

  friend constexpr Jet2 operator+(const Jet2& x, double c) { return {x.value + c, x.first, x.second}; }
  friend constexpr Jet2 operator+(double c, const Jet2& x) { return x + c; }
  friend constexpr Jet2 operator-(const Jet2& x, double c) { return {x.value - c, x.first, x.second}; }
  friend constexpr Jet2 operator-(double c, const Jet2& x) { return -x + c; }
  friend constexpr Jet2 operator*(const Jet2& x, double c) { return {x.value * c, x.first * c, x.second * c}; }
  friend constexpr Jet2 operator*(double c, const Jet2& x) { return x * c; }
  friend constexpr Jet2 operator/(const Jet2& x, double c) { return x * (1.0 / c); }
  friend constexpr Jet2 operator/(double c, const Jet2& x) { return Jet2(c) / x; }

  constexpr Jet2& operator+=(const Jet2& y) { return *this = *this + y; }
  constexpr Jet2& operator-=(const Jet2& y) { return *this = *this - y; }
  constexpr Jet2& operator*=(const Jet2& y) { return *this = *this * y; }
  constexpr Jet2& operator/=(const Jet2& y) { return *this = *this / y; }

  friend constexpr double value_of(const Jet2& x) { return value_of(x.value); }
  friend constexpr bool operator==(const Jet2& x, const Jet2& y) { return value_of(x) == value_of(y); }
  friend constexpr std::partial_ordering operator<=>(const Jet2& x, const Jet2& y) {
    return value_of(x) <=> value_of(y);
  }

  friend Jet2 sqrt(const Jet2& x) {  // from r r = x, differentiated twice
    using std::sqrt;
    const T r = sqrt(x.value);
    const T half_inverse = 0.5 / r;
    const T r_dot = x.first * half_inverse;
    return {r, r_dot, (x.second - 2.0 * (r_dot * r_dot)) * half_inverse};
  }
  friend Jet2 sin(const Jet2& x) {
    using std::cos, std::sin;
    const T s = sin(x.value);
    return chain(s, cos(x.value), -s, x);
  }
  friend Jet2 cos(const Jet2& x) {
    using std::cos, std::sin;
    const T c = cos(x.value);
    return chain(c, -sin(x.value), -c, x);
  }
  friend Jet2 tan(const Jet2& x) {
    using std::tan;
    const T t = tan(x.value), slope = 1.0 + t * t;
    return chain(t, slope, 2.0 * (t * slope), x);
  }
  friend Jet2 asin(const Jet2& x) {
    using std::asin, std::sqrt;
    const T square = 1.0 / (1.0 - x.value * x.value), slope = sqrt(square);
    return chain(asin(x.value), slope, x.value * (slope * square), x);
  }
  friend Jet2 acos(const Jet2& x) {
    using std::acos, std::sqrt;
    const T square = 1.0 / (1.0 - x.value * x.value), slope = -sqrt(square);
    return chain(acos(x.value), slope, x.value * (slope * square), x);
  }
  friend Jet2 atan(const Jet2& x) {
    using std::atan;
    const T slope = 1.0 / (1.0 + x.value * x.value);
    return chain(atan(x.value), slope, -2.0 * (x.value * (slope * slope)), x);
  }
  friend Jet2 atan2(const Jet2& y, const Jet2& x) {  // r² z' = x y' - y x', differentiated once more
    using std::atan2;
    const T inverse = 1.0 / (x.value * x.value + y.value * y.value);
    const T z_dot = (x.value * y.first - y.value * x.first) * inverse;
    const T half_r2_dot = x.value * x.first + y.value * y.first;
    return {atan2(y.value, x.value), z_dot,
            (x.value * y.second - y.value * x.second - 2.0 * (half_r2_dot * z_dot)) * inverse};
  }
  friend Jet2 exp(const Jet2& x) {
    using std::exp;
    const T e = exp(x.value);
    return chain(e, e, e, x);
  }
  friend Jet2 log(const Jet2& x) {
    using std::log;
    const T inverse = 1.0 / x.value;
    return chain(log(x.value), inverse, -(inverse * inverse), x);
  }
  friend Jet2 pow(const Jet2& x, double p) {
    using std::pow;
    return chain(pow(x.value, p), p * pow(x.value, p - 1.0), p * (p - 1.0) * pow(x.value, p - 2.0), x);
  }
  friend Jet2 abs(const Jet2& x) { return x * std::copysign(1.0, value_of(x)); }
};

// The motion q + v τ + a τ²/2 near τ = 0.
template <class T, int n>
Vec<Jet2<T>, n> make_motion(const Vec<T, n>& q, const Vec<T, n>& v, const Vec<T, n>& a) {
  Vec<Jet2<T>, n> result;
  for (int j = 0; j < n; ++j) result[j] = Jet2<T>(q[j], v[j], a[j]);
  return result;
}

}  // namespace daedalus

namespace Eigen {

template <class T>
struct NumTraits<daedalus::Jet2<T>> : NumTraits<double> {
  using Real = daedalus::Jet2<T>;
  using NonInteger = Real;
  using Nested = Real;
  enum { IsComplex = 0, IsInteger = 0, IsSigned = 1, RequireInitialization = 1 };
  enum { ReadCost = 3, AddCost = 3, MulCost = 9 };
};
template <class T, class Operation>
struct ScalarBinaryOpTraits<daedalus::Jet2<T>, double, Operation> {
  using ReturnType = daedalus::Jet2<T>;
};
template <class T, class Operation>
struct ScalarBinaryOpTraits<double, daedalus::Jet2<T>, Operation> {
  using ReturnType = daedalus::Jet2<T>;
};

}  // namespace Eigen
