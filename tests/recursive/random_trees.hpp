// random_trees.hpp: random mechanisms in which every kind of joint carries coordinates, with markers and axes askew.
//
//   RandomTree random(seed);
//   const Model model = make.spatial({.bodies = 20, .loops = 2});
//
// Loops are closed where a random position of the tree happens to be at t = 0: with closed_q() all constraints hold.
#pragma once

#include <fmt/format.h>

#include <random>

#include "daedalus/formulation/recursive/joint_system.hpp"
#include "formulation/element_zoo.hpp"

namespace daedalus::testing {

struct TreeOptions {
  int bodies = 18;
  bool moving = true;  // prescribed roots and drivers
  int loops = 0;       // joints that are cut
  int forces = 0;
};

class RandomTree {
 public:
  explicit RandomTree(unsigned seed) : engine_(seed) {}

  double uniform(double low = -1, double high = 1) {
    return std::uniform_real_distribution<double>(low, high)(engine_);
  }
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(engine_); }
  Vec3 vector(double size = 1) { return {size * uniform(), size * uniform(), size * uniform()}; }
  Mat3 rotation() { return turned(vector() + Vec3(0, 0, 1e-3), uniform(-3, 3)); }
  VecX numbers(Index n, double size = 1) {
    VecX x(n);
    for (double& value : x) value = size * uniform();
    return x;
  }

  // Bodies of all kinds: planar ones hang on the ground and on each other, points are leaves.
  Model spatial(const TreeOptions& options) {
    ModelBuilder build("tree");
    TreeHints hints;
    build.gravity({0.4, -9.81, 1.3});
    std::vector<BodyId> parents = {ground_body}, plates = {ground_body};
    if (options.moving) {
      parents.push_back(build.body(moving_root("cart", false)));
      plates.push_back(build.body(moving_root("belt", true)));
    }
    const int first = below(13);
    for (int k = 0; k < options.bodies; ++k) {
      const int kind = (first + k) % 16;
      if (kind == 13) {
        plates.push_back(add_planar(build, k, plates, options.moving, hints));
        parents.push_back(plates.back());
      } else if (kind == 14) {
        add_point(build, k, parents, hints);
      } else if (kind == 15) {
        parents.push_back(build.body(spatial_body(fmt::format("free{}", k), 20)));
        if (below(2)) hints.cardan.push_back(fmt::format("free{}", k));
      } else {
        parents.push_back(add_spatial(build, k, kind, parents, options.moving, hints));
      }
    }
    return finish(build, hints, options);
  }

  // Everything stays in the xy-plane.
  Model planar(const TreeOptions& options) {
    ModelBuilder build("planar_tree");
    TreeHints hints;
    build.gravity({0.4, -9.81, 0});
    std::vector<BodyId> parents = {ground_body};
    if (options.moving) parents.push_back(build.body(moving_root("belt", true)));
    for (int k = 0; k < options.bodies; ++k) parents.push_back(add_planar(build, k, parents, options.moving, hints));
    Body point{.name = "bead", .kind = BodyKind::point, .mass = 0.7, .position = {1, 2, 0}};
    point.moves = {true, true, false};
    build.body(point);
    return finish(build, hints, options);
  }

  // The coordinates at which the loops of the last model are closed, at t = 0.
  const VecX& closed_q() const { return closed_q_; }

  // Random coordinates; balls off the unit sphere by `off`. Velocities, accelerations and multipliers are arbitrary.
  State state(const JointSystem& system, double off = 0.3) {
    State x(system.layout());
    x.t = uniform(0, 2);
    x.q = numbers(x.q.size(), 1.2);
    x.v = numbers(x.v.size(), 2);
    x.a = numbers(x.a.size(), 4);
    x.lambda = numbers(x.lambda.size(), 3);
    x.s = numbers(x.s.size());
    for (const TreeNode& node : system.tree().nodes)
      if (node.kind == NodeKind::ball) {
        auto p = x.q.segment<4>(node.coordinate);
        p = Vec4(p).normalized() * (1 + off * uniform());
      }
    return x;
  }

  // On the unit sphere, with rates that stay there.
  State unit_state(const JointSystem& system) {
    State x = state(system, 0);
    for (const TreeNode& node : system.tree().nodes)
      if (node.kind == NodeKind::ball) {
        const Vec4 p = x.q.segment<4>(node.coordinate);
        x.v.segment<4>(node.coordinate) -= p.dot(x.v.segment<4>(node.coordinate)) * p;
        const Vec4 u = x.v.segment<4>(node.coordinate);
        x.a.segment<4>(node.coordinate) -= (p.dot(x.a.segment<4>(node.coordinate)) + u.dot(u)) * p;
      }
    return x;
  }

