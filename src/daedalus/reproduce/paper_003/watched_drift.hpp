// watched_drift.hpp: how far a run leaves the constraints, step by step.
#pragma once

#include "daedalus/reproduce/paper_003/paper_003.hpp"

namespace daedalus::reproduce::paper_003 {

struct WatchedDrift {
  std::string failure;  // "" when it came to the end
  State final;
  std::vector<double> t, g;  // largest |g| of a step; of every step when history is kept
  double largest = 0;        // of all steps
  double largest_late = 0;   // of the second half of the run

  bool done() const { return failure.empty(); }
};

enum class Keep { figures_only, history };
WatchedDrift watch_drift(const ExperimentRunner& runner, const Mechanism& mechanism, const std::string& method,
                         double h, double t_end, Keep keep);

}  // namespace daedalus::reproduce::paper_003
