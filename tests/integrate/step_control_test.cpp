#include "daedalus/integrate/step_control.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace daedalus {
namespace {

TEST(StepController, ElementaryControlAimsAtTheSafetyFactorBelowTheTolerance) {
  StepController control({.safety = 0.9, .proportional = 0});
  EXPECT_NEAR(control.after_acceptance(0.1, 1.0 / 32, 5), 0.1 * 0.9 * 2, 1e-15);
}

TEST(StepController, HoldsASteadyStepForAnErrorThatFollowsItsPower) {
  for (const double proportional : {0.0, 0.2, 0.4}) {
    StepController control({.proportional = proportional});
    double h = 0.3;
    for (int k = 0; k < 200; ++k) h = control.after_acceptance(h, 7 * std::pow(h, 5), 5);
    const double steady = control.after_acceptance(h, 7 * std::pow(h, 5), 5);
    EXPECT_NEAR(steady / h, 1, 1e-9);
    EXPECT_LT(7 * std::pow(h, 5), 1);
  }
}

// An error coefficient that doubles with every step: c_n = 2ⁿ c, err = c_n h⁵. The elementary controller is always one
// step late and ends at err = 2 · 0.9⁵ > 1, the predictive one at 0.9⁵.
TEST(StepController, PredictiveControlFollowsAnErrorThatGrowsSteadily) {
  for (const ControlLaw law : {ControlLaw::pi, ControlLaw::predictive}) {
    StepController control({.law = law, .proportional = 0});
    double h = 0.3, coefficient = 1, error = 0;
    for (int k = 0; k < 60; ++k, coefficient *= 2) {
      error = coefficient * std::pow(h, 5);
      h = control.after_acceptance(h, error, 5);
    }
    EXPECT_NEAR(error, (law == ControlLaw::pi ? 2 : 1) * std::pow(0.9, 5), 1e-6);
  }
}

TEST(StepController, NeverGrowsRightAfterARejection) {
  StepController control;
  const double h = control.after_rejection(1, 20, 5);
  EXPECT_LT(h, 0.9);
  EXPECT_LE(control.after_acceptance(h, 1e-8, 5), h);
  EXPECT_GT(control.after_acceptance(h, 1e-8, 5), h);
}

TEST(StepController, StaysWithinItsFactors) {
  StepController control({.factor_min = 0.25, .factor_max = 3});
  EXPECT_DOUBLE_EQ(control.after_acceptance(1, 0, 5), 3);
  EXPECT_DOUBLE_EQ(control.after_rejection(1, 1e30, 5), 0.25);
  EXPECT_DOUBLE_EQ(control.after_rejection(1, NAN, 5), 0.25);
  EXPECT_DOUBLE_EQ(control.after_failure(1), 0.5);
}

TEST(StepController, KeepsTheLongestStep) {
  StepController control({.h_max = 0.12});
  EXPECT_DOUBLE_EQ(control.after_acceptance(0.1, 1e-9, 5), 0.12);
}

}  // namespace
}  // namespace daedalus
