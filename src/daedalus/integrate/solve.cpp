#include "daedalus/integrate/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "daedalus/integrate/run/run_branches.hpp"
#include "daedalus/integrate/run/run_limits.hpp"
#include "daedalus/integrate/run/run_samples.hpp"
#include "daedalus/integrate/run/run_settings.hpp"
#include "daedalus/integrate/stepped_run.hpp"

namespace daedalus {
namespace {

// How well the work of a step should be known, relative to the energies: about as well as the step. To know it ten times
// better would take up to a fifth more instructions.
double energy_tolerance(const IntegrationOptions& options) {
  constexpr double of_fixed_steps = 1e-6, times = 3;
  return options.h > 0 ? of_fixed_steps : times * options.tolerances.rtol;
}

}  // namespace

// The order in which things are done in a run, from step to step.
class RunLoop {
  using Clock = std::chrono::steady_clock;

 public:
  RunLoop(const System& system, Method& method, const State& guess, const SolveOptions& options, Result& result)
      : run_(system, method, guess, options, result), branches_(run_), samples_(run_) {
    result.report.warnings.insert(result.report.warnings.end(), method.notes().begin(), method.notes().end());
    for (std::string& concern : method.concerns(options.integration.h))
      result.report.warnings.push_back(std::move(concern));
    if (options.monitoring == Monitoring::on)
      run_.monitor.start(run_.redundancy.all(), run_.start, energy_tolerance(options.integration));
    run_.stiffness.start(run_.start);
    if (options.restart) load(*options.restart);
    result.report.t_resumed = run_.integration.state().t;
    run_.clock.end_start();
    run_.eq.times = {};
    if (!options.restart) samples_.emit_start();
  }

  // False when there is nothing left to do, or it could not be done: see the status.
  bool step() {
    const Integration& integration = run_.integration;
    const SolveOptions& options = run_.options;
    if (run_.result.status != RunStatus::done || !(integration.state().t < options.t_end)) return false;
    const StepCounts before = integration.counts();
    if (run_.is_cancelled()) {
      run_.result.status = RunStatus::cancelled;
    } else if (integration.counts().accepted >= options.max_steps) {
      run_.fail({.kind = "too_many_steps",
                 .t = integration.state().t,
                 .h = integration.last_h(),
                 .advice = fmt::format("The limit is {} steps.", options.max_steps)});
    } else if (makes_no_headway()) {
      run_.fail({.kind = "step_too_small",
                 .t = integration.state().t,
                 .h = integration.last_h(),
                 .advice = "The step size no longer grows: the tolerances may be below round-off (--rtol, --atol)."});
    } else if (!take_sample() || !branches_.cross_breaks()) {
      return false;  // failed
    } else if (!run_.integration.advance(std::min(branches_.end_of_step(), next_sample()))) {
      if (integration.was_cancelled()) {
        run_.result.status = RunStatus::cancelled;
        return false;
      }
      Failure failure = integration.failure();
      failure.cause = explain(integration.state(), failure.h);
      if (run_.has_fixed_steps())
        if (std::string stiff = run_.stiffness.explain(run_.observer(), integration.state(), failure.h); !stiff.empty())
          failure.advice = std::move(stiff);
      run_.fail(std::move(failure));
    } else {
      const StepCounts& now = integration.counts();
      run_.step = {.h = integration.last_h(),
                   .newton_iterations = now.newton_iterations - before.newton_iterations,
                   .rejected = now.rejected - before.rejected};
      after_step();
    }
    return run_.result.status == RunStatus::done;
  }

  const Integration& integration() const { return run_.integration; }
  const InputValues& inputs() const { return run_.eq.inputs(); }
  State shown() { return samples_.shown(); }

  void set(std::span<const InputSetting> inputs) {
    if (!run_.eq.inputs().set(inputs)) return;  // forces jump: what the method remembers belongs to the old ones
    State x = run_.integration.state();
    run_.eq.solve_acceleration(x);
    run_.integration.restart(x);
    run_.monitor.begin_branch(run_.redundancy.all(), x);
  }

  Checkpoint save() {
    Archive archive = Archive::for_saving();
    exchange(archive);
    return {run_.system.identity(), run_.method.record().name, archive.items(),
            settings_of(run_.method, run_.options.integration)};
  }

