// factors.hpp: the factors of a square matrix, however they were found.
#pragma once

#include <string>

#include "daedalus/math/vectors.hpp"

namespace daedalus {

enum class SolverKind { automatic, dense, sparse };

enum class FactorStatus {
  ok,
  singular,    // a pivot is zero to working precision: no usable factors
  not_finite,  // the matrix holds NaN or infinity
  cancelled,   // the user wants to stop
};

struct LinearSolverReport {
  SolverKind used = SolverKind::dense;
  std::string reason;             // why automatic chose it, in words
  Index size = 0, nonzeros = 0;   // of the matrix
  long factor_nonzeros = 0;       // of L and U
  long full_factorizations = 0;   // with a new pivot order
  long refactorizations = 0;      // along the old pivot order
  long pivot_order_renewals = 0;  // refactorizations repeated in full because of pivot growth
  long refined_solves = 0;        // solves that needed iterative refinement
};

class Factors {
 public:
  virtual ~Factors() = default;
  virtual void solve(VecX& b) = 0;                  // b becomes x; only after a factorization that returned ok
  virtual double reciprocal_condition() const = 0;  // cheap estimate for the last factors; 0 when singular
  virtual const LinearSolverReport& report() const = 0;
};

}  // namespace daedalus
