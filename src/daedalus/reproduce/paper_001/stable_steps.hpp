// stable_steps.hpp: the largest step with which a run is stable, by bisection.
//
// Stable: the run ends, and in its last part no fast state swings more than five times as far as in the reference. This is a test of
// stability, not of accuracy.
#pragma once

#include "daedalus/reproduce/experiment_runner.hpp"

namespace daedalus::reproduce::paper_001 {

// How far the watched states swing in the last part of a run; empty when it did not end.
struct Swing {
  std::vector<double> range;
  bool has_ended() const { return !range.empty(); }
};

struct StableStepTask {
  const Mechanism* on = nullptr;
  double t_end = 0, watched_from = 0;      // s
  double shortest = 1e-4, longest = 0.02;  // s: stable, unstable
  double accuracy = 0.02;                  // relative, of the step that is found
};

// Of a run with rk4 at `h`.
Swing find_reference(const ExperimentRunner& runner, const StableStepTask& task, double h);
// 0 when even the shortest step is unstable; the longest when that is stable.
double find_largest_step(const ExperimentRunner& runner, const StableStepTask& task, const Swing& reference,
                         const std::string& method);

}  // namespace daedalus::reproduce::paper_001
