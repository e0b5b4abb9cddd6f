// model_file.hpp: a mechanism from a YAML file. The format: docs/guide/model_files.md.
//
//   const Model model = read_model("four_bar.yaml", {{"length", "0.4"}});
//
// A file whose name ends in .urdf is read as URDF (docs/guide/urdf.md), .xml or .mjcf as MJCF (docs/guide/mjcf.md).
//
// A file that is not accepted throws ModelError. Its text lists every problem of the file, in the order of the file:
//
//   four_bar.yaml:41:12: joint 'crank_pin' (revolute): axis = [0, 0, 0] has no direction.
//     Give a non-zero vector, for example  axis: [0, 0, 1].
//
// FileError: the file cannot be read. OptionError: a parameter that the file does not have, or a value it does not
// accept.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "daedalus/base/options.hpp"
#include "daedalus/io/model_file/limits.hpp"
#include "daedalus/model/model.hpp"
#include "daedalus/model/model_additions.hpp"

namespace daedalus {

// `parameters` replace those of the file; their values are numbers or expressions of other parameters.
Model read_model(const std::filesystem::path& file, const std::vector<OptionSetting>& parameters = {},
                 const ModelFileLimits& limits = {}, const ModelAdditions& additions = {});

// The same for a text. `name` stands for the file in messages, and includes are looked for beside it.
Model read_model_text(const std::string& text, const std::string& name,
                      const std::vector<OptionSetting>& parameters = {}, const ModelFileLimits& limits = {},
                      const ModelAdditions& additions = {});

// 'four_bar.yaml:41:3' of the joint, driver, body or force of this name, or of the one whose row or freedom it is
// ('pin.angle'); the file alone when it is not found in so many words, as for what a repetition (for:) has made. For
// messages about a model that could be read.
std::string place_of_element(const std::filesystem::path& file, const std::string& name);

// The JSON Schema (draft 2020-12) of model files, for completion and checks in editors.
std::string model_schema();

}  // namespace daedalus
