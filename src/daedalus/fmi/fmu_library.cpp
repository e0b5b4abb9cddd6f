#include "daedalus/fmi/fmu_library.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <fmt/format.h>
#include <link.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>

#include "daedalus/base/errors.hpp"
#include "daedalus/io/read_bytes.hpp"

namespace daedalus::fmi {
namespace fs = std::filesystem;

namespace {

constexpr const char* library_name = "libdaedalus_fmu.so";
constexpr std::size_t most_library_bytes = std::size_t{1} << 30;

template <class Part>
Part part_at(const std::string& bytes, std::size_t offset) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(Part)) throw FileError("a shared library is damaged.");
  Part part;
  std::memcpy(&part, bytes.data() + offset, sizeof part);
  return part;
}

// The names of DT_NEEDED of a 64-bit ELF file.
std::vector<std::string> needed_libraries(const fs::path& file) {
  const std::string bytes = read_bytes(file, most_library_bytes);
  const auto head = part_at<Elf64_Ehdr>(bytes, 0);
  if (std::memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_ident[EI_CLASS] != ELFCLASS64)
    throw FileError(fmt::format("'{}' is not a shared library of 64 bits.", file.string()));
  std::vector<std::string> names;
  for (std::size_t k = 0; k < head.e_shnum; ++k) {
    const auto section = part_at<Elf64_Shdr>(bytes, head.e_shoff + k * head.e_shentsize);
    if (section.sh_type != SHT_DYNAMIC) continue;
    const auto texts = part_at<Elf64_Shdr>(bytes, head.e_shoff + section.sh_link * head.e_shentsize);
    for (std::size_t at = 0; at + sizeof(Elf64_Dyn) <= section.sh_size; at += sizeof(Elf64_Dyn)) {
      const auto entry = part_at<Elf64_Dyn>(bytes, section.sh_offset + at);
      if (entry.d_tag != DT_NEEDED) continue;
      const std::size_t begin = texts.sh_offset + entry.d_un.d_val;
      if (begin >= bytes.size()) throw FileError(fmt::format("'{}' is damaged.", file.string()));
      names.emplace_back(bytes.c_str() + begin);
    }
  }
  return names;
}

// What every machine with the same or a later C library has.
bool is_of_every_machine(const std::string& name) {
  constexpr const char* names[] = {"libc.so",      "libm.so",    "libmvec.so",  "libpthread.so",
                                   "libdl.so",     "librt.so",   "ld-linux",    "libgcc_s.so",
                                   "libstdc++.so", "libasan.so", "libubsan.so", "libtsan.so"};
  return std::any_of(std::begin(names), std::end(names), [&](const char* known) { return name.starts_with(known); });
}

// Where the loader finds them, by name. The library itself is loaded for that, and let go again.
std::map<std::string, fs::path> loaded_libraries(const fs::path& file) {
  void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library)
    throw FileError(fmt::format("the library for FMUs cannot be loaded: {}. Is a package missing?", dlerror()));
  std::map<std::string, fs::path> found;
  link_map* first = nullptr;
  if (dlinfo(library, RTLD_DI_LINKMAP, &first) == 0) {
    while (first->l_prev) first = first->l_prev;
    for (const link_map* at = first; at; at = at->l_next)
      if (at->l_name && *at->l_name != '\0') found[fs::path(at->l_name).filename().string()] = at->l_name;
  }
  dlclose(library);
  return found;
}

fs::path library_file(const fs::path& beside) {
  if (const char* chosen = std::getenv("DAEDALUS_FMU_LIBRARY"); chosen && *chosen != '\0') return chosen;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const fs::path& folder : {program, program.parent_path() / "lib" / "daedalus", beside})
    if (!folder.empty() && fs::is_regular_file(folder / library_name, error)) return folder / library_name;
  throw FileError(
      fmt::format("the library that goes into FMUs, {0}, is not there. It is built as {0} beside the "
                  "program and installed in lib/daedalus; DAEDALUS_FMU_LIBRARY names another place.",
                  library_name));
}

}  // namespace

FmuLibrary find_fmu_library(const fs::path& beside) {
  FmuLibrary library{.file = library_file(beside)};
  const std::map<std::string, fs::path> loaded = loaded_libraries(library.file);
  std::vector<std::string> seen;
  std::vector<fs::path> open = {library.file};
  while (!open.empty()) {
    const fs::path file = open.back();
    open.pop_back();
    for (const std::string& name : needed_libraries(file)) {
      if (std::find(seen.begin(), seen.end(), name) != seen.end()) continue;
      seen.push_back(name);
      if (is_of_every_machine(name)) {
        library.expected.push_back(name);
        continue;
      }
      const auto found = loaded.find(name);
      if (found == loaded.end())
        throw FileError(fmt::format("library {}, needed by {}, was not found: the FMU would not load.", name,
                                    file.filename().string()));
      library.carried.push_back(found->second);
      open.push_back(found->second);
    }
  }
  std::sort(library.carried.begin(), library.carried.end());
  std::sort(library.expected.begin(), library.expected.end());
  return library;
}

}  // namespace daedalus::fmi
