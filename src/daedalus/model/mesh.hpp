// mesh.hpp: triangles to draw. Meshes are large and never change: shapes, models and builders share them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace daedalus {

struct Mesh {
  std::vector<float> vertices;           // x y z of every vertex
  std::vector<std::uint32_t> triangles;  // three vertices each
  std::size_t triangle_count() const { return triangles.size() / 3; }
};
using MeshPtr = std::shared_ptr<const Mesh>;

}  // namespace daedalus
