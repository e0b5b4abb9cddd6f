// urdf_robot.hpp: a robot as its file describes it: links and joints by their names, and where they stand in the file.
// MJCF files become the same (io/mjcf/mjcf_robot.hpp).
//
// URDF (the Unified Robot Description Format) is XML. What is read of it, and what is not: docs/guide/urdf.md.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/io/model_file/limits.hpp"
#include "daedalus/io/model_file/problems.hpp"
#include "daedalus/math/vectors.hpp"
#include "daedalus/model/joints/joint.hpp"
#include "daedalus/model/shape.hpp"

namespace daedalus::urdf {

using model_file::Place;  // column 0: an XML library knows lines only
using model_file::Problems;

// A frame in another one: x_outer = p + R x_inner.
struct Pose {
  Mat3 R = Mat3::Identity();
  Vec3 p = Vec3::Zero();
};
inline Pose operator*(const Pose& a, const Pose& b) { return {a.R * b.R, a.p + a.R * b.p}; }

struct Inertial {
  double mass = 0;              // kg
  Vec3 com = Vec3::Zero();      // m, in the frame of the link
  Mat3 inertia = Mat3::Zero();  // kg m², about the center of mass, along the axes of the link
};

using Materials = std::map<std::string, std::string, std::less<>>;  // name → color '#rrggbb'

// One <visual>: where it is on its link and what it shows.
struct Visual {
  Pose origin;
  Shape shape;                 // a mesh is without its triangles yet
  std::string mesh, material;  // file and name as given
  Vec3 scale = Vec3::Ones();   // of the mesh
  std::string why_not;         // it cannot be drawn, and this is why
};

// A frame on a link: a <site> of MJCF.
struct LinkMarker {
  std::string given, name;
  Place place;
  Pose on_link;
};

struct Link {
  std::string given;  // the name in the file
  std::string name;   // the name in the model
  Place place;
  std::optional<Inertial> inertial;
  std::vector<Visual> visuals;
  std::vector<LinkMarker> markers;
};

enum class JointKind { fixed, revolute, continuous, prismatic, floating, planar, ball, compound };
const char* text_of(JointKind kind);

// This joint follows another one:  value = multiplier · value of the other + offset.
struct Mimic {
  Place place;
  std::string joint;  // the name in the file
  double multiplier = 1, offset = 0;
};

struct RobotJoint {
  std::string given, name;
  Place place;
  JointKind kind = JointKind::fixed;
  std::string parent, child;  // links, by the names in the file
  Place parent_place, child_place;
  Pose origin;                // of the joint at zero, in the frame of the parent
  Pose child_from_joint;      // the frame of the child in that of the joint; URDF: the same frame
  Vec3 axis = Vec3::UnitX();  // of length 1, in the frame of the joint
  std::optional<JointLimits> limits;
  double damping = 0, friction = 0;  // N s/m or N m s/rad; N or N m
  double stiffness = 0, rest = 0;    // N/m or N m/rad; m or rad, where the spring is free
  std::optional<Mimic> mimic;

  // compound: slides along and turns about the axes of `axes` (in the frame of the joint), each one a part with its own
  // name; `freedom` is the one of the model's joint (x, y, z, yaw, roll, pitch), `sign` −1 where it counts the other way.
  Mat3 axes = Mat3::Identity();
  std::vector<RobotJoint> parts;
  std::string freedom;
  double sign = 1;

  bool turns() const { return kind == JointKind::revolute || kind == JointKind::continuous; }
  bool has_one_freedom() const { return turns() || kind == JointKind::prismatic; }
};

struct Robot {
  std::string name;
  const char* link_word = "link";  // what the file calls one, for messages
  std::optional<Vec3> gravity;     // m/s², if the file says
  Place place;
  std::vector<Link> links;
  std::vector<RobotJoint> joints;
  Materials materials;
  std::vector<std::string> notes;  // what was read differently from how it is written, or not at all
};

// Every problem of the text goes to `problems`; what it returns then is not complete.
Robot parse_robot(const std::string& text, int file, const ModelFileLimits& limits, Problems& problems);

}  // namespace daedalus::urdf
