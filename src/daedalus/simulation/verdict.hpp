// verdict.hpp: a run in five lines for a person: done or not, how accurate, constraints, energy, cost.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "daedalus/result/result.hpp"
#include "daedalus/result/state_error.hpp"

namespace daedalus {

// plain: says nothing good or bad.
enum class Mark { plain, good, bad };

struct VerdictLine {
  std::string label, text;
  Mark mark = Mark::plain;
};

using RunVerdict = std::array<VerdictLine, 5>;

RunVerdict make_verdict(const Result& result, const std::optional<StateError>& error);

// The first line begins at the margin, the others are indented; a line has no end of line.
std::string layout_of_label(const RunVerdict& verdict, std::size_t line);

std::string verdict_text(const RunVerdict& verdict);  // without color

}  // namespace daedalus
