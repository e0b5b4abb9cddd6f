// Frame laws with many states, and laws that read and drive states of others: derivatives against differences, rates by
// hand, and what a model refuses.
#include <gtest/gtest.h>

#include "daedalus/formulation/formulation.hpp"
#include "formulation/derivative_checker.hpp"
#include "formulation/element_zoo.hpp"
#include "support/allocation_counter.hpp"

namespace daedalus::testing {
namespace {

// A chain of states, each driven by its neighbors and by the motion of the markers.
struct ManyStates {
  static constexpr const char* type = "many_states";
  Between between;
  int count = 40;  // more than one pass of duals beside the first holds
  std::vector<StateInfo> state_list() const {
    std::vector<StateInfo> states;
    for (int i = 0; i < count; ++i) states.push_back({"s" + std::to_string(i)});
    return states;
  }
  template <class S>
  Wrench<S> act(const FrameInput<S>& in, S* sigma) const {
    using std::sin;
    Vec<S, 3> force = in.Q.x - in.P.x, torque = in.P.axes.col(0) - in.Q.w;
    for (int i = 0; i < count; ++i) {
      const S next = in.s[(i + 1) % count], before = in.s[(i + count - 1) % count];
      sigma[i] = sin(next) * before - 0.3 * in.s[i] + in.P.v[i % 3] * in.Q.x[(i + 1) % 3];
      force[i % 3] += 0.2 * next * before;
      torque[(i + 1) % 3] += sin(in.s[i]) * in.P.x[i % 3];
    }
    return {force, torque};
  }
};

// A wheel that only has a spin, with a drag; and a shaft from the body of P to it.
struct Wheel {
  static constexpr const char* type = "wheel";
  static constexpr bool is_one_sided = true, rests_on_Q = true;
  Between between;
  std::vector<StateInfo> state_list() const { return {{"angle"}, {"spin", 0, 2.5}}; }
  template <class S>
  Wrench<S> act(const FrameInput<S>& in, S* sigma) const {
    sigma[0] = in.s[1];
    sigma[1] = -0.4 * in.s[1] * in.s[1];
    return {Vec<S, 3>::Constant(S(0.0)), Vec<S, 3>::Constant(S(0.0))};
  }
  template <class S>
  S stored(const FrameInput<S>& in) const {
    return 1.25 * in.s[1] * in.s[1];
  }
};
struct Shaft {
  static constexpr const char* type = "shaft";
  static constexpr bool is_one_sided = true;
  Between between;
  std::vector<std::string> to = {"wheel.spin"};
  std::vector<StateInfo> state_list() const { return {{"twist"}}; }
  std::vector<std::string> link_list() const { return to; }
  template <class S>
  Wrench<S> act(const FrameInput<S>& in, S* sigma) const {
    const Vec<S, 3> axis = in.P.axes.col(1);
    sigma[0] = axis.dot(in.P.w) - in.s[1];
    sigma[1] = 3.0 * in.s[0] + 0.2 * sigma[0];
    return {Vec<S, 3>::Constant(S(0.0)), Vec<S, 3>(axis * S(-sigma[1]))};
  }
  template <class S>
  S stored(const FrameInput<S>& in) const {
    return 1.5 * in.s[0] * in.s[0];
  }
};

// Two spins with the mass matrix [[2, 1], [1, 3]], whose inverse is [[0.6, -0.2], [-0.2, 0.4]].
struct Coupled {
  static constexpr const char* type = "coupled";
  Between between;
  std::vector<StateInfo> state_list() const {
    return {{"phase"}, {"first", 0, 1, {0, 0.6, -0.2}}, {"spin", 0, 1, {0, -0.2, 0.4}}};
  }
  template <class S>
  Wrench<S> act(const FrameInput<S>& in, S* sigma) const {
    sigma[0] = in.s[1] * in.s[2];
    sigma[1] = S(0.5);
    sigma[2] = S(-0.3);
    return {Vec<S, 3>::Constant(S(0.0)), Vec<S, 3>::Constant(S(0.0))};
  }
  template <class S>
  S stored(const FrameInput<S>& in) const {
    return in.s[1] * in.s[1] + in.s[1] * in.s[2] + 1.5 * in.s[2] * in.s[2];
  }
};

Model shaft_and_coupled() {
  Pair pair(BodyKind::spatial, BodyKind::ground);
  pair.build.force("shaft", Shaft{pair.between, {"wheel.spin"}});
  pair.build.force("wheel", Coupled{pair.between});
  return pair.build.finish();
}

Model many_states(BodyKind Q, int count) {
  Pair pair(BodyKind::spatial, Q);
  pair.build.force("many", ManyStates{pair.between, count});
  return pair.build.finish();
}

// The shaft comes first: what it drives has its own rate later.
Model shaft_and_wheel() {
  Pair pair(BodyKind::spatial, BodyKind::ground);
  pair.build.force("shaft", Shaft{pair.between});
  pair.build.force("wheel", Wheel{pair.between});
  return pair.build.finish();
}

TEST(FrameStates, HaveExactTangentsHoweverManyThereAre) {
  for (const char* formulation : {"cartesian", "joint"})
    for (const BodyKind Q : {BodyKind::spatial, BodyKind::ground, BodyKind::prescribed})
      for (const int count : {3, 5, 18, 19, 37, 75}) {
        SCOPED_TRACE(fmt::format("{} {} {}", formulation, static_cast<int>(Q), count));
        const auto system = make_system(many_states(Q, count), formulation);
        EXPECT_EQ(system->layout().ns, count);
        RandomStates random(*system, {.t = 2, .q = 0.15, .v = 1, .a = 2, .lambda = 3, .s = 1});
        DerivativeChecker checker(*system);
        for (int k = 0; k < 2; ++k) checker.check(random());
      }
}

TEST(FrameStates, AreEvaluatedWithoutAllocation) {
  if (!AllocationCount::available()) GTEST_SKIP() << "allocations cannot be counted here";
  const auto system = make_system(many_states(BodyKind::spatial, 75), "cartesian");
  const State x = RandomStates(*system, {})();
  Evaluation out(system->layout());
  const auto workspace = system->make_workspace();
  system->evaluate(everything, x, all_rates, out, *workspace);
  const long before = AllocationCount::now();
  system->evaluate(everything, x, all_rates, out, *workspace);
  EXPECT_EQ(AllocationCount::now(), before);
}

TEST(LinkedStates, GetTheTorqueOverTheirInertiaOnTopOfTheirOwnRate) {
  const auto system = make_system(shaft_and_wheel(), "cartesian");
  State x = system->initial_guess();
  ASSERT_EQ(system->layout().states, (std::vector<std::string>{"shaft.twist", "wheel.angle", "wheel.spin"}));
  x.v.setZero();
  x.s << 0.2, 0.7, 4.0;
  const Evaluation y = evaluate(*system, x, Want::sigma);
  const double torque = 3.0 * 0.2 + 0.2 * -4.0;
  EXPECT_DOUBLE_EQ(y.sigma[0], -4.0);
  EXPECT_DOUBLE_EQ(y.sigma[1], 4.0);
  EXPECT_DOUBLE_EQ(y.sigma[2], -0.4 * 16 + torque / 2.5);
}

TEST(LinkedStates, HaveExactTangentsInBothFormulations) {
  for (const char* formulation : {"cartesian", "joint"}) {
    SCOPED_TRACE(formulation);
    const auto system = make_system(shaft_and_wheel(), formulation);
    RandomStates random(*system, {.t = 2, .q = 0.15, .v = 1, .a = 2, .lambda = 3, .s = 1});
    DerivativeChecker checker(*system);
    for (int k = 0; k < 20; ++k) checker.check(random());
  }
}

TEST(LinkedStates, MoveAllStatesTheyAreCoupledTo) {
  for (const char* formulation : {"cartesian", "joint"}) {
    const auto system = make_system(shaft_and_coupled(), formulation);
    State x = system->initial_guess();
    x.v.setZero();
    x.s << 0.2, 0.7, 1.5, 4.0;
    const Evaluation y = evaluate(*system, x, Want::sigma | Want::energy);
    const double torque = 3.0 * 0.2 + 0.2 * -4.0;
    EXPECT_DOUBLE_EQ(y.sigma[1], 1.5 * 4.0);
    EXPECT_DOUBLE_EQ(y.sigma[2], 0.5 - 0.2 * torque);
    EXPECT_DOUBLE_EQ(y.sigma[3], -0.3 + 0.4 * torque);
    const double own = (2 * 1.5 + 4.0) * 0.5 + (1.5 + 3 * 4.0) * -0.3;  // what the element does to its energy by itself
    EXPECT_NEAR(y.energy.dissipated, 0.2 * 16.0 - own, 1e-12);          // and the damper of the shaft
    RandomStates random(*system, {.t = 2, .q = 0.15, .v = 1, .a = 2, .lambda = 3, .s = 1});
    DerivativeChecker checker(*system);
    for (int k = 0; k < 5; ++k) checker.check(random());
  }
}

TEST(LinkedStates, TakePartInTheEnergyBalance) {
  const auto system = make_system(shaft_and_wheel(), "cartesian");
  RandomStates random(*system, {.t = 2, .q = 0, .v = 0, .s = 1});
  for (int k = 0; k < 10; ++k) {
    State x = random();
    x.v.tail<3>() = Vec3(0.3, -0.7, 0.2);  // rates of Euler parameters of a body that is not turned
    x.v[3] = -x.q.tail<3>().dot(x.v.tail<3>()) / x.q[3];
    const Energy energy = evaluate(*system, x, Want::energy).energy;
    const double drag = 2.5 * 0.4 * std::pow(x.s[2], 3), twist = evaluate(*system, x, Want::sigma).sigma[0];
    EXPECT_NEAR(energy.dissipated, drag + 0.2 * twist * twist, 1e-12);  // of the shaft: only its damper
    EXPECT_EQ(energy.supplied, 0);
  }
}

std::string problems_of(ModelBuilder& build) {
  std::string text;
  for (const ModelProblem& problem : build.problems()) text += problem.element + ": " + problem.message + "\n";
  return text;
}

TEST(LinkedStates, MustExistAndBelongToAnotherElement) {
  const auto problems = [](const std::vector<std::string>& to) {
    Pair pair(BodyKind::spatial, BodyKind::ground);
    pair.build.force("shaft", Shaft{pair.between, to});
    pair.build.force("wheel", Wheel{pair.between});
    return problems_of(pair.build);
  };
  EXPECT_EQ(problems({"wheel.spin"}), "");
  EXPECT_EQ(problems({"wheel.spim"}),
            "shaft: unknown state 'wheel.spim'. Did you mean 'wheel.spin'? A state is given by its element and its "
            "name, for example tire.spin.\n");
  EXPECT_NE(problems({"shaft.twist"}).find("unknown state 'shaft.twist'"), std::string::npos);
  EXPECT_EQ(problems({"wheel.spin", "wheel.spin"}), "shaft: is linked to the state 'wheel.spin' more than once.\n");
}

TEST(FrameLaws, ThatRestOnQRefuseOneThatCanMove) {
  Pair pair(BodyKind::spatial, BodyKind::spatial);
  pair.build.force("wheel", Wheel{pair.between});
  EXPECT_EQ(problems_of(pair.build),
            "wheel: refers to 'second', which can move: choose a marker of the ground or of a prescribed body.\n");
}

}  // namespace
}  // namespace daedalus::testing
