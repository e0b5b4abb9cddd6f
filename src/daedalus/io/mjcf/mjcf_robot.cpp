#include "daedalus/io/mjcf/mjcf_robot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numbers>

#include "daedalus/io/mjcf/mjcf_defaults.hpp"
#include "daedalus/io/mjcf/mjcf_geoms.hpp"
#include "daedalus/io/mjcf/mjcf_joints.hpp"
#include "daedalus/io/urdf/names.hpp"
#include "daedalus/io/urdf/xml_document.hpp"
#include "daedalus/math/euler_parameters.hpp"

namespace daedalus::mjcf {
namespace {

using model_file::shown;
using urdf::Inertial;
using urdf::Link;
using urdf::RobotJoint;

constexpr urdf::XmlFormat mjcf_format{
    "MJCF", "mujoco", "An MJCF file contains  <mujoco> ... </mujoco>. The names of URDF files end in .urdf.", "body"};

// Masses at several places as one: the parallel axis theorem.
class InertiaSum {
 public:
  void add(double mass, const Vec3& com, const Mat3& inertia) {
    mass_ += mass;
    moment_ += mass * com;
    about_origin_ += inertia + mass * (com.squaredNorm() * Mat3::Identity() - com * com.transpose());
  }
  std::optional<Inertial> total() const {
    if (!(mass_ > 0)) return std::nullopt;
    const Vec3 c = moment_ / mass_;
    Mat3 J = about_origin_ - mass_ * (c.squaredNorm() * Mat3::Identity() - c * c.transpose());
    J = (0.5 * (J + J.transpose())).eval();
    return Inertial{mass_, c, J};
  }

 private:
  double mass_ = 0;
  Vec3 moment_ = Vec3::Zero();
  Mat3 about_origin_ = Mat3::Zero();
};

class MjcfReader {
 public:
  MjcfReader(int file, model_file::Problems& problems) : file_(file), problems_(problems) {}

  urdf::Robot read(const tinyxml2::XMLElement& top) {
    const XmlElement element(top, file_, problems_, "");
    robot_.place = element.place();
    robot_.name = element.find_text("model").value_or("");
    robot_.link_word = "body";
    for (const XmlElement& child : element.children())
      if (child.name() == "compiler") read_compiler(child, settings_, ignored_);
    for (const XmlElement& child : element.children())
      if (child.name() == "asset") read_assets(child, settings_, assets_, ignored_);
    robot_.links.push_back({.given = "world", .place = element.place()});
    for (const XmlElement& child : element.children()) read_section(child);
    for (const XmlElement& child : element.children())
      if (child.name() == "equality") read_equality(child);
    robot_.gravity = settings_.gravity;
    if (robot_.links.size() == 1 && problems_.empty())
      element.problem("there are no bodies.", "Add a  <body>  to  <worldbody>.");
    ignored_.add_notes(robot_.notes);
    urdf::choose_names(robot_, problems_);
    return std::move(robot_);
  }

 private:
  // The body that is being read.
  struct Contents {
    std::size_t link = 0;
    bool is_static = true;  // welded to the world
    std::vector<MjcfJoint> joints;
    InertiaSum from_geoms;
    std::optional<XmlElement> inertial, unknown_mass;
    std::vector<std::pair<XmlElement, Pose>> bodies;
  };

  void read_section(const XmlElement& section) {
    const std::string name = section.name();
    if (name == "compiler" || name == "default" || name == "equality" || name == "asset") return;
    if (name == "option") return read_option(section, settings_, ignored_);
    if (name == "worldbody") {
      Contents world;
      read_contents(section, {}, world);
      for (const auto& [body, frame] : world.bodies) read_body(body, "world", frame, true);
      return;
    }
    if (name == "include")
      return section.problem("<include> is not supported.",
                             "Save the model as one file first: mj_saveLastXML of MuJoCo writes one.");
    const bool is_harmless = name == "size" || name == "statistic" || name == "visual" || name == "custom" ||
                             name == "sensor" || name == "keyframe" || name == "contact";
    const bool lists_children = name == "actuator" || name == "tendon";
    if (!lists_children) return ignored_.element(section, !is_harmless);
    for (const XmlElement& child : section.children()) ignored_.element(child, true);
  }

