#include "daedalus/model/functions/time_breaks.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace daedalus {
namespace {

constexpr int points = 32;  // looked at between now and the end of the next step
constexpr double infinity = std::numeric_limits<double>::infinity();

// The first change of sign in (t, until), to the last bit.
double find_zero(const SwitchingFunction& g, double t, double until) {
  const auto sign = [&](double at) { return g(at) >= 0; };
  double low = t;
  const bool before = sign(low);
  for (int k = 1; k <= points; ++k) {
    double high = t + (until - t) * k / points;
    if (sign(high) == before) {
      low = high;
      continue;
    }
    for (double middle = low + (high - low) / 2; middle > low && middle < high; middle = low + (high - low) / 2)
      (sign(middle) == before ? low : high) = middle;
    return high;
  }
  return infinity;
}

}  // namespace

// A difference over a step that stays when the step becomes a thousand times shorter.
bool jumps_at(const Function& function, double t, int order) {
  constexpr double wide = 1e-7, narrow = 1e-10, rounding = 1e-9;
  const auto difference = [&](double share) {
    const double d = share * std::max(1.0, std::abs(t));
    return std::abs(function.derivative(t + d, order) - function.derivative(t - d, order));
  };
  const double size = std::abs(function.derivative(t, order)),
               left = std::abs(function.derivative(t - narrow * std::max(1.0, std::abs(t)), order));
  const double gap = difference(narrow);
  return gap > rounding * (size + left) && gap > 0.3 * difference(wide);
}

void TimeBreaks::add(const FunctionPtr& function, TimeRole role) {
  if (!function) return;
  const int orders = role == TimeRole::load ? 2 : 3;
  for (const double t : function->turning_points()) {
    bool jumps = false;
    for (int order = 0; order < orders; ++order) jumps = jumps || jumps_at(*function, t, order);
    list({t, jumps});
  }
  const std::vector<SwitchingFunction> zeros = function->switching_functions();
  zeros_.insert(zeros_.end(), zeros.begin(), zeros.end());
}

void TimeBreaks::add(const Expression& load, std::size_t variable) {
  const Expression::Switches switches = load.find_switches(variable);
  for (const double t : switches.at) list({t, true});
  zeros_.insert(zeros_.end(), switches.zeros.begin(), switches.zeros.end());
}

void TimeBreaks::add(const TimeBreaks& others) {
  for (const Break& at : others.listed_) list(at);
  zeros_.insert(zeros_.end(), others.zeros_.begin(), others.zeros_.end());
}

void TimeBreaks::list(const Break& at) {
  const auto place =
      std::lower_bound(listed_.begin(), listed_.end(), at.t, [](const Break& b, double t) { return b.t < t; });
  if (place != listed_.end() && place->t == at.t) place->jumps = place->jumps || at.jumps;
  else listed_.insert(place, at);
}

TimeBreaks::Break TimeBreaks::next(double t, double until) const {
  const auto place =
      std::upper_bound(listed_.begin(), listed_.end(), t, [](double at, const Break& b) { return at < b.t; });
  Break first;
  if (place != listed_.end() && place->t < until) first = *place;
  for (const SwitchingFunction& g : zeros_)
    if (const double at = find_zero(g, t, std::min(until, first.t)); at < first.t && at < until) first = {at, true};
  return first;
}

}  // namespace daedalus
