// work_precision.hpp: contestants that run in turn, what they took and how far off they were, and the time of each at
// one error.
//
// Runs are interleaved, so that a noisy machine hits all alike; times are minima of the thread's CPU time over the
// rounds, the whole of a run including its set-up. Errors are taken from a run of their own, which is not timed.
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "daedalus/integrate/integration.hpp"

namespace daedalus {

using OnState = std::function<void(const State&)>;

struct Outcome {
  bool done = false;
  State final;
  long steps = 0;
  long rejected = 0;
  long evaluations = 0;  // of the equations, with or without tangents
  std::string failure = {};
};

struct Contestant {
  std::string who, setting;
  std::function<Outcome(const OnState&)> run;  // tells each accepted state, unless there is nobody to tell
  double seconds = std::numeric_limits<double>::infinity();
  double error = 0;  // NaN: failed
  Outcome outcome = {};
};

// By one of our methods.
Outcome run_ours(const System& system, const State& start, const std::string& method, double t_end,
                 const IntegrationOptions& integration, const OnState& on_state);

using ErrorAt = std::function<double(const State&)>;  // of an accepted state; the error of a run is the largest

void judge(Contestant& contestant, const ErrorAt& error_at);  // sets error and outcome
void time_once(Contestant& contestant);                       // after judge(); not those that failed
void race(std::vector<Contestant>& all, int rounds, const ErrorAt& error_at);

// CPU time at a given error: that of the cheapest run with at most this error, or, if that is less, on the line through
// the two points of the work-precision curve that are nearest (log-log). NaN when no run is that good.
double seconds_at(double error, const std::vector<Contestant>& all, const std::string& who);

void print_table(const std::vector<Contestant>& all);

}  // namespace daedalus