  // What a body contains, in its own frame; <frame> moves what is inside it.
  void read_contents(const XmlElement& element, const Pose& frame, Contents& to) {
    for (const XmlElement& child : element.children()) {
      const std::string name = child.name();
      const bool is_world = to.link == 0;
      if (name == "body") {
        to.bodies.emplace_back(child, frame);
      } else if (name == "frame") {
        Pose inner;
        if (read_pose(child, settings_, inner)) read_contents(child, frame * inner, to);
      } else if (name == "geom") {
        read_geom_of(child, frame, to);
      } else if (name == "site") {
        read_site(child, frame, to);
      } else if ((name == "joint" || name == "freejoint") && !is_world) {
        if (auto joint = read_mjcf_joint(child, settings_, frame, ignored_)) to.joints.push_back(*std::move(joint));
        else has_bad_joint_ = true;
      } else if (name == "inertial" && !is_world) {
        to.inertial.emplace(child);
      } else if (name == "camera" || name == "light") {
        ignored_.element(child, false);
      } else {
        child.problem(fmt::format("<{}> in <{}> is not supported.", name, element.name()),
                      "A body can contain body, frame, joint, freejoint, inertial, geom and site.");
      }
    }
  }

  void read_geom_of(const XmlElement& element, const Pose& frame, Contents& to) {
    const auto geom = read_geom(element, settings_, frame, ignored_);
    if (!geom) return;
    if (geom->collides) ignored_.add("contacts between geoms", element.place().line, true);
    for (urdf::Visual& visual : visuals_of(element, *geom, assets_))
      robot_.links[to.link].visuals.push_back(std::move(visual));
    if (geom->group < settings_.first_inertia_group || geom->group > settings_.last_inertia_group) return;
    if (const auto solid = solid_of(*geom)) {
      const Mat3& R = geom->pose.R;
      to.from_geoms.add(solid->mass, geom->pose.p, R * solid->inertia.asDiagonal() * R.transpose());
    } else if (!to.unknown_mass) {
      to.unknown_mass.emplace(element);
    }
  }

  void read_site(const XmlElement& element, const Pose& frame, Contents& to) {
    urdf::LinkMarker marker{.given = element.find_text("name").value_or(""), .place = element.place()};
    if (marker.given.empty() || !read_pose(element, settings_, marker.on_link)) return;
    marker.on_link = frame * marker.on_link;
    robot_.links[to.link].markers.push_back(std::move(marker));
  }

  void read_body(XmlElement element, const std::string& parent, const Pose& frame, bool parent_is_static) {
    Link link{.given = element.find_text("name").value_or(""), .place = element.place()};
    if (link.given.empty()) link.given = fmt::format("body{}", robot_.links.size());
    element.set_label(fmt::format("body {}", shown(link.given)));
    const std::string name = link.given;
    ignored_.attributes_except(
        element, {"name", "class", "childclass", "pos", "quat", "axisangle", "euler", "xyaxes", "zaxis"}, {"user"});
    Pose pose;
    if (!read_pose(element, settings_, pose)) return;
    Contents contents{.link = robot_.links.size()};
    robot_.links.push_back(std::move(link));
    has_bad_joint_ = false;
    read_contents(element, {}, contents);
    contents.is_static = parent_is_static && contents.joints.empty();
    if (!contents.is_static) read_inertia(element, contents);
    if (!has_bad_joint_) add_joint(element, name, parent, frame * pose, contents.joints);
    for (const auto& [body, inner] : contents.bodies) read_body(body, name, inner, contents.is_static);
  }

  void add_joint(const XmlElement& element, const std::string& body, const std::string& parent, const Pose& pose,
                 const std::vector<MjcfJoint>& joints) {
    auto joint = combine_joints(element, body, pose, joints);
    if (!joint) return;
    joint->parent = parent;
    joint->child = body;
    joint->parent_place = joint->child_place = element.place();
    if (joints.size() == 1) references_[joint->given] = joints[0].ref;
    robot_.joints.push_back(*std::move(joint));
  }

