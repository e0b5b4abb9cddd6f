// Every file of bad_files.txt is refused with its messages, and with no others.
#include <gtest/gtest.h>

#include <algorithm>

#include "urdf/urdf_support.hpp"

namespace daedalus::testing {
namespace {

std::vector<BadFile> bad_files() { return read_bad_files(URDF_TESTS "/bad_files.txt"); }

class BadUrdfFiles : public ::testing::TestWithParam<BadFile> {};
INSTANTIATE_TEST_SUITE_P(Urdf, BadUrdfFiles, ::testing::ValuesIn(bad_files()),
                         [](const auto& test) { return test.param.name; });

TEST_P(BadUrdfFiles, IsRefusedWithItsMessages) {
  const bool is_side_file = GetParam().text.find("<robot") == std::string::npos && GetParam().text.find("urdf:") == 0;
  const std::string message = refusal(GetParam().text, is_side_file ? urdf_file("bad.yaml") : "bad.urdf");
  std::size_t problems = 0, expected = 0;
  std::istringstream lines(message);
  for (std::string line; std::getline(lines, line);) problems += line.starts_with("  ") ? 0 : 1;
  for (const std::string& line : GetParam().messages) {
    expect_contains(message, line);
    const std::size_t colon = line.find(':');  // 'bad.urdf:3: what'
    expected += line[0] != ' ' && (line.substr(0, colon).ends_with(".urdf") || line.substr(0, colon).ends_with(".yaml"))
                    ? 1
                    : 0;
  }
  EXPECT_GT(expected, 0u);
  EXPECT_EQ(problems, expected) << message;
}

TEST(Urdf, HugeFilesAndManyElementsAreRefused) {
  std::string many = "<robot name='r'>";
  for (int i = 0; i < 2000; ++i) many += "<link name='a'/>";
  expect_contains(refusal(many, "bad.urdf", {.nodes = 1000}), "bad.urdf:1");
  expect_contains(refusal(many, "bad.urdf", {.file_bytes = 1000}), "bad.urdf:1: the file has more than 1,000 bytes.");
  std::string deep = "<robot name='r'>";
  for (int i = 0; i < 10'000; ++i) deep += "<link>";
  expect_contains(refusal(deep, "bad.urdf"), "bad.urdf:1: invalid URDF: elements are nested too deeply.");
}

TEST(Urdf, AMissingFileIsNamedAtTheKey) {
  const std::string message = refusal("name: a\nurdf: nowhere.urdf\n", urdf_file("bad.yaml"));
  expect_contains(message, "bad.yaml:2:7: urdf: file '");
  expect_contains(message, "nowhere.urdf' not found.");
  EXPECT_THROW((void)read_model("nowhere.urdf"), FileError);
}

TEST(Urdf, AParameterOfAPlainUrdfFileIsUnknown) {
  EXPECT_THROW((void)read_model(urdf_file("free.urdf"), {{"length", "1"}}), OptionError);
}

}  // namespace
}  // namespace daedalus::testing
