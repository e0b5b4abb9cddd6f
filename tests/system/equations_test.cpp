#include "daedalus/system/equations.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "daedalus/closed_form/catalog.hpp"
#include "daedalus/linalg/decompositions.hpp"

namespace daedalus {
namespace {

TEST(Equations, AccelerationsSolveTheDescriptorSystemOfEverySystem) {
  for (const CatalogEntry& entry : closed_form_catalog()) {
    const auto system = entry.make();
    const Layout& layout = system->layout();
    Equations eq(*system);
    State x = system->initial_guess();
    ASSERT_EQ(eq.solve_acceleration(x), FactorStatus::ok) << entry.name;

    // the same with a dense decomposition that has nothing to do with ours
    eq.evaluate(Want::mass | Want::jacobian | Want::force | Want::gamma, x);
    const Index n = layout.nq, m = layout.nc();
    MatX K = MatX::Zero(n + m, n + m);
    K.topLeftCorner(n, n) = eq.value.M.to_dense();
    K.bottomLeftCorner(m, n) = eq.value.G.to_dense();
    K.topRightCorner(n, m) = eq.value.G.to_dense().transpose();
    VecX rhs(n + m);
    rhs << eq.value.f, eq.value.gamma;
    const VecX expected = solve_lu(K, rhs);
    const double scale = 1 + expected.lpNorm<Eigen::Infinity>();
    EXPECT_LT((x.a - expected.head(n)).lpNorm<Eigen::Infinity>(), 1e-11 * scale) << entry.name;
    EXPECT_LT((x.lambda - expected.tail(m)).lpNorm<Eigen::Infinity>(), 1e-11 * scale) << entry.name;
  }
}

TEST(Equations, CountsWhatWasAskedFor) {
  const auto system = make_closed_form("car_axle");
  Equations eq(*system);
  State x = system->initial_guess();
  eq.evaluate(Want::position, x);
  eq.evaluate(Want::residual, x);
  eq.evaluate(Want::residual_tangent | Want::mass, x);
  EXPECT_EQ(eq.counts.evaluations, 3);
  EXPECT_EQ(eq.counts.residuals, 1);
  EXPECT_EQ(eq.counts.tangents, 1);
  eq.solve_acceleration(x);
  EXPECT_EQ(eq.counts.factorizations, 1);
  EXPECT_EQ(eq.counts.solves, 1);
}

TEST(Equations, TimesAreNotedWhereTheWorkIs) {
  const auto system = make_closed_form("car_axle");
  State x = system->initial_guess();
  Equations tangents(*system);
  for (int k = 0; k < 100; ++k) tangents.evaluate(Want::residual_tangent | Want::mass, x);
  EXPECT_GT(tangents.times.tangents.total(), 0);
  EXPECT_EQ(tangents.times.evaluation.total(), 0);

  Equations accelerations(*system);
  for (int k = 0; k < 100; ++k) accelerations.solve_acceleration(x);
  for (const TimedPart* part :
       {&accelerations.times.evaluation, &accelerations.times.factorization, &accelerations.times.solves})
    EXPECT_GT(part->total(), 0);
  EXPECT_EQ(accelerations.times.tangents.total(), 0);
  EXPECT_EQ(accelerations.times.accelerations.total(), 0);
}

TEST(Equations, AnEvaluationPromisesOnlyWhatWasWanted) {
  const auto system = make_closed_form("car_axle");
  Equations eq(*system);
  const State x = system->initial_guess();
  eq.value.fill_with_nan();
  eq.evaluate(Want::position | Want::mass, x);
  EXPECT_TRUE(eq.value.g.allFinite());
  EXPECT_TRUE(eq.value.M.values.allFinite());
  EXPECT_FALSE(eq.value.r.allFinite());
}

// A formulation that knows its accelerations by other means.
class FreeFall final : public System {
 public:
  FreeFall() : System("free_fall", {.nq = 1, .coordinates = {"z"}, .patterns = Patterns::full(1, 0, 0)}) {}
  State initial_guess() const override { return State(layout()); }
  void evaluate(Want, const State&, Index, Evaluation& out, Workspace&) const override {
    out.M.as_dense()(0, 0) = 2;
    out.f[0] = -2 * 9.81;
  }
  // Its mass matrix is 2, which it does not have to be told.
  class Known final : public AccelerationSolver {
   public:
    FactorStatus solve(State& x, Evaluation&, Workspace&) override {
      x.a[0] = -9.81;
      return FactorStatus::ok;
    }
    FactorStatus factorize(const State&, Workspace&) override { return FactorStatus::ok; }
    void solve_saddle(VecX& b, VecX&, Workspace&) override { b /= 2; }
    void drop_rows(const RowMask&) override {}
    bool rank_deficient() const override { return false; }
    const SaddleReport& report() const override { return report_; }
    void exchange(Archive& archive, Workspace&) override { archive("known", remembered_); }

   private:
    SaddleReport report_{.linear = {.reason = "known"}};
    double remembered_ = 1;
  };
  std::unique_ptr<AccelerationSolver> make_acceleration_solver() const override { return std::make_unique<Known>(); }
};

TEST(Equations, PreferTheFormulationsOwnSolver) {
  const FreeFall system;
  Equations eq(system);
  State x = system.initial_guess();
  EXPECT_FALSE(eq.has_saddle_factors());
  ASSERT_EQ(eq.solve_acceleration(x), FactorStatus::ok);
  EXPECT_EQ(x.a[0], -9.81);
  EXPECT_TRUE(eq.has_saddle_factors());
  VecX b = VecX::Constant(1, 3.0), c(0);
  eq.solve_saddle(b, c);
  EXPECT_EQ(b[0], 1.5);
  EXPECT_EQ(eq.solver_report().linear.reason, "known");
}

}  // namespace
}  // namespace daedalus
