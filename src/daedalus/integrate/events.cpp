#include "daedalus/integrate/events.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace daedalus {

EventFinder::EventFinder(std::vector<Event> events, const State& x)
    : events_(std::move(events)), values_(VecX::Zero(static_cast<Index>(events_.size()))), fastest_(values_),
      t_values_(x.t), at_(x) {
  commit(x);
}

void EventFinder::note_rate(Index i, double value, double dt) {
  constexpr double fading = 0.8;  // a kink of the road makes one step's change large, and says nothing of later ones
  if (dt > 0) fastest_[i] = std::max(fading * fastest_[i], std::abs(value - values_[i]) / dt);
}

void EventFinder::commit(const State& x) {
  const double dt = x.t - t_values_;
  for (std::size_t i = 0; i < events_.size(); ++i) {
    const double value = events_[i].value(x);
    note_rate(static_cast<Index>(i), value, dt);
    values_[static_cast<Index>(i)] = value;
  }
  t_values_ = x.t;
  if (dt > 0) ++seen_;
}

bool EventFinder::is_out_of_reach(double h) const {
  constexpr int enough = 3;
  constexpr double margin = 4;
  if (seen_ < enough) return false;
  for (std::size_t i = 0; i < events_.size(); ++i) {
    const Index k = static_cast<Index>(i);
    if (events_[i].action == EventAction::restart && !(std::abs(values_[k]) > margin * fastest_[k] * h)) return false;
  }
  return true;
}

void EventFinder::commit_at(const Found& found, const State& x) {
  for (std::size_t i = 0; i < events_.size(); ++i) {
    double& value = values_[static_cast<Index>(i)];
    const double before = value, now = events_[i].value(x);
    note_rate(static_cast<Index>(i), now, x.t - t_values_);
    value = now;
    if (&events_[i] == found.event && value * before >= 0)  // round-off put it back to the side it came from
      value = -std::copysign(std::numeric_limits<double>::min(), before);
  }
  t_values_ = x.t;
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
    const double t = locate_in_step(i, integration, t_from, after);
    if (!first || t < first->t) first = Found{&event, t};
  }
  return first;
}

std::vector<EventFinder::Found> EventFinder::find_followers(const Integration& integration, const Found& after,
                                                            double window) {
  std::vector<Found> followers;
  for (std::size_t i = 0; i < events_.size(); ++i) {
    const Event& event = events_[i];
    if (event.action != EventAction::restart || &event == after.event) continue;
    const double at_end = event.value(integration.state());
    if (!crosses(event, values_[static_cast<Index>(i)], at_end)) continue;
    const double t = locate_in_step(i, integration, integration.previous().t, at_end);
    if (t - after.t <= window) followers.push_back({&event, t});
  }
  std::sort(followers.begin(), followers.end(), [](const Found& a, const Found& b) { return a.t < b.t; });
  return followers;
}

bool EventFinder::change_equations() const {
  return std::any_of(events_.begin(), events_.end(), [](const Event& e) { return e.action == EventAction::restart; });
}

double EventFinder::foresee(const State& x, double h, int parts) {
  if (is_out_of_reach(h)) return std::numeric_limits<double>::infinity();
  double first = std::numeric_limits<double>::infinity();
  const auto extrapolate = [&x](double t, State& at) {
    const double tau = t - x.t;
    at.t = t;
    at.q = x.q + tau * x.v + tau * tau / 2 * x.a;
    at.v = x.v + tau * x.a;
    at.s = x.s;
  };
  before_ = after_ = values_;
  for (int k = 1; k <= parts && first == std::numeric_limits<double>::infinity(); ++k) {
    const double t0 = x.t + h * (k - 1) / parts, t1 = x.t + h * k / parts;
    extrapolate(t1, at_);
    for (std::size_t i = 0; i < events_.size(); ++i)
      if (events_[i].action == EventAction::restart) after_[static_cast<Index>(i)] = events_[i].value(at_);
    for (std::size_t i = 0; i < events_.size(); ++i) {
      const Event& event = events_[i];
      const double before = before_[static_cast<Index>(i)], after = after_[static_cast<Index>(i)];
      if (event.action == EventAction::restart && crosses(event, before, after))
        first = std::min(first, locate(event, extrapolate, t0, before, t1, after));
    }
    before_.swap(after_);
  }
  return first;
}

double EventFinder::locate_in_step(std::size_t event, const Integration& integration, double t_from, double after) {
  return locate(
      events_[event], [&](double t, State& at) { integration.interpolate(t, at); }, t_from,
      values_[static_cast<Index>(event)], integration.state().t, after);
}

// Regula falsi with the Illinois weights, bisection when that is slow; returns the end of the bracket past the root.
template <class SetState>
double EventFinder::locate(const Event& event, SetState&& set, double t0, double f0, double t1, double f1) {
  int kept = 0;  // how often the same end has stayed: > 0 the left one, < 0 the right one
  for (int k = 0; k < 200 && f1 != 0; ++k) {
    const double width = t1 - t0;
    if (width <= 4 * std::numeric_limits<double>::epsilon() * std::max(std::abs(t1), width)) break;
    const bool bisect = k % 4 == 3;
    double t = bisect ? t0 + width / 2 : t1 - f1 * width / (f1 - f0);
    if (!(t > t0 && t < t1)) t = t0 + width / 2;
    if (t <= t0 || t >= t1) break;
    set(t, at_);
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
