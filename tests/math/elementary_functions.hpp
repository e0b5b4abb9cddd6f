// elementary_functions.hpp: every function of Dual and Jet2 of one variable with its closed-form first derivative and a
// domain, for tests. The complex step Im f(x + ih)/h with h = 1e-40 is exact to rounding: of f it gives f', of f' it
// gives f''.
#pragma once

#include <cmath>
#include <complex>
#include <random>

namespace daedalus::testing {

template <class F>
double complex_step(const F& f, double x) {
  constexpr double h = 1e-40;
  return f(std::complex<double>(x, h)).imag() / h;
}

// visit(name, f, f', low, high) for each function; f and f' accept double, complex, Dual and Jet2.
template <class Visit>
void for_each_function(const Visit& visit) {
  using std::acos, std::asin, std::atan, std::cos, std::exp, std::log, std::pow, std::sin, std::sqrt, std::tan;
  visit(
      "sqrt", [](auto x) { return sqrt(x); }, [](auto x) { return 0.5 / sqrt(x); }, 0.1, 4.0);
  visit(
      "sin", [](auto x) { return sin(x); }, [](auto x) { return cos(x); }, -4.0, 4.0);
  visit(
      "cos", [](auto x) { return cos(x); }, [](auto x) { return -sin(x); }, -4.0, 4.0);
  visit(
      "tan", [](auto x) { return tan(x); }, [](auto x) { return 1.0 / (cos(x) * cos(x)); }, -1.3, 1.3);
  visit(
      "asin", [](auto x) { return asin(x); }, [](auto x) { return 1.0 / sqrt(1.0 - x * x); }, -0.9, 0.9);
  visit(
      "acos", [](auto x) { return acos(x); }, [](auto x) { return -1.0 / sqrt(1.0 - x * x); }, -0.9, 0.9);
  visit(
      "atan", [](auto x) { return atan(x); }, [](auto x) { return 1.0 / (1.0 + x * x); }, -3.0, 3.0);
  visit(
      "exp", [](auto x) { return exp(x); }, [](auto x) { return exp(x); }, -2.0, 2.0);
  visit(
      "log", [](auto x) { return log(x); }, [](auto x) { return 1.0 / x; }, 0.1, 4.0);
  visit(
      "pow", [](auto x) { return pow(x, 2.7); }, [](auto x) { return 2.7 * pow(x, 1.7); }, 0.1, 3.0);
  visit(
      "x * x", [](auto x) { return x * x; }, [](auto x) { return 2.0 * x; }, -3.0, 3.0);
  visit(
      "quotient", [](auto x) { return (x - 3.0) / (2.0 + x * x); },
      [](auto x) { return (2.0 + 6.0 * x - x * x) / ((2.0 + x * x) * (2.0 + x * x)); }, -3.0, 3.0);
  visit(
      "mixed with numbers", [](auto x) { return 2.0 - (1.0 + x * 3.0 - 0.5) / 4.0 + 5.0 / x + (-x) * 0.25 + (+x); },
      [](auto x) { return -5.0 / (x * x); }, 0.5, 3.0);
}

struct Random {
  std::mt19937 engine{20240917};
  double operator()(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine); }
};

}  // namespace daedalus::testing
