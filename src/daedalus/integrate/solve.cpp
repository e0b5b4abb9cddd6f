#include "daedalus/integrate/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>

#include "daedalus/base/errors.hpp"
#include "daedalus/integrate/break_points.hpp"
#include "daedalus/integrate/monitor.hpp"
#include "daedalus/integrate/redundancy_watch.hpp"
#include "daedalus/integrate/run_clock.hpp"
#include "daedalus/integrate/run_limits.hpp"
#include "daedalus/integrate/run_settings.hpp"
#include "daedalus/integrate/start_state.hpp"
#include "daedalus/integrate/switch_values.hpp"
#include "daedalus/integrate/support/consistent.hpp"
#include "daedalus/integrate/support/consistent_accelerations.hpp"

namespace daedalus {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

// Everything a run carries from step to step, and the order in which it is done.
class Run {
  using Found = EventFinder::Found;

 public:
  Run(const System& system, Method& method, const State& guess, const SolveOptions& options, Result& result)
      : options_(options),
        result_(result),
        method_(method),
        system_(system),
        eq_(system, options.solver),
        redundancy_(system, options.solver, eq_),
        start_(make_start(guess)),
        integration_(eq_, method, start_, options.t_end, options.integration),
        events_(with_switches(), start_),
        sample_(start_),
        t_start_(start_.t) {
    for (std::string& concern : method.concerns(options.integration.h)) result.report.warnings.push_back(std::move(concern));
    if (options_.monitoring == Monitoring::on) monitor_.start(redundancy_.all(), start_);
    if (options_.restart) load(*options_.restart);
    clock_.end_start();
    eq_.times = {};
    if (!options_.restart) {
      WholeLap lap;
      emit(integration_.state());
      lap.end_part(clock_.output);
    }
  }

  void go() {
    StepCounts before = integration_.counts();
    while (result_.status == RunStatus::done && integration_.state().t < options_.t_end) {
      if (is_cancelled()) {
        result_.status = RunStatus::cancelled;
      } else if (integration_.counts().accepted >= options_.max_steps) {
        fail({.kind = "too_many_steps",
              .t = integration_.state().t,
              .h = integration_.last_h(),
              .advice = fmt::format("{} steps were allowed.", options_.max_steps)});
      } else if (makes_no_headway()) {
        fail({.kind = "step_too_small",
              .t = integration_.state().t,
              .h = integration_.last_h(),
              .advice = "Steps stay that short: are the tolerances below round-off (--rtol, --atol)?"});
      } else if (!cross_breaks()) {
        return;  // failed
      } else if (!integration_.advance(std::min({options_.t_end, t_branch_, t_break_, end_of_branch()}))) {
        Failure failure = integration_.failure();
        failure.cause = explain(integration_.state(), failure.h);
        fail(std::move(failure));
      } else {
        const StepCounts& now = integration_.counts();
        step_ = {.h = integration_.last_h(),
                 .newton_iterations = now.newton_iterations - before.newton_iterations,
                 .rejected = now.rejected - before.rejected};
        before = now;
        after_step();
      }
    }
  }

  void finish() {
    WholeLap lap;
    const State& x = reported(integration_.state());
    if (options_.output != Output::every_step && (t_last_sample_ < x.t || samples_ == 0)) emit(x);
    result_.final = redundancy_.with_all_multipliers(x);
    result_.checkpoint = save();
    lap.end_part(clock_.output);
    Report& report = result_.report;
    report.t_start = t_start_;
    report.t_end = x.t;
    report.steps = integration_.counts();
    report.samples = samples_;
    report.work = eq_.counts;
    report.solver = eq_.solver_report();
    method_.report(report);
    report.monitored = options_.monitoring == Monitoring::on;
    redundancy_.report(report);
    if (const std::vector<double>& passed = integration_.passed_singularities(); !passed.empty())
      report.warnings.push_back(fmt::format("{} singular position{} passed, the first at t = {:.6g} s: reactions have no bound there, and steps of another method led across",
                                            passed.size(), passed.size() == 1 ? " was" : "s were", passed.front()));
    if (report.monitored) {
      judge_residuals(monitor_, system_.layout(), method_.record(), options_.bounds, report);
      judge_energy(monitor_, report);
    }
    clock_.finish(eq_.times, report);
  }

