// root_locus_output.hpp: a root locus as text, as JSON and as a page.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "daedalus/io/page/study_page.hpp"
#include "daedalus/simulation/root_locus.hpp"

namespace daedalus::cli {

// Shared with the table of one linearization.
std::string eigenvalue_text(const Mode& mode);
std::string participants(const Mode& mode);
nlohmann::ordered_json modes_json(const std::vector<Mode>& modes);

void print_locus(const RootLocus& locus);
nlohmann::ordered_json locus_json(const RootLocus& locus);
StudyPage locus_page(const RootLocus& locus, const std::string& model);

}  // namespace daedalus::cli
