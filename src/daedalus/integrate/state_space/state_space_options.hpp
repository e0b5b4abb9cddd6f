// state_space_options.hpp: options that the methods on independent coordinates have in common.
#pragma once

#include "daedalus/integrate/corrector/corrector.hpp"

namespace daedalus {

enum class StageStop { automatic, tolerance, roundoff };
enum class ErrorEstimate { filtered, raw };

struct StageNewtonOptions {
  StageStop stop = StageStop::automatic;
  double accuracy = 0.01;
  double slow_rate = 0.3;
  int max_iterations = 20;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("stop", stop,
      Choices<StageStop>{
          {"auto", StageStop::automatic}, {"tolerance", StageStop::tolerance}, {"roundoff", StageStop::roundoff}},
      "when a stage counts as solved: a fraction of the tolerance, or round-off; auto chooses round-off at a fixed "
      "step only");
    v("accuracy", accuracy, positive(), "that fraction; in units of 4e-14 when iterating to round-off");
    v("slow_rate", slow_rate, in_range(0, 1),
      "contraction rate above which the matrix is renewed within a step; 1: only on divergence");
    v("max_iterations", max_iterations, at_least(1), "maximum iterations per stage; the step is then rejected");
  }
};

inline NewtonOptions stage_newton(const StageNewtonOptions& o, JacobianPolicy policy) {
  return {.jacobian = policy, .accuracy = o.accuracy, .slow_rate = o.slow_rate, .max_iterations = o.max_iterations};
}

inline StopAt stop_of_stages(const StageNewtonOptions& o, bool step_has_tolerance) {
  return o.stop == StageStop::tolerance || (o.stop == StageStop::automatic && step_has_tolerance) ? StopAt::tolerance
                                                                                                  : StopAt::roundoff;
}

struct PartitionOptions {
  double growth = 1.25;

  template <class Visitor>
  void describe(Visitor&& v) {
    v("growth", growth, at_least(1),
      "growth of the condition number of the dependent block that triggers repartitioning");
  }
};

}  // namespace daedalus
