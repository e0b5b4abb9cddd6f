// values.hpp: numbers, vectors and texts of a model file. Any number may be an expression of the parameters; inside a
// repeated element its variables are known too, and {k+1} in any text stands for their value.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/base/options.hpp"
#include "daedalus/io/model_file/document.hpp"
#include "daedalus/math/vectors.hpp"
#include "daedalus/model/functions/expression.hpp"

namespace daedalus::model_file {

// All functions return whether there is a value; when there is none the problem has been reported.
class Values {
 public:
  Values(Problems& problems, const ModelFileLimits& limits) : problems_(problems), limits_(limits) {}

  Problems& problems() { return problems_; }
  const ModelFileLimits& limits() const { return limits_; }

  // What messages begin with: "joint 'crank_pin' (revolute)".
  void begin_element(std::string label) { label_ = std::move(label); }
  const std::string& label() const { return label_; }
  void problem(const Place& place, const std::string& what, const std::string& remedy = "");
  void unexpected_kind(const Node& node, std::string_view key, std::string_view expected, std::string_view example);

  // Parameters and variables of repetition. A parameter that could not be computed is NaN: what depends on it has no
  // value, and that is not reported again.
  const NamedValues& named() const { return named_; }
  void set(const std::string& name, double value) { named_.insert_or_assign(name, value); }
  void forget(const std::string& name) { named_.erase(name); }
  // Inside a repeated element {k} is replaced, and what is read counts towards the limit of repetition.
  void begin_repetition(std::string label, const Place& place);
  void end_repetition() { repeats_ = false; }
  void count_repeated(std::size_t nodes);  // throws StopReading when they are too many

  bool text(const Node& node, std::string_view key, std::string& out);
  bool substitute(const std::string& text, const Place& place, std::string& out);  // {k+1}

  bool number(const Node& node, std::string_view key, const Range& range, double& out);
  bool integer(const Node& node, std::string_view key, const Range& range, int& out);
  bool boolean(const Node& node, std::string_view key, bool& out);
  bool numbers(const Node& node, std::string_view key, const Range& range, std::vector<double>& out);
  bool vector(const Node& node, std::string_view key, const Range& range, Vec3& out);  // 3 numbers, or 2 and z = 0
  bool direction(const Node& node, std::string_view key, Vec3& out);                   // not zero; any length

  // The number that a text stands for.
  bool evaluate(const std::string& text, const Place& place, std::string_view key, double& out);
  bool evaluate_integer(const std::string& text, const Place& place, std::string_view key, long long& out);

  // Whether all names in an expression are known, beside the given variables and functions. `used` are those that are
  // parameters.
  bool check_names(const std::string& expression, const Place& place, std::string_view key,
                   const std::vector<std::string>& variables, NamedValues& used, const NamedFunctions& functions = {});
  std::vector<std::string> known_names(const std::vector<std::string>& variables) const;

 private:
  bool computed(const std::string& text, const Place& place, std::string_view key, double& out);

  Problems& problems_;
  const ModelFileLimits& limits_;
  NamedValues named_;
  std::string label_;
  bool repeats_ = false;
  std::string repeated_label_;
  Place repeated_place_;
  std::size_t repeated_nodes_ = 0;  // of all repeated elements so far
};

// 'crank', and what is not a name for an element or a parameter.
bool is_name(std::string_view text);

// x, v and t are the variables of formulas and functions: no parameter can have these names.
bool is_reserved(std::string_view name);

std::string shown(const Vec3& vector);  // '[0, 0, 1]'

}  // namespace daedalus::model_file
