// report_text.hpp: a report for a person: the verdict in five lines, the details, warnings and failure.
#pragma once

#include <optional>
#include <string>

#include "daedalus/simulation/verdict.hpp"
#include "daedalus/system/layout.hpp"

namespace daedalus {

// Work, time, residuals with their bounds, energies, events, final values.
std::string report_details(const Result& result, const Layout& layout);

// Warnings and the reason of a failure; "" when there is neither.
std::string report_concerns(const Result& result);

// All of it.
std::string report_text(const Result& result, const Layout& layout, const std::optional<StateError>& error);

}  // namespace daedalus
