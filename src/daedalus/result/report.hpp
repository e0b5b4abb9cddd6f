// report.hpp: what a run did and how good it is, in plain values.
#pragma once

#include <string>
#include <vector>

#include "daedalus/base/options.hpp"
#include "daedalus/linalg/saddle_solver.hpp"
#include "daedalus/system/equations.hpp"

namespace daedalus {

// Largest absolute values seen at accepted steps. The unit of a row is that of its constraint.
struct ConstraintResiduals {
  double position = 0;      // |g|
  double velocity = 0;      // |G v + g_t|, |W v + w|
  double acceleration = 0;  // |G a - gamma|
};

struct EnergyBalance {
  double initial = 0, final = 0;  // J, kinetic + potential
  double work = 0;                // J fed in minus dissipated: a quadrature over the accepted steps, error O(h³)
  double drift() const { return final - initial - work; }
};

struct StepCounts {
  long accepted = 0;
  long rejected = 0;  // proposals the controller refused or that failed
  long newton_iterations = 0;

  void exchange(Archive& archive) {
    archive("steps.accepted", accepted);
    archive("steps.rejected", rejected);
    archive("steps.newton_iterations", newton_iterations);
  }
};

struct EventRecord {
  std::string name;
  double t = 0;
};

struct Report {
  std::string system, method;
  std::string formulation;          // 'cartesian'; "" when whoever made the system did not say
  std::vector<OptionInfo> options;  // of the method, as used
  double t_start = 0, t_end = 0;    // s, where the run began and where it stopped
  double h = 0;                     // s, fixed step; 0 when the step was controlled
  double rtol = 0, atol = 0;        // 0 when the step was fixed
  double h_smallest = 0, h_largest = 0;

  StepCounts steps;
  WorkCounts work;
  SaddleReport solver;

  bool monitored = false;           // residuals and energy were recorded
  ConstraintResiduals residuals;
  EnergyBalance energy;

  double wall_seconds = 0;
  double cpu_seconds = 0;           // of this thread
  double real_time_factor() const { return wall_seconds > 0 ? (t_end - t_start) / wall_seconds : 0; }

  std::vector<EventRecord> events;
  std::vector<std::string> warnings;
};

}  // namespace daedalus