 private:
  void after_step() {
    note_passed_breaks();
    std::optional<Found> first;
    if (!events_.empty()) {
      WholeLap lap;
      first = events_.find_first(integration_, integration_.previous().t);
      lap.end_part(clock_.events);
      if (step_passed_a_branch(first)) return;
    }
    if (events_.empty() || !handle_events(first)) {
      watch(integration_.state());
      emit_inside(integration_.state().t);
    }
    if (redundancy_.any() && result_.status == RunStatus::done) follow_redundancy();  // what failed first is what is said
    end_step();
  }

  bool makes_no_headway() {
    const bool may_be = options_.integration.h == 0 && integration_.counts().accepted > 0;
    return may_be && headway_.is_lost(integration_.last_h(), options_.t_end - t_start_);
  }

  // Goes over breaks that the last step has reached, and finds the next one. False when a driven position jumps.
  bool cross_breaks() {
    t_break_ = t_never;
    if (options_.integration.h > 0) return true;
    for (;;) {
      const double t = integration_.state().t;
      const BreakPoints::Next next = breaks_.find(t, std::min(options_.t_end, t + 1.1 * integration_.next_h()));
      t_break_ = next.end;
      if (next.jump == t_never) return true;
      if (!restart_behind(next.jump)) return false;
    }
  }

  void note_passed_breaks() {
    if (options_.integration.h == 0 || warned_of_breaks_) return;
    const std::string warning = breaks_.warning_of_step(integration_.previous().t, integration_.state().t);
    warned_of_breaks_ = !warning.empty();
    if (warned_of_breaks_) result_.report.warnings.push_back(warning);
  }

  bool restart_behind(double t) {
    State x = integration_.state();
    x.t = BreakPoints::behind(t);
    const VecX q = x.q;
    const double size = 1 + (q.size() > 0 ? q.lpNorm<Eigen::Infinity>() : 0);
    const bool is_consistent = make_consistent(observer(), x).outcome.ok();
    if (!is_consistent || (q.size() > 0 && (x.q - q).lpNorm<Eigen::Infinity>() > 1e-6 * size)) {
      fail({.kind = "driven_position_jumps",
            .t = t,
            .h = integration_.last_h(),
            .advice = "A driver or a prescribed body jumps there: let it go there in a finite time, for example with a smooth_step."});
      return false;
    }
    if (!events_.empty()) events_.commit(x);
    integration_.restart(x);
    monitor_.begin_branch();
    return true;
  }

  // Where a step shall end because the equations change there, as far as that can be foreseen.
  double end_of_branch() {
    if (options_.integration.h > 0 || !events_.change_equations()) return t_never;
    WholeLap lap;
    const State& x = integration_.state();
    const double h = std::min(integration_.next_h(), options_.t_end - x.t);
    // As finely as the longest step so far was searched, which spares methods with short steps most of it.
    constexpr double finest = 16;
    const double parts = result_.report.h_largest > 0 ? std::ceil(finest * h / result_.report.h_largest) : finest;
    const double t = events_.foresee(x, h, static_cast<int>(std::clamp(parts, 2.0, finest)));
    lap.end_part(clock_.events);
    return end_of_step_to(x.t, t);
  }

