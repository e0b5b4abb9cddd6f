#include "daedalus/integrate/state_space/dependent_recovery.hpp"

#include <algorithm>
#include <cmath>

#include "daedalus/integrate/shared/constraint_iteration.hpp"

namespace daedalus {

void DependentRecovery::start(const Layout& layout, const CoordinatePartition& partition) {
  partition_ = partition;
  nq_ = layout.nq;
  rank_ = partition.rank();
  rank_holonomic_ = partition.rank_holonomic;
  has_rolling_ = rank_holonomic_ < rank_;
  if (rank_ > 0) place(layout.patterns.G, rank_, velocity_);
  if (has_rolling_ && rank_holonomic_ > 0) place(layout.patterns.G, rank_holonomic_, position_);
  row_size_ = row_sum_ = VecX::Zero(layout.nc());
  b_ = VecX::Zero(rank_);
  b_h_ = VecX::Zero(rank_holonomic_);
}

void DependentRecovery::place(const Pattern& G, Index rank, SubJacobian& sub) {
  const auto n = static_cast<std::ptrdiff_t>(rank);
  const std::vector<Index> rows(partition_.rows.begin(), partition_.rows.begin() + n);
  const std::vector<Index> columns(partition_.dependent.begin(), partition_.dependent.begin() + n);
  sub.matrix.emplace(rank, rank);
  sub.block = sub.matrix->place(G, places_of(rows, G.rows()), places_of(columns, G.cols()));
  sub.matrix->finish();
  sub.solver = make_linear_solver(*sub.matrix->matrix().pattern);
  sub.b = sub.x = sub.sign = VecX::Zero(rank);
}

FactorStatus DependentRecovery::factorize(const SparseMatrix& G) {
  if (rank_ == 0) return FactorStatus::ok;
  const FactorStatus status = factorize(G, velocity_);
  if (status != FactorStatus::ok || !has_rolling_ || rank_holonomic_ == 0) return status;
  return factorize(G, position_);
}

FactorStatus DependentRecovery::factorize(const SparseMatrix& G, SubJacobian& sub) {
  sub.matrix->clear();
  sub.matrix->add(sub.block, 1, G.values);
  return sub.solver->factorize(sub.matrix->matrix());
}

StepOutcome DependentRecovery::recover_positions(Equations& eq, State& x) {
  if (rank_holonomic_ == 0) return {};
  SubJacobian& sub = has_rolling_ ? position_ : velocity_;
  const VecX& scale = eq.layout().coordinate_scale;
  return iterate(eq, sub, rank_holonomic_, x.q, scale.size() > 0 ? scale.maxCoeff() : 0, [&]() -> VecX& {
    eq.evaluate(Want::position, x);
    for (Index k = 0; k < rank_holonomic_; ++k) b_h_[k] = eq.value.g[partition_.rows[k]];
    return b_h_;
  });
}

StepOutcome DependentRecovery::recover_velocities(Equations& eq, State& x) {
  if (rank_ == 0) return {};
  return iterate(eq, velocity_, rank_, x.v, 0, [&]() -> VecX& {
    eq.evaluate(Want::velocity, x);
    for (Index k = 0; k < rank_; ++k) b_[k] = eq.value.g_dot[partition_.rows[k]];
    return b_;
  });
}

template <class Defect>
StepOutcome DependentRecovery::iterate(Equations& eq, SubJacobian& sub, Index rank, VecX& value, double scale,
                                       Defect defect) {
  constexpr int max_iterations = 25;
  // Rounding is not small compared with values near zero, angles in a drawn position or velocities at rest: it comes
  // from the lengths of the mechanism, here taken for some meters.
  ConstraintIteration iteration(value, scale, 100, 1e-14);
  StepOutcome outcome;
  for (int k = 0; k < max_iterations; ++k) {
    VecX& b = defect();
    Index worst = 0;
    b.cwiseAbs().maxCoeff(&worst);
    outcome.worst_constraint = partition_.rows[worst];
    Lap lap(eq.times.sampler);
    ++eq.counts.solves;
    sub.solver->solve(b);
    lap.end_part(eq.times.solves);
    for (Index i = 0; i < rank; ++i) value[partition_.dependent[i]] -= b[i];

    const Convergence convergence = iteration.judge(b.lpNorm<Eigen::Infinity>());
    if (convergence == Convergence::not_finite) outcome.status = StepStatus::not_finite;
    if (convergence != Convergence::under_way) return outcome;
    if (iteration.is_slower_than(0.7, 3)) break;  // the factors are of another place
  }
  outcome.status = StepStatus::projection_failed;
  return outcome;
}

double DependentRecovery::compute_condition(const SparseMatrix& G) {
  if (rank_ == 0) return 1;
  const auto starts = G.pattern->column_starts();
  const auto rows = G.pattern->row_indices();
  row_size_.setZero();
  row_sum_.setZero();
  for (std::size_t k = 0; k < static_cast<std::size_t>(starts.back()); ++k) {
    const double size = std::abs(G.values[static_cast<Index>(k)]);
    row_size_[rows[k]] = std::max(row_size_[rows[k]], size);
    row_sum_[rows[k]] += size;
  }
  double norm = 0;  // ‖D G‖
  for (const Index row : partition_.rows) norm = std::max(norm, row_sum_[row] / row_size_[row]);
  const double of_positions = has_rolling_ && rank_holonomic_ > 0 ? norm_of_inverse(position_, rank_holonomic_) : 0;
  return norm * std::max(of_positions, norm_of_inverse(velocity_, rank_));
}

// Largest row sum of B = (D G_u)⁻¹ = G_u⁻¹ D⁻¹, which is the largest column sum of Bᵀ = D⁻¹ G_u⁻ᵀ: of a few columns
// each one, else Hager's iteration on Bᵀ.
// It climbs, and from one start it may end on a hill beside the mountain: where rows are alike, the direction that
// becomes singular can be orthogonal to the start. So it starts from equal weights, from Higham's alternating ones, and
// from the column that was the largest one last time.
double DependentRecovery::norm_of_inverse(SubJacobian& sub, Index rank) {
  constexpr Index few = 8;
  double norm = 0;
  if (rank <= few) {
    for (Index k = 0; k < rank; ++k) {
      sub.x.setZero();
      sub.x[k] = 1;
      norm = std::max(norm, column_sum(sub, rank));
    }
    return norm;
  }
  const auto climb = [&] {
    const double top = climb_to_largest_column(sub, rank);
    if (top > norm) sub.largest_column = sub.column;
    norm = std::max(norm, top);
  };
  sub.x.setConstant(1.0 / rank);
  climb();
  for (Index k = 0; k < rank; ++k)
    sub.x[k] = (k % 2 == 0 ? 1 : -1) * (1 + static_cast<double>(k) / (rank - 1)) / (1.5 * rank);
  climb();
  if (sub.largest_column == sub.column) return norm;
  sub.x.setZero();
  sub.x[sub.largest_column] = 1;
  climb();
  return norm;
}

// ‖Bᵀ x‖₁, Bᵀ x in sub.b.
double DependentRecovery::column_sum(SubJacobian& sub, Index rank) {
  sub.b = sub.x;
  sub.solver->solve_transposed(sub.b);
  scale_by_rows(sub.b, rank);
  return sub.b.lpNorm<1>();
}

void DependentRecovery::scale_by_rows(VecX& b, Index rank) const {
  for (Index k = 0; k < rank; ++k) b[k] *= row_size_[partition_.rows[k]];
}

double DependentRecovery::climb_to_largest_column(SubJacobian& sub, Index rank) {
  double norm = 0;
  for (int k = 0; k < 5; ++k) {
    const double sum = column_sum(sub, rank);
    if (!(sum > norm)) break;
    norm = sum;
    sub.sign = (sub.b.array() >= 0).select(VecX::Ones(rank), -VecX::Ones(rank));
    scale_by_rows(sub.sign, rank);
    sub.solver->solve(sub.sign);
    const bool is_top = !(sub.sign.cwiseAbs().maxCoeff(&sub.column) > sub.sign.dot(sub.x));
    if (is_top) break;
    sub.x.setZero();
    sub.x[sub.column] = 1;
  }
  return norm;
}

bool DependentRecovery::has_factors() const {
  const auto has = [](const SubJacobian& sub) { return !sub.solver || sub.solver->reciprocal_condition() > 0; };
  return has(velocity_) && has(position_);
}

void DependentRecovery::exchange(Archive& archive) {
  const auto exchange_one = [&](const char* name, SubJacobian& sub) {
    sub.solver->exchange(archive);
    long column = sub.largest_column;
    archive(name, column);
    if (!archive.loading()) return;
    if (column < 0 || column >= sub.x.size()) Archive::refuse(name, "there is no such column");
    sub.largest_column = static_cast<Index>(column);
  };
  if (rank_ > 0) exchange_one("recovery.velocity.column", velocity_);
  if (has_rolling_ && rank_holonomic_ > 0) exchange_one("recovery.position.column", position_);
}

}  // namespace daedalus
