// verify_page.hpp: what `verify` found, as a page.
#pragma once

#include <string>

#include "daedalus/analysis/agreement.hpp"
#include "daedalus/io/page/study_page.hpp"

namespace daedalus::cli {

StudyPage agreement_page(const Agreement& all, const std::string& file);

}  // namespace daedalus::cli
