#include "daedalus/formulation/assembler.hpp"

#include <cmath>
#include <map>

#include "daedalus/formulation/coordinate_names.hpp"

namespace daedalus {
namespace {

constexpr int max_iterations = 200;
constexpr double step_limit = 0.3;      // per iteration: rad, or this part of the mechanism's size
constexpr double closed_within = 1e-9;  // of positions, against the size of the coordinates

// The square root of the assembly weight of every absolute coordinate.
VecX root_weights(const CartesianSystem& system) {
  std::map<std::string, double> weight;
  for (const Body& body : system.model().bodies())
    weight[body.name] = body.locked ? locked_weight : body.assembly_weight;
  VecX roots(system.layout().nq);
  for (Index i = 0; i < roots.size(); ++i)
    roots[i] = std::sqrt(weight[owner_of_coordinate(system.layout().coordinates[i])]);
  return roots;
}

}  // namespace

Assembler::Assembler(const CartesianSystem& system) : Assembler(system, root_weights(system)) {}

Assembler::Assembler(const System& system, VecX root_weight)
    : eq_(system), all_(system), root_weight_(std::move(root_weight)) {
  weighted_.emplace(system.layout().patterns.M, system.layout().patterns.G);
}

bool Assembler::move_positions(State& x, AssemblyReport& report) {
  const Index ng = eq_.layout().ng;
  if (ng == 0) return true;
  const double size = 1 + largest_entry(x.q);
  double previous = 0;
  eq_.drop_rows({});
  all_.evaluate(Want::position, x);
  if (largest_entry(all_.value.g) < closed_within * size)
    drop_redundant_rows(x);  // as carried over from another formulation
  for (int k = 0; k < max_iterations; ++k) {
    eq_.evaluate(Want::position, x);
    const double gap = largest_entry(eq_.value.g);
    if (k == 0) report.position_gap = gap;
    report.iterations = k;
    VecX b = VecX::Zero(eq_.layout().nq), c = VecX::Zero(eq_.layout().nc());
    c.head(ng) = -eq_.value.g;
    if (!solve(x, b, c)) return false;
    const double step = largest_entry(b);
    if (!std::isfinite(step)) return false;
    const double scale = std::min(1.0, step_limit * size / (step + 1e-300));
    x.q += scale * b;
    const bool converged = step < 1e-13 * size || (k > 1 && step < 1e-10 * size && step > 0.5 * previous);
    if (converged) {
      all_.evaluate(Want::position, x);
      return largest_entry(all_.value.g) < closed_within * size;
    }
    previous = step;
  }
  return false;
}

bool Assembler::move_velocities(State& x, AssemblyReport& report) {
  if (eq_.layout().nc() == 0) return true;
  drop_redundant_rows(x);
  all_.evaluate(Want::velocity, x);
  report.velocity_gap = largest_entry(all_.value.g_dot);
  for (int k = 0; k < 2; ++k) {  // linear; the second time removes the rounding of the first
    eq_.evaluate(Want::velocity, x);
    VecX b = VecX::Zero(eq_.layout().nq), c = -eq_.value.g_dot;
    if (!solve(x, b, c)) return false;
    x.v += b;
  }
  all_.evaluate(Want::velocity, x);
  return largest_entry(all_.value.g_dot) < 1e-8 * (1 + largest_entry(x.v));
}

bool Assembler::accelerations(State& x) {
  if (eq_.solve_acceleration(x) != FactorStatus::ok || !x.is_finite()) return false;
  spread_multipliers(eq_, all_, x);
  return true;
}

void Assembler::drop_redundant_rows(const State& x) {
  if (eq_.layout().nc() > 0) eq_.drop_rows(find_dependent_rows(all_, x).dependent);
}

bool Assembler::solve(const State& x, VecX& b, VecX& c) {
  if (!weighted_) {
    if (eq_.factorize_saddle(x) != FactorStatus::ok) return false;
    eq_.solve_saddle(b, c);
    return true;
  }
  eq_.evaluate(Want::mass | Want::jacobian, x);
  SparseMatrix& M = eq_.value.M;
  const auto starts = M.pattern->column_starts();
  const auto rows = M.pattern->row_indices();
  for (Index j = 0; j < M.cols(); ++j)
    for (Index k = starts[j]; k < starts[j + 1]; ++k) M.values[k] *= root_weight_[j] * root_weight_[rows[k]];
  if (weighted_->factorize(M, eq_.value.G) != FactorStatus::ok) return false;
  weighted_->solve(b, c);
  return true;
}

}  // namespace daedalus
