#include "daedalus/model/rail/hertz_ellipse.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace daedalus {
namespace {

struct EllipticIntegrals {
  double K, E;
};

// Complete, by the arithmetic-geometric mean of 1 and k' = √(1 − m).
EllipticIntegrals complete_integrals(double k_prime) {
  double a = 1, g = k_prime, sum = 1 - k_prime * k_prime, power = 1;  // sum of 2ⁿ cₙ²
  for (int n = 0; n < 40 && std::abs(a - g) > 1e-16 * a; ++n) {
    const double c = (a - g) / 2, mean = (a + g) / 2;
    g = std::sqrt(a * g);
    a = mean;
    power *= 2;
    sum += power * c * c;
  }
  const double K = std::numbers::pi / (2 * a);
  return {K, K * (1 - sum / 2)};
}

// Curvature along the longer axis over that along the shorter one: rises from 0 (k = 0) to 1 (circle).
double curvature_ratio(double k) {
  const auto [K, E] = complete_integrals(k);
  return k * k * (K - E) / (E - k * k * K);
}

}  // namespace

ContactEllipse hertz_ellipse(double load, double wheel_radius, double rail_radius, double young, double poisson) {
  const double along = 1 / (2 * wheel_radius), across = 1 / (2 * rail_radius);
  const double wanted = std::min(along, across) / std::max(along, across);
  double low = 1e-6, high = 1;  // k
  while (high - low > 1e-15) {
    const double k = (low + high) / 2;
    if (k <= low || k >= high) break;
    (curvature_ratio(k) < wanted ? low : high) = k;
  }
  const double k = wanted >= 1 - 1e-12 ? 1 : (low + high) / 2, E = complete_integrals(k).E;
  const double modulus = young / (2 * (1 - poisson * poisson));
  const double longer = std::cbrt(3 * load * E / (2 * std::numbers::pi * modulus * k * k * (along + across)));
  // the longer axis lies where the curvature is smaller
  return along <= across ? ContactEllipse{longer, k * longer} : ContactEllipse{k * longer, longer};
}

}  // namespace daedalus
