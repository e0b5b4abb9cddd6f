#include "daedalus/io/mjcf/mjcf_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "daedalus/io/model_file/sources.hpp"
#include "daedalus/math/euler_parameters.hpp"

namespace daedalus::mjcf {
namespace {

using model_file::shown;

std::string joined(const std::map<std::string, int>& lines) {
  constexpr std::size_t most = 30;
  std::string text;
  std::size_t count = 0;
  for (const auto& [what, line] : lines) {
    if (++count > most) return text + ", ...";
    text += fmt::format("{}{} (line {})", text.empty() ? "" : ", ", what, line);
  }
  return text;
}

bool unit_vector(const XmlElement& element, const char* attribute, Vec3& v) {
  const double length = v.stableNorm();
  if (!(length > 1e-100)) {
    element.problem(fmt::format("{} has no direction.", attribute), "Use a non-zero vector.");
    return false;
  }
  v /= length;
  return true;
}

bool read_euler(const XmlElement& element, const Settings& settings, Mat3& R) {
  Vec3 angles = Vec3::Zero();
  if (!element.vector_if_given("euler", angles)) return false;
  for (int i = 0; i < 3; ++i) {
    const char letter = settings.eulerseq[static_cast<std::size_t>(i)];
    const bool moves_along = letter >= 'a';  // xyz: about axes that turn along; XYZ: about fixed ones
    const Vec3 axis = Vec3::Unit(letter - (moves_along ? 'x' : 'X'));
    const Mat3 turn = rotation_matrix(euler_parameters_about(axis, angles[i] * settings.angle_unit));
    R = moves_along ? Mat3(R * turn) : Mat3(turn * R);
  }
  return true;
}

// x, and y where it is not along x.
bool read_axes(const XmlElement& element, Mat3& R) {
  std::vector<double> v;
  if (!element.numbers_if_given("xyaxes", 6, 6, v)) return false;
  Vec3 x(v[0], v[1], v[2]), y(v[3], v[4], v[5]);
  if (!unit_vector(element, "x of xyaxes", x)) return false;
  y -= y.dot(x) * x;
  if (!unit_vector(element, "y of xyaxes", y)) return false;
  R.col(0) = x, R.col(1) = y, R.col(2) = cross(x, y);
  return true;
}

// The shortest turn that brings z there.
bool read_z_axis(const XmlElement& element, Mat3& R) {
  Vec3 z = Vec3::UnitZ();
  if (!element.vector_if_given("zaxis", z) || !unit_vector(element, "zaxis", z)) return false;
  Vec3 axis = cross(Vec3(Vec3::UnitZ()), z);
  const double sine = axis.norm();
  if (sine < 1e-12) axis = Vec3::UnitX();
  R = rotation_matrix(euler_parameters_about(axis, std::atan2(sine, z[2])));
  return true;
}

}  // namespace

void Ignored::add(const std::string& what, int line, bool changes_motion) {
  (changes_motion ? changing_ : harmless_).try_emplace(what, line);
}

void Ignored::element(const XmlElement& element, bool changes_motion) {
  add(fmt::format("<{}>", element.name()), element.place().line, changes_motion);
}

void Ignored::attributes_except(const XmlElement& element, std::initializer_list<const char*> read,
                                std::initializer_list<const char*> harmless) {
  const auto is_among = [](const std::string& name, std::initializer_list<const char*> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  for (const std::string& name : element.attribute_names())
    if (!is_among(name, read) && !is_among(name, harmless))
      add(fmt::format("{} of <{}>", name, element.name()), element.place().line, true);
}

void Ignored::add_notes(std::vector<std::string>& notes) const {
  if (!changing_.empty()) notes.push_back("ignored, although they can change the motion: " + joined(changing_));
  if (!harmless_.empty()) notes.push_back("ignored, without effect on the motion: " + joined(harmless_));
}

void read_compiler(const XmlElement& element, Settings& settings, Ignored& ignored) {
  ignored.attributes_except(
      element,
      {"angle", "eulerseq", "coordinate", "inertiafromgeom", "inertiagrouprange", "autolimits", "meshdir", "assetdir"},
      {"texturedir", "strippath", "discardvisual", "usethread", "fusestatic", "alignfree", "saveinertial"});
  const auto one_of = [&](const char* attribute, std::initializer_list<const char*> known) {
    const auto given = element.find_text(attribute);
    if (!given) return std::string();
    for (const char* name : known)
      if (*given == name) return *given;
    element.problem(fmt::format("<compiler {}={}> is not supported.", attribute, shown(*given)),
                    fmt::format("Available: {}.", model_file::listed({known.begin(), known.end()})));
    return std::string();
  };
  if (one_of("angle", {"degree", "radian"}) == "radian") settings.angle_unit = 1;
  (void)one_of("coordinate", {"local"});
  if (const std::string limits = one_of("autolimits", {"true", "false"}); !limits.empty())
    settings.auto_limits = limits == "true";
  if (const std::string from = one_of("inertiafromgeom", {"auto", "true", "false"}); !from.empty())
    settings.inertia_from_geom = from == "true"    ? InertiaFromGeom::always
                                 : from == "false" ? InertiaFromGeom::never
                                                   : InertiaFromGeom::automatic;
  std::vector<double> groups;
  if (element.numbers_if_given("inertiagrouprange", 2, 2, groups) && !groups.empty()) {
    settings.first_inertia_group = static_cast<int>(std::clamp(groups[0], -1e6, 1e6));
    settings.last_inertia_group = static_cast<int>(std::clamp(groups[1], -1e6, 1e6));
  }
  if (const auto seq = element.find_text("eulerseq")) {
    const bool ok = seq->size() == 3 && seq->find_first_not_of("xyzXYZ") == seq->npos;
    if (ok) settings.eulerseq = *seq;
    else element.problem(fmt::format("<compiler eulerseq={}> is not three of x, y, z, X, Y, Z.", shown(*seq)));
  }
  for (const char* attribute : {"assetdir", "meshdir"})
    if (const auto folder = element.find_text(attribute); folder && model_file::is_file_name(*folder))
      settings.mesh_folder = *folder;
}

void read_option(const XmlElement& element, Settings& settings, Ignored& ignored) {
  ignored.attributes_except(
      element, {"gravity"},
      {"timestep",      "integrator",        "solver",           "iterations",     "tolerance",      "ls_iterations",
       "ls_tolerance",  "noslip_iterations", "noslip_tolerance", "ccd_iterations", "ccd_tolerance",  "jacobian",
       "cone",          "impratio",          "apirate",          "sdf_iterations", "sdf_initpoints", "mpr_iterations",
       "mpr_tolerance", "collision"});
  (void)element.vector_if_given("gravity", settings.gravity);
  for (const XmlElement& child : element.children()) {
    ignored.attributes_except(
        child, {"gravity"},
        {"warmstart", "filterparent", "energy", "fwdinv", "sensor", "midphase", "nativeccd", "eulerdamp", "autoreset",
         "contact", "refsafe", "multiccd", "island", "invdiscrete", "clampctrl"});
    if (child.name() == "flag" && child.find_text("gravity") == "disable") settings.gravity = Vec3::Zero();
  }
}

bool read_pose(const XmlElement& element, const Settings& settings, Pose& out) {
  if (!element.vector_if_given("pos", out.p)) return false;
  std::vector<std::string> given;
  for (const char* name : {"quat", "axisangle", "euler", "xyaxes", "zaxis"})
    if (element.find_text(name)) given.emplace_back(name);
  if (given.size() > 1) {
    element.problem(fmt::format("<{}> has several orientations: {}.", element.name(), model_file::listed(given)),
                    "Keep one of them.");
    return false;
  }
  if (given.empty()) return true;
  Vec4 four = {1, 0, 0, 0};
  if (given[0] == "euler") return read_euler(element, settings, out.R);
  if (given[0] == "xyaxes") return read_axes(element, out.R);
  if (given[0] == "zaxis") return read_z_axis(element, out.R);
  if (!element.vector_if_given(given[0].c_str(), four)) return false;
  if (given[0] == "quat") {
    const double length = four.stableNorm();
    if (!(length > 1e-100)) {
      element.problem("quat = 0 is not a rotation.", "Use, for example,  quat=\"1 0 0 0\".");
      return false;
    }
    out.R = rotation_matrix(Vec4(four / length));
    return true;
  }
  Vec3 axis = four.head<3>();
  if (!unit_vector(element, "axisangle", axis)) return false;
  out.R = rotation_matrix(euler_parameters_about(axis, four[3] * settings.angle_unit));
  return true;
}

}  // namespace daedalus::mjcf
