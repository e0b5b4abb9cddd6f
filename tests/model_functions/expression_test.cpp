// expression_test.cpp: what a text means. Expected numbers are worked out by hand.
#include "daedalus/model/functions/expression.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace daedalus {
namespace {

using std::numbers::pi;

double number(std::string_view text) { return evaluate_arithmetic(text); }

TEST(Expression, ProductsBindStrongerThanSums) {
  EXPECT_EQ(number("2 + 3*4"), 14);
  EXPECT_EQ(number("2*3 + 4"), 10);
  EXPECT_EQ(number("(2 + 3)*4"), 20);
  EXPECT_EQ(number("20 - 12/4 - 2*3"), 11);
}

TEST(Expression, SumsAndProductsAssociateToTheLeft) {
  EXPECT_EQ(number("10 - 4 - 3"), 3);
  EXPECT_EQ(number("48/4/3"), 4);
  EXPECT_EQ(number("8/4*2"), 4);
  EXPECT_EQ(number("1 - 2 + 3"), 2);
}

TEST(Expression, PowersAssociateToTheRightAndBindStrongerThanASign) {
  EXPECT_EQ(number("2^3^2"), 512);
  EXPECT_EQ(number("2**3**2"), 512);
  EXPECT_EQ(number("(2^3)^2"), 64);
  EXPECT_EQ(number("-2^2"), -4);
  EXPECT_EQ(number("(-2)^2"), 4);
  EXPECT_EQ(number("2^-1"), 0.5);
  EXPECT_EQ(number("2^-2^2"), 1.0 / 16);
  EXPECT_EQ(number("2*3^2"), 18);
  EXPECT_EQ(number("-3^2*2"), -18);
}

TEST(Expression, WholePowersAreExactAlsoForANegativeBase) {
  EXPECT_EQ(number("(-2)^3"), -8);
  EXPECT_EQ(number("(-3)^-3"), -1.0 / 27);
  EXPECT_EQ(number("(-1)^64"), 1);
  EXPECT_EQ(number("(-1)^65"), -1);
  EXPECT_EQ(number("3^33"), 5559060566555523.0);
  EXPECT_EQ(number("0^0"), 1);
  EXPECT_EQ(number("pow(-5, 3)"), -125);
  EXPECT_NEAR(number("2^0.5"), 1.4142135623730951, 1e-15);
  EXPECT_TRUE(std::isnan(number("(-2)^0.5")));
}

TEST(Expression, SignsMayFollowEachOtherAndOperators) {
  EXPECT_EQ(number("--3"), 3);
  EXPECT_EQ(number("-+-+-3"), -3);
  EXPECT_EQ(number("2--3"), 5);
  EXPECT_EQ(number("2*-3"), -6);
  EXPECT_EQ(number("+5"), 5);
}

TEST(Expression, ReadsNumbersInEveryNotation) {
  EXPECT_EQ(number("1e-3"), 1e-3);
  EXPECT_EQ(number(".5"), 0.5);
  EXPECT_EQ(number("5."), 5);
  EXPECT_EQ(number("2.5E+2"), 250);
  EXPECT_EQ(number(" \t\n 7 \r"), 7);
}

TEST(Expression, ComparisonsAreOneOrZeroAndBindLeast) {
  EXPECT_EQ(number("1 + 1 < 3"), 1);
  EXPECT_EQ(number("3 <= 3"), 1);
  EXPECT_EQ(number("3 < 3"), 0);
  EXPECT_EQ(number("2 > 3"), 0);
  EXPECT_EQ(number("2 >= 3"), 0);
  EXPECT_EQ(number("2 == 2"), 1);
  EXPECT_EQ(number("2 != 2"), 0);
  EXPECT_EQ(number("5*(2 > 1) + 1"), 6);
}

TEST(Expression, IfPicksABranchAndTheOtherDoesNoHarm) {
  EXPECT_EQ(number("if(1 < 2, 10, 20)"), 10);
  EXPECT_EQ(number("if(1 > 2, 10, 20)"), 20);
  EXPECT_EQ(number("if(0, 1/0, 7)"), 7);
  const auto f = Expression::parse("if(x < 0, 0, sqrt(x))", {"x"});
  EXPECT_EQ(f(-1.0), 0);
  EXPECT_EQ(f(9.0), 3);
}

TEST(Expression, FunctionsHaveTheirUsualValues) {
  EXPECT_NEAR(number("sin(pi/2)"), 1, 1e-15);
  EXPECT_NEAR(number("cos(pi/3)"), 0.5, 1e-15);
  EXPECT_NEAR(number("tan(pi/4)"), 1, 1e-15);
  EXPECT_NEAR(number("asin(1)"), pi / 2, 1e-15);
  EXPECT_NEAR(number("acos(-1)"), pi, 1e-15);
  EXPECT_NEAR(number("atan(1)"), pi / 4, 1e-15);
  EXPECT_NEAR(number("atan2(1, -1)"), 3 * pi / 4, 1e-15);
  EXPECT_NEAR(number("sinh(log(2))"), 0.75, 1e-15);  // (2 - 1/2)/2
  EXPECT_NEAR(number("cosh(log(2))"), 1.25, 1e-15);
  EXPECT_NEAR(number("tanh(log(2))"), 0.6, 1e-15);
  EXPECT_NEAR(number("log(exp(2))"), 2, 1e-15);
  EXPECT_EQ(number("sqrt(16)"), 4);
  EXPECT_EQ(number("abs(-3)"), 3);
  EXPECT_EQ(number("sign(-3) + 10*sign(0) + 100*sign(2)"), 99);
  EXPECT_EQ(number("min(2, -3)"), -3);
  EXPECT_EQ(number("max(2, -3)"), 2);
  EXPECT_EQ(number("step(-1) + 10*step(0) + 100*step(1)"), 110);
  EXPECT_EQ(number("smoothstep(-1)"), 0);
  EXPECT_EQ(number("smoothstep(0.5)"), 0.5);
  EXPECT_EQ(number("smoothstep(0.25)"), 53.0 / 512);  // 10/64 - 15/256 + 6/1024
  EXPECT_EQ(number("smoothstep(2)"), 1);
}

TEST(Expression, DivisionByZeroIsInfiniteAndNaNIsHandedOn) {
  EXPECT_EQ(number("1/0"), std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(number("0/0")));
  for (const char* text : {"min(1, sqrt(-1))", "min(sqrt(-1), 1)", "max(1, sqrt(-1))", "max(sqrt(-1), 1)",
                           "sign(sqrt(-1))", "step(sqrt(-1))", "smoothstep(sqrt(-1))"})
    EXPECT_TRUE(std::isnan(number(text))) << text;
}

TEST(Expression, NamedValuesAreNumbersAndVariablesKeepTheirOrder) {
  EXPECT_EQ(evaluate_arithmetic("2*rho*length", {{"rho", 3}, {"length", 0.5}}), 3);
  const auto law = Expression::parse("-k*x - c*v^3 + t", {"x", "v", "t"}, {{"k", 200}, {"c", 0.5}});
  EXPECT_EQ(law(0.1, 2.0, 7.0), -200 * 0.1 - 4 + 7);
  EXPECT_EQ(law.text(), "-k*x - c*v^3 + t");
  EXPECT_EQ(law.variable_count(), 3u);
}

TEST(Expression, AVariableHidesANamedValue) { EXPECT_EQ(Expression::parse("x", {"x"}, {{"x", 5}})(2.0), 2); }

TEST(Expression, TellsWhichVariablesItUses) {
  const auto law = Expression::parse("x + 0*t", {"x", "v", "t"});
  EXPECT_TRUE(law.uses(0));
  EXPECT_FALSE(law.uses(1));
  EXPECT_TRUE(law.uses(2));
}

TEST(Expression, ListsItsNamesOnceInTheOrderOfUse) {
  EXPECT_EQ(Expression::names_in("2*rho*sin(pi*length)/rho + max(a_1, B)"),
            (std::vector<std::string>{"rho", "length", "a_1", "B"}));
  EXPECT_TRUE(Expression::names_in("sqrt(2)*pi").empty());
  EXPECT_THROW(Expression::names_in("2*(rho"), ExpressionError);
}

TEST(Expression, FreeNamesAreWordsThatMeanNothingYet) {
  for (const char* name : {"x", "_", "rho_2", "e", "Pi", "sine"}) EXPECT_TRUE(Expression::is_free_name(name)) << name;
  for (const char* name : {"", "pi", "sin", "if", "2x", "a b", "a.b", "a-b"})
    EXPECT_FALSE(Expression::is_free_name(name)) << name;
}

}  // namespace
}  // namespace daedalus
