// report_text.hpp: a report for a person.
#pragma once

#include <optional>
#include <string>

#include "daedalus/result/result.hpp"
#include "daedalus/system/layout.hpp"

namespace daedalus::cli {

// Largest error of a state against a known one, relative to the largest component of each vector.
struct ReferenceError {
  double q = 0, v = 0, lambda = 0;
};
ReferenceError compare(const State& x, const State& reference);

std::string report_text(const Result& result, const Layout& layout, const std::optional<ReferenceError>& error);

}  // namespace daedalus::cli
