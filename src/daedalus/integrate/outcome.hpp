// outcome.hpp: what comes back from a proposed step. The numerics fail by value, never by exception.
#pragma once

#include "daedalus/linalg/linear_solver.hpp"
#include "daedalus/math/vectors.hpp"

namespace daedalus {

enum class StepStatus {
  ok,
  singular_matrix,    // descriptor or Newton matrix without usable factors
  not_finite,         // NaN or infinity in a force, a constraint or a solution
  newton_diverged,    // the corrector did not converge
  newton_stagnated,   // its corrections are rounding, and larger than what the step asks for
  projection_failed,  // the state could not be brought back to the constraints
  cancelled,          // the user wants to stop
};
const char* text_of(StepStatus status);

inline StepStatus status_of(FactorStatus status) {
  switch (status) {
    case FactorStatus::ok: return StepStatus::ok;
    case FactorStatus::singular: return StepStatus::singular_matrix;
    case FactorStatus::not_finite: return StepStatus::not_finite;
    case FactorStatus::cancelled: break;
  }
  return StepStatus::cancelled;
}

struct StepOutcome {
  StepStatus status = StepStatus::ok;
  double error = 0;        // weighted norm of the local error, acceptable up to 1; 0 when not estimated
  int error_exponent = 1;  // error is proportional to h to this power
  double suggested_h = 0;  // a method with its own step selection says it here; 0 leaves it to the controller
  int newton_iterations = 0;
  Index worst_constraint = -1;  // constraint row to name in a message, or -1

  bool ok() const { return status == StepStatus::ok; }
};

}  // namespace daedalus
