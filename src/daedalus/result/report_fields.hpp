// report_fields.hpp: the numbers of a report, described once: what JSON, text and page show of them has the same names
// everywhere.
#pragma once

#include <span>
#include <variant>

#include "daedalus/result/report.hpp"

namespace daedalus {

struct ReportField {
  const char* key;  // in JSON
  // of the text it stands in, with others of that line; "": not in the text, or put there otherwise
  const char* line;
  const char* word;                                    // behind its number in that line
  const char* meaning;                                 // on the page
  std::variant<long, double> (*value)(const Report&);  // a count, or a number
  bool is_count(const Report& report) const { return value(report).index() == 0; }
};

// Times, tolerances, step sizes and counts.
std::span<const ReportField> report_fields();
// Of EnergyBalance and its verdict's bound, in J.
std::span<const ReportField> energy_fields();

struct SolverField {
  const char* key;
  std::variant<long, double> (*value)(const LinearSolverReport&);
};
std::span<const SolverField> solver_fields();
const char* text_of(SolverKind used);  // 'dense' or 'sparse', of one that was chosen

}  // namespace daedalus
