// Mesh files. The first byte chooses the format, as the end of a name does.
#include "daedalus/io/mesh_file.hpp"
#include "fuzz/fuzz_target.hpp"
#include "support/small_meshes.hpp"

namespace daedalus::fuzz {
namespace {

constexpr const char* endings[] = {".obj", ".stl", ".gltf", ".glb", ".dae"};

}  // namespace

std::vector<std::string> seeds() {
  std::vector<std::string> all;
  for (const std::string& mesh : gallery_files(".obj")) all.push_back('0' + mesh);
  all.push_back('0' + std::string("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"));
  all.push_back('1' + std::string("solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 "
                                  "0\nendloop\nendfacet\nendsolid a\n"));
  all.push_back(
      '2' +
      std::string(
          R"({"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],)"
          R"("accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}],)"
          R"("bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,)"
          R"(AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]})"));
  all.push_back('4' + testing::dae_plate());
  return all;
}

void read_input(const std::string& bytes) {
  if (bytes.empty()) return;
  const std::size_t format = static_cast<unsigned char>(bytes[0] - '0') % std::size(endings);
  const std::filesystem::path file = as_file(std::string("mesh") + endings[format], bytes.substr(1));
  allow_refusal([&] { read_mesh(file, {.bytes = 100'000, .triangles = 1000}); });
}

}  // namespace daedalus::fuzz
