// text.cpp: the enumerations and numbers of a method in words.
#include <fmt/format.h>

#include <cmath>

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
  switch (control) {
    case StepControl::fixed_only: return "fixed step";
    case StepControl::fixed_or_adaptive: return "fixed step or error control";
    case StepControl::adaptive_only: return "error control";
  }
  return "unknown";
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

std::string text_of(const Stability& s) {
  const char* unresolved = s.L_stable() ? "is removed" : s.radius_at_infinity < 1 ? "is damped" : "is not damped";
  std::string text =
      fmt::format("{}-stable: any step size; unresolved vibration {} (spectral radius {:.3g} at infinity)",
                  s.L_stable() ? "L" : "A", unresolved, s.radius_at_infinity);
  if (!s.A_stable) {
    text =
        std::isfinite(s.real_limit)
            ? fmt::format("conditionally stable: h |eigenvalue| <= {:.4g} for real eigenvalues (damping)", s.real_limit)
            : "conditionally stable: any step size for real eigenvalues (damping)";
    text += s.imaginary_limit > 0 ? fmt::format(", <= {:.4g} for imaginary ones (vibration)", s.imaginary_limit)
                                  : "; undamped vibration grows at any step size";
  }
  return s.remark.empty() ? text : fmt::format("{}; {}", text, s.remark);
}

}  // namespace daedalus
