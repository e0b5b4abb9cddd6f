// text.cpp: the enumerations of a method in words.
#include "daedalus/integrate/method.hpp"

namespace daedalus {

const char* text_of(StepStatus status) {
  switch (status) {
    case StepStatus::ok: return "ok";
    case StepStatus::singular_matrix: return "singular_matrix";
    case StepStatus::not_finite: return "not_finite";
    case StepStatus::newton_diverged: return "newton_diverged";
    case StepStatus::newton_stagnated: return "newton_stagnated";
    case StepStatus::projection_failed: return "projection_failed";
    case StepStatus::cancelled: return "cancelled";
  }
  return "unknown";
}

const char* text_of(StepControl control) {
  return control == StepControl::fixed_only ? "fixed step" : "fixed step or error control";
}

const char* text_of(StepCost cost) { return cost == StepCost::fixed ? "fixed" : "iterative"; }

const char* text_of(ConstraintLevel level) {
  switch (level) {
    case ConstraintLevel::acceleration: return "acceleration";
    case ConstraintLevel::velocity: return "velocity";
    case ConstraintLevel::position: return "position";
    case ConstraintLevel::position_and_velocity: return "position and velocity";
  }
  return "unknown";
}

}  // namespace daedalus
