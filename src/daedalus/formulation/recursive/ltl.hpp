// ltl.hpp: M = Lᵀ L along the branches of a tree: no fill, because a coordinate is coupled only with those on its way
// to the root. Row i of L has its nonzeros where row i of the lower triangle of M has them; cost Σ depth².
#pragma once

#include "daedalus/formulation/recursive/tree_inertia.hpp"

namespace daedalus {

class BranchFactors {
 public:
  BranchFactors() = default;
  BranchFactors(const Tree& tree, const Pattern& pattern);  // that of M

  // False when M is not positive definite.
  bool factorize(const VecX& values);
  void solve(double* x) const;             // x becomes M⁻¹ x
  void solve_transposed(double* x) const;  // x becomes L⁻ᵀ x: half of the way, so that (L⁻ᵀ a)·(L⁻ᵀ b) = a·M⁻¹ b

 private:
  // Row i: its coordinates j <= i on the way to the root, i itself first, and their values in L.
  std::vector<Index> starts_, columns_, slots_;
  std::vector<double> L_;
};

}  // namespace daedalus
