// What the tests of model files share.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "daedalus/base/errors.hpp"
#include "daedalus/io/model_file/model_file.hpp"

namespace daedalus::testing {

inline std::string test_file(const std::string& name) { return MODEL_FILE_TESTS "/files/" + name; }

inline std::string text_of_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in) << path;
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

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

inline void expect_contains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "expected: " << part << "\nin: " << text;
}

inline const std::string one_body = "bodies:\n  a: {type: point, mass: 1}\n";

}  // namespace daedalus::testing
