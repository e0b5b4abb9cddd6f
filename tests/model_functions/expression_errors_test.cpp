// expression_errors_test.cpp: texts that are refused, and texts that were made to do harm.
#include <gtest/gtest.h>

#include <chrono>
#include <random>

#include "daedalus/model/functions/expression.hpp"

namespace daedalus {
namespace {

struct Refused {
  std::string text, message;
  std::size_t position;
};

void expect_refused(const Refused& expected, const std::vector<std::string>& variables = {},
                    const NamedValues& values = {}) {
  try {
    Expression::parse(expected.text, variables, values);
    ADD_FAILURE() << "accepted: " << expected.text.substr(0, 80);
  } catch (const ExpressionError& error) {
    EXPECT_EQ(error.what(), expected.message) << expected.text.substr(0, 80);
    EXPECT_EQ(error.position, expected.position) << expected.text.substr(0, 80);
  }
}

TEST(ExpressionError, NamesTheUnexpectedAndItsColumn) {
  expect_refused({"2*(3+)", "unexpected ')' at column 6", 5});
  expect_refused({"2 + 3)", "unexpected ')' at column 6", 5});
  expect_refused({"2 *", "unexpected end at column 4", 3});
  expect_refused({"*2", "unexpected '*' at column 1", 0});
  expect_refused({"2 $ 3", "unexpected '$' at column 3", 2});
  expect_refused({"1, 2", "unexpected ',' at column 2", 1});
  expect_refused({".", "unexpected '.' at column 1", 0});
  expect_refused({"2 \xC3\x97 3", "unexpected character outside ASCII at column 3", 2});
  expect_refused({std::string("2\0", 2), "unexpected control character at column 2", 1});
  expect_refused({"", "the expression is empty", 0});
  expect_refused({"  ", "the expression is empty", 0});
}

TEST(ExpressionError, PointsToTheParenthesisThatStaysOpen) {
  expect_refused({"2*(3 + (4 - 1)", "'(' at column 3 is not closed", 2});
  expect_refused({"sin(1", "'(' at column 4 is not closed", 3});
}

TEST(ExpressionError, HintsAtAMissingOperatorAndADoubleEqualsSign) {
  expect_refused({"2x", "unexpected 'x' at column 2: an operator such as * is missing", 1}, {"x"});
  expect_refused({"2(3)", "unexpected '(' at column 2: an operator such as * is missing", 1});
  expect_refused({"(2 3)", "unexpected '3' at column 4: an operator such as * is missing", 3});
  expect_refused({"x(3)", "'x' at column 1 is not a function: an operator such as * is missing after it", 0}, {"x"});
  expect_refused({"if(1 = 2, 3, 4)", "unexpected '=' at column 6: compare with ==", 5});
  expect_refused(
      {"1 < 2 < 3", "unexpected '<' at column 7: comparisons cannot be chained, use if(...) or min(...)", 6});
}

TEST(ExpressionError, CountsArguments) {
  expect_refused({"1 + sqrt(2, 3)", "'sqrt' takes 1 argument, got 2, at column 5", 4});
  expect_refused({"sqrt()", "'sqrt' takes 1 argument, got 0, at column 1", 0});
  expect_refused({"atan2(1)", "'atan2' takes 2 arguments, got 1, at column 1", 0});
  expect_refused({"if(1, 2)", "'if' takes 3 arguments, got 2, at column 1", 0});
  expect_refused({"sin + 1", "'sin' at column 1 is a function: write sin(...)", 0});
}

TEST(ExpressionError, SuggestsTheNameThatWasMeant) {
  expect_refused({"2*lenght", "unknown name 'lenght' at column 3. Did you mean 'length'?", 2}, {}, {{"length", 1}});
  expect_refused({"squrt(2)", "unknown function 'squrt' at column 1. Did you mean 'sqrt'?", 0});
  expect_refused({"x + stiffness", "unknown name 'stiffness' at column 5. Available: x, v, pi.", 4}, {"x", "v"});
}

TEST(ExpressionError, RefusesNumbersThatDoNotFit) {
  expect_refused({"1 + 1e999", "number '1e999' at column 5 is too large or too small", 4});
  expect_refused({"1e", "unexpected 'e' at column 2: an operator such as * is missing", 1});
  expect_refused({"0x10", "unexpected 'x10' at column 2: an operator such as * is missing", 1});
}

std::string repeated(std::string_view part, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += part;
  return text;
}

TEST(ExpressionError, LimitsLengthNestingAndProgram) {
  const std::string long_text(10001, '1');
  expect_refused({long_text, "the expression has 10001 characters, more than 10000", 10000});
  EXPECT_EQ(evaluate_arithmetic(repeated("(", 100) + "1" + repeated(")", 100)), 1);
  expect_refused({repeated("(", 101) + "1" + repeated(")", 101), "more than 100 levels of nesting at column 101", 100});
  expect_refused({repeated("2^", 200) + "1", "more than 100 levels of nesting at column 203", 202});
  expect_refused({repeated("sin(", 200), "more than 100 levels of nesting at column 404", 403});
  expect_refused({repeated("x+", 2600) + "x", "the expression has more than 5000 operations", 5001}, {"x"});
  expect_refused({repeated("x+(", 70) + "x" + repeated(")", 70),
                  "the expression needs 71 intermediate values at once, more than 64", 0},
                 {"x"});
}

TEST(Expression, UsesTheWholeStackWhereItIsNeeded) {
  EXPECT_EQ(Expression::parse(repeated("x+(", 63) + "x" + repeated(")", 63), {"x"})(1.0), 64);
  EXPECT_EQ(Expression::parse(repeated("x+(", 8) + "x" + repeated(")", 8), {"x"})(1.0), 9);
  EXPECT_EQ(Expression::parse(repeated("x+(", 7) + "x" + repeated(")", 7), {"x"})(1.0), 8);
}

TEST(Expression, ManySignsNeedNoNesting) {
  EXPECT_EQ(evaluate_arithmetic(repeated("-", 9999) + "1"), -1);
  EXPECT_EQ(evaluate_arithmetic(repeated("1+", 4999) + "1"), 5000);
}

TEST(Expression, MutatedTextsAreRefusedOrMeanTheSameForNumbersAndForVariables) {
  const std::vector<std::string> seeds = {
      "-k*x - c*v^3 + if(x < 0, 1e5*x^2, 0)", "0.1*sin(2*pi*t)*smoothstep((t - 1)/2)", "2**-3^(x+v)/max(min(x, v), .5)",
      "atan2(sqrt(abs(x)), -exp(-v)) >= tanh(t)", "((((x))))+pow(x, 2.5)*log(1 + v*v)"};
  const std::string alphabet = "0123456789.eE+-*/^()<>=!,xvtkc \t\n\"'$\x80\xff_pisnqrt";
  const std::vector<std::string> parts = {"+x", "-", "(x)*", "2^", "*3", "1+"};
  std::mt19937 random(20240917);
  const auto pick = [&](std::size_t size) { return std::uniform_int_distribution<std::size_t>(0, size - 1)(random); };
  int accepted = 0;
  for (int k = 0; k < 20000; ++k) {
    std::string text = seeds[pick(seeds.size())];
    for (std::size_t changes = 1 + pick(4); changes > 0 && !text.empty(); --changes) {
      const std::size_t at = pick(text.size());
      switch (pick(8)) {
        case 0: text[at] = alphabet[pick(alphabet.size())]; break;
        case 1: text.insert(at, 1, alphabet[pick(alphabet.size())]); break;
        case 2: text.erase(at, 1 + pick(4)); break;
        case 3: text.insert(at, text.substr(pick(text.size()), pick(20))); break;
        case 4: text[at] = static_cast<char>(pick(256)); break;
        default: text.insert(at, parts[pick(parts.size())]); break;
      }
    }
    try {
      const Expression expression = Expression::parse(text, {"x", "v", "t"}, {{"k", 2}, {"c", 0.5}});
      using D = Dual<double, 3>;
      const D dual = expression(D::variable(0.3, 0), D::variable(-1, 1), D::variable(2, 2));
      const double value = expression(0.3, -1.0, 2.0);
      const double folded = evaluate_arithmetic(text, {{"x", 0.3}, {"v", -1}, {"t", 2}, {"k", 2}, {"c", 0.5}});
      EXPECT_TRUE(value == folded || (std::isnan(value) && std::isnan(folded))) << text;
      if (std::isfinite(value) && std::abs(value) < 1e6) {
        EXPECT_NEAR(dual.value, value, 1e-9 * (1 + std::abs(value))) << text;
      }
      ++accepted;
    } catch (const ExpressionError& error) {
      EXPECT_LE(error.position, text.size());
    }
  }
  EXPECT_GT(accepted, 1000);  // the mutations are mild enough to reach the evaluation
  EXPECT_LT(accepted, 19000);
}

TEST(Expression, TheLongestTextsAreReadInAMomentWhateverTheyHold) {
  const auto start = std::chrono::steady_clock::now();
  for (const char* part :
       {"(", "-", "1", "x^", "x,", "if(", "sin(x", "x<", "1e", ".", "a", "x+", "min(x,", "  ", "**"}) {
    std::string text;
    while (text.size() + 8 < Expression::max_text_length) text += part;
    try {
      Expression::parse(text, {"x"});
    } catch (const ExpressionError&) {}
    try {
      Expression::names_in(text);
    } catch (const ExpressionError&) {}
  }
  std::string names = "a0";
  for (int i = 1; i < 1600; ++i) names += "+a" + std::to_string(i);
  EXPECT_EQ(Expression::names_in(names).size(), 1600u);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  EXPECT_LT(taken.count(), 2.0);
}

}  // namespace
}  // namespace daedalus
