// gallery_bench.hpp: a bench with the models of the source tree.
#pragma once

#include "daedalus/reproduce/bench.hpp"

namespace daedalus::testing {

inline reproduce::Bench gallery_bench(bool quick = true, const std::atomic<bool>* cancel = nullptr) {
  const auto find = [](const std::string& name) -> std::optional<std::filesystem::path> {
    for (const auto& file : std::filesystem::recursive_directory_iterator(DAEDALUS_GALLERY))
      if (file.path().filename() == name + ".yaml" && file.path().parent_path().filename() != "parts") return file.path();
    return std::nullopt;
  };
  return reproduce::Bench({.quick = quick, .find_model = find, .cancel = cancel, .on_progress = nullptr});
}

}  // namespace daedalus::testing
