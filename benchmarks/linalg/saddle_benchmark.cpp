// saddle_benchmark.cpp: factorization and solution of the descriptor system [M Gᵀ; G 0], vehicle and tiny systems.
#include <benchmark/benchmark.h>

#include <random>
#include <vector>

#include "daedalus/linalg/composed_matrix.hpp"
#include "daedalus/linalg/dense_solver.hpp"
#include "daedalus/linalg/frontal_ldlt.hpp"
#include "daedalus/linalg/klu_solver.hpp"
#include "daedalus/linalg/saddle_order.hpp"
#include "daedalus/linalg/saddle_solver.hpp"
#include "support/vehicle_saddle.hpp"

namespace daedalus {
namespace {

enum class Matrix { descriptor, newton };

// Where forces couple coordinates: each body with itself, the chassis with the lower arms (springs and dampers), left
// lower arms with right ones (anti-roll bars).
Pattern force_pattern() {
  std::vector<Pattern::Entry> entries;
  const auto couple = [&](Index a, Index b) {
    for (Index i = 0; i < 7; ++i)
      for (Index j = 0; j < 7; ++j)
        entries.push_back({7 * a + i, 7 * b + j}), entries.push_back({7 * b + j, 7 * a + i});
  };
  for (Index body = 0; body < 14; ++body) couple(body, body);
  for (const Index arm : {1, 4, 7, 10}) couple(0, arm);
  couple(1, 4);
  couple(7, 10);
  return Pattern(98, 98, entries);
}

// The descriptor matrix of the vehicle as one sparse matrix, for the general solvers; or a Newton matrix, where force
// tangents (here numbers from a generator, a few percent of M) fill the upper left block and make it unsymmetric.
struct ComposedVehicle {
  explicit ComposedVehicle(Matrix kind) {
    const Index n = vehicle.M.rows(), m = vehicle.G.rows();
    const auto M = K.place(vehicle.M_pattern, 0, 0);
    const auto G = K.place(vehicle.G_pattern, n, 0);
    const auto Gt = K.place(vehicle.G_pattern, 0, n, Orientation::transposed);
    const Pattern forces = kind == Matrix::newton ? force_pattern() : Pattern::empty(n, n);
    const auto tangent = K.place(forces, 0, 0);
    K.finish();
    K.add(M, 1, vehicle.M.values);
    K.add(G, 1, vehicle.G.values);
    K.add(Gt, 1, vehicle.G.values);
    std::mt19937 random(7);
    std::uniform_real_distribution<double> any(-0.3, 0.3);
    VecX values(forces.nonzeros());
    for (double& value : values) value = any(random);
    K.add(tangent, 1, values);
    rhs = VecX::Ones(n + m);
  }
  VehicleSaddle vehicle;
  ComposedMatrix K{178, 178};
  VecX rhs;
};

void run(benchmark::State& state, LinearSolver& solver, const ComposedVehicle& v) {
  VecX x = v.rhs;
  for (auto _ : state) {
    if (solver.factorize(v.K.matrix()) != FactorStatus::ok) state.SkipWithError("singular");
    x = v.rhs;
    solver.solve(x);
    benchmark::DoNotOptimize(x.data());
  }
  x = v.rhs;
  solver.solve(x);
  VecX r = v.rhs;
  multiply_add(-1, v.K.matrix(), x, r);
  state.counters["nonzeros"] = solver.report().nonzeros;
  state.counters["factor_nonzeros"] = static_cast<double>(solver.report().factor_nonzeros);
  state.counters["residual"] = r.lpNorm<Eigen::Infinity>();
}

void vehicle_klu(benchmark::State& state, KluOrdering ordering, Matrix kind) {
  const ComposedVehicle v(kind);
  KluSolver solver(*v.K.matrix().pattern, "", ordering);
  run(state, solver, v);
}
BENCHMARK_CAPTURE(vehicle_klu, amd_btf, KluOrdering::amd_btf, Matrix::descriptor);
BENCHMARK_CAPTURE(vehicle_klu, newton_amd_btf, KluOrdering::amd_btf, Matrix::newton);
BENCHMARK_CAPTURE(vehicle_klu, amd, KluOrdering::amd, Matrix::descriptor);
BENCHMARK_CAPTURE(vehicle_klu, newton_amd, KluOrdering::amd, Matrix::newton);
BENCHMARK_CAPTURE(vehicle_klu, colamd_btf, KluOrdering::colamd_btf, Matrix::descriptor);
BENCHMARK_CAPTURE(vehicle_klu, newton_colamd_btf, KluOrdering::colamd_btf, Matrix::newton);
BENCHMARK_CAPTURE(vehicle_klu, by_trial, KluOrdering::by_trial, Matrix::descriptor);
BENCHMARK_CAPTURE(vehicle_klu, newton_by_trial, KluOrdering::by_trial, Matrix::newton);

void vehicle_dense_lu(benchmark::State& state) {
  const ComposedVehicle v(Matrix::newton);
  DenseSolver solver(*v.K.matrix().pattern, "");
  run(state, solver, v);
}
BENCHMARK(vehicle_dense_lu);

void vehicle_saddle(benchmark::State& state, SolverKind kind) {
  const VehicleSaddle v;
  SaddleSolver solver(v.M_pattern, v.G_pattern, kind);
  VecX b = VecX::Ones(98), c = VecX::Ones(80);
  for (auto _ : state) {
    if (solver.factorize(v.M, v.G) != FactorStatus::ok) state.SkipWithError("singular");
    b.setOnes();
    c.setOnes();
    solver.solve(b, c);
    benchmark::DoNotOptimize(b.data());
  }
  state.counters["factor_nonzeros"] = static_cast<double>(solver.report().linear.factor_nonzeros);
  state.counters["refined"] = solver.report().linear.refined_solves > 0;
}
BENCHMARK_CAPTURE(vehicle_saddle, sparse, SolverKind::sparse);
BENCHMARK_CAPTURE(vehicle_saddle, dense, SolverKind::dense);

// The two elimination orders of saddle_order.hpp, factorization only.
enum class Order { coordinates_first, mixed };

void factorize(benchmark::State& state, Order order, const SparseMatrix& M, const SparseMatrix& G) {
  FrontalLdlt ldlt(*M.pattern, *G.pattern,
                   order == Order::mixed ? mixed_order(M, G) : coordinates_first_order(*M.pattern, *G.pattern));
  FrontalLdlt::Quality quality;
  const VecX none = VecX::Zero(G.rows());
  for (auto _ : state) quality = ldlt.factorize(M, G, none);
  VecX b = VecX::Ones(M.rows()), c = VecX::Ones(G.rows()), r = VecX::Ones(G.rows());
  ldlt.solve(b, c);
  multiply_add(-1, G, b, r);
  state.counters["fronts"] = ldlt.tree().count();
  state.counters["factor_nonzeros"] = static_cast<double>(ldlt.tree().factor_nonzeros);
  state.counters["smallest_share"] = std::min(quality.coordinates, quality.constraints);
  state.counters["estimated_ns"] = ldlt.tree().estimated_ns;
  state.counters["residual"] = r.lpNorm<Eigen::Infinity>();
}

void vehicle_order(benchmark::State& state, Order order) {
  const VehicleSaddle v;
  factorize(state, order, v.M, v.G);
}
BENCHMARK_CAPTURE(vehicle_order, coordinates_first, Order::coordinates_first);
BENCHMARK_CAPTURE(vehicle_order, mixed, Order::mixed);

// One body that carries many arms on joints of five rows, as the hull of a tracked vehicle does.
void star_order(benchmark::State& state, Order order) {
  const Index arms = static_cast<Index>(state.range(0)), n = 7 * (arms + 1);
  std::vector<Pattern::Entry> of_M, of_G;
  for (Index body = 0; body <= arms; ++body)
    for (Index i = 0; i < 7; ++i)
      for (Index j = 0; j < 7; ++j) of_M.push_back({7 * body + i, 7 * body + j});
  for (Index row = 0; row < 5 * arms; ++row)
    for (Index j = 0; j < 7; ++j) of_G.push_back({row, j}), of_G.push_back({row, 7 * (1 + row / 5) + j});
  const Pattern M_pattern(n, n, of_M), G_pattern(5 * arms, n, of_G);
  SparseMatrix M(M_pattern), G(G_pattern);
  for (Index i = 0; i < n; ++i) M.values[M_pattern.find(i, i)] = 1;
  std::mt19937 random(1);
  std::normal_distribution<double> any;
  for (double& value : G.values) value = any(random);
  factorize(state, order, M, G);
}
BENCHMARK_CAPTURE(star_order, coordinates_first, Order::coordinates_first)->Arg(4)->Arg(16)->Arg(40);
BENCHMARK_CAPTURE(star_order, mixed, Order::mixed)->Arg(4)->Arg(16)->Arg(40);

// Full M (n × n) and G (m × n): the inner loop of explicit methods on small mechanisms.
struct TinySystem {
  TinySystem(Index n, Index m)
      : M_pattern(Pattern::full(n, n)), G_pattern(Pattern::full(m, n)), M(M_pattern), G(G_pattern) {
    std::srand(1);
    const MatX A = MatX::Random(n, n);
    M.as_dense() = A * A.transpose() + MatX::Identity(n, n);
    G.as_dense() = MatX::Random(m, n);
  }
  Pattern M_pattern, G_pattern;
  SparseMatrix M, G;
};

void tiny_factorize(benchmark::State& state) {
  const TinySystem s(static_cast<Index>(state.range(0)), static_cast<Index>(state.range(1)));
  SaddleSolver solver(s.M_pattern, s.G_pattern);
  for (auto _ : state) benchmark::DoNotOptimize(solver.factorize(s.M, s.G));
}
BENCHMARK(tiny_factorize)->Args({2, 1})->Args({4, 2})->Args({9, 6})->Args({14, 12})->Args({40, 20})->Args({100, 50});

void tiny_solve(benchmark::State& state) {
  const TinySystem s(static_cast<Index>(state.range(0)), static_cast<Index>(state.range(1)));
  SaddleSolver solver(s.M_pattern, s.G_pattern);
  solver.factorize(s.M, s.G);
  VecX b(state.range(0)), c(state.range(1));
  for (auto _ : state) {
    b.setOnes();
    c.setOnes();
    solver.solve(b, c);
    benchmark::DoNotOptimize(b.data());
  }
}
BENCHMARK(tiny_solve)->Args({4, 2})->Args({14, 12});

}  // namespace
}  // namespace daedalus
