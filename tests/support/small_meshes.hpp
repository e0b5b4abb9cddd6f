// small_meshes.hpp: one plate of two triangles in every format that is read.
//
//   3 ─── 2      vertices (0, 0, 0), (1, 0, 0), (1, 2, 0), (0, 2, 0)
//   │  ╱  │      triangles 0 1 2 and 0 2 3
//   0 ─── 1
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

namespace daedalus::testing {

inline const std::vector<float> plate_vertices = {0, 0, 0, 1, 0, 0, 1, 2, 0, 0, 2, 0};
inline const std::vector<std::uint32_t> plate_triangles = {0, 1, 2, 0, 2, 3};

inline std::string obj_plate() {
  return "mtllib other.mtl\no plate\nv 0 0 0\nv 1 0 0\nv 1 2 0\nv 0 2 0\nvn 0 0 1\nusemtl red\n"
         "f 1//1 2//1 3//1 4//1\nl 1 2\n";
}

inline std::string ascii_stl_plate() {
  return "solid plate\n"
         "facet normal 0 0 1\n outer loop\n  vertex 0 0 0\n  vertex 1 0 0\n  vertex 1 2 0\n endloop\nendfacet\n"
         "facet normal 0 0 1\n outer loop\n  vertex 0 0 0\n  vertex 1 2 0\n  vertex 0 2 0\n endloop\nendfacet\n"
         "endsolid plate\n";
}

// The machines that run the tests are little endian, as the formats are.
template <class Number>
void append(std::string& bytes, Number number) {
  std::array<char, sizeof(Number)> raw;
  std::memcpy(raw.data(), &number, sizeof(Number));
  bytes.append(raw.data(), raw.size());
}

inline std::string binary_stl_plate(const std::vector<float>& vertices = plate_vertices) {
  std::string bytes(80, ' ');
  append(bytes, std::uint32_t{2});
  for (std::size_t t = 0; t < 2; ++t) {
    for (const float normal : {0.f, 0.f, 1.f}) append(bytes, normal);
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t axis = 0; axis < 3; ++axis) append(bytes, vertices[3 * plate_triangles[3 * t + i] + axis]);
    append(bytes, std::uint16_t{0});
  }
  return bytes;
}

// 48 bytes of vertices and 12 of indices.
inline std::string plate_buffer(std::uint16_t last_index = 3) {
  std::string bytes;
  for (const float x : plate_vertices) append(bytes, x);
  for (std::size_t i = 0; i < 5; ++i) append(bytes, static_cast<std::uint16_t>(plate_triangles[i]));
  append(bytes, last_index);
  return bytes;
}

inline std::string base64(const std::string& bytes) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i + 2 < bytes.size(); i += 3) {  // the buffers here are multiples of three
    const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(bytes[i + k]); };
    const unsigned word = static_cast<unsigned>(byte(0) << 16 | byte(1) << 8 | byte(2));
    for (const int shift : {18, 12, 6, 0}) text += digits[word >> shift & 63];
  }
  return text;
}

// The node moves the plate by (0, 0, 3) and makes it twice as large. `buffer` is the rest of the buffer, `more` of the
// file.
inline std::string gltf_json(const std::string& buffer, const std::string& more = "") {
  return R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
 "nodes": [{"mesh": 0, "translation": [0, 0, 3], "scale": [2, 2, 2]}],
 "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "material": 0}]}],
 "accessors": [{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
               {"bufferView": 1, "componentType": 5123, "count": 6, "type": "SCALAR"}],
 "bufferViews": [{"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 12}],
 "buffers": [{"byteLength": 60)" +
         buffer + "}]" + more + "}";
}
inline const std::vector<float> gltf_vertices = {0, 0, 3, 2, 0, 3, 2, 4, 3, 0, 4, 3};

inline std::string gltf_plate(std::uint16_t last_index = 3) {
  return gltf_json(R"(, "uri": "data:application/octet-stream;base64,)" + base64(plate_buffer(last_index)) + '"');
}

inline std::string glb_plate() {
  std::string json = gltf_json(""), bytes;
  json.append((4 - json.size() % 4) % 4, ' ');
  const std::string data = plate_buffer();
  const std::size_t total = 12 + 8 + json.size() + 8 + data.size();
  const auto word = [&](std::size_t number) { append(bytes, static_cast<std::uint32_t>(number)); };
  bytes = "glTF";
  word(2);
  word(total);
  word(json.size());
  bytes += "JSON" + json;
  word(data.size());
  bytes += std::string("BIN\0", 4) + data;
  return bytes;
}

// The plate as one polygon of a polylist; each corner has a position and a normal. In millimeters, z up.
inline std::string dae_plate() {
  return R"(<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="millimeter" meter="0.001"/><up_axis>Z_UP</up_axis></asset>
<library_geometries><geometry id="plate"><mesh>
<source id="positions"><float_array id="numbers" count="12">0 0 0 1000 0 0 1000 2000 0 0 2000 0</float_array>
<technique_common><accessor source="#numbers" count="4" stride="3"><param name="X" type="float"/></accessor></technique_common></source>
<source id="normals"><float_array id="n" count="3">0 0 1</float_array></source>
<vertices id="corners"><input semantic="POSITION" source="#positions"/></vertices>
<polylist count="1" material="red"><input semantic="NORMAL" source="#normals" offset="1"/>
<input semantic="VERTEX" source="#corners" offset="0"/><vcount>4</vcount>
<p>0 0 1 0 2 0 3 0</p></polylist>
<lines count="1"><input semantic="VERTEX" source="#corners" offset="0"/><p>0 1</p></lines>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="scene">
<node><instance_geometry url="#plate"/></node>
</visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#scene"/></scene>
</COLLADA>
)";
}

inline void write_file(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

}  // namespace daedalus::testing
