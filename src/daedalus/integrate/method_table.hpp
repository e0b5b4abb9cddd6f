// method_table.hpp: every method there is, by name.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "daedalus/integrate/method.hpp"

namespace daedalus {

struct MethodEntry {
  MethodRecord record;
  std::vector<OptionInfo> (*options)();                                         // defaults
  std::unique_ptr<Method> (*make)(const std::vector<OptionSetting>& settings);  // throws OptionError
};

std::span<const MethodEntry> method_table();

// Throws OptionError that lists the known names.
const MethodEntry& find_method(std::string_view name);
std::unique_ptr<Method> make_method(std::string_view name, const std::vector<OptionSetting>& settings = {});

}  // namespace daedalus
