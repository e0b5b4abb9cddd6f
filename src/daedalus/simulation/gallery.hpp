// gallery.hpp: where model files are found by their name.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace daedalus {

// The folder named by the environment variable DAEDALUS_MODELS; else that of the installation (../share/daedalus/models
// from the program); else that of the source tree. Nothing when none is there.
std::optional<std::filesystem::path> gallery_folder();

// *.yaml in that folder and below, by path; those in folders `parts` are for include
std::vector<std::filesystem::path> gallery_files();

// The file itself, else ./NAME.yaml, else NAME.yaml of the gallery. Nothing when there is none; FileError when NAME is
// plainly a file (it ends in .yaml or .yml, or has a slash) and that file is not there.
std::optional<std::filesystem::path> find_model_file(const std::string& name);

}  // namespace daedalus
