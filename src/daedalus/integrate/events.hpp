// events.hpp: instants where a function of the state crosses zero, found on the dense output of an accepted step.
//
// The signs at both ends of a step are compared: two crossings inside one step cancel and are missed. Limit the step
// (control.h_max) where that matters. Where the equations change is foreseen too, before a step is tried: see
// foresee().
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "daedalus/integrate/integration.hpp"

namespace daedalus {

enum class Crossing { any, rising, falling };
enum class EventAction {
  note,  // write it down and go on
  stop,  // end the run there
  // the equations change there: go on from a consistent state at that instant, without history; with error control the
  // step that found it is first taken again, to end there
  restart,
};

struct Event {
  std::string name;
  std::function<double(const State&)> value;
  Crossing crossing = Crossing::any;
  EventAction action = EventAction::note;
};

class EventFinder {
 public:
  // The state is copied: it gives the signs from which crossings are counted.
  EventFinder(std::vector<Event> events, const State& x);

  struct Found {
    const Event* event = nullptr;
    double t = 0;  // just past the crossing
  };
  // The first crossing inside the last step after `t_from`, if any.
  std::optional<Found> find_first(const Integration& integration, double t_from);

  // Crossings that call for a restart in (after.t, after.t + window] of the last step, in their order.
  std::vector<Found> find_followers(const Integration& integration, const Found& after, double window);

  // About when the equations change next if the motion goes on from x as q + τ v + τ²/2 a, 0 < τ <= h: infinity if not.
  // Signs are compared at the ends of `parts` parts of h, unless all values are out of reach: farther from zero than four
  // times what the fastest change of the last steps would take them within h.
  double foresee(const State& x, double h, int parts);

  // The run goes on from the end of the last step: its values become the new signs.
  void commit(const State& x);
  // The run goes on from `found`: the crossing that brought it there does not count again.
  void commit_at(const Found& found, const State& x);

  bool empty() const { return events_.empty(); }
  bool change_equations() const;  // one of them
  void exchange(Archive& archive) {
    archive("events.values", values_);
    archive("events.fastest", fastest_);
    archive("events.t", t_values_);
    archive("events.seen", seen_, 0, std::numeric_limits<int>::max());
  }

 private:
  // Where event.value changes sign on the way that set(t, at_) describes.
  template <class SetState>
  double locate(const Event& event, SetState&& set, double t0, double f0, double t1, double f1);
  double locate_in_step(std::size_t event, const Integration& integration, double t_from, double after);
  bool crosses(const Event& event, double before, double after) const;
  void note_rate(Index i, double value, double dt);
  bool is_out_of_reach(double h) const;

  std::vector<Event> events_;
  VecX values_;          // at the start of the step
  VecX fastest_;         // largest |change| per time from one step to the next, of the last steps
  double t_values_ = 0;  // of values_
  int seen_ = 0;         // steps from which fastest_ comes
  VecX before_, after_;  // scratch
  State at_;             // scratch
};

}  // namespace daedalus
