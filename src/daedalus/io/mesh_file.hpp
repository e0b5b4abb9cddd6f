// mesh_file.hpp: the triangles of an OBJ, STL, glTF or COLLADA file.
//
// Coordinates are taken as they are written: no change of axes (glTF means y to be up, OBJ and STL do not say) and no
// unit but the one that `scale` makes of it. Only a COLLADA file states its unit and the axis that is up, and these are
// applied. The transformations of nodes are applied. Everything that is not a surface (lines, points, materials,
// textures, animations) is left out.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "daedalus/model/mesh.hpp"

namespace daedalus {

struct MeshFileLimits {
  std::size_t bytes = 16'000'000;  // of the file, and of those that it refers to, together
  std::size_t triangles = 200'000;
};
std::string too_many_triangles(std::size_t most);  // 'has more than 200,000 triangles: simplify the mesh.'

// '.obj', '.stl', '.gltf', '.glb', '.dae'; capitals too
bool is_mesh_file(const std::filesystem::path& file);

// FileError when a file cannot be read, ModelError when it is not a mesh or too large a one. A .gltf file may refer to
// files in its own folder, and to no others; OBJ files are read without their materials. No two vertices are the same,
// and all are used.
Mesh read_mesh(const std::filesystem::path& file, const MeshFileLimits& limits = {});

}  // namespace daedalus
