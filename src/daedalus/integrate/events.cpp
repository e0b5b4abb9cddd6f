#include "daedalus/integrate/events.hpp"

#include <cmath>
#include <limits>

namespace daedalus {

EventFinder::EventFinder(std::vector<Event> events, const State& x)
    : events_(std::move(events)), values_(VecX::Zero(static_cast<Index>(events_.size()))), at_(x) {
  commit(x);
}

void EventFinder::commit(const State& x) {
  for (std::size_t i = 0; i < events_.size(); ++i) values_[static_cast<Index>(i)] = events_[i].value(x);
}

void EventFinder::commit_at(const Found& found, const State& x) {
  for (std::size_t i = 0; i < events_.size(); ++i) {
    double& value = values_[static_cast<Index>(i)];
    const double before = value;
    value = events_[i].value(x);
    if (&events_[i] == found.event && value * before >= 0)  // round-off put it back to the side it came from
      value = -std::copysign(std::numeric_limits<double>::min(), before);
  }
}

bool EventFinder::crosses(const Event& event, double before, double after) const {
  const bool rising = before < 0 && after >= 0, falling = before > 0 && after <= 0;
  return event.crossing == Crossing::any ? rising || falling : event.crossing == Crossing::rising ? rising : falling;
}

std::optional<EventFinder::Found> EventFinder::find_first(const Integration& integration, double t_from) {
  std::optional<Found> first;
  for (std::size_t i = 0; i < events_.size(); ++i) {
    const Event& event = events_[i];
    const double before = values_[static_cast<Index>(i)], after = event.value(integration.state());
    if (!crosses(event, before, after)) continue;
    const double t = locate(event, integration, t_from, before, integration.state().t, after);
    if (!first || t < first->t) first = Found{&event, t};
  }
  return first;
}

// Regula falsi with the Illinois weights, bisection when that is slow; returns the end of the bracket past the root.
double EventFinder::locate(const Event& event, const Integration& integration, double t0, double f0, double t1,
                           double f1) {
  int kept = 0;  // how often the same end has stayed: > 0 the left one, < 0 the right one
  for (int k = 0; k < 200 && f1 != 0; ++k) {
    const double width = t1 - t0;
    if (width <= 4 * std::numeric_limits<double>::epsilon() * std::max(std::abs(t1), width)) break;
    const bool bisect = k % 4 == 3;
    double t = bisect ? t0 + width / 2 : t1 - f1 * width / (f1 - f0);
    if (!(t > t0 && t < t1)) t = t0 + width / 2;
    if (t <= t0 || t >= t1) break;
    integration.interpolate(t, at_);
    const double f = event.value(at_);
    if ((f < 0) == (f0 < 0) && f != 0) {
      t0 = t, f0 = f;
      kept = kept < 0 ? kept - 1 : -1;
      if (kept < -1) f1 /= 2;
    } else {
      t1 = t, f1 = f;
      kept = kept > 0 ? kept + 1 : 1;
      if (kept > 1) f0 /= 2;
    }
  }
  return t1;
}

}  // namespace daedalus
