#include "daedalus/closed_form/pendulum.hpp"

#include <array>
#include <cmath>
#include <numbers>

#include "daedalus/closed_form/law_system.hpp"
#include "daedalus/closed_form/reference_state.hpp"

namespace daedalus {
namespace {

struct Elliptic {
  double K;           // quarter period
  double sn, cn, dn;  // at u
};

// Jacobi's functions by the arithmetic-geometric mean (Abramowitz and Stegun, 16.4): a_0 = 1, b_0 = √(1-k²), c_0 = k,
// φ_N = 2^N a_N u, then sin(2 φ_{n-1} - φ_n) = (c_n / a_n) sin φ_n down to φ_0 = am u.
// u is given from the quarter period on, u = K + w, and reduced by the period 4K first.
Elliptic jacobi_from_quarter_period(double w, double k) {
  constexpr int steps = 6;  // quadratic convergence: c_6 is far below the rounding for k² ≤ 1/2
  std::array<double, steps + 1> a, c;
  a[0] = 1;
  c[0] = k;
  double b = std::sqrt(1 - k * k);
  for (std::size_t n = 1; n <= steps; ++n) {
    a[n] = (a[n - 1] + b) / 2;
    c[n] = (a[n - 1] - b) / 2;
    b = std::sqrt(a[n - 1] * b);
  }
  const double K = std::numbers::pi / (2 * a[steps]);
  const double u = K + std::remainder(w, 4 * K);
  double phi = std::ldexp(a[steps] * u, steps);
  for (std::size_t n = steps; n >= 1; --n) phi = (phi + std::asin(c[n] / a[n] * std::sin(phi))) / 2;
  const double sn = std::sin(phi);
  return {K, sn, std::cos(phi), std::sqrt(1 - k * k * sn * sn)};
}

}  // namespace

State Pendulum::exact(double t) const {
  const double w = std::sqrt(g / L), k = std::numbers::sqrt2 / 2;
  const Elliptic e = jacobi_from_quarter_period(w * t, k);
  const double sin_theta = 2 * k * e.sn * e.dn, cos_theta = 1 - 2 * k * k * e.sn * e.sn;
  const double rate = 2 * k * w * e.cn, acceleration = -g / L * sin_theta;
  const double x = L * sin_theta, y = -L * cos_theta;
  const double lambda = m * (rate * rate - g * y / (L * L)) / 2;
  return make_state(t, {.q = {x, y},
                        .v = {-y * rate, x * rate},
                        .a = {-y * acceleration - x * rate * rate, x * acceleration - y * rate * rate},
                        .lambda = {lambda}});
}

std::unique_ptr<System> make_pendulum() { return std::make_unique<LawSystem<Pendulum>>("pendulum"); }
std::optional<State> pendulum_reference(double t) { return Pendulum().exact(t); }

}  // namespace daedalus
