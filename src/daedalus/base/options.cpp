#include "daedalus/base/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cmath>

#include "daedalus/base/errors.hpp"
#include "daedalus/base/spelling.hpp"

namespace daedalus {

void mark_given(std::vector<OptionInfo>& options, const std::vector<OptionSetting>& settings) {
  for (const OptionSetting& setting : settings)
    for (OptionInfo& option : options)
      if (option.name == setting.name) option.given = setting.value;
}

namespace options_detail {

std::string text_of(double value) { return fmt::format("{:.12g}", value); }

std::string dotted(const std::string& prefix, std::string_view name) {
  return prefix.empty() ? std::string(name) : fmt::format("{}.{}", prefix, name);
}

std::string describe_range(const Range& range, bool integer) {
  const char* kind = integer ? "an integer" : "a number";
  const bool has_low = std::isfinite(range.low), has_high = std::isfinite(range.high);
  if (has_low && has_high) return fmt::format("{} from {:.6g} to {:.6g}", kind, range.low, range.high);
  if (has_low) return fmt::format("{} {} {:.6g}", kind, range.low_excluded ? "greater than" : "of at least", range.low);
  return kind;
}

double parse_number(const std::string& name, const std::string& text, const Range& range, bool integer) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number = error == std::errc() && end == text.data() + text.size() && std::isfinite(value);
  if (!is_number || !range.holds(value) || (integer && value != std::floor(value)))
    throw OptionError(
        fmt::format("option {} = '{}' is not accepted: expected {}.", name, text, describe_range(range, integer)));
  return value;
}

std::string describe_choices(const std::vector<std::string_view>& names) { return join_alternatives(names); }

void refuse_choice(const std::string& name, const std::string& text, const std::vector<std::string_view>& names) {
  throw OptionError(fmt::format("option {} = '{}' is not accepted.{} Available: {}.", name, text,
                                did_you_mean(text, names), fmt::join(names, ", ")));
}

void refuse_unknown(const std::string& name, const std::vector<OptionInfo>& known) {
  std::vector<std::string_view> names;
  for (const OptionInfo& option : known) names.push_back(option.name);
  throw OptionError(unknown_name("option", name, names));
}

}  // namespace options_detail
}  // namespace daedalus
