// prk_stability.hpp: how a dual-rate method treats linear equations z' = Λ z of which some components are fast  [SHJ04, Eq. (22)].
//
//   Z = h Λ,   R_i = Z (I + Σ_{j<i} D_ij R_j),   S = I + Σ_i D_i R_i,   z⁺ = S z
// with D_ij = A_ij in slow rows and Â_ij in fast ones, D_i = b_i and b̂_i. Stable where the spectral radius of S is at most 1.
#pragma once

#include <vector>

#include "daedalus/integrate/tableaus/prk/prk_tableau.hpp"

namespace daedalus {

// S. `is_fast` has an entry per row of Z.
MatX stability_matrix(const PrkTableau& tableau, const MatX& Z, const std::vector<bool>& is_fast);

// The largest step up to which the spectral radius stays at most 1, by a scan in ratios of 1 % from `shortest` and bisection;
// `longest` when it is never exceeded. Eigenvalues of Λ with positive real parts grow by themselves: `growth` is how much the
// radius may exceed 1 in one step of h, as exp(growth h).
struct StepScan {
  double shortest = 1e-7, longest = 1;  // s
  double growth = 0;                    // 1/s
};
double largest_stable_step(const PrkTableau& tableau, const MatX& Lambda, const std::vector<bool>& is_fast,
                           const StepScan& scan = {});

// beta_k = b Aᵏ⁻¹ e, k = 0 … s: the stability polynomial of one part alone.
std::vector<double> stability_polynomial(const RungeKuttaWeights& part);

}  // namespace daedalus
