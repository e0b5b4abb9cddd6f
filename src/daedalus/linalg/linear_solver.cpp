#include "daedalus/linalg/linear_solver.hpp"

#include <amd.h>
#include <fmt/format.h>

#include <limits>
#include <vector>

#include "daedalus/linalg/dense_solver.hpp"
#include "daedalus/linalg/frontal_solver.hpp"
#include "daedalus/linalg/klu_solver.hpp"

namespace daedalus {
namespace {

// Nanoseconds of one factorization and one solve, fitted to solver_choice_benchmark. Only their ratio matters.
double dense_ns(Index size) {
  const double n = size;
  return 150 + 4.2 * n * n + 0.032 * n * n * n;
}

double sparse_ns(Index nonzeros, double factor_nonzeros, double multiplications) {
  return 80 + 3.8 * (nonzeros + factor_nonzeros) + 0.8 * multiplications;
}

double frontal_ns(Index nonzeros, double factor_nonzeros, double multiplications) {
  return 150 + 2.2 * (nonzeros + factor_nonzeros) + 0.25 * multiplications;
}

using SparseCost = double (*)(Index nonzeros, double factor_nonzeros, double multiplications);

// Minimum degree on A + Aᵀ predicts fill and work as long as pivots stay near the diagonal.
double predicted_sparse_ns(const Pattern& pattern, SparseCost cost) {
  std::vector<int> order(static_cast<std::size_t>(pattern.rows()));
  double info[AMD_INFO];
  const int status = amd_order(pattern.rows(), pattern.column_starts().data(), pattern.row_indices().data(),
                               order.data(), nullptr, info);
  if (status != AMD_OK) return std::numeric_limits<double>::infinity();
  const double factor_nonzeros = 2 * info[AMD_LNZ] + pattern.rows();
  return cost(pattern.nonzeros(), factor_nonzeros, info[AMD_NMULTSUBS_LU]);
}

struct SolverChoice {
  bool is_dense;
  std::string reason;
};

SolverChoice choose_solver(const Pattern& pattern, SolverKind kind, SparseCost cost) {
  const Index n = pattern.rows();
  if (kind == SolverKind::dense) return {true, "dense: requested"};
  if (kind == SolverKind::sparse && n > 0) return {false, "sparse: requested"};

  const double dense = dense_ns(n), sparse = predicted_sparse_ns(pattern, cost);
  // Between equals dense wins: its pivots are chosen anew each time.
  const bool choose_dense = n == 0 || 0.8 * dense <= sparse;
  return {choose_dense,
          fmt::format("{}: {} unknowns, {} nonzeros; factorization and solve estimated {:.3g} us dense, "
                      "{:.3g} us sparse",
                      choose_dense ? "dense" : "sparse", n, pattern.nonzeros(), dense / 1000, sparse / 1000)};
}

}  // namespace

std::unique_ptr<LinearSolver> make_linear_solver(const Pattern& pattern, SolverKind kind) {
  SolverChoice choice = choose_solver(pattern, kind, sparse_ns);
  if (choice.is_dense) return std::make_unique<DenseSolver>(pattern, std::move(choice.reason));
  return std::make_unique<KluSolver>(pattern, std::move(choice.reason));
}

std::vector<std::unique_ptr<LinearSolver>> make_newton_solvers(const Pattern& pattern, int count, SolverKind kind) {
  const SolverChoice choice = choose_solver(pattern, kind, frontal_ns);
  const SharedOrder order = std::make_shared<std::vector<Index>>();
  std::vector<std::unique_ptr<LinearSolver>> solvers;
  for (int k = 0; k < count; ++k) {
    if (choice.is_dense) solvers.push_back(std::make_unique<DenseSolver>(pattern, choice.reason));
    else solvers.push_back(std::make_unique<FrontalSolver>(pattern, choice.reason, order));
  }
  return solvers;
}

}  // namespace daedalus
