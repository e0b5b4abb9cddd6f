// method_record.hpp: the card of a method, as data: the command line, the docs, the tests and those who choose a method
// read it. Its numbers and what it needs are checked by tests against the method itself.
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "daedalus/base/options.hpp"
#include "daedalus/system/evaluation.hpp"

namespace daedalus {

enum class StepControl { fixed_only, fixed_or_adaptive, adaptive_only };
enum class StepCost { fixed, iterative };
enum class ConstraintLevel { acceleration, velocity, position, position_and_velocity };

// With default options, on y' = λ y and on q'' = −a q − b q' with the eigenvalues λ; where the order varies, at the
// order at which the limit is lowest. analysis/stability.hpp measures it.
struct Stability {
  static constexpr double unlimited = std::numeric_limits<double>::infinity();

  bool A_stable = false;  // no growth for any λ with a real part ≤ 0, at any step size
  // |eigenvalue| of a step for an undamped vibration as h ω → ∞: 1 keeps it, 0 removes it at once
  double radius_at_infinity = unlimited;
  double real_limit = unlimited;       // largest h |λ| for λ < 0
  double imaginary_limit = unlimited;  // largest h |λ| for an undamped vibration; 0: it grows at any step size
  // What numbers do not say. A view of a literal: where memory runs out, GCC 12 frees the strings of an aggregate inside an
  // aggregate twice.
  std::string_view remark = {};

  bool L_stable() const { return A_stable && radius_at_infinity == 0; }
};

// A set of options by name: '--opt preset=NAME'. Options that are given as well override it.
struct MethodPreset {
  std::string name;
  std::string use_for;  // in one line
  std::vector<OptionSetting> settings;
};

// A method whose steps a library takes, with a memory that is its own. It does not promise what depends on that memory:
// steps without allocation, rejected steps without a trace, a restart bit for bit. It begins anew after a rejected step and
// at a checkpoint, and results then agree to the tolerances. Nor does it hold constraints closer than to those.
struct ExternalLibrary {
  std::string_view library;        // "": there is none, the steps are ours
  std::string_view how_to_get_it;  // where it was missing at build time; "": it is there
};

struct MethodRecord {
  std::string name;                                // as typed: 'dopri5'
  std::string title;                               // in words
  std::string use_for;                             // when to choose it, for those who have not read the paper
  std::string family;                              // 'explicit Runge-Kutta'
  int order_q = 0, order_v = 0, order_lambda = 0;  // of global convergence, on nonlinear constrained problems
  int dense_order = 0;                             // of interpolate()
  bool order_varies = false;  // by error control: those above are the highest, dense_order that of the first step
  int index = 1;              // of the equations it discretizes
  StepControl control = StepControl::fixed_only;
  StepCost cost = StepCost::iterative;
  ConstraintLevel satisfies = ConstraintLevel::acceleration;  // kept at every accepted step up to round-off
  // a and lambda belong to another instant of the step, so that the levels above g are off by O(h^lag_order) by design;
  // 0: they do not
  int lag_order = 0;
  Stability stability = {};
  // What it asks of the seam with default options, fixed step or error control, on systems with constraints of both
  // kinds and first-order states; and what it asks beyond that with other options.
  Want needs = Want::nothing;
  Want may_need = Want::nothing;
  std::string source;        // paper and equations
  std::string formula = {};  // the step in a few lines of plain text
  std::vector<MethodPreset> presets = {};
  ExternalLibrary external;

  bool is_external() const { return !external.library.empty(); }
  bool is_built() const { return external.how_to_get_it.empty(); }
};

// What a run asks of the seam beside its method: a consistent start, samples, residuals and energies, events.
inline constexpr Want needs_of_a_run = Want::mass | Want::position | Want::jacobian | Want::velocity | Want::gamma |
                                       Want::energy | Want::force | Want::sigma | Want::switches;

const char* text_of(StepControl control);
const char* text_of(StepCost cost);
const char* text_of(ConstraintLevel level);
std::string text_of(const Stability& stability);

}  // namespace daedalus