  // A step that goes on far behind a point where the equations change was not computed with the equations of either side, and may have passed
  // over what lies between two such points. It is taken again from where it began, without history, and shorter: end_of_step_to().
  bool step_passed_a_branch(const std::optional<Found>& found) {
    constexpr double far = 0.01;  // of the way to the point
    constexpr int most_attempts = 8;
    const bool may_repeat = options_.integration.h == 0 && attempts_ < most_attempts;
    const double t_from = integration_.previous().t;
    const double at_once = 1e-6 * std::max(1.0, std::abs(t_from));  // behind the start: no step is repeated for that
    const bool passed = may_repeat && found && found->event->action == EventAction::restart && found->t - t_from > at_once &&
                        integration_.state().t - found->t > far * (found->t - t_from);
    attempts_ = passed ? attempts_ + 1 : 0;
    t_branch_ = passed ? end_of_step_to(t_from, found->t) : t_never;
    if (!passed) return false;
    const State from = integration_.previous();
    integration_.restart(from);
    return true;
  }

  static constexpr double t_never = std::numeric_limits<double>::infinity();
  // A long step towards an event at t, whose time is not known exactly, ends before it and sees nothing of what is new; a short one
  // then goes across.
  static double end_of_step_to(double t_from, double t) {
    const double way = t - t_from, unit = std::max(1.0, std::abs(t));
    return way > 1e-5 * unit ? t - 1e-5 * way : t + 1e-9 * unit;
  }

  // Events that follow within the time in which the motion goes on by 1e-4 of the tolerance happen at once with the first one.
  double simultaneous() const {
    if (options_.integration.h > 0) return 0;
    const State& x = integration_.state();
    ErrorNorm norm(options_.integration.tolerances);
    norm.add(x.v, x.q, x.q);
    return std::min(1e-4 / norm.value(), 0.01 * integration_.last_h());
  }

  // True when an event ended the step: then everything that belongs to a step has been done up to there.
  bool handle_events(const std::optional<Found>& first) {
    WholeLap lap;
    double t_from = integration_.previous().t;
    for (auto found = first; found; found = events_.find_first(integration_, t_from)) {
      result_.report.events.push_back({found->event->name, found->t});
      integration_.interpolate(found->t, sample_);
      if (found->event->action == EventAction::note) {
        events_.commit_at(*found, sample_);
        t_from = found->t;
        continue;
      }
      Found last = *found;
      if (found->event->action == EventAction::restart)
        for (const Found& other : events_.find_followers(integration_, *found, simultaneous())) {
          result_.report.events.push_back({other.event->name, other.t});
          last = other;
        }
      integration_.interpolate(last.t, sample_);
      const State at = completed(sample_);
      lap.end_part(clock_.events);
      step_.h = at.t - integration_.previous().t;
      watch(at);
      emit_inside(at.t);
      events_.commit_at(last, at);
      integration_.restart(at);
      monitor_.begin_branch();
      if (found->event->action == EventAction::stop) result_.status = RunStatus::stopped_by_event;
      return true;
    }
    events_.commit(integration_.state());
    lap.end_part(clock_.events);
    return false;
  }

  void watch(const State& x) {
    note_step_size(step_.h);
    if (options_.monitoring == Monitoring::off) return;
    Lap lap(clock_.monitor.calls);
    monitor_.observe(redundancy_.all(), x);
    lap.end_part(clock_.monitor.time);
    if (monitor_.has_blown_up())
      fail({.kind = "unstable",
            .t = x.t,
            .h = step_.h,
            .advice = fmt::format("The motion has blown up: {:.3g} J came from nowhere, where the kinetic energy had been {:.3g} J at most. {}",
                                  monitor_.energy().drift(), monitor_.kinetic_at_alarm(),
                                  options_.integration.h > 0 ? "The step is too long for this method on this model: take a shorter one, or a method for stiff models."
                                                             : "Tighten the tolerance, or take a method for stiff models.")});
  }

  void end_step() {
    if (options_.output == Output::every_step || options_.output == Output::filled_steps) {
      WholeLap lap;
      emit(reported(integration_.state()));
      lap.end_part(clock_.output);
    }
    if (options_.on_step) {
      Lap lap(clock_.callbacks.calls);
      options_.on_step(integration_);
      lap.end_part(clock_.callbacks.time);
    }
    if (options_.on_checkpoint && checkpoint_is_due()) {
      WholeLap lap;
      options_.on_checkpoint(save());
      last_checkpoint_ = Clock::now();
      lap.end_part(clock_.output);
    }
  }

