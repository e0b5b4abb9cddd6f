// method_json.hpp: the card of a method as JSON, for `methods --json` and in the report of a run.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "daedalus/integrate/method.hpp"

namespace daedalus {

nlohmann::ordered_json to_json(const MethodRecord& record);

}  // namespace daedalus
