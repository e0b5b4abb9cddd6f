// saddle_solver.cpp: which factorization of K = [M Gᵀ; G −εI] serves which matrix.
//
//   fast         sparse systems: the order with least fill, found for the first matrix; used while its pivots are good
//   safe         coordinates first: the pivots are those of M and of G M⁻¹ Gᵀ, good whenever G has full rank
//   pivoted      LU of the scaled matrix with exchanges of rows, when a pivot of G M⁻¹ Gᵀ is lost to rounding. That
//                happens with full rank too: rows that meet in a body a million times lighter than its neighbors are
//                nearly parallel in the metric of M⁻¹
//   regularized  the safe order with ε > 0, when LU finds no pivot either: redundant constraints
//
// A row of zeros, one that was left out (system/row_mask.hpp), has 1 for its ε, and its multiplier is 0.
//
// Small systems have one dense front, where fast and safe are the same. Solutions are refined where pivots are weak.
#include "daedalus/linalg/saddle_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>

#include "daedalus/base/expects.hpp"
#include "daedalus/linalg/finite.hpp"
#include "daedalus/linalg/frontal_ldlt.hpp"
#include "daedalus/linalg/pivoted_saddle.hpp"
#include "daedalus/linalg/saddle_order.hpp"

namespace daedalus {
namespace {

constexpr double share_of_definite_mass = 1e-14;    // a pivot of M below: M is not positive definite
constexpr double share_of_independent_row = 1e-12;  // a pivot of G M⁻¹ Gᵀ below: a dependent row (1e-6 rad)
constexpr double share_that_keeps_fast_order = 1e-6;
constexpr double gain_worth_a_second_order = 0.8;     // estimated time of the fast order against the safe one
constexpr double share_that_needs_refinement = 1e-4;  // smaller shares cost more than four digits
constexpr int saddle_refinement_steps = 3;
constexpr Index largest_dense_size = 1000;  // beyond, one dense front is not even considered

// ε against the largest diagonal entry of G M⁻¹ Gᵀ. Each proximal step shrinks an error in y by ε / (σ + ε), σ an
// eigenvalue of G M⁻¹ Gᵀ, while rounding of c enters the redundant part of y as eps / ε.
constexpr double saddle_regularization = 1e-8;
constexpr int saddle_proximal_steps = 20;

constexpr double condition_of_redundancy = 1e-13;  // of the scaled matrix: below, rank has been lost

// |change| / |value|, 0 where both vanish.
double relative(const VecX& change, const VecX& value) {
  const double size = value.size() > 0 ? value.lpNorm<Eigen::Infinity>() : 0;
  return size > 0 ? change.lpNorm<Eigen::Infinity>() / size : 0;
}

}  // namespace

struct SaddleSolver::Implementation {
  enum class Mode { none, fast, safe, regularized, pivoted };

  Implementation(const Pattern& M_pattern_, const Pattern& G_pattern_, SolverKind kind);

  FactorStatus factorize();
  void attempt(Mode wanted);
  void factorize_as(Mode wanted);
  FactorStatus conclude();
  bool has_lost_a_row() const {
    return quality.coordinates >= share_of_definite_mass && quality.constraints < share_of_independent_row;
  }
  bool find_zero_rows();
  void find_fast_order();
  void use_fast_order(std::vector<Index> order);
  void solve(VecX& x, VecX& y);
  void solve_once(VecX& x, VecX& y) {
    if (mode == Mode::pivoted) pivoted->solve(x, y);
    else (mode == Mode::fast ? *fast : *safe).solve(x, y);
  }
  bool needs_refinement() const;
  void exchange(Archive& archive);

