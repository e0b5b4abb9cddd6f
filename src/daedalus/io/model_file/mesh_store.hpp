// mesh_store.hpp: the mesh files that a model refers to. Each is read once, and all triangles that are drawn are
// counted.
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <string>

#include "daedalus/io/mesh_file.hpp"
#include "daedalus/io/model_file/limits.hpp"
#include "daedalus/model/shape.hpp"

namespace daedalus::model_file {

class MeshStore {
 public:
  explicit MeshStore(const ModelFileLimits& limits) : limits_(limits) {}

  // Gives a shape the triangles of a file, times `scale`. ModelError when there are none, or too many.
  void fill(const std::filesystem::path& file, const Vec3& scale, Shape& shape);

 private:
  struct Stored {
    Mesh mesh;
    std::string why_not;                              // not read, and this is why
    std::map<std::array<double, 3>, MeshPtr> scaled;  // by their scales: shapes share them
  };
  Stored& read(const std::filesystem::path& file);

  const ModelFileLimits& limits_;
  std::map<std::filesystem::path, Stored> files_;
  std::size_t bytes_ = 0, triangles_ = 0;
};

}  // namespace daedalus::model_file
