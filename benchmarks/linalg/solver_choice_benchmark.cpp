// solver_choice_benchmark.cpp: where sparse LU, by KLU and by fronts, overtakes dense LU, on Newton matrices of chains of
// bodies and general sparse matrices. The constants of the cost model in linear_solver.cpp come from here.
#include <benchmark/benchmark.h>

#include <random>

#include "daedalus/linalg/dense_solver.hpp"
#include "daedalus/linalg/frontal_solver.hpp"
#include "daedalus/linalg/klu_solver.hpp"

namespace daedalus {
namespace {

struct Problem {
  Pattern pattern;
  SparseMatrix A;

  Problem(Index size, std::vector<Pattern::Entry> entries) : pattern(size, size, std::move(entries)), A(pattern) {
    std::mt19937 random(1);
    std::uniform_real_distribution<double> any(-1, 1);
    for (Index k = 0; k < A.values.size(); ++k) A.values[k] = any(random);
    for (Index i = 0; i < size; ++i)  // masses
      if (const Index k = pattern.find(i, i); k >= 0) A.values[k] += 4;
  }
};

void fill(std::vector<Pattern::Entry>& entries, Index row, Index col, Index rows, Index cols) {
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < cols; ++j) entries.push_back({row + i, col + j});
}

// [M + h² r_q, Gᵀ; G, 0] of a chain: each body has `coordinates`, is tied to the one before by `rows` constraint rows,
// and its forces depend on the body before.
Problem chain(Index bodies, Index coordinates, Index rows) {
  std::vector<Pattern::Entry> entries;
  const Index n = bodies * coordinates;
  for (Index b = 0; b < bodies; ++b) {
    const Index first = b * coordinates, row = n + b * rows;
    const Index before = b > 0 ? coordinates : 0, width = coordinates + before;
    fill(entries, first, first, coordinates, coordinates);
    fill(entries, first, first - before, coordinates, before);
    fill(entries, first - before, first, before, coordinates);
    fill(entries, row, first - before, rows, width);
    fill(entries, first - before, row, width, rows);
  }
  return Problem(n + bodies * rows, std::move(entries));
}

// A diagonal and `per_row` more entries anywhere in each row.
Problem scattered(Index size, Index per_row) {
  std::vector<Pattern::Entry> entries;
  std::mt19937 random(2);
  for (Index i = 0; i < size; ++i) {
    entries.push_back({i, i});
    for (Index k = 0; k < per_row; ++k)
      entries.push_back({i, static_cast<Index>(random() % static_cast<unsigned>(size))});
  }
  return Problem(size, std::move(entries));
}

void run(benchmark::State& state, LinearSolver& solver, const Problem& problem) {
  VecX x = VecX::Ones(problem.A.rows());
  for (auto _ : state) {
    if (solver.factorize(problem.A) != FactorStatus::ok) state.SkipWithError("singular");
    x.setOnes();
    solver.solve(x);
    benchmark::DoNotOptimize(x.data());
  }
  VecX r = VecX::Ones(problem.A.rows());
  multiply_add(-1, problem.A, x, r);
  state.counters["size"] = problem.A.rows();
  state.counters["nonzeros"] = solver.report().nonzeros;
  state.counters["factor_nonzeros"] = static_cast<double>(solver.report().factor_nonzeros);
  state.counters["residual"] = r.lpNorm<Eigen::Infinity>();
}

enum class Use { dense, frontal, amd, amd_btf, colamd_btf, by_trial };

void run(benchmark::State& state, Use use, const Problem& problem) {
  if (use == Use::dense) {
    DenseSolver solver(problem.pattern, "");
    return run(state, solver, problem);
  }
  if (use == Use::frontal) {
    FrontalSolver solver(problem.pattern, "");
    return run(state, solver, problem);
  }
  const KluOrdering ordering = use == Use::amd          ? KluOrdering::amd
                               : use == Use::amd_btf    ? KluOrdering::amd_btf
                               : use == Use::colamd_btf ? KluOrdering::colamd_btf
                                                        : KluOrdering::by_trial;
  KluSolver solver(problem.pattern, "", ordering);
  run(state, solver, problem);
}

Index size_of(const benchmark::State& state) { return static_cast<Index>(state.range(0)); }
void planar_chain(benchmark::State& state, Use use) { run(state, use, chain(size_of(state), 3, 2)); }
void spatial_chain(benchmark::State& state, Use use) { run(state, use, chain(size_of(state), 7, 6)); }
void scattered_rows(benchmark::State& state, Use use) { run(state, use, scattered(size_of(state), 3)); }

void register_all(const char* family, void (*run_family)(benchmark::State&, Use), std::vector<long> sizes) {
  for (const auto& [name, use] : {std::pair("dense", Use::dense), std::pair("frontal", Use::frontal),
                                  std::pair("amd", Use::amd), std::pair("amd_btf", Use::amd_btf),
                                  std::pair("colamd_btf", Use::colamd_btf), std::pair("by_trial", Use::by_trial)})
    for (const long size : sizes)
      benchmark::RegisterBenchmark((std::string(family) + "/" + name).c_str(), run_family, use)->Arg(size);
}

}  // namespace
}  // namespace daedalus

int main(int argc, char** argv) {
  using namespace daedalus;
  register_all("planar_chain", planar_chain, {1, 2, 4, 8, 16, 32});
  register_all("spatial_chain", spatial_chain, {1, 2, 4, 8, 16});
  register_all("scattered_rows", scattered_rows, {10, 20, 40, 80, 160});
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
