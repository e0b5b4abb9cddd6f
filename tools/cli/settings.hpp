// settings.hpp: 'NAME=VALUE' as it is given on the command line.
#pragma once

#include <string>
#include <vector>

#include "daedalus/base/options.hpp"

namespace daedalus::cli {

std::vector<OptionSetting> parse_settings(const std::vector<std::string>& texts);  // throws OptionError

}  // namespace daedalus::cli
