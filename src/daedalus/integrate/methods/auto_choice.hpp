// auto_choice.hpp: which method `auto` uses, and when it changes its mind: the whole decision, as a table.
//
// What is known: the largest eigenvalue λ of the equations, how its mode is damped, and the mean step h that error control
// takes. A mode is damped where −Re λ/|λ| > 0.05.
//
//   at the start, with T to go    damped, |λ| T > 10 000                                           bdf
//                                 undamped, |λ| T > 2000: damp what is too fast to matter          infl-sdirk
//                                 otherwise                                                        dopri5
//   with a fixed step             damped, h |λ| > 2, or undamped, h |λ| > 0.9                      infl-sdirk
//                                 otherwise                                                        dopri5
//   dopri5                        damped, h |λ| > 2: held down by stability (limit 3.3)             -> bdf
//                                 undamped, h |λ| > 0.9 (limit 1.0)                                 -> bdf, order 2
//   bdf                           h |λ| < 0.3: nothing is stiff at this accuracy                    -> dopri5
//                                 undamped, h |λ| < 10: unstable from order 3 on                    -> bdf, order 2
//   bdf, order 2                  h |λ| < 0.3                                                       -> dopri5
//                                 damped                                                            -> bdf
//   infl-sdirk                    h |λ| < 6: the vibrations matter, and bdf follows them for less   -> bdf, order 2
//                                 damped: bdf does the same for less                                -> bdf
//
// Measured at rtol 1e-4 on the gallery (docs/methods/auto.md): a step of bdf costs a third of one of dopri5 and is a third
// as long where nothing is stiff, one of infl-sdirk costs six times as much and is half as long; it takes 75 steps where
// the others take thousands on an undamped flexible rod, if it starts with steps that are longer than its vibrations. With
// undamped modes, orders 3 to 5 of bdf take 1459 steps or 25 290 on the spinning blade, depending on the first one.
#pragma once

#include <optional>

namespace daedalus {

enum class AutoChoice { dopri5, bdf, bdf2, infl_sdirk };
inline constexpr int auto_choices = 4;

enum class AutoReason {
  not_stiff,              // at the start
  stiff,                  // at the start: damped
  fast_vibrations,        // at the start: undamped
  limited_by_stability,   // damped
  limited_by_vibrations,  // undamped
  steps_are_short,        // an explicit method would do
  vibrations_matter,      // steps are as short as those of a cheaper method
  vibrations_are_undamped,
  vibrations_are_damped,
};

struct AutoDecision {
  AutoChoice method;
  AutoReason reason;
};

// What is known of the equations where a run is.
struct AutoEvidence {
  double lambda = 0;   // 1/s
  double damping = 1;  // −Re λ/|λ|
  bool is_damped() const { return damping > 0.05; }
};

// T: s, of the run; h: s, 0 under error control.
AutoDecision choose_first(const AutoEvidence& evidence, double T, double h);
// h: s, the mean of the last steps. None: it may go on.
std::optional<AutoDecision> choose_other(AutoChoice used, const AutoEvidence& evidence, double h);

const char* text_of(AutoChoice choice);
const char* text_of(AutoReason reason);

}  // namespace daedalus
