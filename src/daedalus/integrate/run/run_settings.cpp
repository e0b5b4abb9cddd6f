#include "daedalus/integrate/run/run_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "daedalus/base/errors.hpp"

namespace daedalus {
namespace {

std::string shown_value(const OptionSetting* setting) { return setting ? setting->value : "not set"; }

const OptionSetting* find_setting(const std::vector<OptionSetting>& settings, const std::string& name) {
  for (const OptionSetting& setting : settings)
    if (setting.name == name) return &setting;
  return nullptr;
}

// 'slider_crank (cartesian', 'k=100', 'c=5', 'digest 12ab'.
std::vector<std::string> parts_of(const std::string& identity) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= identity.size();) {
    const std::size_t end = std::min(identity.find(", ", begin), identity.size());
    parts.push_back(identity.substr(begin, end - begin));
    begin = end + 2;
  }
  return parts;
}

// What differs between two identities of one system; all of them when they are not made alike.
std::pair<std::string, std::string> differing_parts(const std::string& then, const std::string& now) {
  const std::vector<std::string> a = parts_of(then), b = parts_of(now);
  if (a.size() != b.size() || a.front() != b.front()) return {then, now};
  std::pair<std::string, std::string> differing;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] != b[i]) {
      differing.first += (differing.first.empty() ? "" : ", ") + a[i];
      differing.second += (differing.second.empty() ? "" : ", ") + b[i];
    }
  return differing;
}

}  // namespace

std::vector<OptionSetting> settings_of(const Method& method, const IntegrationOptions& options) {
  std::vector<OptionSetting> settings;
  if (options.h > 0) {
    settings.push_back({"h", fmt::format("{:.17g}", options.h)});
  } else {
    settings.push_back({"rtol", fmt::format("{:.17g}", options.tolerances.rtol)});
    settings.push_back({"atol", fmt::format("{:.17g}", options.tolerances.atol)});
    for (const OptionInfo& option : list_options(options.control))
      settings.push_back({"control." + option.name, option.value});
  }
  for (const OptionInfo& option : method.options()) settings.push_back({option.name, option.value});
  return settings;
}

void require_same_run(const Checkpoint& checkpoint, const System& system, const Method& method,
                      const IntegrationOptions& options) {
  std::string differences;
  const auto note = [&](const std::string& what, const std::string& then, const std::string& now) {
    differences += fmt::format("\n  {}: {} in the checkpoint, {} now", what, then, now);
  };
  if (checkpoint.system != system.identity()) {
    const auto [then, now] = differing_parts(checkpoint.system, system.identity());
    note("model " + system.name(), then, now);
  }
  if (checkpoint.method != method.record().name) note("method", checkpoint.method, method.record().name);
  const std::vector<OptionSetting> settings = settings_of(method, options);
  if (differences.empty()) {  // options of another method say nothing
    for (const OptionSetting& now : settings)
      if (const OptionSetting* then = find_setting(checkpoint.settings, now.name); !then || then->value != now.value)
        note(now.name, shown_value(then), now.value);
    for (const OptionSetting& then : checkpoint.settings)
      if (!find_setting(settings, then.name)) note(then.name, then.value, "not set");
  }
  if (!differences.empty())
    throw OptionError(
        fmt::format("the checkpoint belongs to a different run:{}\n"
                    "  Use the model and the options it was written with.",
                    differences));
}

}  // namespace daedalus
