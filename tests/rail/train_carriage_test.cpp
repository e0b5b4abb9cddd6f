// The train of models/rail/train_carriage.yaml against closed forms and a prototype with the same data (section 10 of
// the notes on Jacobian strategies: y = −5.3 mm and yaw = −5.1 mrad of the leading wheelset in the left curve).
#include <gtest/gtest.h>

#include "closed_form/random_state.hpp"
#include "daedalus/integrate/solve.hpp"
#include "daedalus/model/rail/kalker_coefficients.hpp"
#include "models/gallery_run.hpp"
#include "support/allocation_counter.hpp"

namespace daedalus::testing {
namespace {

Mechanism train(const std::string& formulation, const std::vector<OptionSetting>& settings = {}) {
  return make_mechanism(gallery_model("rail/train_carriage", settings), formulation);
}

State state_at(const Mechanism& mechanism, double t, double tolerances) {
  const Result result =
      solve(*mechanism.system, *make_method("bdf"), mechanism.start,
            {.t_end = t, .integration = tolerance(tolerances, tolerances), .output = Output::end_only});
  EXPECT_EQ(result.status, RunStatus::done);
  return result.final;
}

double channel(const Mechanism& mechanism, const State& state, const std::string& name) {
  const auto channels = mechanism.make_channels();
  VecX values(static_cast<Index>(channels->channels().size()));
  channels->evaluate(state, {}, values.data());
  for (std::size_t k = 0; k < channels->channels().size(); ++k)
    if (channels->channels()[k].name == name) return values[static_cast<Index>(k)];
  ADD_FAILURE() << "no channel " << name;
  return 0;
}

// 41 joint coordinates and 8 rows: 2·41 + 2·8 = 98 unknowns of the stabilized form, as in the paper.
TEST(TrainCarriage, HasTheSizeOfThePaper) {
  const Mechanism joints = train("joint");
  EXPECT_EQ(joints.system->layout().nq, 41);
  EXPECT_EQ(joints.system->layout().ng, 8);
  const Mechanism absolute = train("cartesian");
  EXPECT_EQ(absolute.system->layout().nq, 7 * 7);
  EXPECT_EQ(absolute.system->layout().ng, 7 + 1 + 8);  // and the car body's x
}

// Weight per wheel, less what the lateral creep force of spin carries: F sin δ with F = f₂₃ sin δ/r₀, saturated. The
// prototype has −54446 N, which is 100 N below the weight; the formula with the same data gives 111 N.
TEST(TrainCarriage, StandsInEquilibriumOnStraightTrack) {
  const Mechanism mechanism = train("joint");
  const State& start = mechanism.start;
  EXPECT_LE(start.a.lpNorm<Eigen::Infinity>(), 1e-6);
  const double weight = 44482 * 9.81 / 8, slope = 0.05 + (2.1445 - 0.05) / (1 + std::exp(10.0));
  const ContactEllipse ellipse = hertz_ellipse(weight, 0.46, 0.3, 2.1e11, 0.27);
  const double f23 = 2.1e11 / 2.54 * std::pow(ellipse.a * ellipse.b, 1.5) * kalker_coefficients(ellipse, 0.27).c23;
  const double sine = slope / std::sqrt(1 + slope * slope), linear = f23 * sine / 0.46;
  const double lift = linear / std::sqrt(1 + std::pow(linear / (0.3 * weight), 2)) * sine;
  for (Index row = 0; row < 8; ++row) {
    EXPECT_NEAR(start.lambda[row], -(weight - lift), 1e-3);
    EXPECT_NEAR(start.lambda[row], -54446, 15);
  }
}

// M. Arnold, A. Fuchs, C. Führer, section 4.1: columns fall into 46 groups. Without groups 98 − 8 columns are differenced, those of
// the multipliers of the position constraints being known.
TEST(TrainCarriage, HasTheJacobianOfThePaper) {
  const Mechanism mechanism = train("joint");
  for (const auto& [source, cost] : {std::pair("dense-fd", 90), {"sparse-fd", 46}}) {
    const Result result = solve(*mechanism.system, *make_method("bdf", {{"jacobian.source", source}}), mechanism.start,
                                {.t_end = 4, .integration = tolerance(1e-4, 1e-4), .output = Output::end_only});
    EXPECT_EQ(result.status, RunStatus::done);
    EXPECT_GT(result.report.work.tangents, 0);
    EXPECT_EQ(result.report.work.differences, cost * result.report.work.tangents) << source;
  }
}

// In the curve, on rough rails: tracks, contacts and creep forces included.
TEST(TrainCarriage, DoesNotAllocateOnceItIsSetUp) {
  if (!AllocationCount::available()) GTEST_SKIP() << "allocations cannot be counted here";
  for (const char* formulation : {"cartesian", "joint"}) {
    const Mechanism mechanism = train(formulation, {{"irregularity", "0.001"}});
    State x = mechanism.start;
    x.t = 3.5;
    Evaluation out(mechanism.system->layout());
    const auto workspace = mechanism.system->make_workspace();
    mechanism.system->evaluate(everything, mechanism.start, all_rates, out, *workspace);  // finds the places of entries
    const long before = AllocationCount::now();
    mechanism.system->evaluate(everything, x, all_rates, out, *workspace);
    EXPECT_EQ(AllocationCount::now(), before) << formulation;
  }
}

TEST(TrainCarriage, StaysStillOnStraightTrack) {
  const Mechanism mechanism = train("joint", {{"curve_radius", "1e12"}});
  const State end = state_at(mechanism, 5, 1e-6);
  EXPECT_LE((end.q - mechanism.start.q).lpNorm<Eigen::Infinity>(), 1e-6);
}

TEST(TrainCarriage, LeadsWithItsOuterFlangeThroughTheCurve) {
  const Mechanism mechanism = train("joint");
  const State in_curve = state_at(mechanism, 4.5, 1e-5);
  EXPECT_NEAR(channel(mechanism, in_curve, "ride11.y"), -5.3e-3, 0.05e-3);
  EXPECT_NEAR(channel(mechanism, in_curve, "ride11.yaw"), -5.1e-3, 0.1e-3);
  const State end = state_at(mechanism, 15, 1e-5);
  EXPECT_NEAR(channel(mechanism, end, "car.y"), 4.506, 1e-3);  // the other line
}

TEST(TrainCarriage, MovesTheSameInBothFormulations) {
  const Mechanism joints = train("joint"), absolute = train("cartesian");
  const State a = state_at(joints, 4, 1e-7), b = state_at(absolute, 4, 1e-7);
  for (const char* name : {"car.y", "car.z", "bogie1.y", "wheelset11.y", "wheelset22.y", "ride11.y", "ride11.yaw",
                           "ride11.pitch", "ride.roll", "ride1.x"})
    EXPECT_NEAR(channel(joints, a, name), channel(absolute, b, name), 2e-5) << name;
  EXPECT_NEAR(channel(joints, a, "rail11_right.fz"), channel(absolute, b, "rail11_right.fz"), 200);
}

}  // namespace
}  // namespace daedalus::testing
