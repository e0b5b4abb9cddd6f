// result_json.hpp: a Result as one JSON object, for scripts (`--json`).
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "daedalus/result/result.hpp"
#include "daedalus/system/layout.hpp"

namespace daedalus {

// `schema_version` of the object: raised when a key is removed or changes its meaning; new keys do not count.
inline constexpr int report_schema_version = 1;

// Keys: docs/guide/json.md. Final values are keyed by the names of the layout.
nlohmann::ordered_json to_json(const Result& result, const Layout& layout);

}  // namespace daedalus
