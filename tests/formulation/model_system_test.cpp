// What holds for any formulation of a model, shown by one that has Cartesian equations but tells of twists only.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numbers>

#include "closed_form/random_state.hpp"
#include "daedalus/formulation/assembly.hpp"
#include "daedalus/formulation/formulation.hpp"
#include "daedalus/formulation/model_check.hpp"
#include "formulation/element_zoo.hpp"
#include "formulation/twist_motion.hpp"

namespace daedalus::testing {
namespace {

class TwistSystem final : public ModelSystem {
 public:
  explicit TwistSystem(const Model& model) : TwistSystem(model, std::make_unique<CartesianSystem>(model)) {}

  State initial_guess() const override { return State(layout()); }
  void evaluate(Want want, const State& x, Index group, Evaluation& out, Workspace& workspace) const override {
    cartesian_->evaluate(want, x, group, out, workspace);
  }
  std::unique_ptr<Workspace> make_workspace() const override { return cartesian_->make_workspace(); }

  const std::string& formulation() const override { return formulation_; }
  const ModelElements& elements() const override { return cartesian_->elements(); }
  void move(const State& x, MotionLevel level, std::vector<BodyMotion>& motion, Workspace& workspace) const override {
    cartesian_->move(x, level, motion, workspace);
    for (std::size_t b = 0; b < motion.size(); ++b)
      if (model().bodies()[b].has_coordinates()) motion[b] = by_twist(motion[b]);
  }
  void reactions(const State& x, const std::vector<BodyMotion>& motion, std::vector<Wrench<double>>& joints,
                 VecX& drivers, Workspace& workspace) const override {
    cartesian_->reactions(x, motion, joints, drivers, workspace);
  }
  void place(double t, const std::vector<BodyMotion>& motion, VecX& q, VecX& v) const override {
    std::vector<BodyMotion> twists = motion;
    for (std::size_t b = 0; b < motion.size(); ++b)
      if (model().bodies()[b].has_coordinates()) twists[b] = by_twist(motion[b]);
    cartesian_->place(t, twists, q, v);
  }

 private:
  TwistSystem(const Model& model, std::unique_ptr<CartesianSystem> cartesian)
      : ModelSystem(model, cartesian->layout()), cartesian_(std::move(cartesian)) {}

