// method_json.hpp: the card of a method as JSON: in the report of a run, and with options and presets for `methods
// --json`.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "daedalus/integrate/method_table.hpp"

namespace daedalus {

nlohmann::ordered_json to_json(const MethodRecord& record);
nlohmann::ordered_json to_json(const MethodEntry& method);

}  // namespace daedalus
