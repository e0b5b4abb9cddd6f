// What the experiments of paper 003 find, where theory or statics say it.
#include "daedalus/reproduce/paper_003/paper_003.hpp"

#include <gtest/gtest.h>

#include "daedalus/reproduce/paper_003/watched_drift.hpp"
#include "reproduce/findings.hpp"
#include "reproduce/gallery_runner.hpp"

namespace daedalus::reproduce::paper_003 {
namespace {

using daedalus::testing::expect_reasons;
using daedalus::testing::gallery_runner;
constexpr auto find = daedalus::testing::find_finding;

TEST(Paper003, EveryLimitOfTheStabilityDomainsIsFound) {
  const Account account = domains(gallery_runner());
  expect_reasons(account);
  ASSERT_EQ(account.size(), 1u);
  EXPECT_EQ(account[0].count(Outcome::confirmed), 11);
  ASSERT_EQ(account[0].count(Outcome::differs), 1);
  // it has the stability of the exact Jacobian, not its damping
  EXPECT_EQ(account[0].findings.back().subject, "rt-euler:jacobian=j2");
  EXPECT_NE(find(account, "Fig. 1", "rt-euler:jacobian=j1").ours.find("(0, 4)"), std::string::npos);
  EXPECT_EQ(account[0].exhibits.size(), 5u);
}

TEST(Paper003, OneNewtonStepLeavesADriftOfOrderThreeOnTheModelOfTheCarAxle) {
  const Mechanism mechanism = gallery_runner().load("car_axle");
  for (const Variant& variant : variants()) {
    if (!variant.is_bounded) continue;
    const double coarse = watch_drift(gallery_runner(), mechanism, variant.method, 2e-3, 3, Keep::figures_only).largest;
    const double fine = watch_drift(gallery_runner(), mechanism, variant.method, 1e-3, 3, Keep::figures_only).largest;
    EXPECT_NEAR(std::log2(coarse / fine), variant.drift_order, 0.15) << variant.title;
  }
}

TEST(Paper003, TheHitchHoldsToMicrometersAsAConstraintAndToDecimetersAsASpring) {
  const Account account = hitch(gallery_runner());
  expect_reasons(account);
  EXPECT_EQ(find(account, "Fig. 10", "constraint").outcome, Outcome::confirmed)
      << find(account, "Fig. 10", "constraint").ours;
  EXPECT_EQ(find(account, "Fig. 10", "spring").outcome, Outcome::confirmed) << find(account, "Fig. 10", "spring").ours;
  EXPECT_EQ(find(account, "Fig. 10", "alpha = 1000, beta = 1e+06").outcome, Outcome::confirmed);
}

// Index 2 with explicit Euler finds the second multipliers of GGL by the very system of the projection [BAE, after
// (9)]. Sequential regularization tends to Baumgarte's index 2 as ε → 0, whose defect is O(h²), not the O(h³) of a
// projection.
TEST(Paper003, GearGuptaLeimkuhlerIsTheProjectionAndSequentialRegularizationIsOfOrderTwo) {
  const Account account = alternatives(gallery_runner());
  expect_reasons(account);
  ASSERT_EQ(account.size(), 2u);
  EXPECT_EQ(account[0].count(Outcome::confirmed), 4);
  const Finding& drift = find(account, "section 3.4", "sequential regularization, drift");
  EXPECT_EQ(drift.outcome, Outcome::differs);
  EXPECT_EQ(drift.ours, "slope 2.00");
  EXPECT_EQ(find(account, "section 3.4", "sequential regularization, long run").outcome, Outcome::confirmed);
}

// What projection gains depends on the step: 38, 13 and 4.3 times at 4, 2 and 1 ms by an independent program.
TEST(Paper003, WhatProjectionGainsDependsOnTheStep) {
  const Account account = accuracy(gallery_runner());
  expect_reasons(account);
  const std::pair<const char*, const char*> factors[] = {
      {"4", "better by a factor of 38 "}, {"2", "better by a factor of 13 "}, {"1", "better by a factor of 4.3 "}};
  const Outcome outcomes[] = {Outcome::better, Outcome::confirmed, Outcome::differs};
  for (int i = 0; i < 3; ++i) {
    const Finding& gain = find(account, "Fig. 8", std::string("projection, index 1, h = ") + factors[i].first + " ms");
    EXPECT_TRUE(gain.ours.starts_with(factors[i].second)) << gain.ours;
    EXPECT_EQ(gain.outcome, outcomes[i]);
  }
}

// Statics: the trailer weighs on the kingpin with m g x_axle/(x_axle + x_kingpin) = 106.6 kN.
TEST(Paper003, TheTruckStartsInBalance) {
  const Mechanism straight = gallery_runner().load("truck_trailer", {{"bends", "0"}, {"resistance", "0"}});
  const double load = 31000 * 9.81 * 2.70 / 7.70;
  Equations eq(*straight.system);
  State x = straight.start;
  ASSERT_EQ(eq.solve_acceleration(x), FactorStatus::ok);
  EXPECT_LT(x.a.lpNorm<Eigen::Infinity>(), 1e-9);
  EXPECT_NEAR(std::abs(x.lambda[straight.row("hitch.z")]), load, 1e-9 * load);
}

}  // namespace
}  // namespace daedalus::reproduce::paper_003
