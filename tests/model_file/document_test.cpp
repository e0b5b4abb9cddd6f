// Hostile bytes: limits are kept before memory and patience are exhausted.
#include <gtest/gtest.h>

#include <algorithm>

#include "model_file/model_file_support.hpp"
#include "support/temporary_folder.hpp"

namespace daedalus::testing {
namespace {

std::string repeated(const std::string& part, std::size_t times) {
  std::string text;
  text.reserve(part.size() * times);
  for (std::size_t i = 0; i < times; ++i) text += part;
  return text;
}

TEST(ModelDocument, EmptyTextIsRefused) { expect_contains(refusal(""), "bad.yaml:1:1: the file is empty."); }

TEST(ModelDocument, ControlCharactersAreRefused) {
  expect_contains(refusal("bodies: {}\nname: a\x01"), "bad.yaml:2:8: control character 0x01.");
  expect_contains(refusal(std::string("a: b\0c", 6)), "bad.yaml:1:5: control character 0x00.");
}

TEST(ModelDocument, BytesThatAreNotUtf8AreRefused) {
  expect_contains(refusal("name: \xff"), "bad.yaml:1:7: byte 0xff is not UTF-8.");
  expect_contains(refusal("name: \xc0\xaf"), "is not UTF-8.");      // too long a form of '/'
  expect_contains(refusal("name: \xed\xa0\x80"), "is not UTF-8.");  // half a surrogate pair
  expect_contains(refusal("name: \xe2\x82"), "is not UTF-8.");      // cut off
  EXPECT_EQ(read_model_text("name: größe\n" + one_body, "a.yaml").name(), "größe");
}

TEST(ModelDocument, AFileOfSeventeenMegabytesIsRefused) {
  const TemporaryFolder folder;
  const auto file = folder / "large.yaml";
  std::ofstream(file) << one_body << repeated("# seventeen bytes\n", 17'000'000 / 18);
  try {
    (void)read_model(file);
    FAIL() << "accepted";
  } catch (const ModelError& error) {
    expect_contains(error.what(), "large.yaml:1:1: the file has more than 16,000,000 bytes.");
  }
}

TEST(ModelDocument, DeepNestingIsRefusedInEveryStyle) {
  for (const char* part : {"[", "{a: ", "- ", "? ", "{? ", "[[], "})
    for (const std::size_t times : {60, 2'000, 300'000}) {
      const std::string message = refusal("bodies:\n  " + repeated(part, times));
      EXPECT_NE(message.find("lists and mappings are nested more than 50 levels deep."), std::string::npos)
          << part << ": " << message;
    }
}

TEST(ModelDocument, FiftyLevelsAreNotTooManyForTheDocument) {
  const std::string message = refusal("bodies: " + repeated("[", 49) + repeated("]", 49));
  expect_contains(message, "bad.yaml:1:9: bodies: expected a mapping, found a list.");
}

TEST(ModelDocument, NestingThroughAliasesCounts) {
  std::string text = "a0: &a0 [1]\n";
  for (int i = 1; i < 60; ++i) {
    const std::string now = "a" + std::to_string(i), before = "a" + std::to_string(i - 1);
    text += now + ": &" + now + " [*" + before + "]\n";
  }
  expect_contains(refusal(text), "bad.yaml:50:12: lists and mappings are nested more than 50 levels deep.");
}

TEST(ModelDocument, AliasesThatMultiplyAreRefused) {
  std::string text = "a0: &a0 [" + repeated("x, ", 9) + "x]\n";
  for (int i = 1; i < 9; ++i) {
    const std::string now = "a" + std::to_string(i), before = "*a" + std::to_string(i - 1);
    text += now + ": &" + now + " [" + repeated(before + ", ", 9) + before + "]\n";
  }
  expect_contains(refusal(text), "more than 2,000,000 values, with aliases (*name) expanded.");
}

TEST(ModelDocument, ALongTextRepeatedByAliasesCountsByItsLength) {
  const std::string text = "a: &a " + std::string(90'000, 'x') + "\nb: [" + repeated("*a, ", 2'000) + "]\n";
  expect_contains(refusal(text), "more than 2,000,000 values");
}

TEST(ModelDocument, TooManyBracketsAreRefusedBeforeTheyAreRead) {
  expect_contains(refusal("bodies: [" + repeated("1,", 2'100'000)),
                  "more than 2,000,000 brackets, commas, colons and quotes.");
}

TEST(ModelDocument, ATextLongerThanTheLimitIsRefused) {
  expect_contains(refusal("description: " + std::string(100'001, 'x') + "\n" + one_body),
                  "bad.yaml:1:14: a string of 100,001 bytes; the limit is 100,000.");
  EXPECT_EQ(
      read_model_text("description: " + std::string(100'000, 'x') + "\n" + one_body, "a.yaml").description().size(),
      100'000u);
}

TEST(ModelDocument, ALongExpressionIsRefused) {
  expect_contains(refusal("parameters: {a: \"1" + repeated("+1", 20'000) + "\"}\n" + one_body), "more than 10000");
}

TEST(ModelDocument, ManyParametersAreRefused) {
  std::string text = one_body + "parameters:\n";
  for (int i = 0; i <= 10'000; ++i) text += "  p" + std::to_string(i) + ": 1\n";
  expect_contains(refusal(text), "more than 10,000 parameters.");
}

TEST(ModelDocument, AliasesRepeatWholeElements) {
  const Model model = read_model_text("bodies:\n  a: &ball {type: point, mass: 3}\n  b: *ball\n", "a.yaml");
  EXPECT_EQ(model.body(2).name, "b");
  EXPECT_EQ(model.body(2).mass, 3);
}

TEST(ModelDocument, MessagesShowTextsOfTheUserOnOneShortLine) {
  const std::string message = refusal("bodies:\n  a: {type: \"x\\n\\ty" + std::string(500, 'z') + "\"}\n");
  EXPECT_EQ(std::count(message.begin(), message.end(), '\n'), 1) << message;
  expect_contains(message, "'x  y" + std::string(56, 'z') + "...'");
}

}  // namespace
}  // namespace daedalus::testing
