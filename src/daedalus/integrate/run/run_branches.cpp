#include "daedalus/integrate/run/run_branches.hpp"

#include <algorithm>
#include <cmath>

#include "daedalus/integrate/consistent.hpp"

namespace daedalus {
namespace {

// A long step towards an event at t, whose time is not known exactly, ends before it and sees nothing of what is new; a
// short one then goes across.
double end_of_step_to(double t_from, double t) {
  const double way = t - t_from, unit = std::max(1.0, std::abs(t));
  return way > 1e-5 * unit ? t - 1e-5 * way : t + 1e-9 * unit;
}

}  // namespace

RunBranches::RunBranches(RunParts& run)
    : run_(run), breaks_(run.system), events_(with_switches(), run.start), inside_(run.start) {}

// The user's events and the system's own switching functions, where the equations change branch.
std::vector<Event> RunBranches::with_switches() {
  std::vector<Event> events = run_.options.events;
  const auto& switches = run_.system.layout().switches;
  const bool has_constant_steps = run_.method.record().cost == StepCost::fixed;
  for (std::size_t i = 0; i < switches.size(); ++i)
    events.push_back(
        {.name = switches[i],
         .value = [this, i](const State& x) { return switches_.at(run_.observer(), x)[static_cast<Index>(i)]; },
         .action = has_constant_steps ? EventAction::note : EventAction::restart});
  return events;
}

bool RunBranches::cross_breaks() {
  t_break_ = t_never;
  if (run_.has_fixed_steps()) return true;
  for (;;) {
    const double t = run_.integration.state().t;
    const BreakPoints::Next next = breaks_.find(t, std::min(run_.options.t_end, t + 1.1 * run_.integration.next_h()));
    t_break_ = next.end;
    if (next.jump == t_never) return true;
    if (!restart_behind(next.jump)) return false;
  }
}

bool RunBranches::restart_behind(double t) {
  State x = run_.integration.state();
  x.t = BreakPoints::behind(t);
  const VecX q = x.q;
  const double size = 1 + (q.size() > 0 ? q.lpNorm<Eigen::Infinity>() : 0);
  const bool is_consistent = make_consistent(run_.observer(), x).outcome.ok();
  if (!is_consistent || (q.size() > 0 && (x.q - q).lpNorm<Eigen::Infinity>() > 1e-6 * size)) {
    run_.fail(
        {.kind = "driven_position_jumps",
         .t = t,
         .h = run_.integration.last_h(),
         .advice =
             "A driver or a prescribed body jumps there: move it in a finite time, for example with a smooth_step."});
    return false;
  }
  if (!events_.empty()) events_.commit(x);
  run_.integration.restart(x);
  run_.monitor.begin_branch(run_.redundancy.all(), x);
  return true;
}

void RunBranches::note_passed_breaks() {
  if (!run_.has_fixed_steps() || warned_of_breaks_) return;
  const std::string warning = breaks_.warning_of_step(run_.integration.previous().t, run_.integration.state().t);
  warned_of_breaks_ = !warning.empty();
  if (warned_of_breaks_) run_.result.report.warnings.push_back(warning);
}

double RunBranches::end_of_step() { return std::min({run_.options.t_end, t_branch_, t_break_, foreseen_end()}); }

// Where a step shall end because the equations change there, as far as that can be foreseen.
double RunBranches::foreseen_end() {
  if (run_.has_fixed_steps() || !events_.change_equations()) return t_never;
  WholeLap lap;
  const State& x = run_.integration.state();
  const double h = std::min(run_.integration.next_h(), run_.options.t_end - x.t);
  // As finely as the longest step so far was searched, which spares methods with short steps most of it.
  constexpr double finest = 16;
  const double longest = run_.result.report.h_largest;
  const double parts = longest > 0 ? std::ceil(finest * h / longest) : finest;
  const double t = events_.foresee(x, h, static_cast<int>(std::clamp(parts, 2.0, finest)));
  lap.end_part(run_.clock.events);
  return end_of_step_to(x.t, t);
}

bool RunBranches::repeats_step() {
  note_passed_breaks();
  first_.reset();
  if (events_.empty()) return false;
  WholeLap lap;
  first_ = events_.find_first(run_.integration, run_.integration.previous().t);
  lap.end_part(run_.clock.events);
  return passed_a_branch(first_);
}

// A step that goes on far behind a point where the equations change was not computed with the equations of either side,
// and may have passed over what lies between two such points. It is taken again from where it began, without history,
// and shorter: end_of_step_to().
bool RunBranches::passed_a_branch(const std::optional<Found>& found) {
  constexpr double far = 0.01;  // of the way to the point
  constexpr int most_attempts = 8;
  const bool may_repeat = !run_.has_fixed_steps() && attempts_ < most_attempts;
  const double t_from = run_.integration.previous().t;
  const double at_once = 1e-6 * std::max(1.0, std::abs(t_from));  // behind the start: no step is repeated for that
  const bool passed = may_repeat && found && found->event->action == EventAction::restart &&
                      found->t - t_from > at_once && run_.integration.state().t - found->t > far * (found->t - t_from);
  attempts_ = passed ? attempts_ + 1 : 0;
  t_branch_ = passed ? end_of_step_to(t_from, found->t) : t_never;
  if (!passed) return false;
  const State from = run_.integration.previous();
  run_.integration.restart(from);
  return true;
}

// Events that follow within the time in which the motion goes on by 1e-4 of the tolerance happen at once with the first
// one.
double RunBranches::simultaneous() const {
  if (run_.has_fixed_steps()) return 0;
  const State& x = run_.integration.state();
  ErrorNorm norm(run_.options.integration.tolerances);
  norm.add(x.v, x.q, x.q);
  return std::min(1e-4 / norm.value(), 0.01 * run_.integration.last_h());
}

std::optional<RunBranches::End> RunBranches::find_end() {
  if (events_.empty()) return {};
  WholeLap lap;
  Report& report = run_.result.report;
  double t_from = run_.integration.previous().t;
  for (auto found = first_; found; found = events_.find_first(run_.integration, t_from)) {
    report.events.push_back({found->event->name, found->t});
    run_.integration.interpolate(found->t, inside_);
    if (found->event->action == EventAction::note) {
      events_.commit_at(*found, inside_);
      t_from = found->t;
      continue;
    }
    Found last = *found;
    if (found->event->action == EventAction::restart)
      for (const Found& other : events_.find_followers(run_.integration, *found, simultaneous())) {
        report.events.push_back({other.event->name, other.t});
        last = other;
      }
    run_.integration.interpolate(last.t, inside_);
    End end{last, found->event->action, run_.completed(inside_)};
    lap.end_part(run_.clock.events);
    return end;
  }
  events_.commit(run_.integration.state());
  lap.end_part(run_.clock.events);
  return {};
}

void RunBranches::go_on_from(const End& end) {
  events_.commit_at(end.found, end.at);
  run_.integration.restart(end.at);
  run_.monitor.begin_branch(run_.redundancy.all(), end.at);
  if (end.action == EventAction::stop) run_.result.status = RunStatus::stopped_by_event;
}

void RunBranches::exchange(Archive& archive) {
  events_.exchange(archive);
  archive("events.t_branch", t_branch_);
  archive("events.attempts", attempts_, 0, 100);
}

}  // namespace daedalus
