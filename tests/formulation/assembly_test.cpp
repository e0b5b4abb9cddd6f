#include <gtest/gtest.h>

#include <numbers>

#include "daedalus/formulation/assembly.hpp"
#include "daedalus/formulation/formulation.hpp"
#include "daedalus/formulation/model_check.hpp"
#include "daedalus/system/equations.hpp"
#include "formulation/element_zoo.hpp"

namespace daedalus::testing {
namespace {

// A four-bar in the plane: ground pins at (0,0) and (base,0), three bars of given lengths, drawn roughly.
struct FourBar {
  double base = 2, crank = 1, coupler = 2, rocker = 1.5;
  double crank_angle = 1.2, error = 0.1;
  bool lock_crank = false;
  double crank_weight = 1;

  ModelBuilder builder() const {
    ModelBuilder build("four_bar");
    build.gravity({0, -9.81, 0});
    const auto bar = [&](const char* name, double length, const Vec3& start, double angle, bool locked) {
      Body body{.name = name,
                .kind = BodyKind::planar,
                .mass = 1,
                .inertia = Mat3::Identity() * length * length / 12,
                .com = {length / 2, 0, 0},
                .position = start,
                .angle = angle};
      body.locked = locked;
      if (body.name == "crank") body.assembly_weight = crank_weight;
      build.body(body);
      build.marker(name, "a", {0, 0, 0});
      build.marker(name, "b", {length, 0, 0});
    };
    const Vec3 tip(crank * std::cos(crank_angle), crank * std::sin(crank_angle), 0);
    bar("crank", crank, {0, 0, 0}, crank_angle, lock_crank);
    bar("coupler", coupler, tip + Vec3(error, -error, 0), 0.3, false);
    bar("rocker", rocker, {base, 0, 0}, 1.4 + error, false);
    build.marker(ground_body, "left", {0, 0, 0});
    build.marker(ground_body, "right", {base, 0, 0});
    const auto at = [&](const char* name) { return *build.find_marker(name); };
    build.joint("crank_pin", Revolute{{at("crank.a"), at("ground.left")}});
    build.joint("knee", Revolute{{at("coupler.a"), at("crank.b")}});
    build.joint("elbow", Revolute{{at("coupler.b"), at("rocker.b")}});
    build.joint("rocker_pin", Revolute{{at("rocker.a"), at("ground.right")}});
    return build;
  }
};

double coordinate(const System& system, const State& x, const std::string& name) {
  const auto& names = system.layout().coordinates;
  const auto at = std::find(names.begin(), names.end(), name);
  EXPECT_NE(at, names.end()) << name;
  return x.q[static_cast<Index>(at - names.begin())];
}

TEST(Assembly, ClosesARoughlyDrawnLoopOnItsBranch) {
  const Model model = FourBar{}.builder().finish();
  const auto system = make_system(model);
  const Assembled start = assemble(*system);
  ASSERT_TRUE(start.report.assembled) << start.report.failure;
  Equations eq(*system);
  eq.evaluate(Want::position | Want::velocity, start.state);
  EXPECT_LT(eq.value.g.lpNorm<Eigen::Infinity>(), 1e-14);
  EXPECT_LT(eq.value.g_dot.lpNorm<Eigen::Infinity>(), 1e-14);
  EXPECT_GT(start.report.position_gap, 0.1);
  ASSERT_FALSE(start.report.moved.empty());
  EXPECT_GT(coordinate(*system, start.state, "coupler.y"), 0);  // drawn above the base, stays there
}

TEST(Assembly, DoesNotMoveALockedBody) {
  const Model model = FourBar{.lock_crank = true}.builder().finish();
  const auto system = make_system(model);
  const Assembled start = assemble(*system);
  ASSERT_TRUE(start.report.assembled) << start.report.failure;
  EXPECT_NEAR(coordinate(*system, start.state, "crank.theta"), 1.2, 1e-9);
}

TEST(Assembly, MovesLessWhatWeighsMore) {
  const auto turn_of_crank = [](double weight) {
    const Model model = FourBar{.crank_weight = weight}.builder().finish();
    const auto system = make_system(model);
    return std::abs(coordinate(*system, assemble(*system).state, "crank.theta") - 1.2);
  };
  EXPECT_GT(turn_of_crank(1), 1e-3);
  EXPECT_LT(turn_of_crank(100), 0.1 * turn_of_crank(1));
}

TEST(Assembly, GivesAFreedomItsInitialValueAndRate) {
  ModelBuilder build = FourBar{}.builder();
  build.initial({.name = "crank_pin.angle",
                 .measure = *build.find_freedom("crank_pin.angle"),
                 .value = 0.9,
                 .rate = 2.5,
                 .has_value = true,
                 .has_rate = true});
  const Model model = build.finish();
  const auto system = make_system(model);
  const Assembled start = assemble(*system);
  ASSERT_TRUE(start.report.assembled) << start.report.failure;
  EXPECT_NEAR(coordinate(*system, start.state, "crank.theta"), 0.9, 1e-12);
  const auto& names = system->layout().coordinates;
  const auto at = std::find(names.begin(), names.end(), "crank.theta") - names.begin();
  EXPECT_NEAR(start.state.v[static_cast<Index>(at)], 2.5, 1e-12);
  EXPECT_EQ(start.state.lambda.size(), 8);  // the initial conditions leave no rows behind
}

TEST(Assembly, NamesTheLoopThatCannotCloseAndHowFarItIsOpen) {
  const Model model = FourBar{.base = 10}.builder().finish();  // 1 + 2 + 1.5 cannot span 10
  const auto system = make_system(model);
  const Assembled start = assemble(*system);
  EXPECT_FALSE(start.report.assembled);
  EXPECT_NE(start.report.failure.find("cannot be assembled"), std::string::npos) << start.report.failure;
  EXPECT_NE(start.report.failure.find("in the loop"), std::string::npos) << start.report.failure;
  EXPECT_NE(start.report.failure.find("rocker"), std::string::npos) << start.report.failure;
}

TEST(Check, CountsTheFreedomsOfAFourBar) {
  const Model model = FourBar{}.builder().finish();
  const auto system = make_system(model);
  const CheckReport report = check_model(*system, assemble(*system).state);
  EXPECT_EQ(report.coordinates, 9);
  EXPECT_EQ(report.rank, 8);
  EXPECT_EQ(report.degrees_of_freedom, 1);
  EXPECT_TRUE(report.redundant.empty());
  EXPECT_DOUBLE_EQ(report.total_mass, 3);
}

TEST(Check, NamesTheRowsThatSayNothingNew) {
  ModelBuilder build = FourBar{}.builder();
  build.joint("second_pin", Revolute{{*build.find_marker("crank.a"), *build.find_marker("ground.left")}});
  const Model model = build.finish();
  const auto system = make_system(model);
  const CheckReport report = check_model(*system, assemble(*system).state);
  EXPECT_EQ(report.redundant, (std::vector<std::string>{"second_pin.x", "second_pin.y"}));
  EXPECT_EQ(report.degrees_of_freedom, 1);
}

// A spatial loop of revolutes with parallel axes: 3 of its 20 rows are redundant (Grübler counts −2 + 3 = 1 freedom).
TEST(Check, FindsTheRedundancyOfAPlanarLoopBuiltInSpace) {
  ModelBuilder build("spatial_four_bar");
  const auto bar = [&](const char* name, const Vec3& from, const Vec3& to) {
    const Vec3 along = to - from;
    Body body{.name = name, .mass = 1, .inertia = Mat3::Identity() * 0.1, .position = (from + to) / 2};
    body.orientation = euler_parameters_about(Vec3::UnitZ(), std::atan2(along[1], along[0]));
    return build.body(body);
  };
  const Vec3 O(0, 0, 0), A(0.3, 1, 0), B(2, 1.5, 0), C(2, 0, 0);
  const BodyId crank = bar("crank", O, A), coupler = bar("coupler", A, B), rocker = bar("rocker", B, C);
  const auto pin = [&](const char* name, BodyId P, BodyId Q, const Vec3& at) {
    build.joint(name, Revolute{{build.marker_at(P, std::string(name) + "_p", at, Mat3::Identity()),
                                build.marker_at(Q, std::string(name) + "_q", at, Mat3::Identity())}});
  };
  pin("one", crank, ground_body, O);
  pin("two", coupler, crank, A);
  pin("three", rocker, coupler, B);
  pin("four", rocker, ground_body, C);
  const Model model = build.finish();
  const auto system = make_system(model);
  const Assembled start = assemble(*system);
  ASSERT_TRUE(start.report.assembled) << start.report.failure;
  const CheckReport report = check_model(*system, start.state);
  EXPECT_EQ(report.constraints, 23);
  EXPECT_EQ(report.redundant.size(), 3u);
  EXPECT_EQ(report.degrees_of_freedom, 1);
}

}  // namespace
}  // namespace daedalus::testing
