#include "daedalus/io/urdf/urdf_import.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "daedalus/io/urdf/mimic.hpp"
#include "daedalus/io/urdf/names.hpp"
#include "daedalus/io/urdf/visuals.hpp"
#include "daedalus/math/euler_parameters.hpp"

namespace daedalus::urdf {
namespace {

using model_file::shown;
using Number = std::size_t;

// Where a link is: its frame on a body, and how that frame lies and moves in the world at the start.
struct LinkFrame {
  BodyId body = ground_body;
  Pose on_body, in_world;
  Vec3 v = Vec3::Zero(), w = Vec3::Zero();  // of its origin; world axes
};

class Importer {
 public:
  Importer(const Robot& robot, const Tree& tree, const Base& base, const StartValues& start, ModelBuilder& builder,
           model_file::MeshStore& meshes, Problems& problems)
      : robot_(robot), tree_(tree), base_(base), start_(start), builder_(builder), meshes_(meshes),
        problems_(problems) {}

  Imported run() {
    frames_.resize(robot_.links.size());
    find_start_values();
    add_root();
    for (const Tree::Step& step : tree_.steps) add_branch(step);
    for (Number j = 0; j < robot_.joints.size(); ++j)
      if (tree_.leaders[j]) add_mimic(robot_.joints[j], robot_.joints[*tree_.leaders[j]]);
    for (Number l = 0; l < robot_.links.size(); ++l) add_markers(robot_.links[l], frames_[l]);
    for (const std::string& note : robot_.notes) builder_.add_note(note);
    add_shapes();
    return std::move(imported_);
  }

 private:
  std::string label(const Link& link) const { return fmt::format("{} {}", robot_.link_word, shown(link.given)); }
  static std::string label(const RobotJoint& joint) {
    return fmt::format("joint {} ({})", shown(joint.given), text_of(joint.kind));
  }
  void record(const char* section, const std::string& name, const Place& place, const std::string& text) {
    imported_.elements.push_back({section, name, place, text});
  }
  static const char* freedom_of(const RobotJoint& joint) { return joint.turns() ? "angle" : "displacement"; }

  // A joint that mimics another one starts where that one wants it.
  void find_start_values() {
    values_.resize(robot_.joints.size());
    rates_.resize(robot_.joints.size());
    std::vector<bool> known(robot_.joints.size());
    for (Number j = 0; j < robot_.joints.size(); ++j) {
      std::vector<Number> way;
      for (std::optional<Number> at = j; at && !known[*at]; at = tree_.leaders[*at]) way.push_back(*at);
      for (auto at = way.rbegin(); at != way.rend(); ++at) {
        const RobotJoint& joint = robot_.joints[*at];
        known[*at] = true;
        if (const auto leader = tree_.leaders[*at]) {
          const auto ratio = find_ratio(joint.mimic->multiplier);
          const bool by_ratio = ratio && joint.turns() && robot_.joints[*leader].turns();  // as the gear will hold it
          const double multiplier = by_ratio ? ratio->value() : joint.mimic->multiplier;
          values_[*at] = multiplier * values_[*leader] + joint.mimic->offset;
          rates_[*at] = multiplier * rates_[*leader];
        } else if (joint.has_one_freedom()) {
          values_[*at] = start_of(start_.value, joint, freedom_of(joint));
          rates_[*at] = start_of(start_.rate, joint, freedom_of(joint));
        }
      }
    }
  }
  static double start_of(const std::map<std::string, double, std::less<>>& initial, const RobotJoint& joint,
                         const char* freedom) {
    const auto at = initial.find(joint.name + "." + freedom);
    return at == initial.end() ? 0 : at->second;
  }

  Body body_of(const Link& link, const LinkFrame& frame) const {
    Body body{.name = link.name, .kind = BodyKind::spatial};
    if (link.inertial) {
      body.mass = link.inertial->mass;
      body.inertia = link.inertial->inertia;
      body.com = link.inertial->com;
    }
    body.position = frame.in_world.p;
    body.orientation = euler_parameters_of(frame.in_world.R);
    body.velocity = frame.v;
    body.angular_velocity = frame.w;
    return body;
  }

  void add_body(const Link& link, LinkFrame& frame) {
    frame.on_body = {};
    frame.body = builder_.body(body_of(link, frame));
    record("bodies", link.name, link.place, label(link));
  }

  void add_root() {
    const Link& link = robot_.links[tree_.root];
    LinkFrame& frame = frames_[tree_.root];
    frame.in_world = base_.pose;
    if (means_world(link.name)) {
      frame.on_body = base_.pose;
      imported_.markers[link.name] = "ground.origin";
      if (link.inertial) builder_.add_note(fmt::format("{} is the ground: its mass is ignored", label(link)));
    } else if (base_.is_free) {
      add_body(link, frame);
      if (!link.inertial)
        problems_.add(link.place, fmt::format("{}: a free base needs a mass.", label(link)),
                      "Add an <inertial>, or remove  base: free.");
    } else {
      Body body = body_of(link, frame);
      body.kind = BodyKind::prescribed;  // without a motion: it rests, and keeps its name
      frame.body = builder_.body(std::move(body));
      record("bodies", link.name, link.place, label(link));
    }
  }

