// decompositions.hpp: Eigen's dense decompositions behind plain functions, so that their templates are compiled once.
// For set-up and analyses;
// they allocate.
#pragma once

#include <vector>

#include "daedalus/math/vectors.hpp"

namespace daedalus {

struct SymmetricEigen {
  VecX values;   // ascending
  MatX vectors;  // orthonormal columns
};
SymmetricEigen symmetric_eigen(const MatX& A);  // reads the lower half

struct GeneralEigen {
  Eigen::VectorXcd values;
  Eigen::MatrixXcd vectors;  // columns of length 1
};
GeneralEigen general_eigen(const MatX& A);
Eigen::VectorXcd eigenvalues(const MatX& A);
double spectral_radius(const MatX& A);  // largest |eigenvalue|; 0 of an empty matrix

struct SingularValues {
  VecX values;  // descending
  MatX V;       // square: its last columns span the kernel
};
SingularValues singular_values_and_vectors(const MatX& A);
VecX singular_values(const MatX& A);

MatX solve_lu(const MatX& A, const MatX& B);  // A⁻¹ B, partial pivoting
MatX inverse_of(const MatX& A);

// columns; one of zeros when the kernel is trivial. Pivots below threshold x the largest are none
MatX kernel_of(const MatX& A, double threshold);

// M = L Lᵀ of a symmetric positive definite matrix.
class Cholesky {
 public:
  explicit Cholesky(const MatX& M);
  bool ok() const { return ok_; }   // M was positive definite
  MatX solve(const MatX& B) const;  // M⁻¹ B
  void solve_lower(MatX& B) const;  // B becomes L⁻¹ B
  void solve_upper(MatX& B) const;  // B becomes L⁻ᵀ B

 private:
  MatX L_;
  bool ok_ = true;
};

// A P = Q R with the longest remaining column first.
struct PivotedQr {
  MatX Q;                    // square
  MatX R;                    // of the size of A; upper triangular
  std::vector<Index> order;  // A P has the columns order[0], order[1], ... of A
};
PivotedQr pivoted_qr(const MatX& A);
Index rank_of(const MatX& A, double threshold);  // by pivoted QR: diagonal entries of R above threshold x the largest

// x of least length among those with |A x - b| least, column by column. Parts of A below threshold x its largest count
// as nothing.
MatX least_squares(const MatX& A, const MatX& B, double threshold);

}  // namespace daedalus
