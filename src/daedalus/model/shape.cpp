#include "daedalus/model/shape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace daedalus {
namespace {

std::string complaint_about_points(const Shape& shape) {
  const bool is_line = shape.kind == ShapeKind::line;
  if (is_line && shape.points.size() != 2) return fmt::format("a line needs 2 points, not {}.", shape.points.size());
  const std::size_t least = shape.closed ? 3 : 2;
  if (!is_line && shape.points.size() < least)
    return fmt::format("a {}polyline needs at least {} points, not {}.", shape.closed ? "closed " : "", least,
                       shape.points.size());
  if (std::any_of(shape.points.begin(), shape.points.end(), [](const Vec3& p) { return !p.allFinite(); }))
    return "its points must be finite.";
  if (!(shape.radius >= 0) || !std::isfinite(shape.radius))
    return fmt::format("radius = {:g} m must be positive, or 0 for a thin line.", shape.radius);
  if (is_line && shape.points[0] == shape.points[1]) return "the two ends of the line are the same point.";
  return "";
}

std::string complaint_about_mesh(const MeshPtr& mesh) {
  if (!mesh || mesh->triangles.empty()) return "the mesh has no triangles.";
  if (mesh->vertices.size() % 3 != 0 || mesh->triangles.size() % 3 != 0)
    return "a mesh needs three numbers per vertex and three vertices per triangle.";
  if (std::any_of(mesh->vertices.begin(), mesh->vertices.end(), [](float x) { return !std::isfinite(x); }))
    return "a mesh vertex is not finite.";
  const std::size_t count = mesh->vertices.size() / 3;
  const std::uint32_t largest = *std::max_element(mesh->triangles.begin(), mesh->triangles.end());
  return largest < count ? "" : fmt::format("a mesh triangle refers to vertex {} of {}.", largest, count);
}

}  // namespace

std::string Shape::complaint() const {
  const auto is_length = [](double x) { return x > 0 && std::isfinite(x); };
  if (!color.empty() && !is_color(color)) return fmt::format("the color '{}' is not of the form #rrggbb.", color);
  if (!position.allFinite() || !orientation.allFinite() || !(orientation.norm() > 1e-6))
    return "a shape needs a finite position and orientation.";
  switch (kind) {
    case ShapeKind::box:
      if (is_length(size[0]) && is_length(size[1]) && is_length(size[2])) return "";
      return fmt::format("size = [{:g}, {:g}, {:g}] m must be three positive numbers.", size[0], size[1], size[2]);
    case ShapeKind::cylinder:
      if (!is_length(length)) return fmt::format("length = {:g} m must be a positive number.", length);
      [[fallthrough]];
    case ShapeKind::sphere:
      return is_length(radius) ? "" : fmt::format("radius = {:g} m must be a positive number.", radius);
    case ShapeKind::line:
    case ShapeKind::polyline: return complaint_about_points(*this);
    case ShapeKind::mesh: return complaint_about_mesh(mesh);
  }
  return "";
}

bool is_color(std::string_view text) {
  const auto is_hex_digit = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  };
  return text.size() == 7 && text[0] == '#' && std::all_of(text.begin() + 1, text.end(), is_hex_digit);
}

}  // namespace daedalus