  void add_branch(const Tree::Step& step) {
    const RobotJoint& joint = robot_.joints[step.joint];
    const Link& link = robot_.links[step.child];
    const LinkFrame& parent = frames_[step.parent];
    LinkFrame& child = frames_[step.child];
    const Mat3 axes = axes_of(joint);
    place(step, parent, axes, child);
    if (link.name == "ground")
      problems_.add(link.place, fmt::format("{}: only the root link can have this name.", label(link)), "Rename it.");
    if (!link.inertial && joint.kind == JointKind::fixed) {
      child.body = parent.body;
      child.on_body = parent.on_body * joint.origin * joint.child_from_joint;
      (void)builder_.marker(child.body, link.name, child.on_body.p, child.on_body.R);
      imported_.markers[link.name] = body_name(child.body) + "." + link.name;
      return;
    }
    if (!link.inertial) {
      problems_.add(link.place,
                    fmt::format("{} has no mass, and joint {} ({}) lets it move.", label(link), shown(joint.given),
                                text_of(joint.kind)),
                    "Add an <inertial> with mass and inertia, or attach it by a fixed joint, which makes it a marker.");
      return;
    }
    add_body(link, child);
    add_joint(joint, parent, child, axes);
  }

  // How a joint moves its markers against each other at the start.
  struct JointMotion {
    Pose pose;                                             // of the child's marker in the parent's
    Vec3 velocity = Vec3::Zero(), turning = Vec3::Zero();  // along the axes of the parent's marker
  };

  JointMotion motion_of(Number j) const {
    const RobotJoint& joint = robot_.joints[j];
    Vec3 shift = Vec3::Zero(), shift_rate = Vec3::Zero();
    double turn = 0, turn_rate = 0;  // about z
    if (joint.turns()) {
      turn = values_[j];
      turn_rate = rates_[j];
    } else if (joint.kind == JointKind::prismatic) {
      shift[2] = values_[j];
      shift_rate[2] = rates_[j];
    } else if (joint.kind == JointKind::planar) {
      shift = {start_of(start_.value, joint, "displacement_x"), start_of(start_.value, joint, "displacement_y"), 0};
      shift_rate = {start_of(start_.rate, joint, "displacement_x"), start_of(start_.rate, joint, "displacement_y"), 0};
      turn = start_of(start_.value, joint, "angle");
      turn_rate = start_of(start_.rate, joint, "angle");
    } else if (joint.kind == JointKind::compound) {
      return motion_of_parts(joint);
    }
    return {{rotation_matrix(euler_parameters_about(Vec3::UnitZ(), turn)), shift}, shift_rate, {0, 0, turn_rate}};
  }

  // x, y, z along the axes of the parent's marker, then yaw, roll and pitch about z, the new x and the new y.
  JointMotion motion_of_parts(const RobotJoint& joint) const {
    JointMotion motion;
    const char* const* names = FreeJoint::names.data();
    for (int k = 0; k < 3; ++k) {
      motion.pose.p[k] = part_start(start_.value, joint, names[k]);
      motion.velocity[k] = part_start(start_.rate, joint, names[k]);
    }
    for (const auto& [axis, name] : {std::pair{2, names[3]}, std::pair{0, names[4]}, std::pair{1, names[5]}}) {
      motion.turning += motion.pose.R.col(axis) * part_start(start_.rate, joint, name);
      const Vec4 turn = euler_parameters_about(Vec3::Unit(axis), part_start(start_.value, joint, name));
      motion.pose.R = (motion.pose.R * rotation_matrix(turn)).eval();
    }
    return motion;
  }
  // By the name of the model's freedom, or by that of the part, which is a measure.
  static double part_start(const std::map<std::string, double, std::less<>>& initial, const RobotJoint& joint,
                           const char* freedom) {
    for (const RobotJoint& part : joint.parts)
      if (part.freedom == freedom)
        if (const auto at = initial.find(part.name); at != initial.end()) return at->second;
    return start_of(initial, joint, freedom);
  }

