// verify_page.hpp: what `verify` found, as a page.
#pragma once

#include <string>

#include "daedalus/analysis/verification.hpp"
#include "daedalus/io/page/study_page.hpp"

namespace daedalus::cli {

StudyPage verification_page(const Verification& all, const std::string& file);

}  // namespace daedalus::cli