 private:
  Body spatial_body(const std::string& name, double mass) {
    Body body{.name = name,
              .kind = BodyKind::spatial,
              .mass = mass * uniform(0.5, 1.5),
              .inertia = Mat3::Zero(),
              .com = vector(0.2),
              .position = vector(2)};
    const Mat3 R = rotation();
    body.inertia =
        body.mass * (R * Vec3(uniform(0.2, 0.3), uniform(0.2, 0.3), uniform(0.2, 0.3)).asDiagonal() * R.transpose());
    body.inertia = (0.5 * (body.inertia + body.inertia.transpose())).eval();
    body.orientation = euler_parameters_about(vector() + Vec3(1e-3, 0, 0), uniform(-2, 2));
    return body;
  }

  static Body moving_root(const std::string& name, bool in_plane) {
    Body body{.name = name, .kind = BodyKind::prescribed, .position = {0.1, 0.2, 0}};
    body.motion.position = {expression("0.3*sin(2*t)"), expression("0.1*t^2 - 0.2*t"),
                            in_plane ? nullptr : expression("cos(3*t)/5")};
    body.motion.angle = expression("0.5*sin(t) + 0.3*t");
    if (!in_plane) {
      body.motion.axis = {1, 1, 0.5};
      body.orientation = euler_parameters_about({1, -2, 0.5}, 0.7);
    }
    return body;
  }

  BodyId add_spatial(ModelBuilder& build, int k, int kind, const std::vector<BodyId>& parents, bool moving,
                     TreeHints& hints) {
    const std::string name = fmt::format("joint{}", k), body_name = fmt::format("body{}", k);
    const BodyId body = build.body(spatial_body(body_name, 1));
    const BodyId parent =
        parents[below(2) ? static_cast<int>(parents.size()) - 1 : below(static_cast<int>(parents.size()))];
    const MarkerId mine = build.marker(body, fmt::format("m{}", k), vector(0.4), rotation());
    const MarkerId other = build.marker(parent, fmt::format("m{}", k), vector(0.6), rotation());
    Between b{mine, other};
    if (below(2)) std::swap(b.P, b.Q);
    const bool driven = moving && below(2);
    switch (kind) {
      case 0:
        build.joint(name, Revolute{b});
        if (driven) drive(build, name + ".angle");
        break;
      case 1:
        build.joint(name, Translational{b});
        if (driven) drive(build, name + ".displacement");
        break;
      case 2:
        build.joint(name, Cylindrical{b});
        if (driven) drive(build, name + (below(2) ? ".displacement" : ".angle"));
        break;
      case 3: build.joint(name, Spherical{b}); break;
      case 4: build.joint(name, Universal{b}); break;
      case 5: build.joint(name, Fixed{b}); break;
      case 6:
        build.joint(name, PlanarJoint{b});
        if (driven) drive(build, name + (below(2) ? ".displacement_y" : ".angle"));
        break;
      case 7: build.joint(name, PointOnLine{b}); break;
      case 8: build.joint(name, PointInPlane{b}); break;
      case 9:
        build.joint(name, Screw{b, uniform(0.5, 1.5)});
        if (driven) drive(build, name + (below(2) ? ".displacement" : ".angle"));
        break;
      case 10:
        build.joint(name, DistanceJoint{b, uniform(0.5, 1)});
        hints.keep.push_back(name);
        break;
      case 11:
        build.joint(name, Spherical{b});
        hints.cardan.push_back(below(2) ? name : body_name);
        break;
      default: build.joint(name, Revolute{b}); break;
    }
    return body;
  }

  BodyId add_planar(ModelBuilder& build, int k, const std::vector<BodyId>& parents, bool moving, TreeHints& hints) {
    const std::string name = fmt::format("pin{}", k);
    Body made{.name = fmt::format("plate{}", k),
              .kind = BodyKind::planar,
              .mass = uniform(0.5, 2),
              .inertia = Mat3::Zero(),
              .com = {0.1, -0.15, 0},
              .position = {uniform(), uniform(), 0}};
    made.inertia(2, 2) = made.mass * uniform(0.1, 0.3);
    made.angle = uniform(-4, 4);
    const BodyId body = build.body(made);
    const BodyId parent = parents[below(static_cast<int>(parents.size()))];
    const int kind = below(8);
    const bool in_plane = kind == 1 || kind == 3 || kind == 4;  // z-axes of the markers lie in the plane
    const auto axes = [&] {
      const Mat3 about_z = turned(Vec3::UnitZ(), uniform(-3, 3));
      return in_plane ? Mat3(about_z * turned(Vec3::UnitX(), -std::numbers::pi / 2)) : about_z;
    };
    const auto at = [&] { return Vec3(uniform(), uniform(), 0); };
    const Vec3 here = at(), there = at();
    const Mat3 my_axes = axes(), other_axes = axes();
    Between b{build.marker(body, fmt::format("m{}", k), here, my_axes),
              build.marker(parent, fmt::format("m{}", k), there, other_axes)};
    if (below(2)) std::swap(b.P, b.Q);
    const bool driven = moving && below(3) == 0;
    switch (kind) {
      case 1:
        build.joint(name, Translational{b});
        if (driven) drive(build, name + ".displacement");
        break;
      case 2: build.joint(name, Spherical{b}); break;
      case 3: build.joint(name, PointOnLine{b}); break;
      case 4: build.joint(name, PointInPlane{b}); break;
      case 5:
        build.joint(name, DistanceJoint{b, uniform(0.5, 1)});
        hints.keep.push_back(name);
        break;
      case 6: build.joint(name, Fixed{b}); break;
      case 7: build.joint(name, Cylindrical{b}); break;
      default:
        build.joint(name, Revolute{b});
        if (driven) drive(build, name + ".angle");
        break;
    }
    return body;
  }

