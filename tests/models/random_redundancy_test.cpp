// Random chains of bodies in which one joint is given twice, some with axes that point against each other. The second
// joint says nothing new, so the motion is that of the chain without it: in absolute coordinates, where that chain has
// no redundant row at all, and in joint coordinates.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "daedalus/formulation/assembly.hpp"
#include "daedalus/formulation/formulation.hpp"
#include "daedalus/formulation/model_check.hpp"
#include "daedalus/formulation/model_system.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/integrate/solve.hpp"
#include "daedalus/model/joints/joint_types.hpp"
#include "daedalus/model/model_builder.hpp"

namespace daedalus::testing {
namespace {

enum class JointKind { revolute, translational, cylindrical, spherical, universal, fixed, planar, count };
enum class Second { none, same, swapped, shifted_along_axis };

class RandomChain {
 public:
  explicit RandomChain(unsigned seed) : engine_(seed) {
    links_.resize(static_cast<std::size_t>(1 + below(3)));
    doubled_ = static_cast<std::size_t>(below(static_cast<int>(links_.size())));
    second_ = static_cast<Second>(1 + below(3));
    for (Link& link : links_) link = random_link();
  }

  Model model(Second second) const {
    ModelBuilder build("chain");
    build.gravity({1, 2, -9.81});
    BodyId parent = ground_body;
    Vec3 x = Vec3::Zero();
    Mat3 R = Mat3::Identity();
    for (std::size_t k = 0; k < links_.size(); ++k) {
      const Link& link = links_[k];
      const Mat3 Q = R * link.Q_axes, body_axes = Q * link.turn * link.sense * link.P_axes.transpose();
      const Vec3 at_Q = x + R * link.Q, at_P = at_Q + Q * link.shift;
      Body body{.name = fmt::format("b{}", k),
                .kind = BodyKind::spatial,
                .mass = link.mass,
                .inertia = Vec3(0.1, 0.2, 0.15).asDiagonal(),
                .com = link.com,
                .position = at_P - body_axes * link.P};
      body.orientation = euler_parameters_of(body_axes);
      body.angular_velocity = link.spin;
      const BodyId mine = build.body(body);
      const auto add = [&](const std::string& name, double along) {
        const Vec3 z = Vec3(0, 0, along);
        Between b{build.marker(mine, name + "_P", link.P + link.P_axes * (link.sense * z), link.P_axes),
                  build.marker(parent, name + "_Q", link.Q + link.Q_axes * z, link.Q_axes)};
        return b;
      };
      add_joint(build, fmt::format("j{}", k), link.kind, add(fmt::format("j{}", k), 0));
      if (k == doubled_ && second != Second::none) {
        const bool can_shift = link.kind != JointKind::spherical && link.kind != JointKind::universal;
        Between b = add("second", second == Second::shifted_along_axis && can_shift ? 0.7 : 0);
        if (second == Second::swapped && link.kind != JointKind::planar) std::swap(b.P, b.Q);
        add_joint(build, "second", link.kind, b);
      }
      parent = mine;
      x = body.position;
      R = body_axes;
    }
    return build.finish();
  }
  Second second() const { return second_; }
  std::string text() const {
    std::string text = fmt::format("joint {} again (way {}), kinds", doubled_, static_cast<int>(second_));
    for (const Link& link : links_) text += fmt::format(" {}", static_cast<int>(link.kind));
    return text;
  }

 private:
  struct Link {
    JointKind kind;
    Vec3 Q, P, shift, com, spin;  // markers on parent and child, P from Q in axes of Q
    Mat3 Q_axes, P_axes, turn, sense;
    double mass;
  };

  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(engine_); }
  double number() { return std::uniform_real_distribution<double>(-1, 1)(engine_); }
  Vec3 vector() { return {number(), number(), number()}; }
  Mat3 rotation() { return rotation_matrix(euler_parameters_about(vector() + Vec3(0, 0, 2), 3 * number())); }

  Link random_link() {
    Link link{.kind = static_cast<JointKind>(below(static_cast<int>(JointKind::count))),
              .Q = vector(),
              .P = vector(),
              .shift = Vec3::Zero(),
              .com = 0.3 * vector(),
              .spin = vector(),
              .Q_axes = rotation(),
              .P_axes = rotation(),
              .turn = Mat3::Identity(),
              .sense = Mat3::Identity(),
              .mass = 1.5 + number()};
    const bool against = below(2) == 1;
    const Mat3 about_z = rotation_matrix(euler_parameters_about(Vec3::UnitZ(), 3 * number()));
    using enum JointKind;
    switch (link.kind) {
      case translational: link.shift[2] = number(); break;
      case cylindrical: link.shift[2] = number(), link.turn = about_z; break;
      case planar: link.shift = {number(), number(), 0}, link.turn = about_z; break;
      case revolute: link.turn = about_z; break;
      case spherical: link.turn = rotation(); break;
      case universal:
        link.turn = about_z * turned_about_x(std::numbers::pi / 2) *
                    rotation_matrix(euler_parameters_about(Vec3::UnitZ(), 3 * number()));
        break;
      default: break;
    }
    const bool has_sense = link.kind != spherical && link.kind != universal;
    if (against && has_sense) link.sense = Vec3(1, -1, -1).asDiagonal();
    if (link.kind == fixed && below(2)) link.sense = Mat3(link.sense * Mat3(Vec3(-1, -1, 1).asDiagonal()));
    return link;
  }

