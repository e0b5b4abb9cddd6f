// spline.hpp: the second derivatives of a cubic spline at its points. With hᵢ = xᵢ₊₁ − xᵢ and δᵢ = (yᵢ₊₁ − yᵢ)/hᵢ
//   hᵢ₋₁ Mᵢ₋₁ + 2 (hᵢ₋₁ + hᵢ) Mᵢ + hᵢ Mᵢ₊₁ = 6 (δᵢ − δᵢ₋₁)                    inside
//   natural: M₀ = 0;   clamped: 2 h₀ M₀ + h₀ M₁ = 6 (δ₀ − start_slope);      and likewise at the end
//   periodic: the equation of inner points also at the first one, whose left neighbor is the last but one; M of the last
//   point is that of the first
#pragma once

#include <vector>

namespace daedalus {

enum class SplineEnds { natural, clamped, periodic };

struct SplinePoints {
  const std::vector<double>&x, &y;  // at least two; x increases; periodic: the last y is the first
  double width(std::size_t i) const { return x[i + 1] - x[i]; }
  double chord_slope(std::size_t i) const { return (y[i + 1] - y[i]) / width(i); }
};

// Slopes are those of a clamped spline.
std::vector<double> solve_spline(const SplinePoints& points, SplineEnds ends, double start_slope, double end_slope);

}  // namespace daedalus
