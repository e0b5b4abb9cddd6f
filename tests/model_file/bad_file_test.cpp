// Every file of bad_files.txt is refused with its messages, and with no others.
#include <gtest/gtest.h>

#include <algorithm>

#include "model_file/model_file_support.hpp"

namespace daedalus::testing {
namespace {

std::vector<BadFile> bad_files() { return read_bad_files(MODEL_FILE_TESTS "/bad_files.txt"); }

class BadFiles : public ::testing::TestWithParam<BadFile> {};

TEST_P(BadFiles, IsRefusedWithItsMessages) {
  const std::string message = refusal(GetParam().text);
  std::size_t problems = 0, expected = 0;
  for (std::size_t at = 0; (at = message.find("bad.yaml:", at)) != std::string::npos; ++at)
    if (at == 0 || message[at - 1] == '\n') ++problems;
  for (const std::string& line : GetParam().messages) {
    expect_contains(message, line);
    if (line.starts_with("bad.yaml:")) ++expected;
  }
  EXPECT_GT(expected, 0u);
  EXPECT_EQ(problems, expected) << message;
}

INSTANTIATE_TEST_SUITE_P(ModelFile, BadFiles, ::testing::ValuesIn(bad_files()),
                         [](const auto& test) { return test.param.name; });

TEST(ModelFile, HasMoreThanFortyKindsOfBadFiles) { EXPECT_GE(bad_files().size(), 100u); }

TEST(ModelFile, AllProblemsAreReportedTogetherInTheOrderOfTheFile) {
  const std::string message = refusal(R"(
bodies:
  a: {type: planar, mass: -1, inertia: 1}
  b: {type: planar, mas: 1, inertia: 0}
joints:
  j: {type: revolute, between: [a, c]}
  k: {type: hinge, between: [a, b]}
forces:
  f: {type: spring_damper, between: [b, d], stiffness: soft}
parameters: {p: q}
)");
  const std::vector<std::string> expected = {"bad.yaml:3:27: body 'a' (planar): mass = -1",
                                             "bad.yaml:4:3: body 'b' (planar): mass is missing.",
                                             "bad.yaml:4:21: body 'b' (planar): unknown key 'mas'",
                                             "bad.yaml:4:38: body 'b' (planar): inertia = 0",
                                             "bad.yaml:6:36: joint 'j' (revolute): between: unknown body 'c'",
                                             "bad.yaml:7:13: joint 'k': unknown joint type 'hinge'",
                                             "bad.yaml:9:41: force 'f' (spring_damper): between: unknown body 'd'",
                                             "bad.yaml:9:56: force 'f' (spring_damper): stiffness = 'soft'",
                                             "bad.yaml:10:17: parameter 'p': unknown parameter 'q'"};
  std::size_t at = 0;
  for (const std::string& part : expected) {
    const std::size_t found = message.find(part, at);
    EXPECT_NE(found, std::string::npos) << "after position " << at << " expected: " << part << "\nin:\n" << message;
    if (found != std::string::npos) at = found;
  }
}

TEST(ModelFile, AnElementThatNeedsABrokenOneIsNotReportedAgain) {
  const std::string message = refusal(R"(
parameters: {N: 1 +}
bodies:
  a: {type: planar, mass: -1, inertia: 1, markers: {p: [N, 0]}}
  "b{k}": {for: {k: 0..N}, type: point, mass: 1}
joints:
  j: {type: revolute, between: [a.p, ground]}
  c: {type: coupler, first: j.angle, second: j.angle, factor: 1}
  d: {type: distance, between: [b0, b1], length: 1}
drivers: {m: {drives: j.angle, motion: 2*N*t}}
)");
  EXPECT_EQ(std::count(message.begin(), message.end(), '\n'), 3) << message;  // two problems of two lines
  expect_contains(message, "bad.yaml:2:17: parameter 'N'");
  expect_contains(message, "bad.yaml:4:27: body 'a' (planar): mass = -1");
}

TEST(ModelFile, ReadingStopsAfterAHundredProblems) {
  std::string text = "bodies:\n";
  for (int i = 0; i < 500; ++i) text += "  b" + std::to_string(i) + ": {type: point}\n";
  const std::string message = refusal(text);
  expect_contains(message, "bad.yaml:101:3: body 'b99' (point): mass is missing.");
  expect_contains(message, "Reading stopped after 100 problems; there may be more.");
}

TEST(ModelFile, AFileThatDoesNotExistIsAFileError) {
  EXPECT_THROW((void)read_model("no such file.yaml"), FileError);
  EXPECT_THROW((void)read_model("."), FileError);
}

}  // namespace
}  // namespace daedalus::testing
