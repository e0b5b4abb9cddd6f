#include "daedalus/io/mjcf/mjcf_geoms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "daedalus/io/model_file/sources.hpp"
#include "daedalus/math/euler_parameters.hpp"

namespace daedalus::mjcf {
namespace {

using model_file::listed;
using model_file::shown;
using urdf::Visual;

struct KindEntry {
  const char* name;
  GeomKind kind;
  int sizes;         // numbers in size
  int fromto_sizes;  // with fromto, which gives the last one
};
constexpr KindEntry kinds[] = {{"plane", GeomKind::plane, 3, 0},       {"sphere", GeomKind::sphere, 1, 0},
                               {"capsule", GeomKind::capsule, 2, 1},   {"ellipsoid", GeomKind::ellipsoid, 3, 1},
                               {"cylinder", GeomKind::cylinder, 2, 1}, {"box", GeomKind::box, 3, 1},
                               {"mesh", GeomKind::mesh, 0, 0},         {"hfield", GeomKind::other, 0, 0},
                               {"sdf", GeomKind::other, 0, 0}};

std::string hex_color(const Vec4& rgba) {
  const auto part = [&](int i) { return static_cast<int>(std::lround(255 * std::clamp(rgba[i], 0.0, 1.0))); };
  return fmt::format("#{:02x}{:02x}{:02x}", part(0), part(1), part(2));
}

// Center, direction and half length from the two ends; true also when they are not given.
bool read_ends(const XmlElement& element, const KindEntry& kind, Geom& geom, const std::vector<double>& ends) {
  if (kind.fromto_sizes == 0) {
    element.problem(fmt::format("a {} cannot have fromto.", kind.name), "Use  pos  and  size.");
    return false;
  }
  const Vec3 from(ends.data()), to(ends.data() + 3);
  const double length = (to - from).norm();
  if (!(length > 0) || !std::isfinite(length)) {
    element.problem("the two points of fromto are the same.", "Use two different points.");
    return false;
  }
  geom.pose = {frame_with_z((to - from) / length), (from + to) / 2};
  if (kind.sizes == 3) geom.size[1] = geom.size[0];
  geom.size[kind.sizes - 1] = length / 2;
  return true;
}

bool read_size(const XmlElement& element, const KindEntry& kind, Geom& geom) {
  std::vector<double> size, ends;
  if (!element.numbers_if_given("size", 1, 3, size) || !element.numbers_if_given("fromto", 6, 6, ends)) return false;
  if (kind.sizes == 0 || kind.kind == GeomKind::plane) return true;
  const int needed = ends.empty() ? kind.sizes : kind.fromto_sizes;
  if (static_cast<int>(size.size()) < needed) {
    element.problem(fmt::format("size of a {} has {} number{}, not {}.", kind.name, size.size(),
                                size.size() == 1 ? "" : "s", needed),
                    "Use radii and half lengths, in m.");
    return false;
  }
  std::copy_n(size.begin(), needed, geom.size.data());
  if (!ends.empty() && !read_ends(element, kind, geom, ends)) return false;
  for (int i = 0; i < kind.sizes; ++i)
    if (!(geom.size[i] > 0)) {
      element.problem(fmt::format("size of a {} contains {:.6g}.", kind.name, geom.size[i]), "Use positive numbers.");
      return false;
    }
  return true;
}

Visual visual_at(const Pose& pose, ShapeKind kind, const std::string& color) {
  Visual visual{.origin = pose};
  visual.shape.kind = kind;
  visual.shape.color = color;
  return visual;
}

}  // namespace

void read_assets(const XmlElement& element, const Settings& settings, Assets& assets, Ignored& ignored) {
  for (const XmlElement& child : element.children()) {
    const std::string name = child.name(), given = child.find_text("name").value_or("");
    if (name == "mesh") {
      Assets::MeshFile mesh{.file = child.find_text("file").value_or("")};
      const std::size_t slash = mesh.file.find_last_of("/\\") + 1, dot = mesh.file.find_last_of('.');
      const std::string stem =
          mesh.file.substr(slash, dot == mesh.file.npos || dot < slash ? mesh.file.npos : dot - slash);
      if (!settings.mesh_folder.empty()) mesh.file = settings.mesh_folder + "/" + mesh.file;
      (void)child.vector_if_given("scale", mesh.scale);
      assets.meshes[given.empty() ? stem : given] = mesh;
    } else if (name == "material") {
      Vec4 rgba = Vec4::Ones();
      if (child.find_text("rgba") && child.vector_if_given("rgba", rgba)) assets.materials[given] = hex_color(rgba);
    } else {
      ignored.element(child, false);
    }
  }
}

std::optional<Geom> read_geom(const XmlElement& element, const Settings& settings, const Pose& frame,
                              Ignored& ignored) {
  ignored.attributes_except(
      element,
      {"name", "class", "type", "pos", "quat", "axisangle", "euler", "xyaxes", "zaxis", "fromto", "size", "mass",
       "density", "group", "mesh", "material", "rgba", "contype", "conaffinity"},
      {"condim", "priority", "friction", "solmix", "solref", "solimp", "margin", "gap", "fitscale", "user", "hfield"});
  Geom geom;
  const std::string mesh = element.find_text("mesh").value_or("");
  geom.kind_name = element.find_text("type").value_or(mesh.empty() ? "sphere" : "mesh");
  const auto* kind = std::find_if(std::begin(kinds), std::end(kinds),
                                  [&](const KindEntry& entry) { return geom.kind_name == entry.name; });
  if (kind == std::end(kinds)) {
    std::vector<std::string> names;
    for (const KindEntry& entry : kinds) names.emplace_back(entry.name);
    element.problem(
        fmt::format("unknown geom type {}.{}", shown(geom.kind_name), model_file::suggestion(geom.kind_name, names)),
        fmt::format("Available: {}.", listed(names)));
    return std::nullopt;
  }
  const bool is_fitted = !mesh.empty() && kind->kind != GeomKind::mesh;  // a primitive around a mesh
  geom.kind = is_fitted ? GeomKind::other : kind->kind;
  std::optional<double> density, group, type, affinity;
  if (!read_pose(element, settings, geom.pose) || (!is_fitted && !read_size(element, *kind, geom)) ||
      !element.number_if_given("mass", geom.mass) || !element.number_if_given("density", density) ||
      !element.number_if_given("group", group) || !element.number_if_given("contype", type) ||
      !element.number_if_given("conaffinity", affinity))
    return std::nullopt;
  geom.density = density.value_or(1000);
  geom.group = static_cast<int>(std::clamp(group.value_or(0), -1e6, 1e6));
  geom.collides = type.value_or(1) != 0 || affinity.value_or(1) != 0;
  if (geom.mass.value_or(0) < 0 || geom.density < 0) {
    element.problem("mass and density of a geom cannot be negative.");
    return std::nullopt;
  }
  geom.pose = frame * geom.pose;
  return geom;
}

std::optional<Solid> solid_of(const Geom& geom) {
  constexpr double pi = std::numbers::pi;
  const double a = geom.size[0], b = geom.size[1], c = geom.size[2];
  if (geom.kind == GeomKind::plane) return Solid{};
  if (geom.mass ? *geom.mass == 0 : geom.density == 0) return Solid{};
  double volume = 0;
  Vec3 unit = Vec3::Zero();  // inertia of 1 kg
  switch (geom.kind) {
    case GeomKind::sphere:
      volume = 4.0 / 3 * pi * a * a * a;
      unit.setConstant(0.4 * a * a);
      break;
    case GeomKind::ellipsoid:
      volume = 4.0 / 3 * pi * a * b * c;
      unit = Vec3(b * b + c * c, a * a + c * c, a * a + b * b) / 5;
      break;
    case GeomKind::box:
      volume = 8 * a * b * c;
      unit = Vec3(b * b + c * c, a * a + c * c, a * a + b * b) / 3;
      break;
    case GeomKind::cylinder:
      volume = 2 * pi * a * a * b;
      unit = {a * a / 4 + b * b / 3, a * a / 4 + b * b / 3, a * a / 2};
      break;
    case GeomKind::capsule: {
      const double tube = 2 * pi * a * a * b, ball = 4.0 / 3 * pi * a * a * a;
      volume = tube + ball;
      const double across = tube * (a * a / 4 + b * b / 3) + ball * (0.4 * a * a + b * b + 0.75 * a * b);
      unit = Vec3(across, across, tube * a * a / 2 + ball * 0.4 * a * a) / volume;
      break;
    }
    default: return std::nullopt;
  }
  const double mass = geom.mass.value_or(geom.density * volume);
  return Solid{mass, mass * unit};
}

std::vector<Visual> visuals_of(const XmlElement& element, const Geom& geom, const Assets& assets) {
  std::string color;
  Vec4 rgba = Vec4::Ones();
  if (element.find_text("rgba") && element.vector_if_given("rgba", rgba)) color = hex_color(rgba);
  const std::string material = element.find_text("material").value_or("");
  if (const auto at = assets.materials.find(material); color.empty() && at != assets.materials.end())
    color = at->second;
  const auto with = [&](ShapeKind kind, double radius, double length) {
    Visual visual = visual_at(geom.pose, kind, color);
    visual.shape.radius = radius;
    visual.shape.length = length;
    return visual;
  };
  switch (geom.kind) {
    case GeomKind::plane: return {};
    case GeomKind::sphere: return {with(ShapeKind::sphere, geom.size[0], 0)};
    case GeomKind::cylinder: return {with(ShapeKind::cylinder, geom.size[0], 2 * geom.size[1])};
    case GeomKind::capsule: {
      Visual near = with(ShapeKind::sphere, geom.size[0], 0), far = near;
      near.origin.p -= geom.size[1] * geom.pose.R.col(2);
      far.origin.p += geom.size[1] * geom.pose.R.col(2);
      return {with(ShapeKind::cylinder, geom.size[0], 2 * geom.size[1]), near, far};
    }
    case GeomKind::box: {
      Visual visual = visual_at(geom.pose, ShapeKind::box, color);
      visual.shape.size = 2 * geom.size;
      return {visual};
    }
    case GeomKind::mesh: {
      Visual visual = visual_at(geom.pose, ShapeKind::mesh, color);
      const std::string name = element.find_text("mesh").value_or("");
      const auto at = assets.meshes.find(name);
      if (at == assets.meshes.end()) visual.why_not = fmt::format("there is no mesh {} in <asset>", shown(name));
      else if (!model_file::is_file_name(at->second.file) || at->second.scale.prod() == 0)
        visual.why_not = fmt::format("mesh {} has no valid file name or scale", shown(name));
      else visual.mesh = at->second.file, visual.scale = at->second.scale;
      return {visual};
    }
    default: break;
  }
  Visual visual;
  visual.why_not = fmt::format("geoms of type {} are not drawn", geom.kind_name);
  return {visual};
}

}  // namespace daedalus::mjcf
