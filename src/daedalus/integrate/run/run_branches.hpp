// run_branches.hpp: where the equations change: breaks of functions of time, switches of the system and the events of
// the user.
//
// Under error control steps end where a change can be foreseen; a step that passed one unforeseen is taken again from
// where it began. Fixed steps end where they end, and the run goes on anew from the change. Methods of fixed cost step over
// switches, as they do in real time.
#pragma once

#include <optional>

#include "daedalus/integrate/events.hpp"
#include "daedalus/integrate/run/break_points.hpp"
#include "daedalus/integrate/run/run_parts.hpp"
#include "daedalus/integrate/run/switch_values.hpp"

namespace daedalus {

class RunBranches {
 public:
  explicit RunBranches(RunParts& run);

  // Goes over breaks that the last step has reached, and finds the next one. False when a driven position jumps: the
  // run has failed.
  bool cross_breaks();
  // Where the next step shall end at the latest.
  double end_of_step();

  // After a step: looks for the first event in it. True when it has to be taken again, which is prepared then.
  bool repeats_step();
  // An event inside the step, at which the run stops or goes on anew.
  struct End {
    EventFinder::Found found;
    EventAction action;
    State at;
  };
  std::optional<End> find_end();  // noting others on the way; none: the step is committed as it is
  void go_on_from(const End& end);

  void exchange(Archive& archive);

 private:
  using Found = EventFinder::Found;
  std::vector<Event> with_switches();
  bool restart_behind(double t);
  void note_passed_breaks();
  double foreseen_end();
  bool passed_a_branch(const std::optional<Found>& found);
  double simultaneous() const;

  RunParts& run_;
  BreakPoints breaks_;
  SwitchValues switches_;
  EventFinder events_;
  std::optional<Found> first_;  // in the last step
  State inside_;                // scratch
  double t_branch_ = t_never;   // where the next step shall end: passed_a_branch()
  double t_break_ = t_never;    // and for functions of time: cross_breaks()
  int attempts_ = 0;            // to reach it
  bool warned_of_breaks_ = false;
};

}  // namespace daedalus