  std::unique_ptr<CartesianSystem> cartesian_;
  std::string formulation_ = "twist";
};

std::vector<ZooCase> whole_zoo() {
  auto zoo = joint_zoo();
  for (ZooCase& c : force_zoo()) zoo.push_back(c);
  return zoo;
}

std::vector<double> values(ChannelSource& channels, const State& x) {
  std::vector<double> all(channels.channels().size());
  channels.evaluate(x, {}, all.data());
  return all;
}

TEST(ModelSystem, HasTheSameChannelsFromTwistsAsFromCoordinates) {
  for (const ZooCase& c : whole_zoo()) {
    SCOPED_TRACE(c.name);
    const CartesianSystem cartesian(c.model);
    const TwistSystem twist(c.model);
    const auto expected = make_channels(cartesian), actual = make_channels(twist);
    RandomStates random(cartesian, {.t = 2, .q = c.reach, .s = c.state_reach});
    for (int k = 0; k < 5; ++k) {
      State x = random();
      keep_on_sphere(cartesian, x);
      const std::vector<double> a = values(*expected, x), b = values(*actual, x);
      ASSERT_EQ(a.size(), b.size());
      for (std::size_t i = 0; i < a.size(); ++i)
        EXPECT_NEAR(a[i], b[i], 1e-12 * (1 + std::abs(a[i]))) << expected->channels()[i].name;
    }
  }
}

TEST(ModelSystem, ShowsEulerParametersWithoutJumpsFromTwists) {
  Pair pair(BodyKind::spatial, BodyKind::ground);
  const Model model = pair.build.finish();
  const TwistSystem system(model);
  const auto channels = make_channels(system);
  std::size_t e0 = 0;
  while (channels->channels()[e0].name != "first.e0") ++e0;
  State x(system.layout());
  for (int k = 0; k <= 100; ++k) {  // two turns about a skew axis, from the start on: e0 passes through zero twice
    const Vec4 p =
        multiply(euler_parameters_about({1, -1, 3}, 0.04 * std::numbers::pi * k), model.bodies()[1].orientation);
    x.q.tail<4>() = p;
    const std::vector<double> all = values(*channels, x);
    EXPECT_LT((Eigen::Map<const Vec4>(all.data() + e0) - p).norm(), 1e-12) << k;
  }
}

TEST(ModelSystem, StartsWithTheMotionAssembledInAbsoluteCoordinates) {
  for (const ZooCase& c : joint_zoo()) {
    if (c.name.starts_with("driver7")) continue;  // a distance that starts at zero: a singular position
    SCOPED_TRACE(c.name);
    const CartesianSystem cartesian(c.model);
    const TwistSystem twist(c.model);
    const Assembled expected = assemble(cartesian), actual = assemble(twist);
    ASSERT_EQ(actual.report.assembled, expected.report.assembled) << actual.report.failure;
    if (!expected.report.assembled) continue;
    EXPECT_EQ(actual.report.lines(), expected.report.lines());
    std::vector<BodyMotion> a, b;
    cartesian.move(expected.state, MotionLevel::acceleration, a, *cartesian.make_workspace());
    twist.move(actual.state, MotionLevel::acceleration, b, *twist.make_workspace());
    for (std::size_t k = 0; k < a.size(); ++k) {
      EXPECT_LT((a[k].r - b[k].r).norm() + (a[k].A - b[k].A).norm(), 1e-11);
      EXPECT_LT((a[k].r_dot - b[k].r_dot).norm() + (a[k].A_dot - b[k].A_dot).norm(), 1e-11);
      const double size = 1 + a[k].r_ddot.norm() + a[k].A_ddot.norm();
      EXPECT_LT((a[k].r_ddot - b[k].r_ddot).norm() + (a[k].A_ddot - b[k].A_ddot).norm(), 1e-9 * size);
    }
    EXPECT_EQ(check_model(twist, actual.state).formulation, "twist");
  }
}

TEST(ModelSystem, TellsItsFormulationAndTheParametersOfTheModel) {
  Pair pair(BodyKind::spatial, BodyKind::ground);
  const Model model = pair.build.finish();
  EXPECT_EQ(CartesianSystem(model).identity(), "pair (cartesian)");
  EXPECT_EQ(TwistSystem(model).identity(), "pair (twist)");
}

// Where nothing else depends on time, equations with the excitations of another time are those of that time.
TEST(ModelSystem, ExcitationsHeldAtTheirValuesOfAnotherTimeGiveTheEquationsOfThatTime) {
  int excited = 0;
  for (const ZooCase& c : joint_zoo())
    for (const char* formulation : {"cartesian", "joint"}) {
      SCOPED_TRACE(c.name + " " + formulation);
      const auto system = make_system(c.model, formulation);
      if (system->excitations() == 0) continue;
      ++excited;
      RandomStates random(*system, {.t = 2, .q = c.reach, .s = c.state_reach});
      const State x = random();
      State elsewhere = x;
      elsewhere.t = x.t + 0.7;
      const auto workspace = system->make_workspace();
      const Want want = Want::mass | Want::position | Want::jacobian | Want::velocity | Want::gamma | Want::residual |
                        Want::residual_tangent | Want::velocity_tangent;
      VecX w = VecX::Zero(system->excitations());
      system->compute_excitations(x.t, w);
      workspace->held_excitations = &w;
      Evaluation held(system->layout()), there(system->layout());
      system->evaluate(want, elsewhere, all_rates, held, *workspace);
      workspace->held_excitations = nullptr;
      system->evaluate(want, x, all_rates, there, *workspace);
      EXPECT_LT((held.g - there.g).norm(), 1e-12 * (1 + there.g.norm()));
      EXPECT_LT((held.g_dot - there.g_dot).norm(), 1e-12 * (1 + there.g_dot.norm()));
      EXPECT_LT((held.gamma - there.gamma).norm(), 1e-11 * (1 + there.gamma.norm()));
      EXPECT_LT((held.r - there.r).norm(), 1e-11 * (1 + there.r.norm()));
      EXPECT_LT((held.r_q.values - there.r_q.values).norm(), 1e-10 * (1 + there.r_q.values.norm()));
    }
  EXPECT_GT(excited, 20);
}

}  // namespace
}  // namespace daedalus::testing