  void finish() {
    WholeLap lap;
    run_.result.final = samples_.finish();
    run_.result.checkpoint = save();
    lap.end_part(run_.clock.output);
    Report& report = run_.result.report;
    report.t_start = run_.t_start;
    report.t_end = run_.result.final.t;
    report.steps = run_.integration.counts();
    report.samples = samples_.count();
    report.work = run_.eq.counts;
    report.solver = run_.eq.solver_report();
    run_.method.report(report);
    report.monitored = run_.options.monitoring == Monitoring::on;
    run_.redundancy.report(report);
    if (const std::vector<double>& passed = run_.integration.passed_singularities(); !passed.empty())
      report.warnings.push_back(
          fmt::format("passed {} singular position{}, the first at t = {:.6g} s: reactions are unbounded there, and an "
                      "explicit method took the steps across",
                      passed.size(), passed.size() == 1 ? "" : "s", passed.front()));
    run_.stiffness.report(report);
    if (report.monitored) {
      judge_residuals(run_.monitor, run_.system.layout(), run_.method.record(), run_.options.bounds, report);
      judge_energy(run_.monitor, report);
    }
    run_.clock.finish(run_.eq.times, report);
  }

 private:
  void after_step() {
    if (branches_.repeats_step()) return;
    if (const std::optional<RunBranches::End> end = branches_.find_end()) {
      run_.step.h = end->at.t - run_.integration.previous().t;
      watch(end->at);
      samples_.emit_inside(end->at.t);
      if (run_.options.on_segment) run_.options.on_segment(run_.integration, end->at.t);
      branches_.go_on_from(*end);
    } else {
      watch(run_.integration.state());
      samples_.emit_inside(run_.integration.state().t);
      if (run_.options.on_segment) run_.options.on_segment(run_.integration, run_.integration.state().t);
    }
    // what failed first is what is said
    if (run_.redundancy.any() && run_.result.status == RunStatus::done) follow_redundancy();
    end_step();
  }

  double next_sample() const {
    return run_.options.sampled ? run_.options.sampled->next() : std::numeric_limits<double>::infinity();
  }

  // False when a controller has failed.
  bool take_sample() {
    constexpr double roundoff = 1e-12;
    const double t = run_.integration.state().t;
    while (next_sample() <= t + roundoff * std::max(1.0, std::abs(t))) {
      settings_.clear();
      if (std::optional<Failure> failure =
              run_.options.sampled->sample(samples_.shown(), run_.eq.inputs().values(), settings_)) {
        run_.fail(std::move(*failure));
        return false;
      }
      set(settings_);
    }
    return true;
  }

  bool makes_no_headway() {
    const bool may_be = !run_.has_fixed_steps() && run_.integration.counts().accepted > 0;
    return may_be && headway_.is_lost(run_.integration.last_h(), run_.options.t_end - run_.t_start);
  }

  void watch(const State& x) {
    Report& report = run_.result.report;
    const double h = run_.step.h;
    report.h_smallest = report.h_smallest == 0 ? h : std::min(report.h_smallest, h);
    report.h_largest = std::max(report.h_largest, h);
    if (run_.options.monitoring == Monitoring::off) return;
    Lap lap(run_.clock.monitor.calls);
    run_.monitor.observe(run_.redundancy.all(), x, &run_.integration);
    if (!run_.has_fixed_steps()) watch_stiffness(x);
    lap.end_part(run_.clock.monitor.time);
    if (run_.monitor.has_blown_up())
      run_.fail(
          {.kind = "unstable",
           .t = x.t,
           .h = h,
           .advice = fmt::format("The motion has blown up: {:.3g} J of spurious energy, where the kinetic energy had "
                                 "not exceeded {:.3g} J. {}",
                                 run_.monitor.energy().drift(), run_.monitor.kinetic_at_alarm(),
                                 run_.has_fixed_steps() ? "The step is too large for this method on this model: use a "
                                                          "smaller step or a method for stiff models."
                                                        : "Tighten the tolerance or use a method for stiff models.")});
  }

  void watch_stiffness(const State& x) {
    std::optional<std::string> notice = run_.stiffness.observe(run_.observer(), x);
    if (!notice) return;
    if (run_.options.on_notice) run_.options.on_notice(*notice);
    run_.result.report.warnings.push_back(std::move(*notice));
  }

  void follow_redundancy() {
    State x = run_.integration.state();
    if (std::optional<Failure> failure = run_.redundancy.find_contradiction(x, run_.integration.last_h()))
      run_.fail(std::move(*failure));
    else if (run_.redundancy.choose_anew(x)) run_.integration.restart(x);
  }

