// What the fields mean: Khronos, glTF 2.0 specification, sections 3 (concepts), 4.4 (binary files) and 5 (properties).
#include "daedalus/io/gltf_subset.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "daedalus/base/errors.hpp"

namespace daedalus {
namespace {

using PlainJson = nlohmann::json;

[[noreturn]] void refuse(const std::string& why) { throw ModelError("is not a supported glTF file: " + why + "."); }

// A whole number that may be an index, a count or an offset.
std::uint64_t whole(const PlainJson& object, const char* key, std::uint64_t otherwise) {
  if (!object.is_object()) refuse("a list was found in place of an object, or an object in place of a list");
  const auto at = object.find(key);
  if (at == object.end()) return otherwise;
  if (!at->is_number_unsigned()) refuse(fmt::format("'{}' is not an integer", key));
  constexpr std::uint64_t most = 0xFFFF'FFFF;
  if (at->get<std::uint64_t>() > most) refuse(fmt::format("'{}' is too large", key));
  return at->get<std::uint64_t>();
}
constexpr std::uint64_t none = ~std::uint64_t{0};

const PlainJson& list(const PlainJson& object, const char* key) {
  static const PlainJson empty = PlainJson::array();
  if (!object.is_object()) refuse("a list was found in place of an object, or an object in place of a list");
  const auto at = object.find(key);
  if (at == object.end()) return empty;
  if (!at->is_array()) refuse(fmt::format("'{}' is not a list", key));
  return *at;
}

const PlainJson& item(const PlainJson& items, const char* what, std::uint64_t index) {
  if (index >= items.size()) refuse(fmt::format("{} {} does not exist", what, index));
  return items[index];
}

class Subset {
 public:
  Subset(const PlainJson& all, const MeshFileLimits& limits) : all_(all), limits_(limits) {}

  PlainJson run(std::size_t& triangles) {
    if (!all_.is_object() || !all_.contains("asset") || !all_["asset"].is_object() ||
        !all_["asset"].value("version", PlainJson()).is_string() ||
        !all_["asset"]["version"].get<std::string>().starts_with("2"))
      refuse("it is not version 2");
    if (const PlainJson& needed = list(all_, "extensionsRequired"); !needed.empty())
      refuse(fmt::format("it requires the extension {}",
                         needed[0].is_string() ? needed[0].get<std::string>().substr(0, 60) : ""));
    out_ = {{"asset", {{"version", "2.0"}}}, {"scene", 0}};
    add_nodes();
    add_meshes();
    add_data();
    triangles = count_triangles();
    return std::move(out_);
  }

 private:
  void copy_whole(const PlainJson& from, const char* key, PlainJson& to) {
    if (const std::uint64_t value = whole(from, key, none); value != none) to[key] = value;
  }
  void copy_numbers(const PlainJson& from, const char* key, std::size_t count, PlainJson& to) {
    const PlainJson& numbers = list(from, key);
    if (numbers.empty()) return;
    if (numbers.size() != count) refuse(fmt::format("'{}' does not have {} numbers", key, count));
    for (const PlainJson& number : numbers)
      if (!number.is_number() || !std::isfinite(number.get<double>())) refuse(fmt::format("'{}' is not finite", key));
    to[key] = numbers;
  }
  static std::vector<std::uint64_t> indices(const PlainJson& object, const char* key) {
    std::vector<std::uint64_t> all;
    for (const PlainJson& index : list(object, key)) {
      if (!index.is_number_unsigned()) refuse(fmt::format("'{}' contains a value that is not an integer", key));
      all.push_back(index.get<std::uint64_t>());
    }
    return all;
  }

  void add_nodes() {
    const PlainJson& scene = item(list(all_, "scenes"), "scene", whole(all_, "scene", 0));
    out_["scenes"] = PlainJson::array({{{"nodes", indices(scene, "nodes")}}});
    PlainJson nodes = PlainJson::array();
    for (const PlainJson& given : list(all_, "nodes")) {
      PlainJson node = PlainJson::object();
      if (const auto children = indices(given, "children"); !children.empty()) node["children"] = children;
      copy_whole(given, "mesh", node);
      copy_numbers(given, "matrix", 16, node);
      copy_numbers(given, "translation", 3, node);
      copy_numbers(given, "rotation", 4, node);
      copy_numbers(given, "scale", 3, node);
      nodes.push_back(std::move(node));
    }
    out_["nodes"] = std::move(nodes);
  }

  void add_meshes() {
    PlainJson meshes = PlainJson::array();
    const PlainJson& accessors = list(all_, "accessors");
    std::size_t vertices = 0;
    for (const PlainJson& given : list(all_, "meshes")) {
      PlainJson primitives = PlainJson::array();
      for (const PlainJson& primitive : list(given, "primitives")) {
        const std::uint64_t mode = whole(primitive, "mode", 4);
        if (mode < 4 || mode > 6) continue;  // points and lines
        if (!primitive.contains("attributes")) refuse("a surface has no vertices");
        const std::uint64_t position = whole(primitive["attributes"], "POSITION", none);
        vertices += whole(item(accessors, "accessor", position), "count", 0);
        if (vertices > 3 * limits_.triangles) throw ModelError(too_many_triangles(limits_.triangles));
        PlainJson kept = {{"attributes", {{"POSITION", position}}}, {"mode", mode}};
        copy_whole(primitive, "indices", kept);
        primitives.push_back(std::move(kept));
      }
      meshes.push_back({{"primitives", std::move(primitives)}});
    }
    out_["meshes"] = std::move(meshes);
  }

