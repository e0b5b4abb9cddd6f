// json_text.hpp: JSON for people and other programs. Bytes that are not UTF-8, of a path for example, are replaced: a
// report is never lost for them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace daedalus {

inline std::string json_text(const nlohmann::ordered_json& json) {
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace daedalus
