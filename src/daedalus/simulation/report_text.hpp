// report_text.hpp: a report for a person.
#pragma once

#include <optional>
#include <string>

#include "daedalus/result/result.hpp"
#include "daedalus/result/state_error.hpp"
#include "daedalus/system/layout.hpp"

namespace daedalus {

std::string report_text(const Result& result, const Layout& layout, const std::optional<StateError>& error);

}  // namespace daedalus
