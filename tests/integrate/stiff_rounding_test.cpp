// stiff_rounding_test.cpp: fixed steps on models so stiff that rounding of their forces is all that remains of a Newton
// correction.
#include <gtest/gtest.h>

#include "daedalus/closed_form/law_system.hpp"
#include "daedalus/closed_form/reference_state.hpp"
#include "support/convergence.hpp"

namespace daedalus {
namespace {

// x'' = −k (x + offset − offset − cos t) − cos t, solved by x = cos t, from rest. With an offset the force loses digits
// that |x| knows nothing of.
struct HeldMass {
  static constexpr int nq = 1, ng = 0, nw = 0, ns = 0;
  static constexpr bool constant_mass = true;
  double stiffness = 1e8, offset = 0;
  template <class S>
  Mat<S, 1, 1> mass(const S&, const Vec<S, 1>&) const {
    return Mat<S, 1, 1>{S(1.0)};
  }
  template <class S>
  Vec<S, 1> force(const S& t, const Vec<S, 1>& q, const Vec<S, 1>&, const Vec<S, 0>&) const {
    using std::cos;
    const S far = q[0] + offset;
    return Vec<S, 1>{-stiffness * (far - offset - cos(t)) - cos(t)};
  }
  template <class S>
  S potential(const S&, const Vec<S, 1>&) const {
    return S(0.0);
  }
  std::vector<std::string> coordinates() const { return {"x"}; }
  State initial_guess() const { return make_state(0, {.q = {1}, .v = {0}, .a = {-1}}); }
};

// The same mass in the plane, held to a parabola y = x² by a constraint.
struct HeldOnParabola {
  static constexpr int nq = 2, ng = 1, nw = 0, ns = 0;
  static constexpr bool constant_mass = true;
  double stiffness = 1e8;
  template <class S>
  Mat<S, 2, 2> mass(const S&, const Vec<S, 2>&) const {
    Mat<S, 2, 2> M = Mat<S, 2, 2>::Constant(S(0.0));
    M(0, 0) = M(1, 1) = S(1.0);
    return M;
  }
  // The force along x that the motion x = cos t, y = cos² t needs: x'' + 2x y'' with y'' = −2 cos 2t.
  template <class S>
  Vec<S, 2> force(const S& t, const Vec<S, 2>& q, const Vec<S, 2>&, const Vec<S, 0>&) const {
    using std::cos;
    const S x = cos(t);
    return {-stiffness * (q[0] - x) - x - 4.0 * x * cos(2.0 * t), S(0.0)};
  }
  template <class S>
  S potential(const S&, const Vec<S, 2>&) const {
    return S(0.0);
  }
  template <class S>
  Vec<S, 1> constraint(const S&, const Vec<S, 2>& q) const {
    return Vec<S, 1>{q[1] - q[0] * q[0]};
  }
  std::vector<std::string> coordinates() const { return {"x", "y"}; }
  std::vector<std::string> constraints() const { return {"parabola"}; }
  State initial_guess() const { return make_state(0, {.q = {1, 1}, .v = {0, 0}, .a = {-1, -2}, .lambda = {0}}); }
};

const std::vector<std::string> implicit_methods = {"infl-sdirk", "infl-trap",        "for-sdirk", "nstiff",
                                                   "nstiff-si2", "hht-i3",           "hht-si2",   "hht-add",
                                                   "newmark",    "generalized-alpha"};

template <class System>
void expect_cosine(const System& system, const std::string& name, double h) {
  const auto method = make_method(name);
  const Result r = solve(system, *method, system.initial_guess(), {.t_end = 0.1, .integration = {.h = h}});
  ASSERT_EQ(r.status, RunStatus::done) << name << " h = " << h << ": " << (r.failure ? r.failure->kind : "");
  // Order 2, less where modes are stiff, and the start vanishes like the damping at infinity.
  EXPECT_NEAR(r.final.q[0], std::cos(0.1), 1e-7 + h * h / 10) << name << " h = " << h;
  EXPECT_NEAR(r.final.v[0], -std::sin(0.1), 1e-6 + h) << name << " h = " << h;
}

TEST(StiffRounding, FixedStepsEndNewtonWhereRoundingDoes) {
  for (const double stiffness : {1e6, 1e8, 1e10, 1e12})
    for (const std::string& name : implicit_methods)
      for (const double h : {1e-2, 1e-3, 1e-4}) {
        expect_cosine(LawSystem<HeldMass>("held_mass", {.stiffness = stiffness}), name, h);
        expect_cosine(LawSystem<HeldOnParabola>("held_on_parabola", {.stiffness = stiffness}), name, h);
      }
}

// The rounding of an offset of 1e5 is 1e5 times that of |x| = 1: more than is taken for rounding, and no step is small
// enough to make it less.
TEST(StiffRounding, ARunThatStopsThereIsNotToldToTakeASmallerStep) {
  const LawSystem<HeldMass> system("held_mass", {.stiffness = 1e12, .offset = 1e5});
  const auto method = make_method("infl-sdirk");
  const Result r = solve(system, *method, system.initial_guess(), {.t_end = 0.1, .integration = {.h = 1e-3}});
  ASSERT_EQ(r.status, RunStatus::failed);
  EXPECT_EQ(r.failure->kind, "newton_stagnated");
  EXPECT_NE(r.failure->advice.find("round-off of very stiff forces"), std::string::npos) << r.failure->advice;
  EXPECT_EQ(r.failure->advice.find("Try a smaller step"), std::string::npos) << r.failure->advice;
}

}  // namespace
}  // namespace daedalus
