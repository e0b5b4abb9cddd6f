#include "daedalus/base/archive.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "daedalus/base/errors.hpp"
#include "daedalus/math/vectors.hpp"

namespace daedalus {
namespace {

enum class Phase { start, middle, end };

// A class with memory of every kind the archive knows.
struct Memory {
  double h = 0;
  int order = 0;
  long steps = 0;
  bool rejected = false;
  Phase phase = Phase::start;
  VecX history;
  MatX factors;

  void exchange(Archive& archive) {
    archive("h", h);
    archive("order", order);
    archive("steps", steps);
    archive("rejected", rejected);
    archive("phase", phase, Phase::start, Phase::end);
    archive("history", history);
    archive("factors", factors);
  }
};

Memory some_memory() {
  return {.h = 1.0 / 3,
          .order = -4,
          .steps = 9007199254740992,  // 2^53, the largest count that is still exact
          .rejected = true,
          .phase = Phase::end,
          .history = VecX::LinSpaced(5, -1, 1) / 7,
          .factors = MatX::Random(3, 2)};
}

Memory empty_memory() { return {.history = VecX::Zero(5), .factors = MatX::Zero(3, 2)}; }

bool same_bits(double x, double y) { return std::memcmp(&x, &y, sizeof x) == 0; }

TEST(Archive, LoadsWhatItSavedBitForBit) {
  Memory saved = some_memory();
  Archive out = Archive::for_saving();
  saved.exchange(out);

  Memory loaded = empty_memory();
  Archive in = Archive::for_loading(out.items());
  loaded.exchange(in);

  EXPECT_TRUE(same_bits(loaded.h, saved.h));
  EXPECT_EQ(loaded.order, saved.order);
  EXPECT_EQ(loaded.steps, saved.steps);
  EXPECT_EQ(loaded.rejected, saved.rejected);
  EXPECT_EQ(loaded.phase, saved.phase);
  EXPECT_EQ(loaded.history, saved.history);
  EXPECT_EQ(loaded.factors, saved.factors);
}

TEST(Archive, KeepsSignedZeroInfinityNanAndTheSmallestNumber) {
  using Limits = std::numeric_limits<double>;
  std::array saved = {-0.0, Limits::infinity(), Limits::quiet_NaN(), Limits::denorm_min()};
  Archive out = Archive::for_saving();
  out("x", std::span<double>(saved));

  std::array<double, 4> loaded = {};
  Archive in = Archive::for_loading(out.items());
  in("x", std::span<double>(loaded));
  for (std::size_t i = 0; i < saved.size(); ++i) EXPECT_TRUE(same_bits(loaded[i], saved[i])) << "item " << i;
}

TEST(Archive, SavingChangesNothing) {
  Memory memory = some_memory();
  Archive first = Archive::for_saving();
  memory.exchange(first);
  Archive second = Archive::for_saving();
  memory.exchange(second);
  EXPECT_FALSE(first.loading());
  EXPECT_EQ(first.items(), second.items());
}

TEST(Archive, KeepsTheOrderAndTheNamesOfTheFields) {
  Memory memory = some_memory();
  Archive out = Archive::for_saving();
  memory.exchange(out);
  ASSERT_EQ(out.items().size(), 7u);
  EXPECT_EQ(out.items().front().name, "h");
  EXPECT_EQ(out.items().back().name, "factors");
  EXPECT_EQ(out.items().back().values.size(), 6u);
}

TEST(Archive, AnEmptyVectorIsAFieldToo) {
  VecX nothing;
  Archive out = Archive::for_saving();
  out("nothing", nothing);
  Archive in = Archive::for_loading(out.items());
  EXPECT_NO_THROW(in("nothing", nothing));
}

// Loads one number called `name` from an archive that holds `item`; returns the message, empty when it worked.
std::string message_when_loading(std::vector<Archive::Item> items, std::string_view name) {
  double x = 0;
  Archive in = Archive::for_loading(std::move(items));
  try {
    in(name, x);
  } catch (const FileError& error) {
    return error.what();
  }
  return "";
}

TEST(Archive, RefusesAFieldOfAnotherNameAndNamesBoth) {
  const std::string message = message_when_loading({{"theta", {1}}}, "h");
  EXPECT_NE(message.find("'theta'"), std::string::npos) << message;
  EXPECT_NE(message.find("'h'"), std::string::npos) << message;
}

TEST(Archive, RefusesAFieldOfAnotherSizeAndNamesBothSizes) {
  const std::string message = message_when_loading({{"h", {1, 2, 3}}}, "h");
  EXPECT_NE(message.find("(3 numbers)"), std::string::npos) << message;
  EXPECT_NE(message.find("(1)"), std::string::npos) << message;
}

TEST(Archive, RefusesToReadPastTheEnd) {
  const std::string message = message_when_loading({}, "h");
  EXPECT_NE(message.find("ends before 'h'"), std::string::npos) << message;
}

TEST(Archive, ARefusedFieldKeepsItsValue) {
  VecX history = VecX::Constant(2, 5.0);
  Archive in = Archive::for_loading({{"history", {1, 2, 3}}});
  EXPECT_THROW(in("history", history), FileError);
  EXPECT_EQ(history, VecX::Constant(2, 5.0));
}

template <class Number>
std::string message_when_loading(double value, Number lowest, Number highest) {
  Number number = lowest;
  Archive in = Archive::for_loading({{"index", {value}}});
  try {
    in("index", number, lowest, highest);
  } catch (const FileError& error) {
    return error.what();
  }
  return "";
}

TEST(Archive, AnIndexIsWholeAndInsideItsBounds) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  for (const double good : {0.0, 1.0, 5.0}) EXPECT_EQ(message_when_loading(good, 0, 5), "");
  for (const double bad : {-1.0, 6.0, 0.5, 1e300, nan, inf})
    EXPECT_NE(message_when_loading(bad, 0, 5).find("'index'"), std::string::npos) << bad;
  EXPECT_NE(message_when_loading(3.0, Phase::start, Phase::end), "");
  EXPECT_EQ(message_when_loading(2.0, Phase::start, Phase::end), "");
}

TEST(Archive, CountsAndTruthsThatFitNoneAreRefused) {
  const auto load = [](double value, auto number) {
    Archive in = Archive::for_loading({{"x", {value}}});
    in("x", number);
  };
  EXPECT_NO_THROW(load(1, true));
  EXPECT_THROW(load(2, true), FileError);
  EXPECT_THROW(load(0.5, 3), FileError);
  EXPECT_THROW(load(3e9, 3), FileError);    // 32 bits
  EXPECT_THROW(load(1e16, 3L), FileError);  // beyond 2^53 numbers are not whole for certain
  EXPECT_THROW(load(std::numeric_limits<double>::quiet_NaN(), 3L), FileError);
}

TEST(Archive, AnOrderHasEachNumberOnce) {
  std::vector<int> order = {2, 0, 1};
  Archive out = Archive::for_saving();
  out.permutation("order", order);
  std::vector<int> loaded = {0, 1, 2};
  Archive in = Archive::for_loading(out.items());
  in.permutation("order", loaded);
  EXPECT_EQ(loaded, order);
  for (const std::vector<double>& bad : {std::vector<double>{0, 1, 1}, {0, 1, 3}, {0, 1, -1}, {0, 1, 1.5}}) {
    Archive damaged = Archive::for_loading({{"order", bad}});
    EXPECT_THROW(damaged.permutation("order", loaded), FileError);
  }
}

TEST(Archive, WhatIsLeftOverIsRefused) {
  double x = 0;
  Archive in = Archive::for_loading({{"x", {1}}, {"y", {2}}});
  in("x", x);
  EXPECT_THROW(in.finish(), FileError);
  Archive complete = Archive::for_loading({{"x", {1}}});
  complete("x", x);
  EXPECT_NO_THROW(complete.finish());
}

TEST(Archive, AListTakesTheLengthThatWasSaved) {
  std::vector<double> saved = {0.5, -1, 1.0 / 3}, loaded = {7};
  Archive out = Archive::for_saving();
  out.list("instants", saved);
  Archive in = Archive::for_loading(out.items());
  in.list("instants", loaded);
  EXPECT_EQ(loaded, saved);
  Archive damaged = Archive::for_loading({{"instants", {1, std::nan("")}}});
  EXPECT_THROW(damaged.list("instants", loaded), FileError);
  Archive other = Archive::for_loading({{"others", {1}}}), none = Archive::for_loading({});
  EXPECT_THROW(other.list("instants", loaded), FileError);
  EXPECT_THROW(none.list("instants", loaded), FileError);
}

}  // namespace
}  // namespace daedalus
