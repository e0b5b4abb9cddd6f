#include "daedalus/integrate/renamed_options.hpp"

#include <fmt/format.h>

#include <array>

namespace daedalus {
namespace {

struct OldSpelling {
  const char *then, *now;
};
// Parts of names, between dots, and values. No method has an option or a value of the old spelling today.
constexpr std::array<OldSpelling, 3> old_spellings = {{{"stabilisation", "stabilization"},
                                                       {"regularisation", "regularization"},
                                                       {"sequential-regularisation", "sequential-regularization"}}};

std::string respelled(const std::string& text) {
  for (const auto& [then, now] : old_spellings) {
    if (text == then) return now;
    if (const std::string prefix = std::string(then) + "."; text.starts_with(prefix))
      return now + text.substr(prefix.size() - 1);
  }
  return text;
}

}  // namespace

RenamedOptions with_current_names(const std::vector<OptionSetting>& settings) {
  RenamedOptions renamed;
  for (const OptionSetting& given : settings) {
    const OptionSetting now{respelled(given.name), respelled(given.value)};
    renamed.settings.push_back(now);
    if (now.name != given.name || now.value != given.value)
      renamed.notes.push_back(fmt::format("option {}={} is now spelled {}={}; the old spelling is still accepted.",
                                          given.name, given.value, now.name, now.value));
  }
  return renamed;
}

}  // namespace daedalus
