// stabilized_polynomial.hpp: stability polynomials R(z) = 1 + z + Σ beta_k z^k of s stages with the longest stable interval
// on an axis: what the fast part of a dual-rate method is built on.
//
// Imaginary axis, s = 2k + 1 odd: order 2, stable up to s − 1                  van der Houwen; Kinnmark and Gray
//   R = T_k(w) + (z/k)(1 + z²/(4k²)) U_{k−1}(w),   w = 1 + z²/(2k²)            reproduces [SHJ04, Table 5]
// Imaginary axis, s = n + 1 even, S = √(n² − 1), z = i S ξ: order 4, stable up to S
//   Im R = √(1 − 1/n²) T_n(ξ),   Re R = (1 − ξ²) U_{n−1}(ξ) + (ξ/n) T_n(ξ), up to signs that make R(0) = R'(0) = 1.
//   With ξ = cos θ:  |R|² = 1 − (cos θ sin nθ − (1/n) sin θ cos nθ)² ≤ 1.
// Negative real axis: order 2, damped by ε = 2/13, stable up to about 0.65 (s² − 1)      van der Houwen and Sommeijer
//   R = 1 + b (T_s(w₀ + w₁ z) − T_s(w₀)),   w₀ = 1 + ε/s²,  w₁ = T_s'(w₀)/T_s''(w₀),  b = T_s''(w₀)/T_s'(w₀)²
#pragma once

#include <vector>

namespace daedalus {

enum class StabilizedAxis { imaginary, real };

// beta_0 = 1, beta_1 = 1, beta_2, …, beta_s. s ≥ 3 on the imaginary axis, s ≥ 2 on the real one.
std::vector<double> stabilized_polynomial(StabilizedAxis axis, int stages);

// The interval on the axis in which |R| ≤ 1, by its formula on the imaginary axis and by a search on the real one.
double stable_interval(StabilizedAxis axis, int stages);

// Largest y with |R(z)| ≤ 1 + slack along z = −y (real) or z = iy, by a scan; 0 when R grows at once.
double stable_interval(const std::vector<double>& beta, StabilizedAxis axis);

}  // namespace daedalus
