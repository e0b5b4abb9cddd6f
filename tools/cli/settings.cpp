#include "settings.hpp"

#include <fmt/format.h>

#include "daedalus/base/errors.hpp"

namespace daedalus::cli {

std::vector<OptionSetting> parse_settings(const std::vector<std::string>& texts) {
  std::vector<OptionSetting> settings;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) throw OptionError(fmt::format("'{}': expected NAME=VALUE.", text));
    settings.push_back({text.substr(0, equals), text.substr(equals + 1)});
  }
  return settings;
}

}  // namespace daedalus::cli
