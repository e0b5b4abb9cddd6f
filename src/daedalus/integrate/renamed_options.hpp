// renamed_options.hpp: options under the names they had before. They are accepted, and the report says what they are
// called now.
#pragma once

#include <string>
#include <vector>

#include "daedalus/base/options.hpp"

namespace daedalus {

struct RenamedOptions {
  std::vector<OptionSetting> settings;  // with the names and values of today
  std::vector<std::string> notes;       // one for each that had another one
};
RenamedOptions with_current_names(const std::vector<OptionSetting>& settings);

}  // namespace daedalus
