#include "daedalus/io/mesh_file.hpp"

#include <assimp/BaseImporter.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>
#include <assimp/Importer.hpp>
#include <cstring>
#include <string_view>

#include "daedalus/base/errors.hpp"
#include "daedalus/io/collada_mesh.hpp"
#include "daedalus/io/gltf_subset.hpp"
#include "daedalus/io/mesh_collector.hpp"
#include "daedalus/io/model_file/problems.hpp"
#include "daedalus/io/read_bytes.hpp"

namespace daedalus {
namespace {

namespace fs = std::filesystem;

std::string extension_of(const fs::path& file) {
  std::string text = file.extension().string();
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); });
  return text;
}

// A file that has been read, as Assimp wants to see it.
class BytesStream : public Assimp::IOStream {
 public:
  explicit BytesStream(std::string bytes) : bytes_(std::move(bytes)) {}

  std::size_t Read(void* to, std::size_t size, std::size_t count) override {
    if (size == 0) return 0;
    const std::size_t whole = std::min(count, (bytes_.size() - at_) / size);
    std::memcpy(to, bytes_.data() + at_, whole * size);
    at_ += whole * size;
    return whole;
  }
  aiReturn Seek(std::size_t offset, aiOrigin origin) override {
    const std::size_t size = bytes_.size();
    if (offset > (origin == aiOrigin_CUR ? size - at_ : size)) return aiReturn_FAILURE;
    at_ = origin == aiOrigin_SET ? offset : origin == aiOrigin_CUR ? at_ + offset : size - offset;
    return aiReturn_SUCCESS;
  }
  std::size_t Tell() const override { return at_; }
  std::size_t FileSize() const override { return bytes_.size(); }
  std::size_t Write(const void*, std::size_t, std::size_t) override { return 0; }
  void Flush() override {}

 private:
  std::string bytes_;
  std::size_t at_ = 0;
};

// Everything that Assimp can see of the disk: the mesh file under its own name and, for .gltf, what lies beside it.
class FilesBeside : public Assimp::IOSystem {
 public:
  // `bytes` are those of the file; `left` how many others may be read.
  FilesBeside(const fs::path& file, std::string bytes, std::size_t left)
      : folder_(file.parent_path()), name_(file.filename().string()), bytes_(std::move(bytes)), left_(left),
        may_refer_(extension_of(file) == ".gltf") {}

  bool Exists(const char* name) const override {
    std::error_code ignored;
    return is_allowed(name) && (name == name_ || fs::is_regular_file(folder_ / name, ignored));
  }
  char getOsSeparator() const override { return '/'; }
  Assimp::IOStream* Open(const char* name, const char* mode) override {
    if (!is_allowed(name) || *mode != 'r') return nullptr;
    if (name == name_) return new BytesStream(bytes_);  // Assimp deletes it, by Close
    std::string bytes;
    try {
      bytes = read_bytes(folder_ / name, left_);
    } catch (const FileError&) {
      return nullptr;
    }
    if (bytes.size() > left_) return nullptr;
    left_ -= bytes.size();
    return new BytesStream(std::move(bytes));
  }
  void Close(Assimp::IOStream* stream) override { delete stream; }

 private:
  bool is_allowed(std::string_view name) const {
    return name == name_ || (may_refer_ && !name.empty() && name.find_first_of("/\\:") == name.npos);
  }
  fs::path folder_;
  std::string name_, bytes_;
  std::size_t left_;
  bool may_refer_;
};

// Of the forty readers of Assimp only those that are promised: what a file holds must fit its name.
void keep_promised_readers(Assimp::Importer& importer) {
  constexpr std::string_view promised[] = {"Wavefront Object Importer", "Stereolithography (STL) Importer",
                                           "glTF2 Importer"};
  for (std::size_t i = importer.GetImporterCount(); i-- > 0;) {
    Assimp::BaseImporter* reader = importer.GetImporter(i);
    const std::string_view name = reader->GetInfo()->mName;
    if (std::find(std::begin(promised), std::end(promised), name) != std::end(promised)) continue;
    if (importer.UnregisterLoader(reader) == aiReturn_SUCCESS) delete reader;
  }
}

// Gathers the triangles of a scene.
class Gatherer {
 public:
  Gatherer(const aiScene& scene, std::size_t most) : scene_(scene), collector_(most) {}

  Mesh run() {
    if (scene_.mRootNode) add_node(*scene_.mRootNode, aiMatrix4x4(), 0);
    return collector_.take();
  }

 private:
  void add_node(const aiNode& node, const aiMatrix4x4& outer, int depth) {
    constexpr int deepest = 1000;
    if (depth > deepest) throw ModelError(fmt::format("has nodes nested more than {} levels deep.", deepest));
    const aiMatrix4x4 inner = outer * node.mTransformation;
    for (unsigned i = 0; i < node.mNumMeshes; ++i)
      if (node.mMeshes[i] < scene_.mNumMeshes) add_mesh(*scene_.mMeshes[node.mMeshes[i]], inner);
    for (unsigned i = 0; i < node.mNumChildren; ++i) add_node(*node.mChildren[i], inner, depth + 1);
  }

