// urdf_import.hpp: from a robot to bodies, markers, joints and dampers of a model.
//
//   root link     named world or ground: the ground. Else a body that rests where `base` says, or is free
//   link          a spatial body; one without mass, attached by a fixed joint: a marker on what it is attached to
//   joint         markers of its name on both bodies, at the origin of the child, z along its axis
//   <visual>      a shape of the body that the link is, or is on
//   damping       a freedom_spring, JOINT_damping;  friction: another one, JOINT_friction, F tanh(v/v₀)
//   limits        with has_stops one-sided springs, JOINT_lower_stop and JOINT_upper_stop
//   mimic         a gear, rack or coupler, JOINT_mimic
#pragma once

#include <map>
#include <string>
#include <vector>

#include "daedalus/io/model_file/mesh_store.hpp"
#include "daedalus/io/urdf/urdf_tree.hpp"
#include "daedalus/model/model_builder.hpp"

namespace daedalus::urdf {

struct Base {
  bool is_free = false;
  Pose pose;               // of the root link in the world
  bool has_stops = false;  // at the limits of the joints
};

// Of freedoms at the start, 'elbow.angle'; the others are zero. Bodies are drawn with these.
struct StartValues {
  std::map<std::string, double, std::less<>> value, rate;
};

struct ImportedElement {
  const char* section;  // 'bodies', 'joints', 'forces'
  std::string name;
  Place place;
  std::string label;  // "link 'forearm'", for messages
};

struct Imported {
  std::vector<ImportedElement> elements;
  std::map<std::string, std::string> markers;  // links that are no bodies: their marker, 'wrist.tool'
};

// What goes wrong is in `problems`; nothing should be made of the builder then.
Imported import_robot(const Robot& robot, const Tree& tree, const Base& base, const StartValues& start,
                      ModelBuilder& builder, model_file::MeshStore& meshes, Problems& problems);

}  // namespace daedalus::urdf
