#include "daedalus/base/options.hpp"

#include <gtest/gtest.h>

#include "daedalus/base/errors.hpp"
#include "daedalus/base/spelling.hpp"

namespace daedalus {
namespace {

enum class Color { red, green };

struct Inner {
  int count = 4;
  template <class Visitor>
  void describe(Visitor&& v) {
    v("count", count, at_least(1), "how many");
  }
};

struct Outer {
  double alpha = -0.3;
  Color color = Color::red;
  Inner inner = {};
  template <class Visitor>
  void describe(Visitor&& v) {
    v("alpha", alpha, in_range(-1, 0), "damping");
    v("color", color, Choices<Color>{{"red", Color::red}, {"green", Color::green}}, "of the bike shed");
    v("inner", inner);
  }
};

// The message of the OptionError that a setting causes, or "" when it is accepted.
std::string refusal(const std::string& name, const std::string& value) {
  try {
    with_settings(Outer{}, {{name, value}});
    return "";
  } catch (const OptionError& error) {
    return error.what();
  }
}

TEST(Options, SetsNumbersChoicesAndNestedOptions) {
  const Outer set = with_settings(Outer{}, {{"alpha", "-0.25"}, {"color", "green"}, {"inner.count", "7"}});
  EXPECT_EQ(set.alpha, -0.25);
  EXPECT_EQ(set.color, Color::green);
  EXPECT_EQ(set.inner.count, 7);
}

TEST(Options, ListsNamesValuesAndWhatIsAccepted) {
  const auto list = list_options(Outer{});
  ASSERT_EQ(list.size(), 3u);
  EXPECT_EQ(list[0].name, "alpha");
  EXPECT_EQ(list[0].value, "-0.3");
  EXPECT_EQ(list[0].accepted, "a number from -1 to 0");
  EXPECT_EQ(list[1].accepted, "red or green");
  EXPECT_EQ(list[2].name, "inner.count");
  EXPECT_EQ(list[2].accepted, "an integer of at least 1");
}

TEST(Options, RefusesValuesOutsideTheirRangeAndSaysWhatWouldDo) {
  EXPECT_EQ(refusal("alpha", "0.5"), "option alpha = '0.5' is not accepted: expected a number from -1 to 0.");
  EXPECT_EQ(refusal("inner.count", "2.5"),
            "option inner.count = '2.5' is not accepted: expected an integer of at least 1.");
  for (const char* nonsense : {"", "abc", "1e", "-0.1x", "nan", "inf"})
    EXPECT_NE(refusal("alpha", nonsense), "") << nonsense;
}

TEST(Options, RefusesUnknownNamesAndProposesTheClosest) {
  const std::string message = refusal("aplha", "0");
  EXPECT_EQ(message, "unknown option 'aplha'. Did you mean 'alpha'? Available: alpha, color, inner.count.");
  EXPECT_NE(refusal("color", "gren").find("Did you mean 'green'?"), std::string::npos);
}

TEST(Spelling, ProposesNothingWhenNothingIsClose) {
  EXPECT_EQ(did_you_mean("zzzzzz", {"rk4", "dopri5"}), "");
  EXPECT_EQ(did_you_mean("dopri", {"rk4", "dopri5"}), " Did you mean 'dopri5'?");
}

TEST(Spelling, CountsSwappedLettersAsOneMistake) {
  EXPECT_EQ(did_you_mean("rnu", {"demo", "run"}), " Did you mean 'run'?");
  EXPECT_EQ(did_you_mean("", {"run"}), "");
}

TEST(Spelling, JoinsAlternatives) {
  EXPECT_EQ(join_alternatives({}), "");
  EXPECT_EQ(join_alternatives({"a"}), "a");
  EXPECT_EQ(join_alternatives({"a", "b", "c"}), "a, b or c");
}

TEST(Options, WhatWasGivenStandsBesideWhatIsUsed) {
  const std::vector<OptionSetting> settings = {{"alpha", "-0.50"}, {"alpha", "-0.250"}};
  auto options = list_options(with_settings(Outer{}, settings));
  mark_given(options, settings);
  EXPECT_EQ(options[0].given, "-0.250");  // the last one counts, here as in with_settings
  EXPECT_EQ(options[0].value, "-0.25");
  EXPECT_EQ(options[1].given, "");
}

}  // namespace
}  // namespace daedalus