  bool checkpoint_is_due() const {
    const long every = options_.checkpoint_every;
    if (every > 0 && integration_.counts().accepted % every == 0) return true;
    return options_.checkpoint_seconds > 0 && seconds_since(last_checkpoint_) >= options_.checkpoint_seconds;
  }

  void note_step_size(double h) {
    Report& report = result_.report;
    report.h_smallest = report.h_smallest == 0 ? h : std::min(report.h_smallest, h);
    report.h_largest = std::max(report.h_largest, h);
  }

  // The samples inside the last step, up to t.
  void emit_inside(double t) {
    if (options_.output == Output::interval) emit_interval(t);
    if (options_.output == Output::filled_steps) emit_filling(t);
  }

  bool is_cancelled() const { return options_.cancel && options_.cancel->load(std::memory_order_relaxed); }

  void emit_filling(double t) {
    const double t_from = integration_.previous().t, parts = std::ceil((t - t_from) / options_.every);
    for (long k = 1; static_cast<double>(k) < parts && !is_cancelled(); ++k) {
      WholeLap lap;
      integration_.interpolate(t_from + (t - t_from) * static_cast<double>(k) / parts, sample_);
      emit(completed(sample_));
      lap.end_part(clock_.output);
    }
  }

  // At t_start + k · every.
  void emit_interval(double t) {
    for (; !is_cancelled(); ++next_sample_) {
      const double t_sample = t_start_ + static_cast<double>(next_sample_) * options_.every;
      if (t_sample > t * (1 + 1e-14)) return;
      WholeLap lap;
      if (t_sample >= integration_.state().t) {
        emit(reported(integration_.state()));
      } else {
        integration_.interpolate(t_sample, sample_);
        emit(completed(sample_));
      }
      lap.end_part(clock_.output);
    }
  }

  // A consistent state, and redundant rows left out. They are looked for first: where the guess is consistent they would only be in the way.
  State make_start(const State& guess) {
    redundancy_.find(guess);
    State x = options_.restart ? guess : consistent_start(eq_, guess, result_);
    if (!redundancy_.any() && x.q != guess.q) redundancy_.find(x);
    if (redundancy_.any()) eq_.solve_acceleration(x);
    redundancy_.end_start();
    return x;
  }

  void follow_redundancy() {
    State x = integration_.state();
    if (std::optional<Failure> failure = redundancy_.find_contradiction(x, integration_.last_h())) fail(std::move(*failure));
    else if (redundancy_.choose_anew(x)) integration_.restart(x);
  }

  // Samples, events and the monitor have equations of their own: watching a run does not change it.
  Equations& observer() { return redundancy_.kept(); }

  // An interpolated state with its constraints restored and a, lambda computed.
  State completed(State x) {
    make_consistent(observer(), x);
    return x;
  }

  // The state as it is shown. Accelerations and multipliers of the methods of index 2 and 3 and of fixed cost are those of a formula, on which they go on; what
  // is shown belongs to the state.
  const State& reported(const State& x) {
    const MethodRecord& record = method_.record();
    const bool are_its_own = record.index == 1 && record.cost == StepCost::iterative;
    const bool are_promised = record.order_lambda == record.order_q;  // else what the method makes of them is shown
    if (are_its_own || !are_promised) return x;
    if (reported_.q.size() != x.q.size()) consistent_.start(system_.layout());
    reported_ = x;
    return consistent_.find(observer(), reported_) == StepStatus::ok && reported_.is_finite() ? reported_ : x;
  }

