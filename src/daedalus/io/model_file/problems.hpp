// problems.hpp: collects what is wrong with a model file, so that its author sees everything at once.
#pragma once

#include <compare>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace daedalus::model_file {

// Where something stands. Lines and columns count from 1; column 0: only the line is known.
struct Place {
  int file = 0;  // number given by Problems::add_file
  int line = 1, column = 1;
  auto operator<=>(const Place&) const = default;
};

// Thrown when reading on makes no sense: too many problems, or one that hides all that follows.
struct StopReading {};

class Problems {
 public:
  explicit Problems(int most) : most_(most) {}

  int add_file(std::string name);
  const std::string& file_name(int file) const { return files_[file]; }
  std::string text_of(const Place& place) const;  // 'four_bar.yaml:41:12'

  // 'file:line:column: what' and, on lines of their own, the remedy. Throws StopReading when there are too many.
  void add(const Place& place, const std::string& what, const std::string& remedy = "");
  [[noreturn]] void add_and_stop(const Place& place, const std::string& what, const std::string& remedy = "");

  // Copies of a repeated element have the same problem at the same place: only the first is kept.
  void one_per_place(bool yes) { one_per_place_ = yes; }

  bool empty() const { return found_.empty(); }
  std::size_t count() const { return static_cast<std::size_t>(calls_); }  // with those that were not kept
  std::string text() const;                                               // in file order

 private:
  struct Problem {
    Place place;
    std::string text;
    auto operator<=>(const Problem&) const = default;
  };
  std::vector<std::string> files_;
  std::set<Problem> found_;
  int most_, calls_ = 0;
  bool one_per_place_ = false, too_many_ = false;
};

// A text of the user in a message: on one line, printable, not too long, in quotes.
std::string shown(std::string_view text);

// " Did you mean 'rtol'?", or nothing. Looks at no more than a few thousand names, whatever the file holds.
std::string suggestion(std::string_view given, const std::vector<std::string>& known);

// 'a, b, c, ...': not more than a dozen.
std::string listed(const std::vector<std::string>& names);

// 1000000 as '1,000,000'
std::string with_commas(std::size_t number);

}  // namespace daedalus::model_file