  // child = parent · origin · axes · motion · axesᵀ · child_from_joint
  void place(const Tree::Step& step, const LinkFrame& parent, const Mat3& axes, LinkFrame& child) {
    const RobotJoint& joint = robot_.joints[step.joint];
    const JointMotion motion = motion_of(step.joint);
    const Pose markers = parent.in_world * joint.origin * Pose{axes, Vec3::Zero()};
    const Pose moved = markers * motion.pose;
    child.in_world = moved * Pose{axes.transpose(), Vec3::Zero()} * joint.child_from_joint;
    child.w = parent.w + markers.R * motion.turning;
    child.v = parent.v + cross(parent.w, Vec3(moved.p - parent.in_world.p)) + markers.R * motion.velocity +
              cross(child.w, Vec3(child.in_world.p - moved.p));
  }

  static Mat3 axes_of(const RobotJoint& joint) {
    const bool has_axis = joint.has_one_freedom() || joint.kind == JointKind::planar;
    if (joint.kind == JointKind::compound) return joint.axes;
    return has_axis || joint.kind == JointKind::floating ? frame_with_z(joint.axis) : Mat3(Mat3::Identity());
  }

  const std::string& body_name(BodyId id) const { return builder_.parts().bodies[static_cast<Number>(id)].name; }

  void add_joint(const RobotJoint& joint, const LinkFrame& parent, const LinkFrame& child, const Mat3& axes) {
    if (joint.kind == JointKind::floating) return;  // holds nothing
    const Pose at = parent.on_body * joint.origin * Pose{axes, Vec3::Zero()};
    const Mat3 back = joint.child_from_joint.R.transpose();  // from the child to the joint
    const Between between{builder_.marker(child.body, joint.name, -(back * joint.child_from_joint.p), back * axes),
                          builder_.marker(parent.body, joint.name, at.p, at.R)};
    Joint made;
    if (joint.turns()) made = make_joint(joint.name, Revolute{between});
    if (joint.kind == JointKind::prismatic) made = make_joint(joint.name, Translational{between});
    if (joint.kind == JointKind::planar) made = make_joint(joint.name, PlanarJoint{between});
    if (joint.kind == JointKind::fixed) made = make_joint(joint.name, Fixed{between});
    if (joint.kind == JointKind::ball) made = make_joint(joint.name, Spherical{between});
    if (joint.kind == JointKind::compound) made = make_joint(joint.name, FreeJoint{between, held_by(joint)});
    if (joint.has_one_freedom()) made.limits = joint.limits;
    builder_.add_joint(made);
    record("joints", joint.name, joint.place, label(joint));
    for (const RobotJoint& part : joint.parts)
      for (const Freedom& freedom : made.freedoms)
        if (freedom.name == part.freedom) add_part(part, freedom.measure);
    if (joint.has_one_freedom())
      add_forces(joint, {joint.name + "." + freedom_of(joint), made.freedoms.front().measure});
    else if (joint.damping > 0 || joint.friction > 0 || joint.stiffness > 0)
      builder_.add_note(fmt::format("{}: damping, friction and stiffness are ignored", label(joint)));
  }

  // What a free joint holds: all that is not a part.
  static std::vector<std::string> held_by(const RobotJoint& joint) {
    std::vector<std::string> held;
    for (const char* name : FreeJoint::names)
      if (std::none_of(joint.parts.begin(), joint.parts.end(), [&](const auto& part) { return part.freedom == name; }))
        held.emplace_back(name);
    return held;
  }

  void add_part(const RobotJoint& part, const Measure& measure) {
    builder_.measure(part.name, measure);
    record("measures", part.name, part.place, label(part));
    if (part.sign < 0)
      builder_.add_note(fmt::format("{}: the measure {} has the opposite sign", label(part), part.name));
    add_forces(part, {part.name, measure});
  }

  void add_forces(const RobotJoint& joint, FreedomRef acts_on) {
    FreedomSpring spring;
    spring.acts_on = std::move(acts_on);
    if (joint.stiffness > 0) add_spring(joint, spring);
    if (joint.damping > 0) add_damper(joint, spring);
    if (joint.friction > 0) add_friction(joint, spring);
    if (base_.has_stops && joint.limits) add_stops(joint, spring);
  }

  void add_force(const RobotJoint& joint, const char* ending, const FreedomSpring& spring) {
    builder_.force(joint.name + ending, spring);
    record("forces", joint.name + ending, joint.place, label(joint));
  }

  void add_spring(const RobotJoint& joint, FreedomSpring spring) {
    spring.stiffness = joint.stiffness;
    spring.free = joint.sign * joint.rest;
    add_force(joint, "_spring", spring);
  }

  void add_damper(const RobotJoint& joint, FreedomSpring spring) {
    spring.damping = joint.damping;
    add_force(joint, "_damping", spring);
  }

  // Coulomb's law, smooth where the motion turns around; it does not hold a joint at rest.
  void add_friction(const RobotJoint& joint, FreedomSpring spring) {
    constexpr double slow = 0.05;  // rad/s or m/s
    spring.formula = std::make_shared<const Expression>(
        Expression::parse(fmt::format("{:.17g}*tanh(v/{})", joint.friction, slow), {"x", "v", "t"}));
    add_force(joint, "_friction", spring);
    builder_.add_note(
        fmt::format("{}: friction is smoothed below {} {}", label(joint), slow, joint.turns() ? "rad/s" : "m/s"));
  }