  void add_point(ModelBuilder& build, int k, const std::vector<BodyId>& parents, TreeHints& hints) {
    const std::string name = fmt::format("bead_joint{}", k);
    const BodyId body = build.body(
        {.name = fmt::format("bead{}", k), .kind = BodyKind::point, .mass = uniform(0.3, 1), .position = vector()});
    const BodyId parent = parents[below(static_cast<int>(parents.size()))];
    const Between b{build.marker(body, "m", Vec3::Zero()),
                    build.marker(parent, fmt::format("m{}", k), vector(), rotation())};
    switch (below(4)) {
      case 0: build.joint(name, PointOnLine{b}); break;
      case 1: build.joint(name, PointInPlane{b}); break;
      case 2:
        build.joint(name, DistanceJoint{b, uniform(0.5, 1)});
        hints.keep.push_back(name);
        break;
      default: break;  // free
    }
  }

  void drive(ModelBuilder& build, const std::string& freedom) {
    build.driver("motor_" + freedom.substr(0, freedom.find('.')), *build.find_freedom(freedom),
                 expression(fmt::format("{}*sin({}*t) + {}*t", uniform(), uniform(1, 3), uniform(0, 0.5))));
  }

  // Loops and forces are added where the bodies are at t = 0 in a random position of the tree.
  Model finish(ModelBuilder& build, const TreeHints& hints, const TreeOptions& options) {
    build.tree(hints);
    const Model tree = build.finish();
    if (options.loops + options.forces == 0) return tree;
    const JointSystem system(tree);
    State x = unit_state(system);
    x.t = 0;
    closed_q_ = x.q;
    std::vector<BodyMotion> motion;
    system.move(x, MotionLevel::velocity, motion, *system.make_workspace());

    const bool is_flat = system.tree().is_planar;
    std::vector<BodyId> bodies;
    for (std::size_t b = 1; b < motion.size(); ++b)
      if (tree.bodies()[b].kind == (is_flat ? BodyKind::planar : BodyKind::spatial))
        bodies.push_back(static_cast<BodyId>(b));
    const auto any_body = [&] { return bodies[below(static_cast<int>(bodies.size()))]; };
    const auto place = [&](double size) {
      return is_flat ? Vec3(size * uniform(), size * uniform(), 0) : vector(size);
    };
    const auto axes = [&] { return is_flat ? turned(Vec3::UnitZ(), uniform()) : rotation(); };

    ModelBuilder more(tree);
    const auto marker = [&](BodyId body, const std::string& name, const Vec3& at, const Mat3& world_axes) {
      const BodyMotion& m = motion[body];
      return more.marker(body, name, m.A.transpose() * (at - m.r) + tree.body(body).com, m.A.transpose() * world_axes);
    };
    TreeHints cuts = hints;
    for (int k = 0; k < options.loops + options.forces; ++k) {
      const bool is_loop = k < options.loops;
      const std::string name = fmt::format("{}{}", is_loop ? "loop" : "force", k);
      const BodyId one = any_body(), other = any_body(), two = other == one ? ground_body : other;
      const int kind = below(3);
      const Vec3 at = place(1), gap = is_loop && kind > 0 ? Vec3(Vec3::Zero()) : Vec3(place(0.2) + Vec3(0.3, 0.4, 0));
      const Mat3 P_axes = axes(), Q_axes = axes();
      const Between b{marker(one, name, at, P_axes), marker(two, name, at + gap, Q_axes)};
      if (is_loop) {
        cuts.cut.push_back(name);
        if (kind == 0) more.joint(name, DistanceJoint{b, gap.norm()});
        else if (kind == 1) more.joint(name, Spherical{b});
        else if (is_flat) more.joint(name, Revolute{b});
        else more.joint(name, PointInPlane{b});
      } else if (k % 2 == 0) {
        SpringDamper spring;
        spring.between = b;
        spring.stiffness = 40;
        spring.damping = 3;
        spring.free = 0.3;
        more.force(name, spring);
      } else {
        more.force(name, PointForce{PointLoad{.on = {b.P},
                                              .direction = {1, -2, is_flat ? 0 : 0.5},
                                              .size = expression("2 + sin(t)"),
                                              .axes = LoadAxes::marker}});
      }
    }
    more.tree(cuts);
    return more.finish();
  }

  VecX closed_q_;
  std::mt19937 engine_;
};

}  // namespace daedalus::testing
