// quasi_definite.hpp: a descriptor system with springs, solved by the same operations every time.
//
//   [ M   Gᵀ   Bᵀ ] ( x )   ( b )
//   [ G  −E    0  ] ( y ) = ( c )          the same as  (M + BᵀB) x + Gᵀ y = b,  G x − E y = c
//   [ B   0   −I  ] ( z )   ( 0 )
//
// M symmetric positive definite (n × n), G (m × n) constraints, B (k × n) springs; E ≥ 0 diagonal: 0, or 1 in rows of
// zeros.
// The pattern of M stays as it is, BᵀB is never formed. A spring without force is a row of zeros, which costs what the
// others cost.
//
// The elimination order is found once, for the matrices that start() is given. factorize() neither changes it nor tries
// another: it tells how much of the weakest pivot cancellation has left (frontal_ldlt.hpp), and the caller remembers
// that.
#pragma once

#include <optional>

#include "daedalus/base/archive.hpp"
#include "daedalus/linalg/composed_matrix.hpp"
#include "daedalus/linalg/frontal_ldlt.hpp"

namespace daedalus {

class QuasiDefinite {
 public:
  // Allocates. The first elimination order, for these matrices; `scale`: (k) what the rows of Y are multiplied with, B
  // = diag(scale) Y.
  void start(const SparseMatrix& M, const SparseMatrix& G, const SparseMatrix& Y, const VecX& scale, const VecX& E);

  // Returns the smallest share of a pivot.
  double factorize(const SparseMatrix& M, const SparseMatrix& G, const SparseMatrix& Y, const VecX& scale);
  // (b; c) becomes (x; y).
  void solve(VecX& b, VecX& c);

  void exchange(Archive& archive);  // the elimination order: the next factorization gives the same bits

 private:
  void use_order(const std::vector<Index>& order);
  void compose(const SparseMatrix& G, const SparseMatrix& Y, const VecX& scale);

  Pattern M_;
  Index m_ = 0;                         // constraints
  std::optional<ComposedMatrix> rows_;  // [G; B]
  ComposedMatrix::Block G_ = 0, B_ = 0;
  std::vector<Index> spring_of_;  // the row of every value of Y
  VecX B_values_, E_, lower_;     // (values of Y), (m + k), (m + k)
  std::vector<Index> order_;      // as found: fronts may reorder it
  std::optional<FrontalLdlt> ldlt_;
};

}  // namespace daedalus
