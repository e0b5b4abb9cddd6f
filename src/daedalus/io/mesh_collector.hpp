// mesh_collector.hpp: triangles, one corner after the other, as a mesh. Vertices at the same place become one.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

#include "daedalus/base/errors.hpp"
#include "daedalus/io/mesh_file.hpp"

namespace daedalus {

class MeshCollector {
 public:
  explicit MeshCollector(std::size_t most_triangles) : most_(most_triangles) {}

  // ModelError when there are too many triangles or a corner is not finite.
  void add_triangle(const std::array<std::array<float, 3>, 3>& corners) {
    if (mesh_.triangle_count() == most_) throw ModelError(too_many_triangles(most_));
    for (const auto& corner : corners) mesh_.triangles.push_back(vertex(corner));
  }
  Mesh take() { return std::move(mesh_); }

 private:
  std::uint32_t vertex(const std::array<float, 3>& p) {
    for (const float x : p)
      if (!std::isfinite(x)) throw ModelError("has a vertex that is not finite (NaN or overflow).");
    const auto [at, is_new] = numbers_.try_emplace(p, static_cast<std::uint32_t>(mesh_.vertices.size() / 3));
    if (is_new) mesh_.vertices.insert(mesh_.vertices.end(), p.begin(), p.end());
    return at->second;
  }

  std::size_t most_;
  Mesh mesh_;
  std::map<std::array<float, 3>, std::uint32_t> numbers_;
};

}  // namespace daedalus
