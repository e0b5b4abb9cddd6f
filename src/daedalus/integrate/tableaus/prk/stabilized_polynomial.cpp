#include "daedalus/integrate/tableaus/prk/stabilized_polynomial.hpp"

#include <cmath>
#include <complex>

#include "daedalus/base/expects.hpp"

namespace daedalus {
namespace {

using Polynomial = std::vector<double>;  // coefficients of 1, x, x², …

Polynomial operator+(Polynomial a, const Polynomial& b) {
  if (a.size() < b.size()) a.resize(b.size(), 0);
  for (std::size_t i = 0; i < b.size(); ++i) a[i] += b[i];
  return a;
}
Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  Polynomial product(a.size() + b.size() - 1, 0);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) product[i + j] += a[i] * b[j];
  return product;
}
Polynomial operator*(double factor, Polynomial a) {
  for (double& x : a) x *= factor;
  return a;
}

// T_n (first = x) or U_n (first = 2x) of a polynomial argument: P_n = 2 x P_{n−1} − P_{n−2}.
Polynomial chebyshev(int n, const Polynomial& x, double first) {
  Polynomial before = {1}, now = first * x;
  if (n == 0) return before;
  for (int k = 2; k <= n; ++k) {
    Polynomial next = 2.0 * (x * now) + (-1.0 * before);
    before = std::move(now);
    now = std::move(next);
  }
  return now;
}

Polynomial odd_imaginary(int s) {
  const double k = (s - 1) / 2.0;
  const Polynomial w = {1, 0, 1 / (2 * k * k)}, lead = {0, 1 / k, 0, 1 / (4 * k * k * k)};
  const int half = (s - 1) / 2;
  Polynomial R = chebyshev(half, w, 1) + lead * (half == 1 ? Polynomial{1} : chebyshev(half - 1, w, 2));
  R.resize(static_cast<std::size_t>(s) + 1);
  return R;
}

// z = iy, ξ = y/S: even powers of R are those of Re, odd ones those of Im, with the signs of i^k.
Polynomial even_imaginary(int s) {
  const int n = s - 1;
  const double S = std::sqrt(static_cast<double>(s) * (s - 2));
  const Polynomial x = {0, 1};
  const Polynomial T = chebyshev(n, x, 1), U = chebyshev(n - 1, x, 2);
  const Polynomial real = Polynomial{1, 0, -1} * U + (1.0 / n) * (x * T);
  Polynomial R(static_cast<std::size_t>(s) + 1, 0);
  for (std::size_t k = 0; k < R.size(); ++k) {
    const Polynomial& from = k % 2 == 0 ? real : T;
    if (k >= from.size()) continue;
    const double scale = k % 2 == 0 ? real[0] : T[1] / S;
    const double sign = k % 4 < 2 ? 1 : -1;  // of i^k
    R[k] = sign * from[k] / std::pow(S, static_cast<double>(k)) / scale;
  }
  return R;
}

Polynomial damped_real(int s) {
  const double w0 = 1 + 2.0 / 13 / (s * s);
  // values and two derivatives of T_s at w0
  double T[3] = {1, w0, 0}, D[3] = {0, 1, 0}, DD[3] = {0, 0, 0};
  for (int k = 2; k <= s; ++k) {
    T[2] = 2 * w0 * T[1] - T[0];
    D[2] = 2 * T[1] + 2 * w0 * D[1] - D[0];
    DD[2] = 4 * D[1] + 2 * w0 * DD[1] - DD[0];
    for (auto* p : {T, D, DD}) p[0] = p[1], p[1] = p[2];
  }
  const double w1 = D[1] / DD[1], b = DD[1] / (D[1] * D[1]);
  Polynomial R = b * chebyshev(s, {w0, w1}, 1);
  R[0] = 1;
  return R;
}

}  // namespace

std::vector<double> stabilized_polynomial(StabilizedAxis axis, int stages) {
  if (axis == StabilizedAxis::real) {
    expects(stages >= 2, "a stabilized polynomial on the real axis has two stages or more");
    return damped_real(stages);
  }
  expects(stages >= 3, "a stabilized polynomial on the imaginary axis has three stages or more");
  return stages % 2 == 1 ? odd_imaginary(stages) : even_imaginary(stages);
}

double stable_interval(StabilizedAxis axis, int stages) {
  if (axis == StabilizedAxis::real) return stable_interval(stabilized_polynomial(axis, stages), axis);
  return stages % 2 == 1 ? stages - 1.0 : std::sqrt(static_cast<double>(stages) * (stages - 2));
}

double stable_interval(const std::vector<double>& beta, StabilizedAxis axis) {
  constexpr double slack = 1e-9, step = 1e-3, longest = 1e3;
  const auto size = [&](double y) {
    const std::complex<double> z =
        axis == StabilizedAxis::real ? std::complex<double>(-y, 0) : std::complex<double>(0, y);
    std::complex<double> R = 0;
    for (std::size_t k = beta.size(); k-- > 0;) R = R * z + beta[k];
    return std::abs(R);
  };
  // R of an unstable method grows by less than the slack close to 0: not stable until one step of the scan is.
  double y = step;
  while (y < longest && size(y) <= 1 + slack) y += step;
  double low = y - step, high = y;
  for (int i = 0; i < 50; ++i) {
    const double middle = 0.5 * (low + high);
    (size(middle) <= 1 + slack ? low : high) = middle;
  }
  return low < 0.1 ? 0 : low;
}

}  // namespace daedalus