  Pattern M_pattern, G_pattern;
  SparseMatrix M, G;  // the last matrices, for residuals and checkpoints
  std::optional<FrontalLdlt> safe, fast;
  std::vector<Index> fast_order;  // as found: a checkpoint has to make the same fronts of it
  bool sought_fast_order = false;
  Mode mode = Mode::none;
  double epsilon = 0;
  VecX E;          // (m) ε of every row, or 0
  VecX zero_rows;  // (m) 1 in rows of zeros that were found
  bool knows_zero_rows = false;
  std::optional<PivotedSaddle> pivoted;  // made when it is needed first
  FrontalLdlt::Quality quality;          // of the last factorization
  VecX b, c, r_b, r_c;                   // (n), (m): right-hand side and residual of a refined solve
  SaddleReport report;
};

SaddleSolver::Implementation::Implementation(const Pattern& M_pattern_, const Pattern& G_pattern_, SolverKind kind)
    : M_pattern(M_pattern_), G_pattern(G_pattern_), M(M_pattern), G(G_pattern) {
  const Index n = M.rows(), m = G.rows();
  expects(M.cols() == n && G.cols() == n, "M is square and G has a column per coordinate");
  b = r_b = VecX::Zero(n);
  c = r_c = E = zero_rows = VecX::Zero(m);

  const std::vector<Index> order = coordinates_first_order(M_pattern, G_pattern);
  const FrontTree many = make_front_tree(M_pattern, G_pattern, order, Fronts::many);
  const bool dense_is_possible = kind == SolverKind::dense || n + m <= largest_dense_size;
  const FrontTree single =
      make_front_tree(M_pattern, G_pattern, order, dense_is_possible ? Fronts::single : Fronts::many);
  const bool dense = kind == SolverKind::dense || (kind == SolverKind::automatic && dense_is_possible &&
                                                   (many.count() <= 1 || single.estimated_ns <= many.estimated_ns));
  safe.emplace(M_pattern, G_pattern, order, dense ? Fronts::single : Fronts::many);
  sought_fast_order = dense;

  LinearSolverReport& linear = report.linear;
  linear.used = dense ? SolverKind::dense : SolverKind::sparse;
  linear.size = n + m;
  linear.nonzeros = M_pattern.nonzeros() + 2 * G_pattern.nonzeros();
  linear.factor_nonzeros = safe->tree().factor_nonzeros;
  linear.reason =
      many.count() <= 1 ? fmt::format("dense: all unknowns in one front, estimated {:.3g} us per factorization",
                                      single.estimated_ns / 1000)
      : !dense_is_possible
          ? fmt::format("sparse: estimated {:.3g} us per factorization as {} fronts", many.estimated_ns / 1000,
                        many.count())
          : fmt::format("{}: {}estimated {:.3g} us per factorization as one dense front, {:.3g} us as {} fronts",
                        dense ? "dense" : "sparse", kind == SolverKind::automatic ? "" : "requested; ",
                        single.estimated_ns / 1000, many.estimated_ns / 1000, many.count());
}

// All it takes to have the same factors again: loading a checkpoint comes this way too.
void SaddleSolver::Implementation::factorize_as(Mode wanted) {
  mode = wanted;
  if (mode == Mode::none) return;
  if (mode == Mode::pivoted) {
    if (!pivoted) pivoted.emplace(M_pattern, G_pattern);
    if (!(pivoted->factorize(M, G, zero_rows) > condition_of_redundancy)) mode = Mode::none;
    return;
  }
  E = zero_rows;
  if (mode == Mode::regularized) E = E.cwiseMax(epsilon);
  quality = (mode == Mode::fast ? *fast : *safe).factorize(M, G, E);
}

// True when they are not the ones that were known.
bool SaddleSolver::Implementation::find_zero_rows() {
  r_c.setZero();
  const auto rows = G_pattern.row_indices();
  for (std::size_t k = 0; k < rows.size(); ++k)
    if (G.values[static_cast<Index>(k)] != 0) r_c[rows[k]] = 1;
  r_c = VecX::Ones(r_c.size()) - r_c;
  const bool are_others = r_c != zero_rows;
  zero_rows = r_c;
  return are_others;
}

void SaddleSolver::Implementation::attempt(Mode wanted) {
  ++(report.linear.full_factorizations == 0 ? report.linear.full_factorizations : report.linear.refactorizations);
  if (wanted == Mode::regularized)
    epsilon = quality.largest_constraint > 0 ? saddle_regularization * quality.largest_constraint : 1;
  factorize_as(wanted);
}

FactorStatus SaddleSolver::Implementation::factorize() {
  if (knows_zero_rows) {  // most systems have none, and are not searched
    find_zero_rows();
    knows_zero_rows = zero_rows.maxCoeff() > 0;
  }
  // redundancy stays for long: do not look for it twice
  if (fast && mode != Mode::regularized && mode != Mode::pivoted) {
    attempt(Mode::fast);
    if (std::min(quality.coordinates, quality.constraints) >= share_that_keeps_fast_order) return conclude();
    ++report.linear.pivot_order_renewals;
  }
  attempt(Mode::safe);
  if (has_lost_a_row() && find_zero_rows()) {
    knows_zero_rows = true;
    attempt(Mode::safe);
  }
  if (has_lost_a_row()) {
    attempt(Mode::pivoted);
    if (mode == Mode::none) attempt(Mode::regularized);
  }
  return conclude();
}

FactorStatus SaddleSolver::Implementation::conclude() {
  if (quality.coordinates < share_of_definite_mass) {
    mode = Mode::none;
    return FactorStatus::singular;
  }
  if (mode == Mode::regularized) ++report.rank_deficient;
  if (!sought_fast_order) find_fast_order();
  return FactorStatus::ok;
}

void SaddleSolver::Implementation::find_fast_order() {
  sought_fast_order = true;
  const std::vector<Index> order = mixed_order(M, G);
  const double estimated_ns = make_front_tree(M_pattern, G_pattern, order, Fronts::many).estimated_ns;
  if (estimated_ns < gain_worth_a_second_order * safe->tree().estimated_ns) use_fast_order(order);
}

void SaddleSolver::Implementation::use_fast_order(std::vector<Index> order) {
  fast_order = std::move(order);
  fast.emplace(M_pattern, G_pattern, fast_order);
  report.linear.factor_nonzeros = fast->tree().factor_nonzeros;
}

bool SaddleSolver::Implementation::needs_refinement() const {
  return mode == Mode::regularized || mode == Mode::pivoted ||
         std::min(quality.coordinates, quality.constraints) < share_that_needs_refinement;
}

void SaddleSolver::Implementation::solve(VecX& x, VecX& y) {
  if (!needs_refinement()) return solve_once(x, y);

  // (x, y) += K_ε⁻¹ (rhs − K (x, y)) from (0, 0) until the corrections stop shrinking.
  ++report.linear.refined_solves;
  r_b = b = x;
  r_c = c = y;
  x.setZero();
  y.setZero();
  double previous = std::numeric_limits<double>::infinity();
  const int steps = mode == Mode::regularized ? saddle_proximal_steps : saddle_refinement_steps;
  for (int step = 0; step < steps; ++step) {
    solve_once(r_b, r_c);
    x += r_b;
    y += r_c;
    const double change = std::max(relative(r_b, x), relative(r_c, y));
    if (!(change > 4 * std::numeric_limits<double>::epsilon() && change < previous / 2)) break;
    previous = change;
    r_b = b;
    multiply_add(-1, M, x, r_b);
    multiply_add_transposed(-1, G, y, r_b);
    r_c = c;
    multiply_add(-1, G, x, r_c);
  }
}

void SaddleSolver::Implementation::exchange(Archive& archive) {
  bool has_fast_order = fast.has_value();
  archive("saddle.mode", mode, Mode::none, Mode::pivoted);
  archive("saddle.epsilon", epsilon);
  archive("saddle.M", M.values);
  archive("saddle.G", G.values);
  archive("saddle.knows_zero_rows", knows_zero_rows);
  archive("saddle.zero_rows", zero_rows);
  archive("saddle.sought_fast_order", sought_fast_order);
  archive("saddle.has_fast_order", has_fast_order);
  std::vector<Index> order = fast_order;
  if (!fast) {
    order.resize(static_cast<std::size_t>(M.rows() + G.rows()));
    std::iota(order.begin(), order.end(), 0);
  }
  archive.permutation("saddle.fast_order", order);
  if (mode == Mode::pivoted) {
    if (!pivoted) pivoted.emplace(M_pattern, G_pattern);
    pivoted->exchange(archive);
  }
  archive("saddle.rank_deficient", report.rank_deficient);
  archive("saddle.full_factorizations", report.linear.full_factorizations);
  archive("saddle.refactorizations", report.linear.refactorizations);
  archive("saddle.pivot_order_renewals", report.linear.pivot_order_renewals);
  archive("saddle.refined_solves", report.linear.refined_solves);
  if (!archive.loading()) return;

  fast.reset();
  if (has_fast_order) use_fast_order(order);
  else if (mode == Mode::fast) Archive::refuse("saddle.mode", "there is no order for it");
  if (mode != Mode::pivoted) factorize_as(mode);
}

SaddleSolver::SaddleSolver(const Pattern& M, const Pattern& G, SolverKind kind)
    : self_(std::make_unique<Implementation>(M, G, kind)) {}
SaddleSolver::~SaddleSolver() = default;
SaddleSolver::SaddleSolver(SaddleSolver&&) noexcept = default;
SaddleSolver& SaddleSolver::operator=(SaddleSolver&&) noexcept = default;

FactorStatus SaddleSolver::factorize(const SparseMatrix& M, const SparseMatrix& G) {
  expects(M.values.size() == self_->M.values.size() && G.values.size() == self_->G.values.size(),
          "the matrices have the patterns the solver was made for");
  if (!all_finite(M.values) || !all_finite(G.values)) {
    self_->mode = Implementation::Mode::none;
    return FactorStatus::not_finite;
  }
  self_->M.values = M.values;
  self_->G.values = G.values;
  return self_->factorize();
}

void SaddleSolver::solve(VecX& b, VecX& c) {
  expects(self_->mode != Implementation::Mode::none, "solve() follows a factorization that returned ok");
  self_->solve(b, c);
}

bool SaddleSolver::rank_deficient() const { return self_->mode == Implementation::Mode::regularized; }
const SaddleReport& SaddleSolver::report() const { return self_->report; }
void SaddleSolver::exchange(Archive& archive) { self_->exchange(archive); }

}  // namespace daedalus