  void add_stops(const RobotJoint& joint, FreedomSpring spring) {
    constexpr double depth = 0.01, settling = 0.005, half_turn = 3.14;  // rad or m; s; rad
    const JointLimits& limits = *joint.limits;
    const bool has_effort = limits.effort && *limits.effort > 0;
    if (!has_effort) return builder_.add_note(fmt::format("{}: no stops without an effort limit", label(joint)));
    spring.stiffness = *limits.effort / depth;
    spring.damping = settling * spring.stiffness;
    const auto add = [&](const std::optional<double>& limit, ActsIn side, const char* ending) {
      if (!limit) return;
      if (joint.turns() && std::abs(*limit) > half_turn)
        return builder_.add_note(
            fmt::format("{}: no stop at {:.6g} rad: angles are known only within half a turn", label(joint), *limit));
      FreedomSpring stop = spring;
      stop.free = *limit;
      stop.acts_in = side;
      add_force(joint, ending, stop);
    };
    add(limits.lower, ActsIn::compression, "_lower_stop");
    add(limits.upper, ActsIn::tension, "_upper_stop");
  }

  void add_markers(const Link& link, const LinkFrame& frame) {
    for (const LinkMarker& marker : link.markers) {
      const Pose on_body = frame.on_body * marker.on_link;
      (void)builder_.marker(frame.body, marker.name, on_body.p, on_body.R);
      imported_.markers.try_emplace(marker.name, body_name(frame.body) + "." + marker.name);
    }
  }

  void add_shapes() {
    constexpr int most_notes = 5;
    const std::filesystem::path file = problems_.file_name(robot_.place.file);
    int not_drawn = 0;
    std::string why_not;
    for (Number l = 0; l < robot_.links.size(); ++l)
      for (const Visual& visual : robot_.links[l].visuals) {
        auto shape = make_shape(visual, frames_[l].on_body, robot_.materials, file, meshes_, why_not);
        if (shape) builder_.shape(frames_[l].body, *std::move(shape));
        else if (++not_drawn <= most_notes)
          builder_.add_note(fmt::format("{}: a shape is not drawn: {}", label(robot_.links[l]), why_not));
      }
    if (not_drawn > most_notes) builder_.add_note(fmt::format("{} more shapes are not drawn", not_drawn - most_notes));
  }

  void add_mimic(const RobotJoint& follower, const RobotJoint& leader) {
    const auto freedom = [&](const RobotJoint& joint) {
      const std::string name = joint.name + "." + freedom_of(joint);
      return FreedomRef{name, builder_.find_freedom(name).value_or(Measure{})};
    };
    const std::string name = follower.name + "_mimic", who = label(follower);
    record("joints", name, follower.mimic->place, who);
    const double m = follower.mimic->multiplier;
    if (!follower.turns() && !leader.turns())
      return builder_.joint(name, Coupler{freedom(follower), freedom(leader), -m});
    if (!follower.turns()) return builder_.joint(name, RackAndPinion{freedom(follower), freedom(leader), m});
    if (!leader.turns()) return builder_.joint(name, RackAndPinion{freedom(leader), freedom(follower), 1 / m});
    const auto ratio = find_ratio(m);
    if (!ratio) {
      problems_.add(
          follower.mimic->place,
          fmt::format("{}: multiplier = {:.9g} is not a ratio of two integers up to {}.", who, m, largest_ratio),
          "Angles are known only modulo full revolutions: use a ratio such as 0.5 or -1.25, or couple displacements.");
      return;
    }
    if (!ratio->is_exact)
      builder_.add_note(
          fmt::format("{}: multiplier = {:.9g} is interpreted as {}/{}", who, m, ratio->above, ratio->below));
    builder_.joint(name, Gear{freedom(follower), freedom(leader), ratio->below, -ratio->above});
  }

  const Robot& robot_;
  const Tree& tree_;
  const Base& base_;
  const StartValues& start_;
  ModelBuilder& builder_;
  model_file::MeshStore& meshes_;
  Problems& problems_;
  Imported imported_;
  std::vector<LinkFrame> frames_;       // of the links
  std::vector<double> values_, rates_;  // of the joints with one freedom, at the start
};

}  // namespace

Imported import_robot(const Robot& robot, const Tree& tree, const Base& base, const StartValues& start,
                      ModelBuilder& builder, model_file::MeshStore& meshes, Problems& problems) {
  return Importer(robot, tree, base, start, builder, meshes, problems).run();
}

}  // namespace daedalus::urdf
