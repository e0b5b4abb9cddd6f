// First-order states in linear-implicit Euler steps.
#include <gtest/gtest.h>

#include "daedalus/closed_form/catalog.hpp"
#include "daedalus/closed_form/law_system.hpp"
#include "daedalus/closed_form/reference_state.hpp"
#include "daedalus/integrate/consistent.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/integrate/solve.hpp"

namespace daedalus {
namespace {

// An oscillator and a first-order state that move each other: f = −30 q − 4 v + 7 s, s' = −5 s + 11 q − 3 v.
struct CoupledState {
  static constexpr int nq = 1, ng = 0, nw = 0, ns = 1;
  static constexpr bool constant_mass = true;
  template <class S>
  Mat<S, 1, 1> mass(const S&, const Vec<S, 1>&) const {
    return Mat<S, 1, 1>::Constant(S(2.0));
  }
  template <class S>
  Vec<S, 1> force(const S&, const Vec<S, 1>& q, const Vec<S, 1>& v, const Vec<S, 1>& s) const {
    return Vec<S, 1>::Constant(-30.0 * q[0] - 4.0 * v[0] + 7.0 * s[0]);
  }
  template <class S>
  S potential(const S&, const Vec<S, 1>&) const {
    return S(0.0);
  }
  template <class S>
  Vec<S, 1> sigma(const S&, const Vec<S, 1>& q, const Vec<S, 1>& v, const Vec<S, 1>& s) const {
    return Vec<S, 1>::Constant(-5.0 * s[0] + 11.0 * q[0] - 3.0 * v[0]);
  }
  std::vector<std::string> coordinates() const { return {"x"}; }
  std::vector<std::string> states() const { return {"s"}; }
  State initial_guess() const {
    State x = make_state(0, {.q = {0.7}, .v = {-1.3}, .a = {0}, .lambda = {}});
    x.s = VecX::Constant(1, 0.4);
    return x;
  }
};

// On linear equations a linear-implicit Euler step with the exact Jacobian is one of implicit Euler: 2 (v⁺ − v) = h f⁺,
// s⁺ − s = h σ⁺, q⁺ − q = h v⁺.
TEST(RtEuler, StatesTakePartInTheExactJacobian) {
  const LawSystem<CoupledState> system("coupled_state");
  const double h = 0.2;
  Equations eq(system);
  State x = system.initial_guess(), y = x;
  ASSERT_TRUE(make_consistent(eq, x).outcome.ok());
  const auto method = make_method("rt-euler", {{"jacobian", "exact"}});
  method->start(eq, x, {});
  ASSERT_TRUE(method->step(eq, x, h, y).ok());
  EXPECT_NEAR(2 * (y.v[0] - x.v[0]), h * (-30 * y.q[0] - 4 * y.v[0] + 7 * y.s[0]), 1e-14);
  EXPECT_NEAR(y.s[0] - x.s[0], h * (-5 * y.s[0] + 11 * y.q[0] - 3 * y.v[0]), 1e-14);
  EXPECT_NEAR(y.q[0] - x.q[0], h * y.v[0], 1e-15);
}

TEST(RtEuler, AFastPartIsTheFullJacobianOfItsGroup) {
  // Only the wheel of the quarter car is stiff: its part alone keeps the step stable, and the explicit step is not.
  const auto system = find_closed_form("quarter_car").make();
  ASSERT_FALSE(system->layout().rate_groups.empty());
  const double h = 0.02;
  const auto end = [&](const std::vector<OptionSetting>& settings) {
    const auto method = make_method("rt-euler", settings);
    const Result run = solve(*system, *method, system->initial_guess(),
                             {.t_end = 10, .integration = {.h = h}, .monitoring = Monitoring::off});
    return run.status == RunStatus::done ? run.final.q.lpNorm<Eigen::Infinity>() : 1e300;
  };
  EXPECT_LT(end({{"rate_group", "2"}}), 1);
  EXPECT_LT(end({}), 1);
  EXPECT_GT(end({{"update", "explicit"}}), 1e3);
}

}  // namespace
}  // namespace daedalus
