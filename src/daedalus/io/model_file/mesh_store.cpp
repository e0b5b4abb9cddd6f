#include "daedalus/io/model_file/mesh_store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "daedalus/base/errors.hpp"
#include "daedalus/io/model_file/problems.hpp"

namespace daedalus::model_file {

namespace {

MeshPtr scaled_mesh(const Mesh& mesh, const Vec3& scale, const std::filesystem::path& file) {
  Mesh scaled = mesh;
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    scaled.vertices[i] = static_cast<float>(static_cast<double>(mesh.vertices[i]) * scale[static_cast<Index>(i % 3)]);
    if (!std::isfinite(scaled.vertices[i]))
      throw ModelError(fmt::format("'{}' times its scale has a vertex that is not finite.", file.string()));
  }
  if (scale.prod() < 0)  // a mirror turns triangles inside out
    for (std::size_t i = 0; i < scaled.triangles.size(); i += 3)
      std::swap(scaled.triangles[i + 1], scaled.triangles[i + 2]);
  return std::make_shared<const Mesh>(std::move(scaled));
}

}  // namespace

void MeshStore::fill(const std::filesystem::path& file, const Vec3& scale, Shape& shape) {
  Stored& stored = read(file);
  if (!stored.why_not.empty()) throw ModelError(stored.why_not);
  const Mesh& mesh = stored.mesh;
  if (triangles_ + mesh.triangle_count() > limits_.mesh_triangles)
    throw ModelError(fmt::format("the meshes of the model have more than {} triangles in total: simplify the mesh.",
                                 with_commas(limits_.mesh_triangles)));
  shape.file = file.string();
  MeshPtr& scaled = stored.scaled[{scale.x(), scale.y(), scale.z()}];
  if (!scaled) scaled = scaled_mesh(mesh, scale, file);
  shape.mesh = scaled;
  triangles_ += mesh.triangle_count();
}

MeshStore::Stored& MeshStore::read(const std::filesystem::path& file) {
  const auto [at, is_new] = files_.try_emplace(file);
  if (!is_new) return at->second;
  Stored& stored = at->second;
  try {
    if (static_cast<int>(files_.size()) > limits_.files)
      throw ModelError(fmt::format("more than {} mesh files.", limits_.files));
    std::error_code ignored;
    const std::uintmax_t size = std::filesystem::file_size(file, ignored);
    if (!ignored) bytes_ += size;
    if (bytes_ > limits_.total_bytes)
      throw ModelError(fmt::format("the mesh files have more than {} bytes in total: simplify the mesh.",
                                   with_commas(limits_.total_bytes)));
    stored.mesh = read_mesh(file, {.bytes = limits_.file_bytes, .triangles = limits_.mesh_triangles});
  } catch (const ModelError& error) {
    stored.why_not = error.what();
  } catch (const FileError& error) {
    stored.why_not = error.what();
  }
  return stored;
}

}  // namespace daedalus::model_file
