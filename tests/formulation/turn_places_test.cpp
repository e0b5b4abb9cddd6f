// The elements between bodies that are given by their twist: derivatives by small turns against differences of the
// values, and values and Jacobians against those in Euler parameters.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <memory>

#include "closed_form/random_state.hpp"
#include "daedalus/formulation/cartesian/cartesian_system.hpp"
#include "formulation/differences.hpp"
#include "formulation/element_zoo.hpp"
#include "formulation/twist_motion.hpp"
#include "support/sanitized.hpp"

namespace daedalus::testing {
namespace {

constexpr int states_per_place = under_address_sanitizer ? 2 : 30;
constexpr double tolerance = 1e-10;

// The elements of a model with six places for every body that moves, and the same in Cartesian coordinates.
class TurnElements {
 public:
  explicit TurnElements(const Model& model) : cartesian(model) {
    for (const Body& body : model.bodies()) {
      BodyCoordinates mine;
      mine.fill(-1);
      if (body.has_coordinates())
        for (std::size_t k = 0; k < 6; ++k) mine[k] = layout.nq++;
      places.push_back(mine);
    }
    elements = std::make_unique<ModelElements>(model, places, joints_and_drivers(model), 0);
    layout.ng = elements->row_count();
    layout.nw = elements->rate_row_count();
    layout.ns = elements->state_count();
    layout.switches = elements->switch_names();
    std::vector<Pattern::Entry> jacobian, reaction;
    ForceEntries forces;
    elements->collect(jacobian, reaction, forces);
    forces.r_q.insert(forces.r_q.end(), reaction.begin(), reaction.end());
    const Index nq = layout.nq, ns = layout.ns;
    Patterns& p = layout.patterns;
    p.M = Pattern(nq, nq, std::vector<Pattern::Entry>{});
    p.G = p.g_dot_q = p.g_ddot_q = p.g_ddot_v = Pattern(layout.nc(), nq, jacobian);
    p.reaction_q = Pattern(nq, nq, reaction);
    p.r_q = Pattern(nq, nq, forces.r_q);
    p.r_v = Pattern(nq, nq, forces.r_v);
    p.r_s = Pattern(nq, ns, forces.r_s);
    p.sigma_q = Pattern(ns, nq, forces.sigma_q);
    p.sigma_v = Pattern(ns, nq, forces.sigma_v);
    p.sigma_s = Pattern(ns, ns, forces.sigma_s);
    p.Y = Pattern(elements->spring_count(), nq, forces.Y);
    elements->find_slots(p);
    scratch = std::make_unique<ModelElements::Scratch>(elements->make_scratch());
  }

  // A state of motion: of the body level State only t, s, lambda and the twists v count.
  struct Point {
    State x;
    std::vector<BodyMotion> motion;
  };

  // The same motion as a Cartesian state with unit Euler parameters.
  Point point(const State& x) const {
    const BodyTable& bodies = cartesian.parts().bodies;
    Point y{State(layout), std::vector<BodyMotion>(places.size())};
    bodies.move(x.t, x.q, x.v, x.a, MotionLevel::acceleration, y.motion);
    y.x.t = x.t;
    y.x.s = x.s;
    y.x.lambda << x.lambda.head(layout.ng), x.lambda.tail(layout.nw);
    for (std::size_t b = 0; b < places.size(); ++b)
      if (places[b][0] >= 0) {
        y.motion[b] = by_twist(y.motion[b]);
        y.x.v.segment<3>(places[b][0]) = y.motion[b].r_dot;
        y.x.v.segment<3>(places[b][3]) = y.motion[b].twist(1);
      }
    return y;
  }

  Point moved(const Point& from, Index place, double e) const {
    Point y = from;
    BodyMotion& m = y.motion[body_at(place)];
    const Index k = place % 6;
    if (k < 3) m.r[k] += e;
    else m.A = Eigen::AngleAxisd(e, Vec3(Vec3::Unit(k - 3))).toRotationMatrix() * m.A;
    if (k == 5) m.p[0][2] += e;
    spin(m);
    return y;
  }
  Point faster(const Point& from, Index place, double e) const {
    Point y = from;
    BodyMotion& m = y.motion[body_at(place)];
    const Index k = place % 6;
    (k < 3 ? m.r_dot[k] : m.p[1][k - 3]) += e;
    y.x.v[place] += e;
    spin(m);
    return y;
  }

  Evaluation at(const Point& y, Want want) const {
    Evaluation out(layout);
    elements->add_levels(want, y.x.t, y.motion, MotionLevel::acceleration, out, *scratch);
    const bool forces = wants(want, Want::force | Want::residual);
    elements->add_forces(want, y.x, {}, y.motion, forces ? &out.f : nullptr, out, *scratch);
    out.r = -out.f;
    elements->add_reaction(y.motion, y.x.lambda, out.r, *scratch);
    if (wants(want, Want::residual_tangent))
      elements->add_reaction_tangents(y.motion, y.x.lambda, StiffnessOf::residual, out.r_q.values, *scratch);
    if (wants(want, Want::reaction_tangent))
      elements->add_reaction_tangents(y.motion, y.x.lambda, StiffnessOf::reaction, out.reaction_q.values, *scratch);
    return out;
  }

