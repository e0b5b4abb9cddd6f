// time_split.hpp: what the wall time of a run went into.
#pragma once

#include <array>

namespace daedalus {

struct TimePart {
  const char* name;
  double seconds;
  const char* meaning;
};

// Seconds. The parts do not overlap and add up to the wall time of the run. Those of the equations are estimated from
// samples of their calls when these are short (base/stopwatch.hpp).
struct TimeSplit {
  double start = 0;          // consistent start values, memory, first step size
  double evaluation = 0;     // of the equations, without tangents
  double tangents = 0;       // of the equations, with tangents
  double factorization = 0;  // of descriptor and Newton matrices
  double solves = 0;         // back substitution
  double accelerations = 0;  // by the formulation's own solver: evaluation, factorization and solution in one
  double method = 0;         // the rest: stages, composition of matrices, error estimates, step control
  double events = 0;         // finding them, and the consistent state there
  double monitor = 0;        // residuals and energy
  double output = 0;         // samples, files, checkpoints, callbacks
  double waiting = 0;        // the processor did something else: wall minus CPU time, as far as no other part has it

  std::array<TimePart, 11> parts() const;
  double total() const;
};

// From parts in units of a clock of which the run took `whole`: they become seconds. What they leave of the wall time
// is `waiting`, as much as the wall time exceeds the CPU time, and `method`. Estimates that add up to more than the
// whole are cut down in proportion.
TimeSplit make_time_split(const TimeSplit& clock, double whole, double wall_seconds, double cpu_seconds);

}  // namespace daedalus
