#include "daedalus/integrate/run/break_points.hpp"

#include <fmt/format.h>

namespace daedalus {

BreakPoints::Next BreakPoints::find(double t, double until) const {
  for (double from = t; from < until;) {
    const TimeBreak next = system_.next_break(from, until);
    if (!(next.t < until)) break;
    if (before(next.t) > t) return {.end = before(next.t)};
    if (next.jumps) return {.jump = next.t};
    from = behind(next.t);  // it has been reached, and nothing jumps there
  }
  return {};
}

std::string BreakPoints::warning_of_step(double from, double to) const {
  const double first = system_.next_break(from, to).t;
  if (!(first < to)) return "";
  const double second = system_.next_break(behind(first), to).t;
  if (!(second < to)) return "";
  return fmt::format(
      "functions of time change at t = {:.6g} s and t = {:.6g} s, both inside one step: what happens in between may be "
      "missed. Use smaller steps, or a method with error control.",
      first, second);
}

}  // namespace daedalus
