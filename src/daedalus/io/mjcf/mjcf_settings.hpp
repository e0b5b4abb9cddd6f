// mjcf_settings.hpp: <compiler> and <option> of an MJCF file, the frames that are written with them, and what is ignored.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "daedalus/io/urdf/urdf_robot.hpp"
#include "daedalus/io/urdf/xml_element.hpp"

namespace daedalus::mjcf {

using urdf::Pose;
using urdf::XmlElement;

enum class InertiaFromGeom { automatic, always, never };

// What <compiler> says about the numbers of the file.
struct Settings {
  double angle_unit = 0.017453292519943295;  // rad: degrees, unless angle="radian"
  std::string eulerseq = "xyz";
  InertiaFromGeom inertia_from_geom = InertiaFromGeom::automatic;
  int first_inertia_group = 0, last_inertia_group = 5;
  bool auto_limits = true;
  std::string mesh_folder;
  Vec3 gravity = {0, 0, -9.81};
};

// Elements and attributes that are read over, each with the line where it first stands.
class Ignored {
 public:
  void element(const XmlElement& element, bool changes_motion);
  // All attributes but these.
  void attributes_except(const XmlElement& element, std::initializer_list<const char*> read,
                         std::initializer_list<const char*> harmless);
  void add(const std::string& what, int line, bool changes_motion);
  void add_notes(std::vector<std::string>& notes) const;

 private:
  std::map<std::string, int> changing_, harmless_;  // what → line
};

void read_compiler(const XmlElement& element, Settings& settings, Ignored& ignored);
void read_option(const XmlElement& element, Settings& settings, Ignored& ignored);

// pos, and one of quat, axisangle, euler, xyaxes, zaxis.
bool read_pose(const XmlElement& element, const Settings& settings, Pose& out);

}  // namespace daedalus::mjcf
