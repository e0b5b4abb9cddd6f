#include "daedalus/system/redundancy.hpp"

#include <Eigen/Cholesky>
#include <cmath>

namespace daedalus {
namespace {

// largest scaled entry: a solver that compares a row with itself may not see that it vanishes
constexpr double vanishing_row = 1e-6;
constexpr double largest_gap = 1e-6;        // scaled, of a state at which redundancy can be seen
constexpr double distance_of_trial = 0.01;  // of the coordinates' scales
constexpr int trials = 2;

double scale(const VecX& scales, Index i) { return scales.size() > 0 ? scales[i] : 1; }

double scaled_size(const VecX& change, const VecX& scales) {
  double size = 0;
  for (Index i = 0; i < change.size(); ++i) size = std::max(size, std::abs(change[i]) / scale(scales, i));
  return size;
}

// The same numbers at every run: neither zeros nor symmetric.
VecX arbitrary_vector(Index size, int trial) {
  VecX x(size);
  for (Index i = 0; i < size; ++i) x[i] = std::sin(1.0 + (1.7 + trial) * i);
  return x;
}

// Which rows are dependent takes dense matrices; whether any are, the solver says in a moment.
bool may_be_redundant(Equations& eq, const State& x) {
  if (eq.factorize_saddle(x) != FactorStatus::ok || eq.constraints_are_redundant()) return true;
  eq.evaluate(Want::jacobian, x);
  const Layout& layout = eq.layout();
  VecX largest = VecX::Zero(layout.nc());
  const SparseMatrix& G = eq.value.G;
  const auto starts = G.pattern->column_starts();
  const auto rows = G.pattern->row_indices();
  for (Index j = 0; j < layout.nq; ++j)
    for (Index k = starts[j]; k < starts[j + 1]; ++k) {
      const Index i = rows[k];
      largest[i] = std::max(
          largest[i], std::abs(G.values[k]) * scale(layout.coordinate_scale, j) / scale(layout.constraint_scale, i));
    }
  return largest.minCoeff() < vanishing_row;
}

// A state at some distance from x that satisfies the constraints. False when Newton's method finds none.
bool move_away(Equations& eq, int trial, State& x) {
  const Layout& layout = eq.layout();
  if (eq.factorize_saddle(x) != FactorStatus::ok) return false;
  eq.evaluate(Want::mass, x);
  VecX step = VecX::Zero(layout.nq), c = VecX::Zero(layout.nc());
  multiply_add(1, eq.value.M, arbitrary_vector(layout.nq, trial), step);
  eq.solve_saddle(step, c);
  const double size = scaled_size(step, layout.coordinate_scale);
  if (!(size > 1e-12) || !std::isfinite(size)) return false;  // no freedom to move
  x.q += distance_of_trial / size * step;
  for (int k = 0; k < 30; ++k) {
    eq.evaluate(Want::position, x);
    step.setZero();
    c.setZero();
    c.head(layout.ng) = -eq.value.g;
    if (eq.factorize_saddle(x) != FactorStatus::ok) return false;
    eq.solve_saddle(step, c);
    x.q += step;
    const double correction = scaled_size(step, layout.coordinate_scale);
    if (!std::isfinite(correction) || correction > 1) return false;
    if (correction < 1e-12) return true;
  }
  return false;
}

}  // namespace

MatX scaled_jacobian(Equations& eq, const State& x) {
  eq.evaluate(Want::jacobian, x);
  MatX G = eq.value.G.to_dense();
  const Layout& layout = eq.layout();
  for (Index j = 0; j < layout.nq; ++j) G.col(j) *= scale(layout.coordinate_scale, j);
  for (Index i = 0; i < layout.nc(); ++i) G.row(i) /= scale(layout.constraint_scale, i);
  return G;
}

DependentRows find_dependent_rows(Equations& eq, const State& x) {
  const Index nc = eq.layout().nc();
  if (nc == 0 || !may_be_redundant(eq, x)) return {.rank = nc, .dependent = {}};
  return find_dependent_rows(scaled_jacobian(eq, x));
}

std::vector<Index> find_redundant_rows(Equations& eq, const State& x) {
  eq.evaluate(Want::position, x);
  for (Index i = 0; i < eq.layout().ng; ++i)
    if (!(std::abs(eq.value.g[i]) <= largest_gap * scale(eq.layout().constraint_scale, i))) return {};
  std::vector<Index> rows = find_dependent_rows(eq, x).dependent;
  for (int trial = 0; trial < trials && !rows.empty(); ++trial) {
    State y = x;
    if (!move_away(eq, trial, y)) continue;
    const std::vector<Index> there = find_dependent_rows(eq, y).dependent;
    if (there.size() < rows.size()) rows = there;
  }
  return rows;
}

// With dropped rows d and W of  G_dᵀ = Gᵀ W,  found by  [M Gᵀ; G 0](0; w) = (G_dᵀ; 0),  the columns of N = I_d − W span
// the λ without force:
//   λ −= N (NᵀN)⁻¹ Nᵀ λ
double spread_multipliers(Equations& eq, Equations& all, State& x) {
  const std::vector<Index>& dropped = eq.dropped_rows();
  const auto count = static_cast<Index>(dropped.size());
  const Layout& layout = eq.layout();
  if (count == 0 || eq.factorize_saddle(x) != FactorStatus::ok) return 0;
  all.evaluate(Want::jacobian, x);
  MatX N = MatX::Zero(layout.nc(), count);
  double largest = 0;
  for (Index d = 0; d < count; ++d) {
    const Index row = dropped[d];
    VecX b = VecX::Zero(layout.nq), w = VecX::Zero(layout.nc()), unit = VecX::Unit(layout.nc(), row);
    multiply_add_transposed(1, all.value.G, unit, b);
    eq.solve_saddle(b, w);
    for (Index i = 0; i < w.size(); ++i)
      largest =
          std::max(largest, std::abs(w[i]) * scale(layout.constraint_scale, i) / scale(layout.constraint_scale, row));
    N.col(d) = unit - w;
  }
  const MatX square = N.transpose() * N;
  x.lambda -= N * square.llt().solve(N.transpose() * x.lambda);
  return largest;
}

OpenRow find_open_row(Equations& all, const std::vector<Index>& dropped, const State& x) {
  constexpr double closed = 1e-6, of_the_others = 100;
  const Layout& layout = all.layout();
  all.evaluate(Want::position, x);
  VecX gaps = all.value.g.cwiseAbs();
  for (Index i = 0; i < gaps.size(); ++i) gaps[i] /= scale(layout.constraint_scale, i);
  OpenRow open;
  for (const Index row : dropped)
    if (row < layout.ng) {
      if (!(gaps[row] <= open.gap)) open = {row, gaps[row]};
      gaps[row] = 0;
    }
  if (open.row < 0 || open.gap <= closed + of_the_others * gaps.maxCoeff()) return {};
  open.gap = all.value.g[open.row];
  return open;
}

}  // namespace daedalus
