#include "daedalus/integrate/support/step_matrix.hpp"

namespace daedalus {

void StepTangents::exchange(Archive& archive) {
  archive("tangents.r_q", r_q.values);
  archive("tangents.r_v", r_v.values);
  archive("tangents.r_s", r_s.values);
  archive("tangents.sigma_q", sigma_q.values);
  archive("tangents.sigma_v", sigma_v.values);
  archive("tangents.sigma_s", sigma_s.values);
}

void StepMatrix::start(const Equations& eq, Borders borders, const Regularisation& regularisation) {
  const Layout& layout = eq.layout();
  const Patterns& p = layout.patterns;
  nq_ = layout.nq, ns_ = layout.ns, nc_ = borders == Borders::constraints ? layout.nc() : 0;
  regularisation_ = nc_ > 0 ? regularisation : Regularisation{};
  dropped_ = VecX::Zero(nc_);
  if (nc_ > 0)
    for (const Index row : eq.dropped_rows()) dropped_[row] = 1;
  has_diagonal_ = regularisation_.epsilon > 0 || (nc_ > 0 && !eq.dropped_rows().empty());
  const Index from_s = nq_, from_rows = nq_ + ns_, size = from_rows + nc_;

  matrix_.emplace(size, size);
  ComposedMatrix& A = *matrix_;
  at_.M = A.place(p.M, 0, 0);
  at_.r_q = A.place(p.r_q, 0, 0);
  at_.r_v = A.place(p.r_v, 0, 0);
  at_.r_s = A.place(p.r_s, 0, from_s);
  at_.sigma_q = A.place(p.sigma_q, from_s, 0);
  at_.sigma_v = A.place(p.sigma_v, from_s, 0);
  at_.sigma_s = A.place(p.sigma_s, from_s, from_s);
  at_.unit = A.place_diagonal(ns_, from_s, from_s);
  if (nc_ > 0) {
    at_.G1t = A.place(p.G, 0, from_rows, Orientation::transposed);
    at_.G2 = A.place(p.G, from_rows, 0);
    if (has_diagonal_) at_.D = A.place(Pattern::identity(nc_), from_rows, from_rows);
    G1_ = SparseMatrix(p.G);
  }
  A.finish();
  solver_ = make_linear_solver(*A.matrix().pattern);
  D_ = multipliers_ = VecX::Zero(nc_);
  x_ = VecX::Zero(size);
  reaction_ = VecX::Zero(nq_);
  mass_diagonal_.clear();
  for (Index j = 0; j < nq_; ++j) mass_diagonal_.push_back(p.M.find(j, j));
}

void StepMatrix::begin(const Evaluation& at, const StepTangents& tangents, Coefficients c) {
  ComposedMatrix& A = *matrix_;
  A.clear();
  A.add(at_.M, 1, at.M.values);
  A.add(at_.r_v, c.v, tangents.r_v.values);
  A.add(at_.r_s, c.v, tangents.r_s.values);
  A.add(at_.sigma_v, -c.v, tangents.sigma_v.values);
  A.add(at_.sigma_s, -c.v, tangents.sigma_s.values);
  A.add(at_.r_q, c.q, tangents.r_q.values);
  A.add(at_.sigma_q, -c.q, tangents.sigma_q.values);
  A.add_diagonal(at_.unit, 1);
  if (nc_ == 0) return;
  A.add(at_.G1t, 1, at.G.values);
  if (!has_diagonal_) return;
  G1_.values = at.G.values;
  set_diagonal(at);
  A.add(at_.D, -1, D_);
}

// D_i = ε Σ_j G_ij²/M_jj, and 1 in a row that is left out
void StepMatrix::set_diagonal(const Evaluation& at) {
  const auto starts = at.G.pattern->column_starts();
  const auto rows = at.G.pattern->row_indices();
  D_ = dropped_;
  if (regularisation_.epsilon == 0) return;
  for (Index j = 0; j < nq_; ++j) {
    const double weight = regularisation_.epsilon / at.M.values[mass_diagonal_[static_cast<std::size_t>(j)]];
    for (auto k = static_cast<std::size_t>(starts[static_cast<std::size_t>(j)]); k < static_cast<std::size_t>(starts[static_cast<std::size_t>(j) + 1]); ++k) {
      const double G = at.G.values[static_cast<Index>(k)];
      D_[rows[k]] += weight * G * G;
    }
  }
}

FactorStatus StepMatrix::finish(Equations& eq, const SparseMatrix& G2) {
  if (nc_ > 0) matrix_->add(at_.G2, 1, G2.values);
  ++eq.counts.factorizations;
  Lap lap(eq.times.sampler);
  const FactorStatus status = solver_->factorize(matrix_->matrix());
  lap.end_part(eq.times.factorization);
  return status;
}

void StepMatrix::solve(Equations& eq, VecX& v, VecX& s, VecX& rows, const VecX& known) {
  Lap lap(eq.times.sampler);
  multipliers_.setZero();
  if (regularisation_.epsilon > 0) multipliers_ = known;
  for (int k = 0; k < regularisation_.sweeps; ++k) {
    reaction_.setZero();
    if (regularisation_.epsilon > 0) multiply_add_transposed(1, G1_, multipliers_, reaction_);
    x_.head(nq_) = v - reaction_;
    x_.segment(nq_, ns_) = s;
    x_.tail(nc_) = rows.head(nc_);
    ++eq.counts.solves;
    solver_->solve(x_);
    multipliers_ += x_.tail(nc_);
  }
  v = x_.head(nq_);
  s = x_.segment(nq_, ns_);
  rows.head(nc_) = multipliers_;
  lap.end_part(eq.times.solves);
}

}  // namespace daedalus
