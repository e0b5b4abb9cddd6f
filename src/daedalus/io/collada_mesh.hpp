// collada_mesh.hpp: the triangles of a COLLADA file (.dae, version 1.4 or 1.5), in meters and with z up.
//
//   <asset>              unit (meters per unit of the file) and up_axis (Y_UP where the file does not say) are applied
//   <visual_scene>       the one that <scene> shows, else the first; without any, all geometries as they are
//   <node>               matrix, translate, rotate and scale in the order of the file; nodes and geometries by reference
//   <geometry>           <mesh> with <triangles>, <polylist> and <polygons>; polygons are taken to be convex
//
// Materials, normals, lines, cameras, lights, skins and animations are left out. References to other files are refused.
#pragma once

#include <string>

#include "daedalus/io/mesh_file.hpp"

namespace daedalus {

// ModelError, with the line, when the text is not COLLADA, refers to what is not there, or asks for too much.
Mesh read_collada(const std::string& bytes, const MeshFileLimits& limits);

}  // namespace daedalus
