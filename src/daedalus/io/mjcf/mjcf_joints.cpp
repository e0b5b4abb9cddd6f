#include "daedalus/io/mjcf/mjcf_joints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "daedalus/math/euler_parameters.hpp"

namespace daedalus::mjcf {
namespace {

using model_file::shown;
using urdf::JointKind;
using urdf::RobotJoint;

constexpr double same = 1e-9;  // for axes and points as people write them

Pose shift(const Vec3& p) { return {Mat3::Identity(), p}; }

bool read_kind(const XmlElement& element, MjcfJointKind& out) {
  const std::string type = element.name() == "freejoint" ? "free" : element.find_text("type").value_or("hinge");
  const std::vector<std::string> names = {"hinge", "slide", "ball", "free"};
  const auto at = std::find(names.begin(), names.end(), type);
  if (at == names.end()) {
    element.problem(fmt::format("unknown joint type {}.{}", shown(type), model_file::suggestion(type, names)),
                    fmt::format("Available: {}.", model_file::listed(names)));
    return false;
  }
  out = static_cast<MjcfJointKind>(at - names.begin());
  return true;
}

bool read_limits(const XmlElement& element, const Settings& settings, double unit, MjcfJoint& joint) {
  std::vector<double> range;
  if (!element.numbers_if_given("range", 2, 2, range)) return false;
  const std::string limited = element.find_text("limited").value_or("auto");
  const bool is_limited = limited == "true" || (limited == "auto" && settings.auto_limits && !range.empty());
  if (!is_limited || range.empty()) return true;
  if (range[0] > range[1]) {
    element.problem(fmt::format("range: {:.6g} is above {:.6g}.", range[0], range[1]), "Swap them.");
    return false;
  }
  joint.limits = JointLimits{.lower = range[0] * unit, .upper = range[1] * unit};
  return true;
}

void copy_forces(const MjcfJoint& from, RobotJoint& to) {
  to.damping = from.damping;
  to.friction = from.frictionloss;
  to.stiffness = from.stiffness;
  to.rest = from.springref;
}

RobotJoint one_joint(const Pose& body_pose, const MjcfJoint& joint) {
  RobotJoint made{.place = joint.place, .axis = joint.axis, .limits = joint.limits};
  copy_forces(joint, made);
  made.child_from_joint = shift(-joint.pos);
  made.origin = body_pose * shift(joint.pos);
  if (joint.kind == MjcfJointKind::hinge) {
    made.kind = joint.limits ? JointKind::revolute : JointKind::continuous;
    made.origin.R = made.origin.R * rotation_matrix(euler_parameters_about(joint.axis, -joint.ref));
  } else if (joint.kind == MjcfJointKind::slide) {
    made.kind = JointKind::prismatic;
    made.origin = made.origin * shift(-joint.ref * joint.axis);
  } else {
    made.kind = joint.kind == MjcfJointKind::ball ? JointKind::ball : JointKind::floating;
  }
  if (joint.kind == MjcfJointKind::free) {
    made.origin = body_pose;
    made.child_from_joint = {};
  }
  return made;
}

// The axis of a frame that a vector is parallel to, and 1 or −1.
std::optional<std::pair<int, double>> find_axis(const Mat3& axes, const Vec3& v) {
  for (int k = 0; k < 3; ++k)
    if (const double c = axes.col(k).dot(v); std::abs(std::abs(c) - 1) < same) return std::pair{k, c > 0 ? 1.0 : -1.0};
  return std::nullopt;
}

// z about the first hinge, x about the second one or along a slide; as many joints as possible count along the axes.
std::optional<Mat3> find_axes(const std::vector<MjcfJoint>& joints, std::size_t slides) {
  const Vec3 z = slides < joints.size() ? joints[slides].axis : joints.back().axis;
  const bool has_second_hinge = slides + 1 < joints.size();
  if (has_second_hinge && std::abs(joints[slides + 1].axis.dot(z)) >= same) return std::nullopt;
  Mat3 best = frame_with_z(z);
  std::ptrdiff_t most = -1;
  for (std::size_t i = has_second_hinge ? slides + 1 : 0; i < (has_second_hinge ? slides + 2 : slides); ++i) {
    const Vec3& x = joints[i].axis;
    if (std::abs(x.dot(z)) >= same) continue;
    Mat3 axes;
    axes.col(0) = x, axes.col(1) = cross(z, x), axes.col(2) = z;
    const std::ptrdiff_t along = std::count_if(joints.begin(), joints.end(), [&](const MjcfJoint& joint) {
      const auto axis = find_axis(axes, joint.axis);
      return axis && axis->second > 0;
    });
    if (along > most) best = axes, most = along;
  }
  return best;
}

std::string why_not_combined(const std::vector<MjcfJoint>& joints, RobotJoint& made) {
  const auto is_slide = [](const MjcfJoint& joint) { return joint.kind == MjcfJointKind::slide; };
  for (const MjcfJoint& joint : joints)
    if (joint.kind == MjcfJointKind::ball || joint.kind == MjcfJointKind::free)
      return "a ball or free joint must be the only one";
  const std::size_t slides =
      static_cast<std::size_t>(std::find_if_not(joints.begin(), joints.end(), is_slide) - joints.begin());
  if (std::any_of(joints.begin() + static_cast<std::ptrdiff_t>(slides), joints.end(), is_slide))
    return "slides must come before hinges";
  if (joints.size() - slides > 3) return "there are more than three hinges";
  const auto axes = find_axes(joints, slides);
  if (!axes) return "the axes of the first two hinges are not perpendicular";
  made.axes = *axes;
  constexpr const char* slide_names[] = {"x", "y", "z"};
  constexpr const char* turn_names[] = {"yaw", "roll", "pitch"};
  constexpr int turn_axes[] = {2, 0, 1};
  std::vector<std::string> used;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const MjcfJoint& joint = joints[i];
    const auto axis = find_axis(*axes, joint.axis);
    if (!axis) return "their axes are neither parallel nor perpendicular";
    RobotJoint part{.place = joint.place, .kind = is_slide(joint) ? JointKind::prismatic : JointKind::continuous};
    part.given = joint.name;
    part.sign = axis->second;
    copy_forces(joint, part);
    if (is_slide(joint)) {
      part.freedom = slide_names[axis->first];
    } else {
      if (axis->first != turn_axes[i - slides]) return "the axes of the hinges are not perpendicular";
      if ((joint.pos - joints[slides].pos).norm() > same) return "the hinges do not pass through one point";
      if (joint.ref != 0) return "ref of a hinge is not zero";
      part.freedom = turn_names[i - slides];
    }
    if (std::find(used.begin(), used.end(), part.freedom) != used.end()) return "two slides have the same axis";
    used.push_back(part.freedom);
    made.parts.push_back(std::move(part));
  }
  return "";
}

}  // namespace

