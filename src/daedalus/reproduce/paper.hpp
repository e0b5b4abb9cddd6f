// paper.hpp: a paper whose experiments can be repeated. A new one is a folder with a function that returns its Paper,
// and a line in papers.cpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "daedalus/reproduce/account.hpp"
#include "daedalus/reproduce/experiment_runner.hpp"

namespace daedalus::reproduce {

struct Experiment {
  std::string name;     // as typed: 'convergence'
  std::string figures;  // 'Figs. 3-6'
  std::string title;    // what it shows
  Account (*run)(const ExperimentRunner& runner);
};

struct Paper {
  std::string number;         // '002'
  std::string title, source;  // source: authors, journal, year
  std::vector<Experiment> experiments;
  std::string theory;  // page of the documentation: 'docs/theory/paper-002.md'
};

const std::vector<Paper>& papers();

// Both throw OptionError with the known names.
const Paper& find_paper(std::string_view number);
const Experiment& find_experiment(const Paper& paper, std::string_view name);

}  // namespace daedalus::reproduce
