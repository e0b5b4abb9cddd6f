// reproduce_output.hpp: what a reproduction found: for people on a terminal, as JSON, and as files. Knows nothing of
// any paper.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

#include "daedalus/reproduce/reproduction.hpp"

namespace daedalus::cli {

void print_papers();                                 // every paper with its experiments
void print_figure(const reproduce::Figure& figure);  // statement, findings, short tables
void print_summary(const reproduce::Reproduction& all);

nlohmann::ordered_json papers_json();
nlohmann::ordered_json reproduction_json(const reproduce::Reproduction& all);

// Every table and chart of an experiment as CSV, 'fig_3_convergence_slider_crank_1.csv'. Throws FileError.
void write_exhibits(const reproduce::Account& account, const std::filesystem::path& folder);

}  // namespace daedalus::cli