  void end_step() {
    const SolveOptions& options = run_.options;
    samples_.emit_end_of_step();
    if (options.on_step) {
      Lap lap(run_.clock.callbacks.calls);
      options.on_step(run_.integration);
      lap.end_part(run_.clock.callbacks.time);
    }
    if (options.on_checkpoint && checkpoint_is_due()) {
      WholeLap lap;
      options.on_checkpoint(save());
      last_checkpoint_ = Clock::now();
      lap.end_part(run_.clock.output);
    }
  }

  bool checkpoint_is_due() const {
    const long every = run_.options.checkpoint_every;
    if (every > 0 && run_.integration.counts().accepted % every == 0) return true;
    const double seconds = std::chrono::duration<double>(Clock::now() - last_checkpoint_).count();
    return run_.options.checkpoint_seconds > 0 && seconds >= run_.options.checkpoint_seconds;
  }

  // What is singular where the last step began, or on the way it was to go.
  std::string explain(const State& x, double h) {
    constexpr int parts = 16;
    State at = x;
    std::string cause = run_.system.explain_singularity(at);
    for (int k = 1; k <= parts && cause.empty(); ++k) {
      const double tau = h * k / parts;
      at.t = x.t + tau;
      at.q = x.q + tau * x.v + tau * tau / 2 * x.a;
      cause = run_.system.explain_singularity(at);
    }
    return cause;
  }

  void exchange(Archive& archive) {
    run_.integration.exchange(archive);
    branches_.exchange(archive);
    run_.monitor.exchange(archive);
    run_.stiffness.exchange(archive);
    samples_.exchange(archive);
    archive("report.h_smallest", run_.result.report.h_smallest);
    archive("report.h_largest", run_.result.report.h_largest);
    run_.redundancy.exchange(archive);
  }

  void load(const Checkpoint& checkpoint) {
    require_same_run(checkpoint, run_.system, run_.method, run_.options.integration);
    Archive archive = Archive::for_loading(checkpoint.memory);
    exchange(archive);
    archive.finish();
    set(run_.options.inputs);
  }

  RunParts run_;
  RunBranches branches_;
  RunSamples samples_;
  Headway headway_;
  std::vector<InputSetting> settings_;  // of the last sample
  Clock::time_point last_checkpoint_ = Clock::now();
};

namespace {

// What was asked for, before anything is computed.
Result begin_result(const System& system, const Method& method, const State& guess, const SolveOptions& options) {
  require_possible(options, guess.t);
  Result result;
  result.report.system = system.name();
  result.report.method = method.record().name;
  result.report.options = method.options();
  result.report.h = options.integration.h;
  if (options.integration.h == 0) {
    result.report.rtol = options.integration.tolerances.rtol;
    result.report.atol = options.integration.tolerances.atol;
    result.report.control = list_options(options.integration.control);
    mark_given(result.report.control, options.integration.control_given);
  }
  return result;
}

}  // namespace

Result solve(const System& system, Method& method, const State& guess, const SolveOptions& options) {
  Result result = begin_result(system, method, guess, options);
  RunLoop run(system, method, guess, options, result);
  while (run.step()) {}
  run.finish();
  return result;
}

struct SteppedRun::Parts {
  Parts(const System& system, Method& method, const State& guess, SolveOptions given)
      : options(std::move(given)), result(begin_result(system, method, guess, options)),
        run(system, method, guess, options, result) {}
  SolveOptions options;
  Result result;
  RunLoop run;
};

SteppedRun::SteppedRun(const System& system, Method& method, const State& guess, SolveOptions options)
    : parts_(std::make_unique<Parts>(system, method, guess, std::move(options))) {}
SteppedRun::~SteppedRun() = default;

bool SteppedRun::step() {
  const double t = integration().state().t;
  while (parts_->run.step() && integration().state().t == t) {}  // a step that is taken again does not count
  return status() == RunStatus::done;
}
void SteppedRun::go_to(double t_end) { parts_->options.t_end = t_end; }
void SteppedRun::set(std::span<const InputSetting> inputs) { parts_->run.set(inputs); }
State SteppedRun::state() const { return parts_->run.shown(); }
const Integration& SteppedRun::integration() const { return parts_->run.integration(); }
const InputValues& SteppedRun::inputs() const { return parts_->run.inputs(); }
RunStatus SteppedRun::status() const { return parts_->result.status; }
const std::optional<Failure>& SteppedRun::failure() const { return parts_->result.failure; }
Checkpoint SteppedRun::save() const { return parts_->run.save(); }

}  // namespace daedalus
