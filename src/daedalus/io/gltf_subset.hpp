// gltf_subset.hpp: of a glTF file, the parts that make its surface: one scene, its nodes, their triangles.
//
// A library for all of glTF reads what is left. Everything else is gone before it looks (materials, animations, skins,
// extensions), and what a small file could blow up has been counted: nodes that several others share, vertices that
// many surfaces share.
#pragma once

#include <cstddef>
#include <string>

#include "daedalus/io/mesh_file.hpp"

namespace daedalus {

struct GltfSubset {
  std::string bytes;          // of a file of the same kind: JSON, or JSON and a block of bytes (.glb)
  std::size_t triangles = 0;  // that it shows; each time a node shows a mesh counts
};

// ModelError when it is not glTF 2, needs an extension, or asks for too much.
GltfSubset take_gltf_subset(const std::string& bytes, bool is_binary, const MeshFileLimits& limits);

}  // namespace daedalus
