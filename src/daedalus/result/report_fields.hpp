// report_fields.hpp: the numbers of a report, described once: JSON, text, page and guide take names and words from here.
#pragma once

#include <span>
#include <variant>

#include "daedalus/result/report.hpp"

namespace daedalus {

template <class Subject>
struct FieldOf {
  const char* key;  // in JSON, and in the templates of the text
  const char* unit;
  const char* meaning;  // on the page and in docs/guide/json.md
  std::variant<long, double> (*value)(const Subject&);
  bool is_count(const Subject& subject) const { return value(subject).index() == 0; }
};

using ReportField = FieldOf<Report>;
std::span<const ReportField> report_fields();  // times, tolerances, step sizes and counts
std::span<const ReportField> energy_fields();  // of EnergyBalance and its bound
std::span<const FieldOf<LinearSolverReport>> solver_fields();
std::span<const FieldOf<PartitionReport>> partition_fields();

const char* text_of(SolverKind used);  // 'dense' or 'sparse', of one that was chosen

}  // namespace daedalus
