// watched_run.hpp: energy and velocity constraints of a run of a conservative mechanism, step by step.
//
//   average energy error   ε(T) = 1/T ∫₀ᵀ |E(t) - E(0)| dt     [NJK09, Eq. (14)], by the trapezoidal rule over the
//   steps
#pragma once

#include "daedalus/reproduce/paper_002/paper_002.hpp"
#include "daedalus/reproduce/thinned.hpp"

namespace daedalus::reproduce::paper_002 {

struct WatchedRun {
  MethodChoice method;
  double h = 0;
  std::string failure;                 // "" when it came to the end
  std::vector<double> t, energy;       // E - E(0), J
  std::vector<double> slip_x, slip_y;  // velocity level of the first two constraint rows
  double largest_slip = 0;             // of all rows, over 1 + the largest |v| of the run
  double average_energy_error = 0;     // J
  double loss_rate() const;            // W: the slope of the straight line nearest to -E(t), with the history kept

  bool done() const { return failure.empty(); }
};

enum class Keep { figures_only, history };
WatchedRun watch(const ExperimentRunner& runner, const Mechanism& mechanism, const MethodChoice& method, double h,
                 double t_end, Keep keep);

}  // namespace daedalus::reproduce::paper_002
