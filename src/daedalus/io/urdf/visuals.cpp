#include "daedalus/io/urdf/visuals.hpp"

#include <fmt/format.h>

#include <cmath>

#include "daedalus/base/errors.hpp"
#include "daedalus/io/model_file/sources.hpp"
#include "daedalus/math/euler_parameters.hpp"

namespace daedalus::urdf {
namespace {

namespace fs = std::filesystem;
using model_file::shown;

void read_number(const XmlElement& element, const char* attribute, double& out) {
  (void)element.number(attribute, out);
}

void read_geometry(const XmlElement& geometry, Visual& visual) {
  const std::vector<XmlElement> kinds = geometry.children();
  if (kinds.size() != 1) return geometry.problem("<geometry> must have exactly one child.");
  const XmlElement& element = kinds.front();
  const std::string kind = element.name();
  Shape& shape = visual.shape;
  if (kind == "box") {
    shape.kind = ShapeKind::box;
    (void)element.vector_if_given("size", shape.size);
  } else if (kind == "cylinder") {
    shape.kind = ShapeKind::cylinder;
    read_number(element, "radius", shape.radius);
    read_number(element, "length", shape.length);
  } else if (kind == "sphere") {
    shape.kind = ShapeKind::sphere;
    read_number(element, "radius", shape.radius);
  } else if (kind == "mesh") {
    shape.kind = ShapeKind::mesh;
    (void)element.text("filename", visual.mesh);
    (void)element.vector_if_given("scale", visual.scale);
    if (!model_file::is_file_name(visual.mesh) || visual.scale.prod() == 0)
      element.problem("invalid file name or scale.");
  } else {
    element.problem(fmt::format("unknown geometry <{}>.", kind));
  }
}

// 'package://NAME/PATH' is looked for in the folders above the URDF file: there are no packages here.
fs::path mesh_path(const std::string& given, const fs::path& urdf_file) {
  constexpr std::string_view package = "package://", plain = "file://";
  if (given.starts_with(plain)) return given.substr(plain.size());
  if (!given.starts_with(package)) return urdf_file.parent_path() / given;
  const fs::path rest = fs::path(given.substr(package.size())).relative_path();
  std::error_code ignored;
  for (fs::path folder = fs::absolute(urdf_file, ignored).parent_path(); !folder.empty();
       folder = folder.parent_path()) {
    if (fs::exists(folder / rest, ignored)) return folder / rest;
    if (folder == folder.parent_path()) break;
  }
  throw FileError(fmt::format("{} was not found in any directory above the URDF file.", shown(rest.string())));
}

}  // namespace

std::string read_material(const XmlElement& element, Materials& materials, std::string& color) {
  const std::string name = element.find_text("name").value_or("");
  const auto given = element.find_child("color");
  Vec4 rgba = Vec4::Zero();
  if (!given || !given->vector_if_given("rgba", rgba)) return name;
  if (rgba.minCoeff() < 0 || rgba.maxCoeff() > 1) {
    given->problem("rgba values must be between 0 and 1.");
    return name;
  }
  const auto part = [&](int i) { return static_cast<int>(std::lround(255 * rgba[i])); };
  color = fmt::format("#{:02x}{:02x}{:02x}", part(0), part(1), part(2));
  if (!name.empty()) materials[name] = color;
  return name;
}

Visual read_visual(const XmlElement& element, Materials& materials) {
  Visual visual;
  visual.why_not = element.complaint_of([&](const XmlElement& quiet) {
    (void)read_origin(quiet, visual.origin);
    if (const auto geometry = quiet.find_child("geometry")) read_geometry(*geometry, visual);
    else quiet.problem("<visual> has no <geometry>.");
    if (const auto material = quiet.find_child("material"))
      visual.material = read_material(*material, materials, visual.shape.color);
  });
  return visual;
}

std::optional<Shape> make_shape(const Visual& visual, const Pose& link_on_body, const Materials& materials,
                                const fs::path& urdf_file, model_file::MeshStore& meshes, std::string& why_not) {
  why_not = visual.why_not;
  if (!why_not.empty()) return std::nullopt;
  Shape shape = visual.shape;
  const Pose place = link_on_body * visual.origin;
  shape.position = place.p;
  shape.orientation = euler_parameters_of(place.R);
  if (const auto material = materials.find(visual.material); shape.color.empty() && material != materials.end())
    shape.color = material->second;
  try {
    if (shape.kind == ShapeKind::mesh) meshes.fill(mesh_path(visual.mesh, urdf_file), visual.scale, shape);
    why_not = shape.complaint();
  } catch (const ModelError& error) {
    why_not = error.what();
  } catch (const FileError& error) {
    why_not = error.what();
  }
  return why_not.empty() ? std::optional<Shape>(std::move(shape)) : std::nullopt;
}

}  // namespace daedalus::urdf