  void read_inertia(const XmlElement& body, const Contents& contents) {
    std::optional<Inertial>& out = robot_.links[contents.link].inertial;
    const bool from_geoms = settings_.inertia_from_geom == InertiaFromGeom::always ||
                            (settings_.inertia_from_geom == InertiaFromGeom::automatic && !contents.inertial);
    if (!from_geoms && contents.inertial) return read_inertial(*contents.inertial, out);
    if (!from_geoms) return;
    if (contents.unknown_mass)
      return contents.unknown_mass->problem(
          fmt::format("the mass of geoms of type {} is not computed.",
                      contents.unknown_mass->find_text("type").value_or("mesh")),
          "Give the body an <inertial>, which MuJoCo can compute and save, or the geom  mass=\"0\".");
    out = contents.from_geoms.total();
    if (out && !urdf::check_inertia(body, out->inertia)) out.reset();
  }

  void read_inertial(const XmlElement& element, std::optional<Inertial>& out) {
    ignored_.attributes_except(
        element, {"pos", "quat", "axisangle", "euler", "xyaxes", "zaxis", "mass", "diaginertia", "fullinertia"},
        {"class"});
    Inertial inertial;
    Pose pose;
    std::vector<double> diagonal, full;
    if (!read_pose(element, settings_, pose) || !element.number("mass", inertial.mass) ||
        !element.numbers_if_given("diaginertia", 3, 3, diagonal) ||
        !element.numbers_if_given("fullinertia", 6, 6, full))
      return;
    if (!(inertial.mass > 0))
      return element.problem(fmt::format("mass = {:.6g} kg is not positive.", inertial.mass), "Use a positive mass.");
    Mat3 J = Mat3::Zero();
    if (!diagonal.empty()) J.diagonal() = Vec3(diagonal.data());
    else if (!full.empty()) J << full[0], full[3], full[4], full[3], full[1], full[5], full[4], full[5], full[2];
    else
      return element.problem("<inertial> has neither diaginertia nor fullinertia.",
                             "Add, for example,  diaginertia=\"0.1 0.1 0.1\".");
    if (!urdf::check_inertia(element, J)) return;
    inertial.com = pose.p;
    inertial.inertia = pose.R * J * pose.R.transpose();
    inertial.inertia = (0.5 * (inertial.inertia + inertial.inertia.transpose())).eval();  // to the last bit
    out = inertial;
  }

  // q1 − ref1 = a0 + a1 (q2 − ref2): joint 1 mimics joint 2.
  void read_equality(const XmlElement& section) {
    for (const XmlElement& child : section.children()) {
      if (child.find_text("active") == "false") continue;
      std::vector<double> a;
      if (!child.numbers_if_given("polycoef", 1, 5, a)) continue;
      if (a.empty()) a = {0, 1};
      const std::string first = child.find_text("joint1").value_or(""), second = child.find_text("joint2").value_or("");
      const bool is_linear = a.size() > 1 && std::all_of(a.begin() + 2, a.end(), [](double c) { return c == 0; });
      const auto joint = std::find_if(robot_.joints.begin(), robot_.joints.end(),
                                      [&](const RobotJoint& other) { return other.given == first; });
      if (child.name() != "joint" || !is_linear || second.empty() || joint == robot_.joints.end()) {
        child.problem(fmt::format("this <{}> of <equality> is not supported.", child.name()),
                      "Supported is <joint> between two hinges or slides, linear in the second one. Remove the element "
                      "and close the loop with a joint in a side file (docs/guide/mjcf.md), or set  active=\"false\".");
        continue;
      }
      joint->mimic = urdf::Mimic{.place = child.place(), .joint = second, .multiplier = a[1]};
      joint->mimic->offset = references_[first] + a[0] - a[1] * references_[second];
    }
  }

  int file_;
  model_file::Problems& problems_;
  Settings settings_;
  Assets assets_;
  Ignored ignored_;
  urdf::Robot robot_;
  std::map<std::string, double> references_;  // ref of single joints, rad or m
  bool has_bad_joint_ = false;                // in the body that is being read
};

}  // namespace

urdf::Robot parse_mjcf(const std::string& text, int file, const ModelFileLimits& limits,
                       model_file::Problems& problems) {
  tinyxml2::XMLDocument document;
  tinyxml2::XMLElement* top = urdf::parse_xml(text, file, mjcf_format, limits, problems, document);
  if (!top) return {};
  apply_defaults(*top, file, problems);
  return MjcfReader(file, problems).read(*top);
}

}  // namespace daedalus::mjcf
