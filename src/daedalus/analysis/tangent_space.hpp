// tangent_space.hpp: the motions that constraint rows allow, and the smallest one that gives the rows wanted values. Dense; for analyses.
//
//   G N = 0,   Nᵀ M N = I         a basis of the allowed motions, orthonormal in the metric of M: no unit is preferred
//   G x = b,   xᵀ M x least       where G has dependent rows, b must fit them
//
// With M = L Lᵀ and the QR decomposition (G L⁻ᵀ)ᵀ P = [Q₁ Q₂] R of rank r:  N = L⁻ᵀ Q₂,  x = L⁻ᵀ Q₁ w with R₁ᵀ w = Pᵀ b.
// Rows are scaled to length one first, so that rank is judged by their directions.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/QR>

#include "daedalus/math/vectors.hpp"

namespace daedalus {

class TangentSpace {
 public:
  // M symmetric positive definite; throws ModelError when it is not.
  TangentSpace(const MatX& M, const MatX& G);

  const MatX& basis() const { return N_; }
  Index rank() const { return rank_; }
  MatX smallest_motion(const MatX& b) const;

 private:
  Eigen::LLT<MatX> M_;
  VecX row_scale_;
  Eigen::ColPivHouseholderQR<MatX> qr_;
  MatX Q_, N_;
  Index rank_ = 0;
};

}  // namespace daedalus