  void add_mesh(const aiMesh& mesh, const aiMatrix4x4& place) {
    for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
      const aiFace& face = mesh.mFaces[f];
      if (face.mNumIndices != 3) continue;  // a point or a line
      const auto corner = [&](unsigned i) {
        if (face.mIndices[i] >= mesh.mNumVertices)
          throw ModelError(
              fmt::format("has a triangle that refers to vertex {} of {}.", face.mIndices[i], mesh.mNumVertices));
        const aiVector3D p = place * mesh.mVertices[face.mIndices[i]];
        return std::array{p.x, p.y, p.z};
      };
      collector_.add_triangle({corner(0), corner(1), corner(2)});
    }
  }

  const aiScene& scene_;
  MeshCollector collector_;
};

// What Assimp would not forgive in an OBJ file: time that grows with the square of the corners of a face.
void check_faces(const std::string& bytes, std::size_t most) {
  constexpr std::size_t most_corners = 100;
  std::size_t triangles = 0, corners = 0;
  bool in_face = false, in_word = false, at_begin = true, is_continued = false;
  for (const char c : bytes) {
    const bool is_space = c == ' ' || c == '\t' || c == '\r' || c == '\\';
    if (c == '\n' && !is_continued) {
      if (corners > 2) triangles += corners - 2;
      if (triangles > most) throw ModelError(too_many_triangles(most));
      in_face = in_word = false;
      at_begin = true;
      corners = 0;
    } else if (at_begin && !is_space) {
      in_face = c == 'f';
      at_begin = false;
      in_word = true;  // the word 'f' itself is no corner
    } else if (is_space || c == '\n') {
      in_word = false;
    } else if (in_face && !in_word) {
      in_word = true;
      if (++corners > most_corners)
        throw ModelError(fmt::format("has a face with more than {} vertices.", most_corners));
    }
    is_continued = c == '\\' || (is_continued && c == '\r');
  }
}

std::string one_line(std::string text) {
  constexpr std::size_t longest = 200;
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < ' ' || c >= 0x7f; }, ' ');
  return text.substr(0, longest);
}

Mesh parse_with_assimp(const fs::path& file, std::string bytes, const MeshFileLimits& limits) {
  const std::string extension = extension_of(file);
  const std::size_t size = bytes.size();
  std::size_t promised_triangles = 0;
  if (extension == ".obj") check_faces(bytes, limits.triangles);
  if (extension == ".gltf" || extension == ".glb") {
    GltfSubset subset = take_gltf_subset(bytes, extension == ".glb", limits);
    bytes = std::move(subset.bytes);
    promised_triangles = subset.triangles;
  }
  Assimp::Importer importer;
  keep_promised_readers(importer);
  importer.SetIOHandler(new FilesBeside(file, std::move(bytes), limits.bytes - size));  // the importer deletes it
  const aiScene* scene = importer.ReadFile(file.filename().string(), aiProcess_Triangulate);
  if (!scene) throw ModelError(fmt::format("cannot be read: {}", one_line(importer.GetErrorString())));
  Mesh mesh = Gatherer(*scene, limits.triangles).run();
  if (promised_triangles > mesh.triangle_count())  // Assimp leaves out what it cannot use, and says nothing
    throw ModelError(
        fmt::format("has {} triangles with missing vertices.", promised_triangles - mesh.triangle_count()));
  return mesh;
}

Mesh parse_mesh(const fs::path& file, std::string bytes, const MeshFileLimits& limits) {
  if (bytes.size() > limits.bytes)
    throw ModelError(fmt::format("has more than {} bytes.", model_file::with_commas(limits.bytes)));
  Mesh mesh =
      extension_of(file) == ".dae" ? read_collada(bytes, limits) : parse_with_assimp(file, std::move(bytes), limits);
  if (mesh.triangles.empty()) throw ModelError("has no triangles.");
  return mesh;
}

}  // namespace

std::string too_many_triangles(std::size_t most) {
  return fmt::format("has more than {} triangles: simplify the mesh.", model_file::with_commas(most));
}

bool is_mesh_file(const fs::path& file) {
  const std::string extension = extension_of(file);
  return extension == ".obj" || extension == ".stl" || extension == ".gltf" || extension == ".glb" ||
         extension == ".dae";
}

Mesh read_mesh(const fs::path& file, const MeshFileLimits& limits) {
  const auto refuse = [&](const std::string& what) { throw ModelError(fmt::format("'{}' {}", file.string(), what)); };
  if (!is_mesh_file(file)) refuse("does not have a supported mesh extension (.obj, .stl, .gltf, .glb, .dae).");
  std::string bytes = read_bytes(file, limits.bytes);
  try {
    return parse_mesh(file, std::move(bytes), limits);
  } catch (const ModelError& error) {
    refuse(error.what());
  } catch (const std::exception& error) {  // of a library
    refuse(fmt::format("cannot be read: {}", one_line(error.what())));
  }
  return {};
}

}  // namespace daedalus
