#include "daedalus/integrate/fixed_cost/linear_implicit_matrix.hpp"

namespace daedalus {

void LinearImplicitMatrix::start(const Equations& eq, Borders borders, const Regularization& regularization) {
  const Layout& layout = eq.layout();
  nq_ = layout.nq, ns_ = layout.ns, nc_ = borders == Borders::constraints ? layout.nc() : 0;
  regularization_ = nc_ > 0 ? regularization : Regularization{};
  dropped_ = VecX::Zero(nc_);
  if (nc_ > 0)
    for (const Index row : eq.dropped_rows()) dropped_[row] = 1;
  has_diagonal_ = regularization_.epsilon > 0 || (nc_ > 0 && !eq.dropped_rows().empty());
  using E = Evaluation;
  using Part = CorrectorMatrix::Part;
  using enum Orientation;
  constexpr CorrectorMatrix::Coefficient one = CorrectorMatrix::one, of_v{1}, of_q{2};
  const Index size = nq_ + ns_ + nc_;
  const Part motion(0, nq_), states(nq_, ns_), rows(nq_ + ns_, nc_);
  std::vector<CorrectorMatrix::Line> table = {{&E::M, motion, motion, one, as_is, here},
                                              {CorrectorMatrix::identity, states, states, one, as_is, here},
                                              {&E::r_v, motion, motion, of_v, as_is, linearized},
                                              {&E::r_s, motion, states, of_v, as_is, linearized},
                                              {&E::sigma_v, states, motion, -of_v, as_is, linearized},
                                              {&E::sigma_s, states, states, -of_v, as_is, linearized},
                                              {&E::r_q, motion, motion, of_q, as_is, linearized},
                                              {&E::sigma_q, states, motion, -of_q, as_is, linearized}};
  std::vector<CorrectorMatrix::Given> given;
  if (nc_ > 0) {
    table.push_back({&E::G, motion, rows, one, transposed, here});
    table.push_back({&E::G, rows, motion, one, as_is, ahead});
    if (has_diagonal_) given.push_back({Pattern::identity(nc_), rows, rows});
    G1_ = SparseMatrix(layout.patterns.G);
  }
  matrix_.start(layout, size, table, given);
  solver_ = std::move(make_newton_solvers(matrix_.pattern(), 1).front());
  D_ = multipliers_ = VecX::Zero(nc_);
  x_ = VecX::Zero(size);
  reaction_ = VecX::Zero(nq_);
  mass_diagonal_.clear();
  for (Index j = 0; j < nq_; ++j) mass_diagonal_.push_back(layout.patterns.M.find(j, j));
}

void LinearImplicitMatrix::begin(const Evaluation& here_values, const Evaluation* tangents, Coefficients c) {
  matrix_.begin({c.v, c.q});
  matrix_.add(here, here_values);
  if (tangents) matrix_.add(linearized, *tangents);
  if (!has_diagonal_) return;
  G1_.values = here_values.G.values;
  set_diagonal(here_values);
  matrix_.add_values(0, -1, D_);
}

// D_i = ε Σ_j G_ij²/M_jj, and 1 in a row that is left out
void LinearImplicitMatrix::set_diagonal(const Evaluation& at) {
  const auto starts = at.G.pattern->column_starts();
  const auto rows = at.G.pattern->row_indices();
  D_ = dropped_;
  if (regularization_.epsilon == 0) return;
  for (Index j = 0; j < nq_; ++j) {
    const double weight = regularization_.epsilon / at.M.values[mass_diagonal_[j]];
    for (auto k = static_cast<std::size_t>(starts[j]); k < static_cast<std::size_t>(starts[j + 1]); ++k) {
      const double G = at.G.values[static_cast<Index>(k)];
      D_[rows[k]] += weight * G * G;
    }
  }
}

FactorStatus LinearImplicitMatrix::finish(Equations& eq) {
  matrix_.add(ahead, eq.value);
  ++eq.counts.compositions;
  ++eq.counts.factorizations;
  Lap lap(eq.times.sampler);
  const FactorStatus status = solver_->factorize(matrix_.matrix());
  lap.end_part(eq.times.factorization);
  return status;
}

void LinearImplicitMatrix::solve(Equations& eq, VecX& v, VecX& s, VecX& rows, const VecX& known) {
  Lap lap(eq.times.sampler);
  multipliers_.setZero();
  if (regularization_.epsilon > 0) multipliers_ = known;
  for (int k = 0; k < regularization_.sweeps; ++k) {
    reaction_.setZero();
    if (regularization_.epsilon > 0) multiply_add_transposed(1, G1_, multipliers_, reaction_);
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
