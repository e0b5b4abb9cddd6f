// options.hpp: options are aggregates that describe themselves.
//
//   struct HhtOptions {
//     double alpha = -0.3;
//     NewtonOptions newton = {};
//     template <class Visitor> void describe(Visitor&& v) {
//       v("alpha", alpha, in_range(-1.0/3, 0), "numerical damping; 0 is the trapezoidal rule");
//       v("newton", newton);
//     }
//   };
//
// From this one function come the command line (`--opt newton.max_iterations=6`), the files, the lists in the docs and
// the checks. Nothing is repaired silently: a value outside its range is refused with what would be accepted.
#pragma once

#include <concepts>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace daedalus {

struct Range {
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
  bool low_excluded = false;
  bool holds(double x) const { return (low_excluded ? x > low : x >= low) && x <= high; }  // false for NaN
};
inline Range in_range(double low, double high) { return {low, high}; }
inline Range at_least(double low) { return {.low = low}; }
inline Range positive() { return {.low = 0, .low_excluded = true}; }

template <class Enum>
using Choices = std::vector<std::pair<std::string_view, Enum>>;

struct OptionInfo {
  std::string name;      // dotted for nested options: 'newton.max_iterations'
  std::string value;     // as used
  std::string accepted;  // 'a number in [-0.333, 0]', 'none, velocity or position'
  std::string meaning;
  std::string given = {};  // as the user wrote it; "" when it was left to us
};

// One 'name=value' as the user gave it.
struct OptionSetting {
  std::string name, value;
};

namespace options_detail {

std::string text_of(double value);
std::string dotted(const std::string& prefix, std::string_view name);  // 'newton' and 'jacobian' make 'newton.jacobian'
std::string describe_range(const Range& range, bool integer);
double parse_number(const std::string& name, const std::string& text, const Range& range, bool integer);
std::string describe_choices(const std::vector<std::string_view>& names);
[[noreturn]] void refuse_choice(const std::string& name, const std::string& text,
                                const std::vector<std::string_view>& names);
[[noreturn]] void refuse_unknown(const std::string& name, const std::vector<OptionInfo>& known);

template <class Enum>
std::vector<std::string_view> names_of(const Choices<Enum>& choices) {
  std::vector<std::string_view> names;
  for (const auto& choice : choices) names.push_back(choice.first);
  return names;
}

class Lister {
 public:
  explicit Lister(std::vector<OptionInfo>& out, std::string prefix = {}) : out_(out), prefix_(std::move(prefix)) {}

  template <class Number>
  requires std::integral<Number> || std::floating_point<Number>
  void operator()(std::string_view name, Number& value, const Range& range, std::string_view meaning) {
    out_.push_back({dotted(prefix_, name), text_of(static_cast<double>(value)),
                    describe_range(range, std::integral<Number>), std::string(meaning)});
  }
  template <class Enum>
  requires std::is_enum_v<Enum>
  void operator()(std::string_view name, Enum& value, const Choices<Enum>& choices, std::string_view meaning) {
    std::string current;
    for (const auto& [text, choice] : choices)
      if (choice == value) current = text;
    out_.push_back({dotted(prefix_, name), current, describe_choices(names_of(choices)), std::string(meaning)});
  }
  template <class Nested>
  void operator()(std::string_view name, Nested& nested) {
    nested.describe(Lister(out_, dotted(prefix_, name)));
  }

 private:
  std::vector<OptionInfo>& out_;
  std::string prefix_;
};

class Setter {
 public:
  Setter(const OptionSetting& setting, bool& found, std::string prefix = {})
      : setting_(setting), found_(found), prefix_(std::move(prefix)) {}

  template <class Number>
  requires std::integral<Number> || std::floating_point<Number>
  void operator()(std::string_view name, Number& value, const Range& range, std::string_view) {
    if (matches(name))
      value = static_cast<Number>(parse_number(setting_.name, setting_.value, range, std::integral<Number>));
  }
  template <class Enum>
  requires std::is_enum_v<Enum>
  void operator()(std::string_view name, Enum& value, const Choices<Enum>& choices, std::string_view) {
    if (!matches(name)) return;
    for (const auto& [text, choice] : choices)
      if (text == setting_.value) {
        value = choice;
        return;
      }
    refuse_choice(setting_.name, setting_.value, names_of(choices));
  }
  template <class Nested>
  void operator()(std::string_view name, Nested& nested) {
    nested.describe(Setter(setting_, found_, dotted(prefix_, name)));
  }

 private:
  bool matches(std::string_view name) {
    if (setting_.name != dotted(prefix_, name)) return false;
    found_ = true;
    return true;
  }
  const OptionSetting& setting_;
  bool& found_;
  std::string prefix_;
};

}  // namespace options_detail

// Names, values, accepted values and meanings of all options.
template <class Options>
std::vector<OptionInfo> list_options(Options options) {
  std::vector<OptionInfo> all;
  options.describe(options_detail::Lister(all));
  return all;
}

// Notes what the user gave beside what is used. Of several settings of one option the last one counts.
void mark_given(std::vector<OptionInfo>& options, const std::vector<OptionSetting>& settings);

// Applies settings; throws OptionError for an unknown name or a value that is not accepted.
template <class Options>
Options with_settings(Options options, const std::vector<OptionSetting>& settings) {
  for (const OptionSetting& setting : settings) {
    bool found = false;
    options.describe(options_detail::Setter(setting, found));
    if (!found) options_detail::refuse_unknown(setting.name, list_options(options));
  }
  return options;
}

}  // namespace daedalus
