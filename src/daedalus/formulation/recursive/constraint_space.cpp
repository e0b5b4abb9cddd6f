#include "daedalus/formulation/recursive/constraint_space.hpp"

#include <cmath>
#include <limits>

#include "daedalus/linalg/finite.hpp"

namespace daedalus {
namespace {

constexpr double independent = 1e-12;  // smallest pivot of the scaled matrix of a row that counts: (1e-6 rad)²
constexpr double regularization = 1e-9;
constexpr int proximal_steps = 40;

}  // namespace

ConstraintSpace::ConstraintSpace(Index rows)
    : A(MatX::Zero(rows, rows)), factors_(rows), scale_(VecX::Ones(rows)), rest_(VecX::Zero(rows)),
      lambda_(VecX::Zero(rows)), scaled_(A) {}

FactorStatus ConstraintSpace::factorize() {
  rank_deficient_ = false;
  if (!A.allFinite()) return FactorStatus::not_finite;
  for (Index i = 0; i < A.rows(); ++i) scale_[i] = A(i, i) > 0 ? 1 / std::sqrt(A(i, i)) : 1;
  for (Index i = 0; i < A.rows(); ++i)
    if (A(i, i) == 0) A(i, i) = 1;  // a row of zeros: its multiplier is 0
  scaled_ = scale_.asDiagonal() * A * scale_.asDiagonal();
  factors_.compute(scaled_);
  if (factors_.info() == Eigen::Success && factors_.vectorD().minCoeff() > independent) return FactorStatus::ok;
  rank_deficient_ = true;
  // Least norm in the units of the rows themselves, as the descriptor solver has it: no scaling.
  epsilon_ = regularization * A.diagonal().maxCoeff();
  if (!(epsilon_ > 0)) epsilon_ = 1;
  scaled_ = A;
  scaled_.diagonal().array() += epsilon_;
  factors_.compute(scaled_);
  return factors_.info() == Eigen::Success ? FactorStatus::ok : FactorStatus::singular;
}

void ConstraintSpace::solve(VecX& c) {
  if (!rank_deficient_) {
    c.array() *= scale_.array();
    factors_.solveInPlace(c);
    c.array() *= scale_.array();
    return;
  }
  lambda_.setZero();
  double previous = std::numeric_limits<double>::infinity();
  for (int k = 0; k < proximal_steps; ++k) {
    rest_ = c;
    rest_.noalias() -= A * lambda_;
    factors_.solveInPlace(rest_);
    lambda_ += rest_;
    const double change = rest_.norm() / (lambda_.norm() + 1e-300);
    if (!(change > 4 * std::numeric_limits<double>::epsilon() && change < previous / 2)) break;
    previous = change;
  }
  c = lambda_;
}

}  // namespace daedalus
