// tangent_space.hpp: the motions that constraint rows allow, and the smallest one that gives the rows wanted values.
// Dense; for analyses.
//
//   G N = 0,   Nᵀ M N = I         a basis of the allowed motions, orthonormal in the metric of M: no unit is preferred
//   G x = b,   xᵀ M x least
//
// With M = L Lᵀ and the QR decomposition (G L⁻ᵀ)ᵀ P = [Q₁ Q₂] R:  N = L⁻ᵀ Q₂,  x = L⁻ᵀ Q₁ w with R₁ᵀ w = Pᵀ b.
// The rows of G are independent, but for rows of zeros: those were left out (system/redundancy.hpp says which,
// Equations::drop_rows zeroes them).
#pragma once

#include <vector>

#include "daedalus/linalg/decompositions.hpp"

namespace daedalus {

class TangentSpace {
 public:
  // M symmetric positive definite; throws ModelError when it is not.
  TangentSpace(const MatX& M, const MatX& G);

  const MatX& basis() const { return N_; }
  Index rank() const { return static_cast<Index>(kept_.size()); }
  // b has as many rows as G; those of rows that were left out are not looked at
  MatX smallest_motion(const MatX& b) const;

 private:
  std::vector<Index> kept_;
  VecX row_scale_;  // of the kept rows
  PivotedQr qr_;
  MatX Q_, N_;
};

}  // namespace daedalus
