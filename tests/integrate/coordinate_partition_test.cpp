// coordinate_partition_test.cpp: the choice of independent coordinates, its condition, and when it is made again.
#include "daedalus/integrate/state_space/coordinate_partition.hpp"

#include <gtest/gtest.h>

#include "daedalus/base/errors.hpp"
#include "daedalus/integrate/consistent.hpp"
#include "daedalus/integrate/state_space/state_partition.hpp"
#include "daedalus/linalg/decompositions.hpp"
#include "support/constrained_laws.hpp"
#include "support/convergence.hpp"

namespace daedalus {
namespace {

using testing::DoubledPendulum;
using testing::SleighInABowl;
using testing::SliderCrankOfPoints;

const char* const state_space_methods[] = {"infl-sdirk", "infl-esdirk", "infl-trap", "for-sdirk", "expl-deabm"};

struct PartitionBench {
  explicit PartitionBench(std::unique_ptr<System> s) : system(std::move(s)), eq(*system), x(system->initial_guess()) {
    make_consistent(eq, x);
    eq.evaluate(Want::jacobian, x);
  }
  std::unique_ptr<System> system;
  Equations eq;
  State x;
};

MatX dependent_part(const MatX& G, const CoordinatePartition& p) {
  MatX G_u(p.rank(), p.rank());
  for (Index i = 0; i < p.rank(); ++i)
    for (Index j = 0; j < p.rank(); ++j) G_u(i, j) = G(p.rows[i], p.dependent[j]);
  return G_u;
}

TEST(CoordinatePartition, FindsARegularSubJacobianOnEverySystem) {
  for (const CatalogEntry& entry : closed_form_catalog()) {
    PartitionBench b(entry.make());
    const Layout& layout = b.eq.layout();
    const CoordinatePartition p = find_partition(b.eq.value.G, layout.ng);
    EXPECT_EQ(p.rank(), layout.nc()) << entry.name;
    EXPECT_TRUE(p.dropped.empty()) << entry.name;
    const MatX G = b.eq.value.G.to_dense();
    if (p.rank() == 0) continue;
    const double inverse = inverse_of(dependent_part(G, p)).cwiseAbs().rowwise().sum().maxCoeff();
    EXPECT_LT(inverse * G.cwiseAbs().rowwise().sum().maxCoeff(), 200) << entry.name;
  }
}

TEST(CoordinatePartition, DropsRowsThatSayNothingNewWhateverTheirUnits) {
  PartitionBench b(std::make_unique<LawSystem<DoubledPendulum>>("doubled_pendulum"));
  const CoordinatePartition p = find_partition(b.eq.value.G, 2);
  EXPECT_EQ(p.rank(), 1);
  EXPECT_EQ(p.dropped.size(), 1u);

  const MatX G =
      (MatX(4, 5) << 1, 2, 0, 0, 3, 0, 1e-4, 2e-4, 0, 0, 0, 0, 5, 1e3, 0, 1, 2 + 2e-4, 4e-4, 0, 3).finished();
  const Pattern full = Pattern::full(4, 5);
  SparseMatrix sparse(full);
  sparse.as_dense() = G;  // row 3 = row 0 + 2 row 1
  const CoordinatePartition q = find_partition(sparse, 4);
  EXPECT_EQ(q.rank(), 3);
  ASSERT_EQ(q.dropped.size(), 1u);
  EXPECT_NE(q.dropped[0], 2) << "row 2 depends on nothing";
}

TEST(CoordinatePartition, GivesNonholonomicRowsAVelocityAndNoPosition) {
  PartitionBench b(std::make_unique<LawSystem<SleighInABowl>>("sleigh_in_a_bowl"));
  const CoordinatePartition p = find_partition(b.eq.value.G, 1);
  EXPECT_EQ(p.rank(), 2);
  EXPECT_EQ(p.rank_holonomic, 1);
  EXPECT_EQ(p.rows[0], 0);
  EXPECT_EQ(std::count(p.role.begin(), p.role.end(), CoordinateRole::rolling), 1);
  EXPECT_EQ(std::count(p.role.begin(), p.role.end(), CoordinateRole::dependent), 1);
}

// Hager's estimate is a lower bound and most often exact: here against the inverse itself.
TEST(DependentRecovery, EstimatesTheConditionOfTheScaledSubJacobian) {
  for (const std::string problem : {"pendulum", "car_axle", "andrews"}) {
    PartitionBench b(find_closed_form(problem).make());
    const CoordinatePartition p = find_partition(b.eq.value.G, b.eq.layout().ng);
    DependentRecovery recovery;
    recovery.start(b.eq.layout(), p);
    ASSERT_EQ(recovery.factorize(b.eq.value.G), FactorStatus::ok);
    MatX G = b.eq.value.G.to_dense();
    for (Index i = 0; i < G.rows(); ++i) G.row(i) /= G.row(i).cwiseAbs().maxCoeff();
    const double exact = inverse_of(dependent_part(G, p)).cwiseAbs().rowwise().sum().maxCoeff() *
                         G.cwiseAbs().rowwise().sum().maxCoeff();
    const double estimate = recovery.compute_condition(b.eq.value.G);
    EXPECT_LE(estimate, exact * (1 + 1e-12)) << problem;
    EXPECT_GT(estimate, exact / 3) << problem;
  }
}

TEST(DependentRecovery, BringsDependentCoordinatesToTheConstraintsAndLeavesTheOthers) {
  PartitionBench b(find_closed_form("andrews").make());
  const CoordinatePartition p = find_partition(b.eq.value.G, b.eq.layout().ng);
  DependentRecovery recovery;
  recovery.start(b.eq.layout(), p);
  recovery.factorize(b.eq.value.G);
  State y = b.x;
  for (Index j = 0; j < y.q.size(); ++j) y.q[j] += 1e-3 * std::sin(1.0 + j), y.v[j] += std::cos(2.0 * j);
  const State moved = y;
  ASSERT_TRUE(recovery.recover_positions(b.eq, y).ok());
  ASSERT_TRUE(recovery.recover_velocities(b.eq, y).ok());
  b.eq.evaluate(Want::position | Want::velocity, y);
  EXPECT_LT(testing::largest(b.eq.value.g), 1e-15);
  EXPECT_LT(testing::largest(b.eq.value.g_dot), 1e-13);
  for (std::size_t j = 0; j < p.role.size(); ++j)
    if (p.role[j] == CoordinateRole::independent) {
      EXPECT_EQ(y.q[static_cast<Index>(j)], moved.q[static_cast<Index>(j)]);
      EXPECT_EQ(y.v[static_cast<Index>(j)], moved.v[static_cast<Index>(j)]);
    }
}

// Angle that the crank has turned, counted over the steps.
struct Turning {
  double angle = 0.3;
  void follow(const State& x, double r) {
    const double now = std::atan2(x.q[1] / r, x.q[0] / r);
    angle += std::remainder(now - angle, 2 * M_PI);
  }
};

TEST(Repartition, CarriesTheSliderCrankThroughFullTurns) {
  const SliderCrankOfPoints law;
  const LawSystem<SliderCrankOfPoints> system("slider_crank_of_points", law);
  for (const std::string name : state_space_methods) {
    const auto method = make_method(name);
    Turning turning;
    SolveOptions options{.t_end = 6, .integration = {.tolerances = {.rtol = 1e-7, .atol = 1e-8}}};
    options.output = Output::end_only;
    options.on_step = [&](const Integration& i) { turning.follow(i.state(), law.r); };
    const Result r = solve(system, *method, system.initial_guess(), options);
    ASSERT_EQ(r.status, RunStatus::done) << name << " " << (r.failure ? r.failure->message() : "");
    const double turns = turning.angle / (2 * M_PI);
    EXPECT_GT(turns, 4) << name;
    ASSERT_TRUE(r.report.partition.has_value());
    EXPECT_GT(r.report.partition->repartitions, 2 * turns) << name << ": x and y take turns";
    EXPECT_LT(r.report.partition->repartitions, 20 * turns) << name;
    EXPECT_EQ(r.report.partition->independent.size(), 1u) << name;
    EXPECT_NEAR(law.time_at(turning.angle), 6, 2e-4) << name << ": time of the energy integral";
    EXPECT_LT(r.report.residuals.position, 1e-13) << name;
    EXPECT_LT(r.report.residuals.velocity, 1e-12) << name;
  }
}

TEST(Repartition, IsNeededThere) {
  const LawSystem<SliderCrankOfPoints> system("slider_crank_of_points");
  for (const std::string name : state_space_methods) {
    const auto method = make_method(name, {{"partition.growth", "1e300"}});
    const Result r = solve(system, *method, system.initial_guess(),
                           {.t_end = 2, .integration = {.tolerances = {.rtol = 1e-7, .atol = 1e-8}}});
    EXPECT_TRUE(r.status == RunStatus::failed || r.report.partition->worst_condition > 100) << name;
  }
}

// With one constraint the condition number of G_u is 1 wherever the mass is; a turn around the circle then ends in a
// singular G_u.
TEST(Repartition, SeesTheSingularPositionOfASingleConstraint) {
  const CatalogEntry& entry = find_closed_form("circular_track");
  const auto system = entry.make();
  const State exact = entry.reference(20).value();
  for (const std::string name : state_space_methods) {
    const auto method = make_method(name);
    const Result r = solve(*system, *method, system->initial_guess(),
                           {.t_end = 20, .integration = {.tolerances = {.rtol = 1e-7, .atol = 1e-9}}});
    ASSERT_EQ(r.status, RunStatus::done) << name;
    EXPECT_GE(r.report.partition->repartitions, 6) << name << ": three turns";
    EXPECT_LT(r.report.partition->worst_condition, 20) << name;
    EXPECT_LT(testing::relative_error(r.final.q, exact.q), 1e-4) << name;
  }
}

TEST(Repartition, RestartsBitForBitOverAChangeOfPartition) {
  const LawSystem<SliderCrankOfPoints> system("slider_crank_of_points");
  for (const std::string name : state_space_methods) {
    SolveOptions options{.t_end = 1.5};
    const auto whole_method = make_method(name), first_method = make_method(name), second_method = make_method(name);
    const Result whole = solve(system, *whole_method, system.initial_guess(), options);
    ASSERT_GT(whole.report.partition->repartitions, 3) << name;
    std::atomic<bool> stop = false;
    SolveOptions first_half = options;
    first_half.cancel = &stop;
    first_half.on_step = [&](const Integration& i) { stop = i.counts().accepted >= whole.report.steps.accepted / 2; };
    const Result first = solve(system, *first_method, system.initial_guess(), first_half);
    SolveOptions second_half = options;
    second_half.restart = &first.checkpoint;
    const Result second = solve(system, *second_method, system.initial_guess(), second_half);
    EXPECT_TRUE(second.final == whole.final) << name;
    EXPECT_EQ(second.report.partition->repartitions, whole.report.partition->repartitions) << name;
    EXPECT_EQ(second.report.partition->independent, whole.report.partition->independent) << name;
  }
}

TEST(CoordinatePartition, NumbersOfACheckpointThatFitNoModelAreRefused) {
  PartitionBench b(make_closed_form("andrews"));
  const Layout& layout = b.eq.layout();
  CoordinatePartition p = find_partition(b.eq.value.G, layout.ng);
  Archive out = Archive::for_saving();
  p.exchange(out, layout);
  const std::vector<double> good = out.items().at(0).values;  // rank, holonomic rank, pairs of row and coordinate
  const auto load = [&](std::size_t at, double value) {
    std::vector<double> numbers = good;
    numbers.at(at) = value;
    Archive in = Archive::for_loading({{"partition", numbers}});
    CoordinatePartition loaded;
    loaded.exchange(in, layout);
    return loaded;
  };
  EXPECT_TRUE(load(0, good[0]) == p);
  for (const double bad : {-1.0, 0.5, 1e9, std::numeric_limits<double>::quiet_NaN()})
    for (const std::size_t at : {0u, 1u, 2u, 3u}) EXPECT_THROW(load(at, bad), FileError) << at << ": " << bad;
  EXPECT_THROW(load(4, good[2]), FileError);  // a row twice
  EXPECT_THROW(load(5, good[3]), FileError);  // a coordinate twice
}

// Elimination of a dense matrix with full pivoting, row by row and column by column: what the sparse one has to choose.
TEST(CoordinatePartition, TakesThePivotsOfFullPivoting) {
  for (int seed = 1; seed <= 20; ++seed) {
    constexpr Index rows = 12, cols = 20;
    std::vector<Pattern::Entry> entries;
    for (Index i = 0; i < rows; ++i)
      for (Index k = 0; k < 4; ++k) entries.push_back({i, (5 * i + 7 * k + seed * (i + k * k)) % cols});
    const Pattern pattern(rows, cols, entries);
    SparseMatrix G(pattern);
    for (Index k = 0; k < G.values.size(); ++k) G.values[k] = std::sin(1.0 + seed + 3.7 * k);
    MatX work = G.to_dense();
    for (Index i = 0; i < rows; ++i) work.row(i) /= work.row(i).lpNorm<Eigen::Infinity>();
    std::vector<Index> pivot_rows, pivot_cols;
    for (Index n = 0; n < rows; ++n) {
      Index row = 0, col = 0;
      double largest = 0;  // of equals the first column, the first row
      for (Index j = 0; j < cols; ++j)
        for (Index i = 0; i < rows; ++i)
          if (std::abs(work(i, j)) > largest) {
            largest = std::abs(work(i, j));
            row = i, col = j;
          }
      if (!(largest > 1e-9)) break;  // some of them depend on others
      pivot_rows.push_back(row);
      pivot_cols.push_back(col);
      for (Index i = 0; i < rows; ++i)
        if (i != row) work.row(i) -= work(i, col) / work(row, col) * work.row(row);
      work.row(row).setZero();
      work.col(col).setZero();
    }
    const CoordinatePartition found = find_partition(G, rows);
    EXPECT_EQ(found.rows, pivot_rows) << seed;
    EXPECT_EQ(found.dependent, pivot_cols) << seed;
  }
}

}  // namespace
}  // namespace daedalus