  static void add_joint(ModelBuilder& build, const std::string& name, JointKind kind, const Between& b) {
    using enum JointKind;
    switch (kind) {
      case revolute: build.joint(name, Revolute{b}); break;
      case translational: build.joint(name, Translational{b}); break;
      case cylindrical: build.joint(name, Cylindrical{b}); break;
      case spherical: build.joint(name, Spherical{b}); break;
      case universal: build.joint(name, Universal{b}); break;
      case fixed: build.joint(name, Fixed{b}); break;
      default: build.joint(name, PlanarJoint{b}); break;
    }
  }

  std::mt19937 engine_;
  std::vector<Link> links_;
  std::size_t doubled_ = 0;
  Second second_ = Second::same;
};

struct Moved {
  std::string trouble;
  Index degrees_of_freedom = -1;
  std::vector<BodyMotion> motion;
};

Moved move(const Model& model, const std::string& formulation, const std::string& method_name, double rtol) {
  const auto system = make_system(model, formulation);
  const Assembled start = assemble(*system);
  if (!start.report.assembled) return {start.report.failure};
  Moved moved;
  moved.degrees_of_freedom = check_model(*system, start.state).degrees_of_freedom;
  const auto method = make_method(method_name);
  SolveOptions options{.t_end = 0.4, .output = Output::end_only};
  options.integration.tolerances = {.rtol = rtol, .atol = rtol};
  const Result result = solve(*system, *method, start.state, options);
  if (result.status != RunStatus::done) moved.trouble = result.failure ? result.failure->kind : "stopped";
  system->move(result.final, MotionLevel::velocity, moved.motion, *system->make_workspace());
  return moved;
}

double distance(const Moved& a, const Moved& b) {
  double largest = 0;
  for (std::size_t k = 0; k < a.motion.size(); ++k)
    largest = std::max({largest, (a.motion[k].r - b.motion[k].r).norm(), (a.motion[k].A - b.motion[k].A).norm(),
                        (a.motion[k].r_dot - b.motion[k].r_dot).norm()});
  return largest;
}

// DAEDALUS_MECHANISMS=5000 looks at that many of them; CONTRIBUTING.md says so.
unsigned mechanism_count() {
  const char* wanted = std::getenv("DAEDALUS_MECHANISMS");
  return wanted ? static_cast<unsigned>(std::strtoul(wanted, nullptr, 10)) : 150;
}

TEST(RandomRedundancy, AJointGivenTwiceChangesNothing) {
  const unsigned count = mechanism_count();
  ASSERT_GT(count, 0u);
  for (unsigned seed = 1; seed <= count; ++seed) {
    const RandomChain chain(seed);
    SCOPED_TRACE(fmt::format("seed {}: {}", seed, chain.text()));
    const Moved expected = move(chain.model(Second::none), "cartesian", "dopri5", 1e-10);
    ASSERT_EQ(expected.trouble, "");
    for (const std::string formulation : {"cartesian", "joint"}) {
      SCOPED_TRACE(formulation);
      const Moved twice = move(chain.model(chain.second()), formulation, "dopri5", 1e-10);
      ASSERT_EQ(twice.trouble, "");
      EXPECT_EQ(twice.degrees_of_freedom, expected.degrees_of_freedom);
      EXPECT_LT(distance(twice, expected), 1e-7);
    }
  }
}

TEST(RandomRedundancy, NoMethodMindsAJointGivenTwice) {
  for (const char* method : {"expl-deabm", "infl-sdirk", "for-sdirk", "hht-i3", "hht-add", "nstiff-si2"})
    for (unsigned seed = 201; seed <= 212; ++seed) {
      const RandomChain chain(seed);
      SCOPED_TRACE(fmt::format("{}, seed {}: {}", method, seed, chain.text()));
      for (const std::string formulation : {"cartesian", "joint"}) {
        SCOPED_TRACE(formulation);
        const Moved once = move(chain.model(Second::none), formulation, method, 1e-6);
        const Moved twice = move(chain.model(chain.second()), formulation, method, 1e-6);
        ASSERT_EQ(twice.trouble, "");
        EXPECT_LT(distance(twice, once), 1e-5);
      }
    }
}

}  // namespace
}  // namespace daedalus::testing