  void emit(const State& x) {
    ++samples_;
    t_last_sample_ = x.t;
    step_.work = monitor_.work_at(x.t);
    if (options_.on_sample)
      options_.on_sample(redundancy_.with_all_multipliers(x), step_);
    else
      result_.trajectory.push_back(redundancy_.with_all_multipliers(x));
  }

  // What is singular where the last step began, or on the way it was to go.
  std::string explain(const State& x, double h) {
    constexpr int parts = 16;
    State at = x;
    std::string cause = system_.explain_singularity(at);
    for (int k = 1; k <= parts && cause.empty(); ++k) {
      const double tau = h * k / parts;
      at.t = x.t + tau;
      at.q = x.q + tau * x.v + tau * tau / 2 * x.a;
      cause = system_.explain_singularity(at);
    }
    return cause;
  }

  void fail(Failure failure) {
    result_.status = RunStatus::failed;
    result_.failure = std::move(failure);
  }

  // The user's events and the system's own switching functions, where the equations change branch.
  std::vector<Event> with_switches() {
    std::vector<Event> events = options_.events;
    const auto& switches = system_.layout().switches;
    for (std::size_t i = 0; i < switches.size(); ++i)
      events.push_back({.name = switches[i],
                        .value = [this, i](const State& x) { return switches_.at(observer(), x)[static_cast<Index>(i)]; },
                        .action = EventAction::restart});
    return events;
  }

  void exchange(Archive& archive) {
    integration_.exchange(archive);
    events_.exchange(archive);
    monitor_.exchange(archive);
    archive("events.t_branch", t_branch_);
    archive("events.attempts", attempts_, 0, 100);
    archive("output.t_start", t_start_);
    archive("output.next", next_sample_, 0, std::numeric_limits<int>::max());  // a billion samples is the most
    archive("report.h_smallest", result_.report.h_smallest);
    archive("report.h_largest", result_.report.h_largest);
    redundancy_.exchange(archive);
  }

  Checkpoint save() {
    Archive archive = Archive::for_saving();
    exchange(archive);
    return {system_.identity(), method_.record().name, archive.items(), settings_of(method_, options_.integration)};
  }

  void load(const Checkpoint& checkpoint) {
    require_same_run(checkpoint, system_, method_, options_.integration);
    Archive archive = Archive::for_loading(checkpoint.memory);
    exchange(archive);
    archive.finish();
  }

  RunClock clock_;
  const SolveOptions& options_;
  Result& result_;
  Method& method_;
  const System& system_;
  Equations eq_;        // the integration's
  RedundancyWatch redundancy_;
  SwitchValues switches_;
  State start_;
  Integration integration_;
  BreakPoints breaks_{system_};
  EventFinder events_;
  Monitor monitor_;
  State sample_;        // scratch
  State reported_;      // the last one
  ConsistentAccelerations consistent_;
  StepInfo step_;       // the last one that was accepted
  double t_branch_ = t_never;  // where the next step shall end: step_passed_a_branch()
  double t_break_ = t_never;   // and for functions of time: cross_breaks()
  bool warned_of_breaks_ = false;
  Headway headway_;
  int attempts_ = 0;    // to reach it
  Clock::time_point last_checkpoint_ = Clock::now();
  double t_start_, t_last_sample_ = 0;
  long next_sample_ = 1, samples_ = 0;
};

}  // namespace

Result solve(const System& system, Method& method, const State& guess, const SolveOptions& options) {
  require_possible(options, guess.t);
  Result result;
  result.report.system = system.name();
  result.report.method = method.record().name;
  result.report.options = method.options();
  mark_given(result.report.options, method.given());
  result.report.h = options.integration.h;
  if (options.integration.h == 0) {
    result.report.rtol = options.integration.tolerances.rtol;
    result.report.atol = options.integration.tolerances.atol;
    result.report.control = list_options(options.integration.control);
    mark_given(result.report.control, options.integration.control_given);
  }
  Run run(system, method, guess, options, result);
  run.go();
  run.finish();
  return result;
}

}  // namespace daedalus