  void add_data() {
    PlainJson accessors = PlainJson::array(), views = PlainJson::array(), buffers = PlainJson::array();
    for (const PlainJson& given : list(all_, "accessors")) {
      if (given.is_object() && given.contains("sparse")) refuse("sparse accessors are not supported");
      PlainJson accessor = PlainJson::object();
      for (const char* key : {"bufferView", "byteOffset", "componentType", "count"}) copy_whole(given, key, accessor);
      if (!given.value("type", PlainJson()).is_string()) refuse("an accessor has no type");
      accessor["type"] = given["type"].get<std::string>().substr(0, 6);
      accessors.push_back(std::move(accessor));
    }
    for (const PlainJson& given : list(all_, "bufferViews")) {
      PlainJson view = PlainJson::object();
      for (const char* key : {"buffer", "byteOffset", "byteLength", "byteStride"}) copy_whole(given, key, view);
      views.push_back(std::move(view));
    }
    for (const PlainJson& given : list(all_, "buffers")) {
      PlainJson buffer = PlainJson::object();
      copy_whole(given, "byteLength", buffer);
      if (given.contains("uri") && given["uri"].is_string()) buffer["uri"] = given["uri"];
      buffers.push_back(std::move(buffer));
    }
    out_["accessors"] = std::move(accessors);
    out_["bufferViews"] = std::move(views);
    out_["buffers"] = std::move(buffers);
  }

  // Of all nodes of the scene. They must be trees: a node that two others share could be there a million times.
  std::size_t count_triangles() const {
    constexpr int deepest = 200;
    const PlainJson& nodes = out_["nodes"];
    std::vector<bool> seen(nodes.size());
    std::vector<std::pair<std::uint64_t, int>> todo;  // node, depth
    for (const PlainJson& root : out_["scenes"][0]["nodes"]) todo.emplace_back(root.get<std::uint64_t>(), 0);
    std::size_t triangles = 0;
    while (!todo.empty()) {
      const auto [index, depth] = todo.back();
      todo.pop_back();
      const PlainJson& node = item(nodes, "node", index);
      if (seen[index]) refuse(fmt::format("node {} has two parents", index));
      if (depth > deepest) refuse(fmt::format("nodes are nested more than {} levels deep", deepest));
      seen[index] = true;
      if (node.contains("mesh")) triangles += triangles_of(item(out_["meshes"], "mesh", whole(node, "mesh", none)));
      if (triangles > limits_.triangles) throw ModelError(too_many_triangles(limits_.triangles));
      for (const PlainJson& child : list(node, "children")) todo.emplace_back(child.get<std::uint64_t>(), depth + 1);
    }
    return triangles;
  }

  std::size_t triangles_of(const PlainJson& mesh) const {
    std::size_t triangles = 0;
    for (const PlainJson& primitive : mesh["primitives"]) {
      const std::uint64_t by = whole(primitive, "indices", whole(primitive["attributes"], "POSITION", none));
      const std::uint64_t corners = whole(item(out_["accessors"], "accessor", by), "count", 0);
      const bool is_list = whole(primitive, "mode", 4) == 4;  // else a strip or a fan
      triangles += is_list ? corners / 3 : corners > 2 ? corners - 2 : 0;
    }
    return triangles;
  }

  const PlainJson& all_;
  const MeshFileLimits& limits_;
  PlainJson out_;
};

std::uint32_t word_at(const std::string& bytes, std::size_t at) {
  if (at + 4 > bytes.size()) refuse("it is truncated");
  std::uint32_t word = 0;
  for (std::size_t i = 4; i-- > 0;) word = word << 8 | static_cast<unsigned char>(bytes[at + i]);
  return word;
}
void append_word(std::string& bytes, std::size_t word) {
  for (int i = 0; i < 4; ++i) bytes += static_cast<char>(word >> 8 * i & 0xFF);
}

constexpr std::uint32_t magic = 0x46546C67, json_chunk = 0x4E4F534A, data_chunk = 0x004E4942;

}  // namespace

GltfSubset take_gltf_subset(const std::string& bytes, bool is_binary, const MeshFileLimits& limits) {
  std::string text = bytes, data;
  if (is_binary) {  // header of 12 bytes; then chunks of length, kind, bytes
    if (word_at(bytes, 0) != magic) refuse("it is not a .glb file");
    const std::size_t length = word_at(bytes, 12), begin = 20;
    if (word_at(bytes, 16) != json_chunk || length > bytes.size() - begin) refuse("its first chunk is invalid");
    text = bytes.substr(begin, length);
    if (const std::size_t next = begin + length; next < bytes.size()) {
      if (word_at(bytes, next) > bytes.size() - next || word_at(bytes, next + 4) != data_chunk)
        refuse("its second chunk is invalid");
      data = bytes.substr(next + 8, word_at(bytes, next));
    }
  }
  const PlainJson all = PlainJson::parse(text, nullptr, false);
  if (all.is_discarded()) refuse("invalid JSON");
  GltfSubset subset;
  subset.bytes = Subset(all, limits).run(subset.triangles).dump();
  if (!is_binary) return subset;

  std::string json = std::move(subset.bytes);
  json.append((4 - json.size() % 4) % 4, ' ');
  data.append((4 - data.size() % 4) % 4, '\0');
  append_word(subset.bytes = "", magic);
  for (const std::size_t word : {std::size_t{2}, 12 + 8 + json.size() + 8 + data.size(), json.size()})
    append_word(subset.bytes, word);
  append_word(subset.bytes, json_chunk);
  subset.bytes += json;
  append_word(subset.bytes, data.size());
  append_word(subset.bytes, data_chunk);
  subset.bytes += data;
  return subset;
}

}  // namespace daedalus
