#include "daedalus/integrate/methods/auto_choice.hpp"

namespace daedalus {

AutoDecision choose_first(const AutoEvidence& evidence, double T, double h) {
  if (h > 0) {
    const bool is_long = h * evidence.lambda > (evidence.is_damped() ? 2 : 0.9);
    return is_long ? AutoDecision{AutoChoice::infl_sdirk, AutoReason::stiff}
                   : AutoDecision{AutoChoice::dopri5, AutoReason::not_stiff};
  }
  if (evidence.is_damped() && evidence.lambda * T > 1e4) return {AutoChoice::bdf, AutoReason::stiff};
  if (!evidence.is_damped() && evidence.lambda * T > 2e3) return {AutoChoice::infl_sdirk, AutoReason::fast_vibrations};
  return {AutoChoice::dopri5, AutoReason::not_stiff};
}

std::optional<AutoDecision> choose_other(AutoChoice used, const AutoEvidence& evidence, double h) {
  const double reached = h * evidence.lambda;
  switch (used) {
    case AutoChoice::dopri5:
      if (evidence.is_damped() && reached > 2) return AutoDecision{AutoChoice::bdf, AutoReason::limited_by_stability};
      if (!evidence.is_damped() && reached > 0.9)
        return AutoDecision{AutoChoice::bdf2, AutoReason::limited_by_vibrations};
      return {};
    case AutoChoice::bdf:
      if (reached < 0.3) return AutoDecision{AutoChoice::dopri5, AutoReason::steps_are_short};
      if (!evidence.is_damped() && reached < 10)
        return AutoDecision{AutoChoice::bdf2, AutoReason::vibrations_are_undamped};
      return {};
    case AutoChoice::bdf2:
      if (reached < 0.3) return AutoDecision{AutoChoice::dopri5, AutoReason::steps_are_short};
      if (evidence.is_damped()) return AutoDecision{AutoChoice::bdf, AutoReason::vibrations_are_damped};
      return {};
    case AutoChoice::infl_sdirk:
      if (reached < 6) return AutoDecision{AutoChoice::bdf2, AutoReason::vibrations_matter};
      if (evidence.is_damped()) return AutoDecision{AutoChoice::bdf, AutoReason::vibrations_are_damped};
      return {};
  }
  return {};
}

const char* text_of(AutoChoice choice) {
  switch (choice) {
    case AutoChoice::dopri5: return "dopri5";
    case AutoChoice::bdf: return "bdf";
    case AutoChoice::bdf2: return "bdf (max_order=2)";
    case AutoChoice::infl_sdirk: return "infl-sdirk";
  }
  return "";
}

const char* text_of(AutoReason reason) {
  switch (reason) {
    case AutoReason::not_stiff: return "not stiff for a run of this length";
    case AutoReason::stiff: return "stiff";
    case AutoReason::fast_vibrations: return "fast, nearly undamped vibrations";
    case AutoReason::limited_by_stability: return "steps were limited by stability, not by accuracy";
    case AutoReason::limited_by_vibrations: return "steps were limited by fast, nearly undamped vibrations";
    case AutoReason::steps_are_short: return "steps were limited by accuracy: an explicit method is cheaper";
    case AutoReason::vibrations_matter: return "vibrations have to be followed: bdf is cheaper";
    case AutoReason::vibrations_are_undamped: return "orders above 2 are unstable for undamped vibrations";
    case AutoReason::vibrations_are_damped: return "vibrations are damped: higher orders of bdf are stable";
  }
  return "";
}

}  // namespace daedalus
