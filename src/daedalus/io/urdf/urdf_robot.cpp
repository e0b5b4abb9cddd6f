#include "daedalus/io/urdf/urdf_robot.hpp"

#include <fmt/format.h>
#include <tinyxml2.h>

#include <algorithm>
#include <map>

#include "daedalus/io/urdf/names.hpp"
#include "daedalus/io/urdf/visuals.hpp"
#include "daedalus/io/urdf/xml_document.hpp"
#include "daedalus/io/urdf/xml_element.hpp"
#include "daedalus/math/principal_axes.hpp"

namespace daedalus::urdf {
namespace {

using model_file::listed;
using model_file::shown;
using model_file::suggestion;

constexpr std::pair<const char*, JointKind> joint_kinds[] = {
    {"fixed", JointKind::fixed},         {"revolute", JointKind::revolute}, {"continuous", JointKind::continuous},
    {"prismatic", JointKind::prismatic}, {"floating", JointKind::floating}, {"planar", JointKind::planar}};

}  // namespace

bool check_inertia(const XmlElement& element, const Mat3& inertia) {
  const Vec3 J = principal_values(inertia);  // ascending
  const std::string moments =
      fmt::format("principal moments of inertia {:.6g}, {:.6g}, {:.6g} kg m²", J[0], J[1], J[2]);
  if (!(J[0] > 0) || !J.allFinite()) {
    element.problem(moments + " must be positive.",
                    "Use the inertia about the center of mass; a thin rod has a small, nonzero moment about its axis.");
    return false;
  }
  if (J[0] + J[1] < J[2] * (1 - 1e-9)) {
    element.problem(moments + " violate the triangle inequality.",
                    "No moment can exceed the sum of the other two: check the inertia and its units.");
    return false;
  }
  return true;
}

namespace {

void read_inertial(const XmlElement& element, Link& link) {
  const bool children_ok = element.check_children({"origin", "mass", "inertia"});
  Pose origin;
  Inertial inertial;
  bool ok = read_origin(element, origin) && children_ok;
  const auto mass = element.find_child("mass"), inertia = element.find_child("inertia");
  for (const char* name : {"mass", "inertia"})
    if (!element.find_child(name)) {
      element.problem(fmt::format("<inertial> has no <{}>.", name),
                      "Add  <mass value=\"1\"/>  and  <inertia ixx=\"0.1\" .../>, or remove <inertial> if the link is "
                      "only a frame attached by a fixed joint.");
      ok = false;
    }
  if (mass && (!mass->check_attributes({"value"}) || !mass->number("value", inertial.mass))) ok = false;
  else if (mass && !(inertial.mass > 0)) {
    mass->problem(fmt::format("mass = {:.6g} kg is not positive.", inertial.mass),
                  "Use a positive mass, or remove <inertial> if the link is only a frame attached by a fixed joint.");
    ok = false;
  }
  if (inertia) {
    Mat3 J = Mat3::Zero();
    const bool known = inertia->check_attributes({"ixx", "ixy", "ixz", "iyy", "iyz", "izz"});
    std::optional<double> xy, xz, yz;
    const bool read = inertia->number("ixx", J(0, 0)) && inertia->number("iyy", J(1, 1)) &&
                      inertia->number("izz", J(2, 2)) && inertia->number_if_given("ixy", xy) &&
                      inertia->number_if_given("ixz", xz) && inertia->number_if_given("iyz", yz);
    J(0, 1) = J(1, 0) = xy.value_or(0);
    J(0, 2) = J(2, 0) = xz.value_or(0);
    J(1, 2) = J(2, 1) = yz.value_or(0);
    ok = known && read && check_inertia(*inertia, J) && ok;
    inertial.inertia = origin.R * J * origin.R.transpose();
    inertial.inertia = (0.5 * (inertial.inertia + inertial.inertia.transpose())).eval();  // to the last bit
  }
  inertial.com = origin.p;
  if (ok) link.inertial = inertial;
}

void read_link(XmlElement element, Robot& robot) {
  Link link{.place = element.place()};
  element.set_label("");
  if (!element.text("name", link.given)) return;
  element.set_label(fmt::format("link {}", shown(link.given)));
  element.check_children({"inertial"}, {"visual", "collision", "self_collision_checking"});
  if (const auto inertial = element.find_child("inertial")) read_inertial(*inertial, link);
  for (const XmlElement& child : element.children())
    if (child.name() == "visual") link.visuals.push_back(read_visual(child, robot.materials));
  robot.links.push_back(std::move(link));
}

void read_material_of_robot(const XmlElement& element, Robot& robot) {
  const std::string why_not = element.complaint_of([&](const XmlElement& quiet) {
    std::string color;
    (void)read_material(quiet, robot.materials, color);
  });
  if (!why_not.empty()) robot.notes.push_back(why_not);
}

bool read_axis(const XmlElement& element, Vec3& out) {
  if (!element.check_attributes({"xyz"}) || !element.vector_if_given("xyz", out)) return false;
  const double length = out.stableNorm();
  if (!(length > 1e-100)) {
    element.problem(fmt::format("axis = [{:.6g}, {:.6g}, {:.6g}] has no direction.", out[0], out[1], out[2]),
                    "Use a non-zero vector, for example  <axis xyz=\"0 0 1\"/>.");
    return false;
  }
  out /= length;
  return true;
}

bool read_limit(const XmlElement& element, bool is_bounded, std::optional<JointLimits>& out) {
  JointLimits limits;
  if (!element.check_attributes({"lower", "upper", "effort", "velocity"}) ||
      !element.number_if_given("lower", limits.lower) || !element.number_if_given("upper", limits.upper) ||
      !element.number_if_given("effort", limits.effort) || !element.number_if_given("velocity", limits.velocity))
    return false;
  if (is_bounded) {  // what is not given is 0, says the format
    limits.lower = limits.lower.value_or(0);
    limits.upper = limits.upper.value_or(0);
    if (*limits.lower > *limits.upper) {
      element.problem(fmt::format("lower = {:.6g} is above upper = {:.6g}.", *limits.lower, *limits.upper),
                      "Swap them.");
      return false;
    }
  } else {
    limits.lower = limits.upper = std::nullopt;
  }
  for (const auto& [name, value] : {std::pair{"effort", limits.effort}, std::pair{"velocity", limits.velocity}})
    if (value && *value < 0) {
      element.problem(fmt::format("{} = {:.6g} is negative.", name, *value), "Use its absolute value.");
      return false;
    }
  out = limits;
  return true;
}

bool read_dynamics(const XmlElement& element, RobotJoint& joint) {
  std::optional<double> damping, friction;
  if (!element.check_attributes({"damping", "friction"}) || !element.number_if_given("damping", damping) ||
      !element.number_if_given("friction", friction))
    return false;
  joint.damping = damping.value_or(0);
  joint.friction = friction.value_or(0);
  if (joint.damping >= 0 && joint.friction >= 0) return true;
  element.problem("damping and friction cannot be negative.", "Use 0 or a positive number, or remove <dynamics>.");
  return false;
}

bool read_mimic(const XmlElement& element, RobotJoint& joint) {
  Mimic mimic{.place = element.place()};
  std::optional<double> multiplier, offset;
  if (!element.check_attributes({"joint", "multiplier", "offset"}) || !element.text("joint", mimic.joint) ||
      !element.number_if_given("multiplier", multiplier) || !element.number_if_given("offset", offset))
    return false;
  mimic.multiplier = multiplier.value_or(1);
  mimic.offset = offset.value_or(0);
  joint.mimic = std::move(mimic);
  return true;
}

bool read_end(const XmlElement& element, const char* which, std::string& link, Place& place) {
  const auto end = element.find_child(which);
  if (!end) {
    element.problem(fmt::format("<{}> is missing.", which), fmt::format("Add  <{} link=\"...\"/>.", which));
    return false;
  }
  place = end->place();
  return end->check_attributes({"link"}) && end->text("link", link);
}

void read_joint(XmlElement element, Robot& robot) {
  RobotJoint joint{.place = element.place()};
  std::string type;
  element.set_label("");
  if (!element.text("name", joint.given)) return;
  element.set_label(fmt::format("joint {}", shown(joint.given)));
  if (!element.text("type", type)) return;
  std::vector<std::string> types;
  const auto* kind = std::find_if(std::begin(joint_kinds), std::end(joint_kinds),
                                  [&](const auto& entry) { return type == entry.first; });
  if (kind == std::end(joint_kinds)) {
    for (const auto& entry : joint_kinds) types.emplace_back(entry.first);
    element.problem(fmt::format("unknown joint type {}.{}", shown(type), suggestion(type, types)),
                    fmt::format("Available: {}.", listed(types)));
    return;
  }
  joint.kind = kind->second;
  element.set_label(fmt::format("joint {} ({})", shown(joint.given), type));

  bool ok = element.check_children(
      {"origin", "parent", "child", "axis", "limit", "dynamics", "mimic", "calibration", "safety_controller"});
  ok = read_end(element, "parent", joint.parent, joint.parent_place) && ok;
  ok = read_end(element, "child", joint.child, joint.child_place) && ok;
  ok = read_origin(element, joint.origin) && ok;
  if (const auto axis = element.find_child("axis")) ok = read_axis(*axis, joint.axis) && ok;
  const bool is_bounded = joint.kind == JointKind::revolute || joint.kind == JointKind::prismatic;
  if (const auto limit = element.find_child("limit")) {
    ok = read_limit(*limit, is_bounded, joint.limits) && ok;
  } else if (is_bounded) {
    element.problem("<limit> is missing.",
                    fmt::format("Add  <limit lower=\"-1\" upper=\"1\" effort=\"10\" velocity=\"2\"/>{}.",
                                joint.turns() ? ", or type=\"continuous\"" : ""));
    ok = false;
  }
  if (const auto dynamics = element.find_child("dynamics")) ok = read_dynamics(*dynamics, joint) && ok;
  if (const auto mimic = element.find_child("mimic")) ok = read_mimic(*mimic, joint) && ok;
  if (ok) robot.joints.push_back(std::move(joint));
}

constexpr XmlFormat urdf_format{"URDF", "robot", "A URDF file contains  <robot name=\"...\"> ... </robot>.", "link"};

}  // namespace

const char* text_of(JointKind kind) {
  for (const auto& entry : joint_kinds)
    if (entry.second == kind) return entry.first;
  if (kind == JointKind::ball) return "ball";
  if (kind == JointKind::compound) return "several joints";
  return "";
}

Robot parse_robot(const std::string& text, int file, const ModelFileLimits& limits, Problems& problems) {
  Robot robot;
  tinyxml2::XMLDocument document;
  const tinyxml2::XMLElement* top = parse_xml(text, file, urdf_format, limits, problems, document);
  if (!top) return robot;
  const XmlElement element(*top, file, problems, "");
  robot.place = element.place();
  robot.name = element.find_text("name").value_or("");
  std::map<std::string, int> others;
  for (const XmlElement& child : element.children()) {
    const std::string name = child.name();
    if (name == "link") read_link(child, robot);
    else if (name == "joint") read_joint(child, robot);
    else if (name == "material") read_material_of_robot(child, robot);
    else ++others[name];
  }
  for (const auto& [name, count] : others) {
    const std::string close = suggestion(name, {"link", "joint", "material"});
    robot.notes.push_back(fmt::format("element {} is ignored ({} of them){}", shown(name), count, close));
  }
  if (robot.links.empty() && problems.empty())
    element.problem("the robot has no links.", "Add at least one  <link name=\"...\"> ... </link>.");
  choose_names(robot, problems);
  return robot;
}

}  // namespace daedalus::urdf
