// method_table.hpp: every method there is, by name.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "daedalus/integrate/method.hpp"

namespace daedalus {

struct MethodEntry {
  MethodRecord record;
  std::function<std::vector<OptionInfo>()> options;                                         // defaults
  std::function<std::unique_ptr<Method>(const std::vector<OptionSetting>& settings)> make;  // throws OptionError
};

std::span<const MethodEntry> method_table();

// The dual-rate methods that prk stands for, one per tableau (tableaus/prk/prk_tableaus.hpp).
std::span<const MethodEntry> dual_rate_methods();

// A method of either table, or the tableau in a file whose name ends in .yaml or .yml (tableaus/prk/prk_file.hpp). Throws
// OptionError that lists the known names, or says what is wrong with the file.
const MethodEntry& find_method(std::string_view name);
std::unique_ptr<Method> make_method(std::string_view name, const std::vector<OptionSetting>& settings = {});

}  // namespace daedalus
