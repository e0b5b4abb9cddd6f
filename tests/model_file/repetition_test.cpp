#include <fmt/format.h>
#include <gtest/gtest.h>

#include "model_file/model_file_support.hpp"

namespace daedalus::testing {
namespace {

std::vector<std::string> body_names(const Model& model) {
  std::vector<std::string> names;
  for (const Body& body : model.bodies()) names.push_back(body.name);
  return names;
}
Model read(const std::string& text) { return read_model_text(text, "a.yaml"); }

TEST(Repetition, MakesBodiesJointsForcesAndInitialConditions) {
  const Model model = read_model(test_file("chain.yaml"));
  EXPECT_EQ(body_names(model), (std::vector<std::string>{"ground", "link0", "link1", "link2"}));
  EXPECT_EQ(model.body(3).mass, 3);
  EXPECT_EQ(model.body(3).position, Vec3(2, 0, 0));
  ASSERT_EQ(model.joints().size(), 3u);
  EXPECT_EQ(model.joints()[2].name, "pin2");
  EXPECT_EQ(model.marker(model.joints()[2].between.Q).name, "link1.end1");
  ASSERT_EQ(model.forces().size(), 1u);
  EXPECT_EQ(model.forces()[0]->name(), "s0_2");
  ASSERT_EQ(model.initial().size(), 2u);
  EXPECT_EQ(model.initial()[1].rate, 2);
}

TEST(Repetition, FollowsItsParameter) {
  EXPECT_EQ(read_model(test_file("chain.yaml"), {{"N", "40"}}).bodies().size(), 41u);
}

TEST(Repetition, VariablesNestAndInnerRangesMayUseOuterOnes) {
  const Model model = read("bodies:\n  \"b{i}_{j}\": {for: {i: 1..2, j: 1..i}, type: point, mass: 10*i + j}\n");
  EXPECT_EQ(body_names(model), (std::vector<std::string>{"ground", "b1_1", "b2_1", "b2_2"}));
  EXPECT_EQ(model.body(3).mass, 22);
}

TEST(Repetition, AnEmptyRangeMakesNothing) {
  EXPECT_EQ(read(one_body + "  \"b{k}\": {for: {k: 1..0}, type: point, mass: 1}\n").bodies().size(), 2u);
}

TEST(Repetition, NegativeNumbersAndExpressionsAreAccepted) {
  const Model model =
      read("parameters: {N: 2}\nbodies:\n  \"b{k + N}\": {for: {k: -N..N-1}, type: point, mass: 3 + k}\n");
  EXPECT_EQ(body_names(model), (std::vector<std::string>{"ground", "b0", "b1", "b2", "b3"}));
}

TEST(Repetition, AConditionChoosesAlsoWithoutARange) {
  const std::string text = "parameters: {N: 1}\n" + one_body + "  b: {if: N > 1, type: point, mass: 1}\n";
  EXPECT_EQ(read_model_text(text, "a.yaml").bodies().size(), 2u);
  EXPECT_EQ(read_model_text(text, "a.yaml", {{"N", "2"}}).bodies().size(), 3u);
}

TEST(Repetition, TextsInsideAreSubstituted) {
  const Model model = read(R"(
functions:
  "f{k}": {for: {k: 1..2}, type: expression, expression: "{k}*t + k"}
bodies:
  "b{k}": {for: {k: 1..2}, type: point, mass: 1, rate_group: "group{k}", markers: {"m{10*k}": ["{k}/2", 0]}}
forces:
  "p{k}": {for: {k: 1..2}, type: point_force, on: "b{k}.m{10*k}", direction: [1, 0, 0], size: "f{k}"}
)");
  EXPECT_EQ(model.body(2).rate_group, "group2");
  EXPECT_EQ(model.marker(4).name, "b2.m20");
  EXPECT_EQ(model.marker(4).position[0], 1);
}

TEST(Repetition, TooManyElementsAreRefusedAlsoWhereAConditionLeavesNoneOrAnInnerRangeIsEmpty) {
  for (const char* ranges : {"{k: 0..1000000}", "{i: 0..2000, j: 0..2000}", "{i: 0..2000000, j: 1..0}"})
    expect_contains(refusal(fmt::format("bodies:\n  \"b{{1}}\": {{for: {}, if: 0, type: point, mass: 1}}\n", ranges)),
                    "bad.yaml:2:3: body 'b{1}': for generates more than 100,000 elements.");
}

TEST(Repetition, LimitsCountAllEntriesTogether) {
  const std::string text =
      "bodies:\n  \"a{k}\": {for: {k: 1..60}, type: point, mass: 1}\n  \"b{k}\": {for: {k: 1..60}, type: point, mass: "
      "1}\n";
  expect_contains(refusal(text, {}, {.repeated_elements = 100}),
                  "bad.yaml:3:3: body 'b{k}': for generates more than 100 elements.");
  expect_contains(refusal(text, {}, {.repeated_nodes = 500}), "for generates more than 500 values.");
}

}  // namespace
}  // namespace daedalus::testing
