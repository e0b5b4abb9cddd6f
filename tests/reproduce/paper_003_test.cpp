// What the experiments of paper 003 find, where theory or statics say it.
#include "daedalus/reproduce/paper_003/paper_003.hpp"

#include <gtest/gtest.h>

#include "daedalus/reproduce/paper_003/watched_drift.hpp"
#include "reproduce/gallery_bench.hpp"

namespace daedalus::reproduce::paper_003 {
namespace {

using daedalus::testing::gallery_bench;

const Finding& find(const Account& account, const std::string& label, const std::string& subject) {
  for (const Figure& figure : account)
    for (const Finding& finding : figure.findings)
      if (figure.label == label && finding.subject == subject) return finding;
  throw std::out_of_range(label + " " + subject);
}

TEST(Paper003, EveryLimitOfTheStabilityDomainsIsFound) {
  const Account account = domains(gallery_bench());
  ASSERT_EQ(account.size(), 1u);
  EXPECT_EQ(account[0].count(Outcome::confirmed), 11);
  EXPECT_EQ(account[0].count(Outcome::differs), 1);  // J2 has the stability of the exact Jacobian, not its damping
  EXPECT_NE(find(account, "Fig. 1", "rt-euler:jacobian=j1").ours.find("(0, 4)"), std::string::npos);
  EXPECT_EQ(account[0].exhibits.size(), 5u);
}

TEST(Paper003, OneNewtonStepLeavesADriftOfOrderThreeOnTheModelOfTheCarAxle) {
  const Mechanism mechanism = gallery_bench().load("car_axle");
  for (const Variant& variant : variants()) {
    if (!variant.is_bounded) continue;
    const double coarse = watch_drift(gallery_bench(), mechanism, variant.method, 2e-3, 3, Keep::figures_only).largest;
    const double fine = watch_drift(gallery_bench(), mechanism, variant.method, 1e-3, 3, Keep::figures_only).largest;
    EXPECT_NEAR(std::log2(coarse / fine), variant.drift_order, 0.15) << variant.title;
  }
}

TEST(Paper003, TheHitchHoldsToMicrometresAsAConstraintAndToDecimetresAsASpring) {
  const Account account = hitch(gallery_bench());
  EXPECT_EQ(find(account, "Fig. 10", "constraint").outcome, Outcome::confirmed) << find(account, "Fig. 10", "constraint").ours;
  EXPECT_EQ(find(account, "Fig. 10", "spring").outcome, Outcome::confirmed) << find(account, "Fig. 10", "spring").ours;
  EXPECT_EQ(find(account, "Fig. 10", "alpha = 1000, beta = 1e+06").outcome, Outcome::confirmed);
}

// Statics: the trailer weighs on the kingpin with m g x_axle/(x_axle + x_kingpin) = 106.6 kN.
TEST(Paper003, TheTruckStartsInBalance) {
  const Mechanism straight = gallery_bench().load("truck_trailer", {{"bends", "0"}, {"resistance", "0"}});
  const double load = 31000 * 9.81 * 2.70 / 7.70;
  Equations eq(*straight.system);
  State x = straight.start;
  ASSERT_EQ(eq.solve_acceleration(x), FactorStatus::ok);
  EXPECT_LT(x.a.lpNorm<Eigen::Infinity>(), 1e-9);
  EXPECT_NEAR(std::abs(x.lambda[straight.row("hitch.z")]), load, 1e-9 * load);
}

}  // namespace
}  // namespace daedalus::reproduce::paper_003
