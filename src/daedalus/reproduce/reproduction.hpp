// reproduction.hpp: runs experiments of a paper one after the other and keeps what is finished.
#pragma once

#include <functional>

#include "daedalus/reproduce/paper.hpp"

namespace daedalus::reproduce {

struct Finished {
  const Experiment* experiment;
  Account account;
};

struct Reproduction {
  const Paper* paper;
  bool quick = false;
  bool interrupted = false;
  std::vector<Finished> finished = {};
};

// One after the other, in the order of `selected`. After each `on_finished` sees everything so far: files can be
// written before the next one ends.
Reproduction run_experiments(const Paper& paper, const std::vector<const Experiment*>& selected,
                             const ExperimentRunner& runner,
                             const std::function<void(const Reproduction&)>& on_finished = nullptr);

// The page of a reproduction: a summary, then figure by figure statement, findings, tables and charts.
StudyPage make_page(const Reproduction& all);

// One row per figure: how many findings confirm the paper, are better, differ, are not comparable.
StudyTable summary_table(const Reproduction& all);
StudyTable findings_table(const Figure& figure);

}  // namespace daedalus::reproduce
