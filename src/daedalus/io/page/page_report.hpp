// page_report.hpp: the report of a run as a page shows it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "daedalus/model/model.hpp"

namespace daedalus {

// `report` is what to_json(Result) gives, with `method_record` where the method is known; a key that is missing or of
// another type is left out, because the file it comes from may be of another version. `remarks` join its warnings.
nlohmann::ordered_json page_report(const nlohmann::ordered_json& report, const Model* model,
                                   const std::vector<std::string>& remarks);

}  // namespace daedalus
