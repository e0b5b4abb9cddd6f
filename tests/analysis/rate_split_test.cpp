// rate_split_test.cpp: slow and fast parts of linearized equations, and designed tableaus.
#include "daedalus/analysis/rate_split.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/analysis/evaluation_cost.hpp"
#include "daedalus/analysis/prk_design.hpp"
#include "daedalus/base/errors.hpp"
#include "daedalus/closed_form/catalog.hpp"
#include "daedalus/closed_form/law_system.hpp"
#include "daedalus/closed_form/quarter_car.hpp"
#include "daedalus/integrate/consistent.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/integrate/tableaus/prk/prk_conditions.hpp"
#include "daedalus/integrate/tableaus/prk/prk_stability.hpp"
#include "daedalus/integrate/tableaus/prk/prk_tableaus.hpp"

namespace daedalus {
namespace {

struct LinearQuarterCar {
  std::unique_ptr<System> system = make_closed_form("quarter_car");
  State x = system->initial_guess();
  LinearQuarterCar() {
    Equations eq(*system);
    make_consistent(eq, x);
  }
};

// Blocks of the two masses alone: z'' = −k/M z − c/M z' and z'' = −(k + K)/m z − (c + C)/m z'.
TEST(RateSplit, HasTheBlocksOfTheQuarterCar) {
  const LinearQuarterCar car;
  const QuarterCar p;
  const RateSplit split = split_rates(*car.system, linearize_in_coordinates(*car.system, car.x));
  ASSERT_EQ(split.fast_count(), 2);
  ASSERT_EQ(split.slow_eigenvalues.size(), 2);
  const auto frequency = [](const Eigen::VectorXcd& values) { return std::abs(values[0]); };
  EXPECT_NEAR(frequency(split.slow_eigenvalues), std::sqrt(p.suspension_stiffness / p.chassis_mass), 1e-6);
  EXPECT_NEAR(frequency(split.fast_eigenvalues), std::sqrt((p.suspension_stiffness + p.tire_stiffness) / p.wheel_mass),
              1e-5);
  EXPECT_NEAR(split.fast_eigenvalues[0].real(), -(p.suspension_damping + p.tire_damping) / (2 * p.wheel_mass), 1e-6);
}

// The matrix S says what the method itself does: steps a little below the limit die out, a little above they explode.
TEST(RateSplit, StableStepIsThatOfTheMethod) {
  const LinearQuarterCar car;
  const RateSplit split = split_rates(*car.system, linearize_in_coordinates(*car.system, car.x));
  for (const char* name : {"rk2", "prk-2-5", "opt-3-8", "kgheun-3-6"}) {
    const double limit = largest_stable_step(*find_prk_tableau(name), split);
    const auto size_after = [&](double h) {
      QuarterCar quiet;
      quiet.road_amplitude = 0;
      const LawSystem<QuarterCar> system("quiet", quiet);
      const auto method = make_method(name);
      Equations eq(system);
      State x(system.layout()), y(system.layout());
      x.q << 0, 1e-3;
      make_consistent(eq, x);
      method->start(eq, x, {});
      for (int k = 0; k < 1500; ++k) {
        if (!method->step(eq, x, h, y).ok()) return 1e300;
        method->accept(x, y, h);
        x = y;
      }
      return x.q.norm() + x.v.norm();
    };
    EXPECT_LT(size_after(0.98 * limit), 1e-2) << name;
    EXPECT_GT(size_after(1.02 * limit), 1) << name;
  }
}

TEST(RateSplit, SuggestsWhatIsFast) {
  const LinearQuarterCar car;
  const RateSuggestion suggestion = suggest_rates(*car.system, linearize_in_coordinates(*car.system, car.x));
  ASSERT_EQ(suggestion.owners.size(), 2u);
  EXPECT_EQ(suggestion.owners[0].name, "wheel");
  EXPECT_EQ(suggestion.fast, 1u);
  EXPECT_GT(suggestion.gap, 5);
  EXPECT_EQ(suggestion.obstacle, "");
  const auto pendulum = make_closed_form("car_axle");
  Equations eq(*pendulum);
  State x = pendulum->initial_guess();
  make_consistent(eq, x);
  EXPECT_EQ(suggest_rates(*pendulum, linearize_in_coordinates(*pendulum, x)).fast, 0u);
}

TEST(EvaluationCost, IsPositiveAndThatOfTheWholeWithoutGroups) {
  const auto pendulum = make_closed_form("pendulum");
  const EvaluationCost cost = measure_evaluation_cost(*pendulum, pendulum->initial_guess());
  EXPECT_GT(cost.whole, 0);
  EXPECT_EQ(cost.fast, cost.whole);
}

TEST(PrkDesign, MeetsItsConditionsAndItsPolynomial) {
  for (const auto& [slow, fast, order] :
       {std::tuple(2, 5, 2), std::tuple(3, 6, 3), std::tuple(1, 4, 1), std::tuple(3, 7, 2)}) {
    const PrkDesign design = design_prk({.slow = slow, .fast = fast, .order = order, .starts = 6});
    EXPECT_LT(design.residual, 1e-14);
    EXPECT_LT(design.polynomial_residual, 1e-14);
    EXPECT_LT(largest_residual(order_conditions(design.tableau.slow, design.tableau.fast, order)), 1e-14);
    EXPECT_NEAR(stable_interval(stability_polynomial(design.tableau.fast), StabilizedAxis::imaginary),
                stable_interval(StabilizedAxis::imaginary, fast), 1e-3);
    EXPECT_EQ(static_cast<int>(design.tableau.slow_stages().size()), slow);
    EXPECT_TRUE(design.tableau.has_equal_nodes());
    EXPECT_NO_THROW(check(design.tableau));
  }
}

TEST(PrkDesign, FindsTableausAsAccurateAsThoseThatAreBuiltIn) {
  const auto next_order = [](const PrkDesign& x) { return std::hypot(x.next_order_slow, x.next_order_fast); };
  const PrkDesign built_in = assess_prk(*find_prk_tableau("opt-2-5"), StabilizedAxis::imaginary);
  const PrkDesign chain = assess_prk(*find_prk_tableau("chain-2-5"), StabilizedAxis::imaginary);
  const PrkDesign found = design_prk({.slow = 2, .fast = 5, .order = 2, .starts = 12});
  EXPECT_LT(next_order(found), 1.05 * next_order(built_in));
  EXPECT_LT(next_order(found), next_order(chain));
}

TEST(PrkDesign, IsTheSameOnEveryRun) {
  const PrkDesignRequest request{.slow = 2, .fast = 5, .order = 2, .starts = 2};
  EXPECT_EQ(design_prk(request).tableau, design_prk(request).tableau);
}

TEST(PrkDesign, OnTheRealAxisIsStableThere) {
  const PrkDesign design =
      design_prk({.slow = 2, .fast = 6, .order = 2, .axis = StabilizedAxis::real, .objective = PrkObjective::chain});
  EXPECT_GT(design.real_limit, 20);
  EXPECT_LT(design.residual, 1e-14);
}

TEST(PrkDesign, RefusesWhatCannotBe) {
  EXPECT_THROW(design_prk({.slow = 1, .fast = 5, .order = 2}), OptionError);
  EXPECT_THROW(design_prk({.slow = 3, .fast = 7, .order = 3}), OptionError);
  EXPECT_THROW(design_prk({.slow = 3, .fast = 6, .order = 3, .axis = StabilizedAxis::real}), OptionError);
  EXPECT_THROW(design_prk({.slow = 3, .fast = 2, .order = 2}), OptionError);
  EXPECT_THROW(design_prk({.slow = 3, .fast = 8, .order = 2, .objective = PrkObjective::chain}), OptionError);
}

}  // namespace
}  // namespace daedalus
