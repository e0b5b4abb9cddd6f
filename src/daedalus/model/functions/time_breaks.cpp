#include "daedalus/model/functions/time_breaks.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace daedalus {
namespace {

constexpr int looks = 32;  // looked at between now and the end of the next step
constexpr double infinity = std::numeric_limits<double>::infinity();

// The first change of sign in (t, until), to the last bit.
double find_zero(const SwitchingFunction& g, double t, double until) {
  const auto sign = [&](double at) { return g(at) >= 0; };
  double low = t;
  const bool before = sign(low);
  for (int k = 1; k <= looks; ++k) {
    double high = t + (until - t) * k / looks;
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

void TimeBreaks::add(const FunctionPtr& function, TimeRole role) {
  if (!function) return;
  const int orders = role == TimeRole::load ? 2 : 3;
  for (const double t : function->turning_points()) list({t, jumps_below(*function, t, orders)});
  for (const RepeatingPoints& points : function->repeating_points()) repeat(points, orders);
  const std::vector<SwitchingFunction> zeros = function->switching_functions();
  zeros_.insert(zeros_.end(), zeros.begin(), zeros.end());
}

void TimeBreaks::add(const Expression& load, std::size_t variable) {
  const Expression::Switches switches = load.find_switches(variable);
  for (const double t : switches.at) list({t, true});
  zeros_.insert(zeros_.end(), switches.zeros.begin(), switches.zeros.end());
  for (const LineCall& call : switches.calls) {
    constexpr int orders = 2;
    for (const double x : call.function->turning_points())
      list({call.where(x), jumps_below(*call.function, x, orders)});
    for (const RepeatingPoints& points : call.function->repeating_points()) repeat(call.where(points), orders);
    for (SwitchingFunction& zero : call.switching_functions()) zeros_.push_back(std::move(zero));
  }
}

void TimeBreaks::add(const TimeBreaks& others) {
  for (const Break& at : others.listed_) list(at);
  repeating_.insert(repeating_.end(), others.repeating_.begin(), others.repeating_.end());
  zeros_.insert(zeros_.end(), others.zeros_.begin(), others.zeros_.end());
}

void TimeBreaks::list(const Break& at) {
  const auto place =
      std::lower_bound(listed_.begin(), listed_.end(), at.t, [](const Break& b, double t) { return b.t < t; });
  if (place != listed_.end() && place->t == at.t) place->jumps = place->jumps || at.jumps;
  else listed_.insert(place, at);
}

void TimeBreaks::repeat(RepeatingPoints points, int orders) {
  const bool jumps = points.order < orders;
  repeating_.push_back({std::move(points), jumps});
}

// All points are in one period that begins with the first.
TimeBreaks::Break TimeBreaks::Repeating::next(double t) const {
  const double turn = std::floor((t - points.at.front()) / points.period);
  for (double k = turn - 1;; ++k)  // one earlier: the quotient is rounded
    for (const double at : points.at)
      if (const double again = at + k * points.period; again > t || !(k <= turn + 1)) return {again, jumps};
}

TimeBreaks::Break TimeBreaks::next(double t, double until) const {
  const auto place =
      std::upper_bound(listed_.begin(), listed_.end(), t, [](double at, const Break& b) { return at < b.t; });
  Break first;
  if (place != listed_.end() && place->t < until) first = *place;
  for (const Repeating& repeating : repeating_)
    if (const Break at = repeating.next(t); at.t < first.t && at.t < until) first = at;
  for (const SwitchingFunction& g : zeros_)
    if (const double at = find_zero(g, t, std::min(until, first.t)); at < first.t && at < until) first = {at, true};
  return first;
}

}  // namespace daedalus