std::optional<MjcfJoint> read_mjcf_joint(const XmlElement& element, const Settings& settings, const Pose& frame,
                                         Ignored& ignored) {
  ignored.attributes_except(element,
                            {"name", "class", "type", "pos", "axis", "stiffness", "springref", "ref", "damping",
                             "frictionloss", "range", "limited", "armature"},
                            {"group", "user", "margin", "solreflimit", "solimplimit", "solreffriction",
                             "solimpfriction", "actuatorfrcrange", "actuatorfrclimited", "align"});
  MjcfJoint joint{.name = element.find_text("name").value_or(""), .place = element.place()};
  if (!read_kind(element, joint.kind)) return std::nullopt;
  if (joint.kind == MjcfJointKind::free) return joint;
  std::optional<double> stiffness, springref, ref, damping, friction, armature;
  if (!element.vector_if_given("pos", joint.pos) || !element.vector_if_given("axis", joint.axis) ||
      !element.number_if_given("stiffness", stiffness) || !element.number_if_given("springref", springref) ||
      !element.number_if_given("ref", ref) || !element.number_if_given("damping", damping) ||
      !element.number_if_given("frictionloss", friction) || !element.number_if_given("armature", armature))
    return std::nullopt;
  const double length = joint.axis.stableNorm();
  if (!(length > 1e-100)) {
    element.problem("the axis has no direction.", "Use a non-zero vector, for example  axis=\"0 0 1\".");
    return std::nullopt;
  }
  const double unit = joint.kind == MjcfJointKind::hinge ? settings.angle_unit : 1;
  joint.axis = frame.R * (joint.axis / length);
  joint.pos = frame.p + frame.R * joint.pos;
  joint.stiffness = stiffness.value_or(0);
  joint.springref = springref.value_or(0) * unit;
  joint.ref = ref.value_or(0) * unit;
  joint.damping = damping.value_or(0);
  joint.frictionloss = friction.value_or(0);
  if (joint.stiffness < 0 || joint.damping < 0 || joint.frictionloss < 0) {
    element.problem("stiffness, damping and frictionloss cannot be negative.", "Use 0 or a positive number.");
    return std::nullopt;
  }
  if (armature.value_or(0) != 0) ignored.add("armature of <joint>", joint.place.line, true);
  if (joint.kind != MjcfJointKind::ball && !read_limits(element, settings, unit, joint)) return std::nullopt;
  if (joint.limits || (joint.kind == MjcfJointKind::ball && element.find_text("range")))
    ignored.add("limits of <joint> during the motion", joint.place.line, true);
  return joint;
}

std::optional<RobotJoint> combine_joints(const XmlElement& body, const std::string& body_name, const Pose& body_pose,
                                         const std::vector<MjcfJoint>& joints) {
  RobotJoint made{.place = body.place(), .kind = JointKind::fixed, .origin = body_pose};
  if (joints.empty()) {
    made.given = body_name + "_mount";
    return made;
  }
  if (joints.size() == 1) {
    made = one_joint(body_pose, joints[0]);
    made.given = joints[0].name.empty() ? body_name + "_joint" : joints[0].name;
    return made;
  }
  made.kind = JointKind::compound;
  const std::string why_not = why_not_combined(joints, made);
  if (!why_not.empty()) {
    body.problem(fmt::format("its {} joints cannot be combined to one: {}.", joints.size(), why_not),
                 "Use orthogonal slides followed by up to three orthogonal hinges through one point, or split the "
                 "body in two that both have mass.");
    return std::nullopt;
  }
  made.given = body_name + "_joint";
  Vec3 start = Vec3::Zero(), anchor = Vec3::Zero();
  for (std::size_t i = 0; i < joints.size(); ++i) {
    RobotJoint& part = made.parts[i];
    if (part.given.empty()) part.given = fmt::format("{}_{}", made.given, part.freedom);
    if (joints[i].kind == MjcfJointKind::slide) start -= joints[i].ref * joints[i].axis;
    anchor = joints[i].pos;  // slides do not care
  }
  made.child_from_joint = shift(-anchor);
  made.origin = body_pose * shift(anchor + start);
  return made;
}

}  // namespace daedalus::mjcf
