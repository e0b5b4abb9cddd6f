// prk_test.cpp: dual-rate steps: order of both parts, what they evaluate, what they refuse.
#include <gtest/gtest.h>

#include <cmath>

#include "daedalus/base/errors.hpp"
#include "daedalus/integrate/consistent.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/integrate/methods/prk.hpp"
#include "daedalus/integrate/solve.hpp"
#include "support/convergence.hpp"
#include "support/dual_rate_laws.hpp"

namespace daedalus {
namespace {

using testing::CoupledRates;

State at_end(const System& system, const std::string& method_name, double h, double t_end) {
  const auto method = make_method(method_name);
  const SolveOptions options{
      .t_end = t_end, .integration = {.h = h}, .output = Output::end_only, .monitoring = Monitoring::off};
  return solve(system, *method, system.initial_guess(), options).final;
}

// States at 20 instants of 2 s, in steps of equal length.
std::vector<State> motion(const System& system, const std::string& name, int steps) {
  constexpr int instants = 20;
  constexpr double t_end = 2;
  const auto method = make_method(name);
  Equations eq(system);
  State x = system.initial_guess();
  make_consistent(eq, x);
  method->start(eq, x, {});
  State y = x;
  std::vector<State> states;
  for (int k = 1; k <= steps; ++k) {
    EXPECT_TRUE(method->step(eq, x, t_end / steps, y).ok());
    method->accept(x, y, t_end / steps);
    x = y;
    if (k % (steps / instants) == 0) states.push_back(x);
  }
  return states;
}

// Largest errors of the slow and of the fast part of q, v and s.
struct PartErrors {
  double slow = 0, fast = 0;
  PartErrors(const std::vector<State>& states, const std::vector<State>& exact) {
    for (std::size_t k = 0; k < exact.size(); ++k)
      for (const auto& part : {&State::q, &State::v, &State::s}) {
        slow = std::max(slow, std::abs((states[k].*part)[0] - (exact[k].*part)[0]));
        fast = std::max(fast, std::abs((states[k].*part)[1] - (exact[k].*part)[1]));
      }
  }
};

class DualRate : public ::testing::TestWithParam<std::string> {};

TEST_P(DualRate, ReachesItsOrderInBothPartsOfACoupledProblem) {
  const LawSystem<CoupledRates> system("coupled", CoupledRates{});
  static const std::vector<State> exact = motion(system, "dopri5", 4000);
  const int order = find_method(GetParam()).record.order_q;
  const int steps = order == 1 ? 10240 : 640;
  const PartErrors coarse(motion(system, GetParam(), steps), exact), fine(motion(system, GetParam(), 2 * steps), exact);
  EXPECT_NEAR(std::log2(coarse.slow / fine.slow), order, 0.1) << coarse.slow << " " << fine.slow;
  EXPECT_NEAR(std::log2(coarse.fast / fine.fast), order, 0.1) << coarse.fast << " " << fine.fast;
}

std::vector<std::string> dual_rate_names() {
  std::vector<std::string> names;
  for (const MethodEntry& method : dual_rate_methods()) names.push_back(method.record.name);
  return names;
}
INSTANTIATE_TEST_SUITE_P(All, DualRate, ::testing::ValuesIn(dual_rate_names()), [](const auto& name) {
  std::string text = name.param;
  std::replace(text.begin(), text.end(), '-', '_');
  return text;
});

TEST(Prk, EvaluatesTheSlowPartOnlyAtSlowStages) {
  const auto counted = [](const std::string& name, int steps) {
    testing::RateCounts counts;
    const LawSystem<CoupledRates> system("coupled", CoupledRates{&counts});
    const auto method = make_method(name);
    Equations eq(system);
    State x = system.initial_guess(), y = x;
    make_consistent(eq, x);
    method->start(eq, x, {});
    counts = {};
    eq.counts = {};
    for (int k = 0; k < steps; ++k) {
      EXPECT_TRUE(method->step(eq, x, 1e-3, y).ok());
      method->accept(x, y, 1e-3);
      x = y;
    }
    EXPECT_EQ(eq.counts.group_evaluations + counts.slow, counts.fast);
    return counts;
  };
  constexpr int steps = 10;
  // The derivative at the end of a step is the first stage of the next one.
  const testing::RateCounts opt = counted("opt-3-8", steps);
  EXPECT_EQ(opt.slow, 3 * steps);
  EXPECT_EQ(opt.fast, 8 * steps);
  // Slow stages 2 and 4, and the end of the step for its accelerations.
  const testing::RateCounts paper = counted("prk-2-5", steps);
  EXPECT_EQ(paper.slow, 3 * steps);
  EXPECT_EQ(paper.fast, 5 * steps);
  const testing::RateCounts single = counted("rk2", steps);
  EXPECT_EQ(single.slow, 2 * steps);
  EXPECT_EQ(single.fast, 2 * steps);
}

TEST(Prk, HasTheErrorItIsAskedFor) {
  const LawSystem<CoupledRates> system("coupled", CoupledRates{});
  const State exact = at_end(system, "dopri5", 5e-4, 2);
  for (const std::string name : {"prk", "opt-2-6", "kgheun-3-6", "prk-2-5"}) {
    double error = 1;
    for (const double rtol : {1e-4, 1e-6}) {
      const auto method = make_method(name);
      const Result result = solve(system, *method, system.initial_guess(),
                                  {.t_end = 2, .integration = {.tolerances = {.rtol = rtol, .atol = rtol}}});
      ASSERT_FALSE(result.failure.has_value());
      const PartErrors errors({result.final}, {exact});
      const double now = std::max(errors.slow, errors.fast);
      EXPECT_LT(now, 10 * rtol) << name;
      EXPECT_LT(now, error / 3) << name;
      error = now;
    }
  }
}

TEST(Prk, SaysThatNothingIsFast) {
  const auto system = make_closed_form("pendulum");
  const auto method = make_method("prk");
  const Result result = solve(*system, *method, system->initial_guess(), {.t_end = 0.1, .integration = {.h = 0.01}});
  ASSERT_FALSE(result.report.warnings.empty());
  EXPECT_NE(result.report.warnings.back().find("nothing in this model is declared fast"), std::string::npos);
}

// A body that is fast although its mass is coupled with a slow one, or joined to it.
template <bool joined>
struct Inseparable {
  static constexpr int nq = 2, ng = joined ? 1 : 0, nw = 0, ns = 0;
  template <class S>
  Mat<S, 2, 2> mass(const S&, const Vec<S, 2>&) const {
    const S coupling(joined ? 0.0 : 0.5);
    return Mat<S, 2, 2>{{S(2.0), coupling}, {coupling, S(1.0)}};
  }
  template <class S>
  Vec<S, 2> force(const S&, const Vec<S, 2>& q, const Vec<S, 2>&, const Vec<S, 0>&) const {
    return {-q[0], -q[1]};
  }
  template <class S>
  Vec<S, ng> constraint(const S&, const Vec<S, 2>& q) const {
    return Vec<S, ng>::Constant(q[0] - q[1]);
  }
  template <class S>
  S potential(const S&, const Vec<S, 2>&) const {
    return S(0.0);
  }
  std::vector<std::string> coordinates() const { return {"hub.x", "ring.x"}; }
  std::vector<std::string> constraints() const { return {"weld"}; }
  std::vector<RateGroup> rate_groups() const {
    return {{.name = "fast", .coordinates = {1}, .constraints = {}, .states = {}}};
  }
  State initial_guess() const { return make_state(0, {.q = {1, 1}, .v = {0, 0}, .a = {0, 0}, .lambda = {}}); }
};

template <bool joined>
std::string refusal() {
  const LawSystem<Inseparable<joined>> system("inseparable", {});
  Equations eq(system);
  State x(system.layout());
  try {
    make_method("prk")->start(eq, x, {});
  } catch (const ModelError& error) {
    return error.what();
  }
  return "";
}

TEST(Prk, RefusesCouplingsBetweenTheRatesByName) {
  const std::string by_mass = refusal<false>(), by_constraint = refusal<true>();
  EXPECT_NE(by_mass.find("the mass matrix couples 'ring.x' and 'hub.x'"), std::string::npos) << by_mass;
  EXPECT_NE(by_constraint.find("constraint 'weld' connects"), std::string::npos) << by_constraint;
}

}  // namespace
}  // namespace daedalus