  CartesianSystem cartesian;
  Layout layout;
  BodyPlaces places;
  std::unique_ptr<ModelElements> elements;
  std::unique_ptr<ModelElements::Scratch> scratch;

 private:
  std::size_t body_at(Index place) const {
    for (std::size_t b = 0; b < places.size(); ++b)
      if (places[b][0] == place - place % 6) return b;
    return 0;
  }
};

void compare(const MatX& exact, const MatX& expected, double scale, const char* what) {
  ASSERT_EQ(exact.rows(), expected.rows());
  ASSERT_EQ(exact.cols(), expected.cols());
  if (exact.size() == 0) return;
  EXPECT_LT((exact - expected).cwiseAbs().maxCoeff() / (1 + scale + expected.cwiseAbs().maxCoeff()), tolerance) << what;
}

double largest(const VecX& x) { return x.size() == 0 ? 0 : x.lpNorm<Eigen::Infinity>(); }

template <class Check>
void for_zoo(const std::vector<ZooCase>& zoo, Check check) {
  for (const ZooCase& c : zoo) {
    SCOPED_TRACE(c.name);
    const TurnElements turns(c.model);
    const double reach = c.name.starts_with("driver12") ? 0.05 : c.reach;  // an azimuth has no derivatives on its axis
    RandomStates random(turns.cartesian, {.t = 2, .q = reach, .v = 1, .a = 2, .lambda = 3, .s = c.state_reach});
    for (int k = 0; k < states_per_place; ++k) {
      State x = random();
      keep_on_sphere(turns.cartesian, x);
      check(turns, x);
    }
    if (::testing::Test::HasFailure()) return;
  }
}

void check_derivatives(const TurnElements& turns, const State& cartesian) {
  const TurnElements::Point x = turns.point(cartesian);
  const Evaluation y = turns.at(x, everything);
  const Index nq = turns.layout.nq;
  const auto by_q = [&](auto value, Index rows) {
    MatX J(rows, nq);
    for (Index j = 0; j < nq; ++j)
      J.col(j) = derivative_at_zero([&](double e) { return VecX(value(turns.moved(x, j, e))); });
    return J;
  };
  const auto by_v = [&](auto value, Index rows) {
    MatX J(rows, nq);
    for (Index j = 0; j < nq; ++j)
      J.col(j) = derivative_at_zero([&](double e) { return VecX(value(turns.faster(x, j, e))); });
    return J;
  };
  const auto by_s = [&](auto value, Index rows) {
    return jacobian_at(
        [&](const VecX& s) {
          auto z = x;
          z.x.s = s;
          return VecX(value(z));
        },
        x.x.s, rows);
  };
  using Point = TurnElements::Point;
  const Index nc = turns.layout.nc(), ng = turns.layout.ng, ns = turns.layout.ns;
  const auto position = [&](const Point& z) { return turns.at(z, Want::position).g; };
  compare(y.G.to_dense().topRows(ng), by_q(position, ng), largest(y.g), "G by turns");
  const auto velocity = [&](const Point& z) { return turns.at(z, Want::velocity).g_dot; };
  compare(y.G.to_dense(), by_v(velocity, nc), largest(y.g_dot), "G by twists");
  compare(y.g_dot_q.to_dense(), by_q(velocity, nc), largest(y.g_dot), "g_dot_q");
  const auto acceleration = [&](const Point& z) { return VecX(-turns.at(z, Want::gamma).gamma); };
  compare(y.g_ddot_q.to_dense(), by_q(acceleration, nc), largest(y.gamma), "g_ddot_q");
  compare(y.g_ddot_v.to_dense(), by_v(acceleration, nc), largest(y.gamma), "g_ddot_v");

  compare(y.r, y.G.to_dense().transpose() * x.x.lambda - y.f, 0, "r");
  const auto residual = [&](const Point& z) { return turns.at(z, Want::residual).r; };
  compare(y.r_q.to_dense(), by_q(residual, nq), largest(y.r), "r_q");
  compare(y.r_v.to_dense(), by_v(residual, nq), largest(y.r), "r_v");
  compare(y.r_s.to_dense(), by_s(residual, nq), largest(y.r), "r_s");
  const auto reaction = [&](const Point& z) {
    return VecX(turns.at(z, Want::jacobian).G.to_dense().transpose() * z.x.lambda);
  };
  compare(y.reaction_q.to_dense(), by_q(reaction, nq), largest(y.r), "reaction_q");
  const auto sigma = [&](const Point& z) { return turns.at(z, Want::sigma).sigma; };
  compare(y.sigma_q.to_dense(), by_q(sigma, ns), 0, "sigma_q");
  compare(y.sigma_v.to_dense(), by_v(sigma, ns), 0, "sigma_v");
  compare(y.sigma_s.to_dense(), by_s(sigma, ns), 0, "sigma_s");
}

TEST(TurnPlaces, DerivativesOfEveryJointAreThoseOfItsValues) { for_zoo(joint_zoo(), check_derivatives); }
TEST(TurnPlaces, DerivativesOfEveryForceAreThoseOfItsValues) { for_zoo(force_zoo(), check_derivatives); }

// Columns by Cartesian coordinates as columns by turns: ∂p/∂(turn) = Eᵀ/2.
MatX by_turns(const TurnElements& turns, const State& x, const MatX& cartesian) {
  MatX J = MatX::Zero(cartesian.rows(), turns.layout.nq);
  for (std::size_t b = 0; b < turns.places.size(); ++b) {
    const BodyCoordinates &from = turns.cartesian.parts().bodies.places()[b], &to = turns.places[b];
    for (std::size_t k = 0; k < 3; ++k)
      if (from[k] >= 0) J.col(to[k]) = cartesian.col(from[k]);
    if (from[6] >= 0)
      J.middleCols<3>(to[3]) =
          0.5 * cartesian.middleCols<4>(from[3]) * world_rate_matrix(Vec4(x.q.segment<4>(from[3]))).transpose();
    else if (from[3] >= 0) J.col(to[5]) = cartesian.col(from[3]);
  }
  return J;
}

// What a planar body or a point cannot do has no Cartesian counterpart.
void keep_common(const TurnElements& turns, MatX& J) {
  for (std::size_t b = 0; b < turns.places.size(); ++b) {
    const BodyCoordinates &from = turns.cartesian.parts().bodies.places()[b], &to = turns.places[b];
    if (to[0] < 0) continue;
    const bool planar = from[3] >= 0 && from[6] < 0, point = from[3] < 0;
    for (std::size_t k = 0; k < 6; ++k)
      if ((planar && k >= 2 && k < 5) || (point && k >= 3)) J.col(to[k]).setZero();
  }
}

void check_against_cartesian(const TurnElements& turns, const State& x) {
  const TurnElements::Point y = turns.point(x);
  const Evaluation turn = turns.at(y, everything), cartesian = evaluate(turns.cartesian, x);
  const Index ng = turns.layout.ng, nw = turns.layout.nw;
  const auto rows = [&](const MatX& all) {  // without the normalizations
    MatX mine(ng + nw, all.cols());
    mine << all.topRows(ng), all.bottomRows(nw);
    return mine;
  };
  compare(turn.g, cartesian.g.head(ng), 0, "g");
  compare(turn.g_dot, rows(cartesian.g_dot), 0, "g_dot");
  const MatX G = rows(cartesian.G.to_dense());
  compare(-turn.gamma, G * x.a - rows(cartesian.gamma), 0, "g_ddot");
  MatX mine = turn.G.to_dense();
  keep_common(turns, mine);
  compare(mine, by_turns(turns, x, G), 0, "G");
  const VecX explicit_in_time = rows(cartesian.g_dot) - G * x.v;
  compare(turn.g_dot, turn.G.to_dense() * y.x.v + explicit_in_time, 0, "G v + g_t");

  // Forces, without those of inertia and gravity: the generalized force on p is 2 Eᵀ(torque), so Eᵀ/2 takes it back.
  Evaluation out(turns.cartesian.layout());
  VecX f = VecX::Zero(turns.cartesian.layout().nq);
  std::vector<BodyMotion> motion(turns.places.size());
  turns.cartesian.parts().bodies.move(x.t, x.q, x.v, x.a, MotionLevel::velocity, motion);
  auto scratch = turns.cartesian.parts().elements.make_scratch();
  turns.cartesian.parts().elements.add_forces(Want::force | Want::energy | Want::sigma, x, {}, motion, &f, out,
                                              scratch);
  MatX force = turn.f.transpose();
  keep_common(turns, force);
  compare(force, by_turns(turns, x, f.transpose()), 0, "f");
  compare(turn.sigma, out.sigma, 0, "sigma");
  EXPECT_NEAR(turn.energy.potential, out.energy.potential, 1e-11 * (1 + std::abs(out.energy.potential)));
  EXPECT_NEAR(turn.energy.dissipated, out.energy.dissipated, 1e-11 * (1 + std::abs(out.energy.dissipated)));
  EXPECT_NEAR(turn.energy.supplied, out.energy.supplied, 1e-11 * (1 + std::abs(out.energy.supplied)));
}

TEST(TurnPlaces, JointsAreThoseOfEulerParameters) { for_zoo(joint_zoo(), check_against_cartesian); }
TEST(TurnPlaces, ForcesAreThoseOfEulerParameters) { for_zoo(force_zoo(), check_against_cartesian); }

}  // namespace
}  // namespace daedalus::testing
