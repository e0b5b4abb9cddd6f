// What the tests of model files share.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "daedalus/base/errors.hpp"
#include "daedalus/io/model_file/model_file.hpp"
#include "support/bad_files.hpp"

namespace daedalus::testing {

inline std::string test_file(const std::string& name) { return MODEL_FILE_TESTS "/files/" + name; }

// The message with which a text is refused; "" and a failure when it is accepted.
inline std::string refusal(const std::string& text, const std::vector<OptionSetting>& parameters = {},
                           const ModelFileLimits& limits = {}) {
  try {
    (void)read_model_text(text, "bad.yaml", parameters, limits);
  } catch (const ModelError& error) {
    return error.what();
  }
  ADD_FAILURE() << "this text is accepted:\n" << text;
  return "";
}

inline const std::string one_body = "bodies:\n  a: {type: point, mass: 1}\n";

inline const Body& body(const Model& model, const std::string& name) {
  for (const Body& candidate : model.bodies())
    if (candidate.name == name) return candidate;
  throw std::runtime_error("no body " + name);
}

}  // namespace daedalus::testing
