// Every file of bad_files.txt is refused with its messages, and with no others.
#include <gtest/gtest.h>

#include <sstream>

#include "support/model_parts.hpp"

namespace daedalus::testing {
namespace {

class BadMjcfFiles : public ::testing::TestWithParam<BadFile> {};
INSTANTIATE_TEST_SUITE_P(Mjcf, BadMjcfFiles, ::testing::ValuesIn(read_bad_files(MJCF_TESTS "/bad_files.txt")),
                         [](const auto& test) { return test.param.name; });

TEST_P(BadMjcfFiles, IsRefusedWithItsMessages) {
  const std::string message = refusal(GetParam().text, "bad.xml");
  std::size_t problems = 0, expected = 0;
  std::istringstream lines(message);
  for (std::string line; std::getline(lines, line);) problems += line.starts_with("  ") ? 0 : 1;
  for (const std::string& line : GetParam().messages) {
    expect_contains(message, line);
    expected += line.starts_with("bad.xml:") ? 1 : 0;
  }
  EXPECT_GT(expected, 0u);
  EXPECT_EQ(problems, expected) << message;
}

TEST(BadMjcf, OnlyOneRobotFileIsAccepted) {
  expect_contains(refusal("mjcf: chain.xml\nurdf: arm.urdf\n", MJCF_TESTS "/files/side.yaml"),
                  "side.yaml:2:7: urdf: a file is already given at");
  expect_contains(refusal("mjcf: nowhere.xml\n", MJCF_TESTS "/files/side.yaml"), "side.yaml:1:7: mjcf: file '");
  EXPECT_THROW((void)read_model("nowhere.xml"), FileError);
}

}  // namespace
}  // namespace daedalus::testing
