// fastsim.hpp: Kalker's simplified theory of rolling contact on a grid of strips.                  [Kalker 1982]
//
// Tractions q grow along each strip from its leading edge x = l(y) = a √(1 − y²/b²) as the rigid slip says,
//   −dq/dx = w,   w = −(ξ_x/L₁ − y ξ_s/L₃,  ξ_y/L₂ + x ξ_s/L₃)
// and are cut to the parabolic bound  |q| <= μ 2N/(πab) (1 − x²/a² − y²/b²).  The flexibilities
//   L₁ = 8a/(3 G C₁₁),  L₂ = 8a/(3 G C₂₂),  L₃ = πa √(a/b)/(4 G C₂₃)
// give the forces of the linear theory where nothing slips. The number of operations is fixed.
//
// For ξ_y = ξ_s = 0 every strip has a closed form: with d = |w| a²/(μ p₀), p₀ = 2N/(πab),
//   ∫q dx = μ p₀/a² (2 l² d − l d² + d³/6)  for d < 2l,   4/3 μ p₀ l³/a²  otherwise.
#pragma once

#include <cmath>
#include <numbers>

#include "daedalus/math/dual.hpp"
#include "daedalus/model/rail/kalker_coefficients.hpp"

namespace daedalus {

struct Fastsim {
  static constexpr int strips = 11, cells = 20;
  ContactEllipse ellipse;
  KalkerCoefficients kalker;
  double shear_modulus = 0, limit = 0;  // G; μN

  // F_x, F_y.
  template <class S>
  Vec<S, 2> force(const S& xi_x, const S& xi_y, const S& xi_s) const {
    using std::sqrt;
    const auto [a, b] = ellipse;
    const double L1 = 8 * a / (3 * shear_modulus * kalker.c11), L2 = 8 * a / (3 * shear_modulus * kalker.c22),
                 L3 = std::numbers::pi * a * std::sqrt(a / b) / (4 * shear_modulus * kalker.c23);
    const double bound = 2 * limit / (std::numbers::pi * a * b);
    Vec<S, 2> sum{S(0.0), S(0.0)};
    for (int j = 0; j < strips; ++j) {
      const double y = b * ((2 * j + 1.0) / strips - 1), half = a * std::sqrt(1 - y * y / (b * b));
      const double dx = 2 * half / cells, area = dx * 2 * b / strips;
      Vec<S, 2> q{S(0.0), S(0.0)};
      for (int i = 0; i < cells; ++i) {
        // At the middle of the cell; half a step behind the edge for the first one.
        const double x = half - (i + 0.5) * dx, step = i == 0 ? dx / 2 : dx;
        q[0] -= step * (xi_x / L1 - (y / L3) * xi_s);
        q[1] -= step * (xi_y / L2 + ((x + step / 2) / L3) * xi_s);
        const double most = bound * (1 - x * x / (a * a) - y * y / (b * b));
        const S square = q[0] * q[0] + q[1] * q[1];
        if (value_of(square) > most * most) {
          const S factor = most / sqrt(square);
          q[0] *= factor;
          q[1] *= factor;
        }
        sum[0] += area * q[0];
        sum[1] += area * q[1];
      }
    }
    return sum;
  }
};

}  // namespace daedalus
