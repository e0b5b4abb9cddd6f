// Every model of the gallery in both formulations, with dopri5 and with rk4: motion, reactions and driver forces agree.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "daedalus/analysis/start.hpp"
#include "daedalus/analysis/verification.hpp"
#include "models/gallery_run.hpp"
#include "support/sanitized.hpp"

namespace daedalus::testing {
namespace {

struct AgreeingModel {
  std::string name;
  double t_end = 0;  // s; 0: the whole run that the model suggests
  std::vector<OptionSetting> settings = {};
};
std::ostream& operator<<(std::ostream& out, const AgreeingModel& entry) { return out << entry.name; }

// Shorter than suggested only where said; `daedalus verify` does the whole runs.
const std::vector<AgreeingModel> models = {
    {"andrews"},
    {"arm_parallel", 0.5},
    {"arm_scara", 0.5},
    {"arm_six_axis", 0.5},
    {"block_and_tackle"},
    {"car_axle", 1},                 // rk4 needs 1e4 steps per second
    {"circular_track", 20},          // 100 s of the same circle
    {"double_pendulum", 5},          // chaotic: errors grow with the length of the run
    {"double_pendulum_stiff", 0.2},  // stiff: both methods take steps of 1e-4 s and less
    {"driven_crank"},
    {"engine", 0.1},
    {"engine_mounts", 0.3},  // stiff
    // With E = 200 GPa the accelerations of its undamped modes do not settle below 1e-7 of the crank's; rounding, as
    // far as is known.
    {"flexible_slider_crank", 0.2, {{"E", "2e9"}}},
    {"gear_train"},
    {"heavy_top", 0.5},  // turns fast
    {"n_four_bar", 2},   // through four singular positions
    {"n_four_bar_hanging", 4},
    {"pendulum"},
    {"pendulum_chain", 0.5},
    {"puck", 3},
    {"quarter_car", 0.2},  // stiff, and every kink of the road costs rk4 its order
    {"rack_steering"},
    {"rail/train_carriage", 0.02, {{"irregularity", "0.003"}}},  // stiff; on straight track it would not move
    {"rail/wheelset", 0.3},
    {"redundant_parallelogram", 4},  // reactions are not unique: the motion alone
    {"rolling_disc", 3},
    {"screw_press", 1},
    {"sleigh"},
    {"slider_crank"},
    {"spatial_four_bar", 1.5},
    {"spinning_blade", 1},
    {"stewart_platform"},
    // every edge of the road costs rk4 its order; hmmwv14_test.cpp crosses the bump in both formulations
    {"vehicle/hmmwv14", 0.02},
    {"vehicle/hmmwv14_stiff", 0.02},  // stiff: 5600 steps of rk4; over the bump below
    {"vehicle/passenger_car", 0.2},
    {"vehicle/hmmwv10", 0.15},  // before the throttle opens and the bump comes
    {"vehicle/hmmwv10_driver", 0.1},
    {"vehicle/ring_corner", 0.25},
    {"vehicle/planar_ring_vehicle", 0.3},  // before the bump, whose edges cost rk4 its order
    {"vehicle/ring_quarter_car", 0.3},
    {"vehicle/truck_trailer", 0.5},
};

class FormulationsAgree : public ::testing::TestWithParam<AgreeingModel> {};
INSTANTIATE_TEST_SUITE_P(Models, FormulationsAgree, ::testing::ValuesIn(models),
                         [](const auto& instance) { return test_name(instance.param.name); });

TEST_P(FormulationsAgree, InMotionToEightDigitsAndInReactionsToSix) {
  const Verification all =
      verify_model(gallery_model(GetParam().name, GetParam().settings), {.t_end = GetParam().t_end});
  EXPECT_EQ(all.verdict, Verdict::agree) << all.reason;
  ASSERT_EQ(all.pairs.size(), 4u);
  for (const VerificationPair& pair : all.pairs) {
    const std::string names = all.runs[pair.first].name() + " and " + all.runs[pair.second].name();
    EXPECT_LE(pair.deviations.motion(), 1e-8) << names;
    EXPECT_LE(pair.deviations.reactions(), 1e-6) << names;
  }
}

TEST(FormulationsAgree, TheTableHasEveryFile) {
  std::set<std::string> entries;
  for (const AgreeingModel& entry : models) entries.insert(entry.name);
  EXPECT_EQ(gallery_names(), entries);
}

// The edges cost rk4 its order, and the bushings ask for 1e5 steps per second: infl-sdirk stands in for it.
TEST(FormulationsAgree, OnTheStiffVehicleOverTheBump) {
  for (const char* bump : {"sharp", "rounded"}) {
    if (under_address_sanitizer && bump == std::string("rounded")) continue;  // minutes there
    const Model model = gallery_model("vehicle/hmmwv14_stiff", {{"bump", bump}, {"bump_time", "0.01"}});
    // the front wheels are over it after 0.032 s
    const Verification all = verify_model(model, {.t_end = 0.04, .stability_steps = 0});
    EXPECT_EQ(all.verdict, Verdict::agree) << all.reason;
    EXPECT_NEAR(all.fastest, 2.6e5, 0.05 * 2.6e5);
    ASSERT_EQ(all.runs.size(), 4u);
    EXPECT_EQ(all.runs[2].name(), "cartesian infl-sdirk");
    EXPECT_EQ(all.runs[3].name(), "joint infl-sdirk");
    for (const VerificationPair& pair : all.pairs) {
      EXPECT_LE(pair.deviations.motion(), 1e-8) << bump;
      EXPECT_LE(pair.deviations.reactions(), 1e-6) << bump;
    }
  }
}

TEST(FormulationsAgree, ReactionsThatRedundancyLeavesOpenAreLeftOutByName) {
  const Verification all = verify_model(gallery_model("redundant_parallelogram"), {.t_end = 0.1});
  EXPECT_EQ(all.left_out, (std::vector<std::string>{"pin1", "pin2", "pin3", "pivot1", "pivot2", "pivot3"}));
  EXPECT_TRUE(all.pairs.front().deviations.joints.empty());
  EXPECT_TRUE(verify_model(gallery_model("slider_crank"), {.t_end = 0.1}).left_out.empty());
}

// 81 000 steps per second are too many for dopri5: it bears witness of the first part, and two implicit methods go to
// the end.
TEST(FormulationsAgree, WhereAnExplicitMethodWouldTakeTooLongTwoImplicitOnesGoToTheEnd) {
  const Verification all = verify_model(gallery_model("vehicle/hmmwv14_stiff"), {.t_end = 0.1, .effort = 0.01});
  EXPECT_EQ(all.verdict, Verdict::agree) << all.reason;
  EXPECT_EQ(all.t_compared, 0.1);
  ASSERT_EQ(all.runs.size(), 6u);
  for (const VerificationRun& run : all.runs) {
    EXPECT_EQ(run.cut, run.method == "dopri5") << run.name();
    EXPECT_EQ(run.t_end == 0.1, run.method != "dopri5") << run.name();
  }
  EXPECT_EQ(all.runs[2].name(), "cartesian infl-sdirk");
  EXPECT_EQ(all.runs[5].name(), "joint for-sdirk");
  // The sentence names both, and how far they came.
  ASSERT_EQ(all.not_compared().size(), 2u);
  EXPECT_NE(all.reason.find("; not compared: cartesian dopri5 after 0.005 s of 0.1 s"), std::string::npos)
      << all.reason;
  EXPECT_NE(all.reason.find("joint dopri5 after 0.01 s of 0.1 s"), std::string::npos) << all.reason;
  // The first part of the run is compared at more instants than equal parts would give it.
  const auto witness = std::find_if(all.pairs.begin(), all.pairs.end(),
                                    [](const VerificationPair& pair) { return pair.first == 0 && pair.second == 2; });
  ASSERT_NE(witness, all.pairs.end());
  EXPECT_EQ(witness->t_end, all.runs[0].t_end);
  EXPECT_GT(all.samples, 20);
}

// Where no two methods come to the end, what they agree upon is a part, and the verdict says which.
TEST(FormulationsAgree, InPartWhenTheWorkIsSpentBeforeTheEnd) {
  const Verification all =
      verify_model(gallery_model("slider_crank"), {.motion = 1e-6, .reactions = 1e-5, .effort = 2e-3});
  EXPECT_EQ(all.verdict, Verdict::agree_in_part) << all.reason;
  EXPECT_GT(all.t_compared, 0);
  EXPECT_LT(all.t_compared, all.t_end);
  EXPECT_NE(all.reason.find("over the first 0.7 s of 2 s"), std::string::npos) << all.reason;
  EXPECT_NE(all.reason.find("not compared: cartesian dopri5 after 0.7 s of 2 s"), std::string::npos) << all.reason;
  for (const VerificationPair& pair : all.pairs)
    EXPECT_EQ(pair.t_end, std::min(all.runs[pair.first].t_end, all.runs[pair.second].t_end));
}

// Deviations in a part of the run in which little happens are relative to the sizes of the whole run.
TEST(MotionSamples, APartIsMeasuredByTheWhole) {
  const Model model = gallery_model("slider_crank");
  const auto system = make_system(model, "joint");
  MotionSampler sampler(*system);
  const MotionSample start = sampler.at(assemble(*system).state);
  MotionSample later = start, off = start;
  later.t = 1;
  later.joints[1].force *= 10;
  off.joints[1].force *= 1 + 1e-4;
  EXPECT_NEAR(compare(model, {start}, {off}, {}).joints[1].value, 1e-4, 1e-7);
  EXPECT_NEAR(compare(model, {start}, {off}, {}, 0, {start, later}).joints[1].value, 1e-5, 1e-8);
  EXPECT_NEAR(compare(model, {start, later}, {off}, {}).joints[1].value, 1e-5, 1e-8);
}

// 5.6 ms behind the position in which all bars lie on one line: what rounding makes of accelerations there is not held
// against the model, and is named.
TEST(FormulationsAgree, CloseToASingularPositionInPositionsAndVelocitiesOnly) {
  const Verification all = verify_model(gallery_model("n_four_bar"), {.t_end = 0.8});
  EXPECT_EQ(all.verdict, Verdict::agree) << all.reason;
  ASSERT_EQ(all.pairs.size(), 4u);
  for (const VerificationPair& pair : all.pairs) {
    ASSERT_EQ(pair.deviations.near_singularity.size(), 1u);
    EXPECT_NEAR(pair.deviations.near_singularity.front(), 0.72, 1e-12);
  }
  EXPECT_NE(all.reason.find("not compared: accelerations and reactions at t = 0.72 s, near a singular position"),
            std::string::npos)
      << all.reason;
  const Verification elsewhere = verify_model(gallery_model("n_four_bar"), {.t_end = 0.6});
  for (const VerificationPair& pair : elsewhere.pairs) EXPECT_TRUE(pair.deviations.near_singularity.empty());
}

// The verdict can be negative: a limit that no integrator keeps.
TEST(FormulationsAgree, NotWhenTheLimitIsBelowRounding) {
  const Verification all = verify_model(gallery_model("slider_crank"), {.t_end = 0.1, .motion = 1e-18, .halvings = 2});
  EXPECT_EQ(all.verdict, Verdict::disagree) << all.reason;
}

// A deviation is seen where it was put, in its own size.
TEST(MotionSamples, ADisturbedReactionIsFoundByNameAndSize) {
  const Model model = gallery_model("slider_crank");
  const auto system = make_system(model, "joint");
  MotionSampler sampler(*system);
  const std::vector<MotionSample> first = {sampler.at(assemble(*system).state)};
  std::vector<MotionSample> second = first;
  second[0].joints[1].force *= 1 + 1e-4;
  second[0].bodies[1].alpha *= 1 + 1e-3;
  const Deviations found = compare(model, first, second, {});
  EXPECT_NEAR(found.joints[1].value, 1e-4, 1e-6);
  EXPECT_STREQ(found.joints[1].quantity, "force");
  EXPECT_EQ(found.joints[0].value, 0);
  EXPECT_NEAR(found.motion(), 1e-3, 1e-5);
  EXPECT_STREQ(found.bodies[0].quantity, "angular acceleration");
  EXPECT_TRUE(compare(model, first, second, {model.joints()[1].name}).joints.size() == found.joints.size() - 1);
}

// A sample close to a singular position: accelerations and reactions are left out there, velocities are not.
TEST(MotionSamples, NearASingularPositionVelocitiesAreStillCompared) {
  const Model model = gallery_model("slider_crank");
  const auto system = make_system(model, "joint");
  MotionSampler sampler(*system);
  MotionSample start = sampler.at(assemble(*system).state), close = start;
  close.t = 1;
  close.singular_values *= 0.01;
  std::vector<MotionSample> first = {start, close}, second = first;
  second[1].bodies[1].a *= 2;
  second[1].joints[1].force *= 2;
  EXPECT_EQ(compare(model, first, second, {}).motion(), 0);
  EXPECT_EQ(compare(model, first, second, {}).reactions(), 0);
  EXPECT_EQ(compare(model, first, second, {}).near_singularity, std::vector<double>{1});
  second[1].bodies[1].x += Vec3(1e-3, 0, 0);
  EXPECT_GT(compare(model, first, second, {}).motion(), 1e-5);
  first[1].singular_values = second[1].singular_values = start.singular_values;
  EXPECT_GT(compare(model, first, second, {}).reactions(), 1e-3);
}

// At rest the upper arms of the stiff vehicle carry kilonewtons that cancel. A deviation is measured by these, and one
// of a millionth of them is seen;
// velocities, other bodies and models that are not stiff are measured as ever.
TEST(MotionSamples, AccelerationsOfAStiffModelAreMeasuredByTheForcesThatCancel) {
  const Model model = gallery_model("vehicle/hmmwv14_stiff");
  const auto system = make_system(model, "cartesian");
  const State start = find_start(*system).state;
  MotionSampler sampler(*system);
  const std::vector<MotionSample> first = {sampler.at(start)};
  std::size_t arm = 0, at = 0;
  while (model.bodies()[arm].name != "front_left_uca") ++arm;
  const auto deviation = [&](const auto& disturb, double fastest) {
    std::vector<MotionSample> second = first;
    disturb(second[0].bodies[arm]);
    const Deviations found = compare(model, first, second, {}, fastest);
    for (at = 0; found.bodies[at].name != "front_left_uca"; ++at) {}
    return found.bodies[at];
  };
  const double load = first[0].bodies[arm].force, mass = model.bodies()[arm].mass;
  EXPECT_GT(load, 1e3);
  const auto pushed = [&](BodySample& s) { s.a += Vec3(1e-6 * load / mass, 0, 0); };
  EXPECT_NEAR(deviation(pushed, 2.6e5).value, 1e-6, 1e-7);  // weight and inertia are 1 % of the load
  EXPECT_STREQ(deviation(pushed, 2.6e5).quantity, "acceleration");
  EXPECT_NEAR(deviation(pushed, 0).value, 1e-6 * load / mass / (1e-3 * 9.81), 0.01);
  EXPECT_EQ(deviation(pushed, 100).value, deviation(pushed, 0).value);  // not stiff
  const auto moved = [&](BodySample& s) { s.v *= 1 + 1e-6; };
  EXPECT_NEAR(deviation(moved, 2.6e5).value, 1e-6, 1e-9);
}

}  // namespace
}  // namespace daedalus::testing
