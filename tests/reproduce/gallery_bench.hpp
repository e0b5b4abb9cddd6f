// gallery_bench.hpp: a bench with the models of the source tree.
#pragma once

#include "daedalus/reproduce/bench.hpp"

namespace daedalus::testing {

inline reproduce::Bench gallery_bench(bool quick = true, const std::atomic<bool>* cancel = nullptr) {
  const auto find = [](const std::string& name) -> std::optional<std::filesystem::path> {
    const std::filesystem::path file = std::filesystem::path(DAEDALUS_GALLERY) / (name + ".yaml");
    if (!std::filesystem::exists(file)) return std::nullopt;
    return file;
  };
  return reproduce::Bench({.quick = quick, .find_model = find, .cancel = cancel, .on_progress = nullptr});
}

}  // namespace daedalus::testing
