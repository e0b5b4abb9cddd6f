// bad_files.hpp: tables of files that must be refused, with their messages; and how to look at files and messages.
//
//   === name
//   text of the file
//   --- messages
//   lines that must be part of the message
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace daedalus::testing {

struct BadFile {
  std::string name, text;
  std::vector<std::string> messages;  // lines
};
inline void PrintTo(const BadFile& file, std::ostream* out) { *out << file.name; }

inline std::vector<BadFile> read_bad_files(const std::string& path) {
  std::vector<BadFile> all;
  std::ifstream in(path);
  bool in_messages = true;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("=== ")) {
      all.push_back({line.substr(4), "", {}});
      in_messages = false;
    } else if (line == "--- messages") {
      in_messages = true;
    } else if (!all.empty() && !in_messages) {
      all.back().text += line + "\n";
    } else if (!all.empty() && !line.empty()) {
      all.back().messages.push_back(line);
    }
  }
  return all;
}

inline std::string text_of_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in) << path;
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

inline void expect_contains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "expected: " << part << "\nin: " << text;
}

}  // namespace daedalus::testing
