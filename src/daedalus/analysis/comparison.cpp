#include "daedalus/analysis/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "daedalus/base/errors.hpp"
#include "daedalus/integrate/solve.hpp"

namespace daedalus {
namespace {

constexpr double short_run = 0.2;  // s: runs that are repeated
// times the tolerance of the reference: the run that tells the error of the reference
constexpr double looser = 4;
constexpr double known_to = 1e-14;  // relative error of a known solution: it is stored in double precision

std::string text_of_run(const MethodChoice& method, double h, double rtol) {
  return h > 0 ? fmt::format("{}, h = {:.4g} s", method.label, h)
               : fmt::format("{}, rtol = {:.1g}", method.label, rtol);
}

SolveOptions solve_options(const ComparisonOptions& options, double h, double rtol) {
  SolveOptions solve{.t_end = options.t_end, .output = Output::end_only};
  solve.integration.h = h;
  if (h == 0) solve.integration.tolerances = {.rtol = rtol, .atol = rtol / 100};
  solve.cancel = options.cancel;
  return solve;
}

// The states at the instants of a run, taken as they come.
using Samples = std::vector<State>;
void take_samples(const ComparisonOptions& options, double t_start, SolveOptions& solve, Samples& samples) {
  if (options.instants == 0) return;
  samples.clear();
  solve.output = Output::interval;
  solve.every = (options.t_end - t_start) / options.instants;
  solve.on_sample = [&samples](const State& x, const StepInfo&) { samples.push_back(x); };
}

// What errors are measured against, and by: at the end of a run a mechanism may rest, so that its own velocity there is no scale.
struct ReferenceRun {
  Samples samples;
  StateError scale;
};

std::optional<StateError> largest_error(const Samples& run, const ReferenceRun& reference) {
  if (reference.samples.empty() || run.size() != reference.samples.size()) return {};
  StateError largest;
  for (std::size_t k = 0; k < run.size(); ++k) {
    const StateError error = error_of(run[k], reference.samples[k], reference.scale);
    for (const auto part : {&StateError::q, &StateError::v, &StateError::lambda})
      largest.*part = std::max(largest.*part, error.*part);
  }
  return largest;
}

std::size_t count_of_runs(const ComparisonOptions& options) {
  return options.methods.size() * std::max(options.h.size(), options.rtol.size());
}

bool is_cancelled(const ComparisonOptions& options) {
  return options.cancel && options.cancel->load(std::memory_order_relaxed);
}

ComparedRun run_once(const System& system, const State& start, const ComparisonOptions& options, std::size_t m,
                     double h, double rtol, std::size_t number, const State& reference, const ReferenceRun& against) {
  ComparedRun run{.method = m, .h = h, .rtol = rtol};
  const MethodChoice& choice = options.methods[m];
  const std::string name =
      fmt::format("run {} of {}: {}", number, count_of_runs(options), text_of_run(choice, h, rtol));
  SolveOptions solve_with = solve_options(options, h, rtol);
  Samples samples;
  if (!against.samples.empty()) take_samples(options, start.t, solve_with, samples);
  if (options.on_step)
    solve_with.on_step = [&](const Integration& integration) { options.on_step(name, integration.state().t); };
  for (int repetition = 0; repetition < options.repetitions; ++repetition) {
    const auto method = make_method(choice.name, choice.options);
    const Result result = solve(system, *method, start, solve_with);
    if (result.status != RunStatus::done) {
      run.failure = result.failure ? result.failure->message() : fmt::format("stopped at t = {:.6g} s", result.final.t);
      run.report = result.report;
      return run;
    }
    if (repetition == 0) {
      run.final = result.final;
      run.error = error_of(result.final, reference, against.scale);
      run.report = result.report;
      run.seconds = result.report.cpu_seconds;
      run.largest = largest_error(samples, against);
      solve_with.output = Output::end_only;
      solve_with.on_sample = nullptr;
      solve_with.monitoring = Monitoring::off;  // what the others are for is the time
      solve_with.on_step = nullptr;
    } else {
      run.seconds = std::min(run.seconds, result.report.cpu_seconds);
    }
    if (run.seconds > short_run) break;
  }
  return run;
}

State run_reference(const System& system, const State& start, const ComparisonOptions& options, double rtol,
                    Comparison& all, Samples* samples) {
  const auto method = make_method(options.reference_method);
  SolveOptions solve_with = solve_options(options, 0, rtol);
  if (samples) take_samples(options, start.t, solve_with, *samples);
  if (options.on_step)
    solve_with.on_step = [&](const Integration& integration) { options.on_step("reference", integration.state().t); };
  const Result result = solve(system, *method, start, solve_with);
  all.cancelled = all.cancelled || result.status == RunStatus::cancelled;
  if (result.status == RunStatus::failed)
    throw OptionError(
        fmt::format("the reference run ({}) did not reach t = {:.6g} s: {}\n"
                    "  Choose another reference with --reference METHOD and --reference-rtol R, or an earlier end time "
                    "with --t-end T.",
                    all.reference, options.t_end, result.failure ? result.failure->message() : ""));
  all.redundant = all.redundant || !result.report.redundant_rows.empty();
  return result.final;
}

void find_reference(const System& system, const State& start, const ComparisonOptions& options, Comparison& all,
                    ReferenceRun& found) {
  if (options.reference) {
    all.reference = "the exact solution";
    all.reference_state = *options.reference;
    found.scale = scale_of(std::span(&all.reference_state, 1));
    all.reference_error = options.reference_error.value_or(StateError{known_to, known_to, known_to});
    return;
  }
  all.reference = fmt::format("{} with rtol {:.1g}", options.reference_method, options.reference_rtol);
  all.reference_state = run_reference(system, start, options, options.reference_rtol, all, &found.samples);
  found.scale = scale_of(found.samples.empty() ? std::span(&all.reference_state, 1) : std::span(found.samples));
  if (options.h.empty() || all.cancelled) return;  // only orders need it
  const State other = run_reference(system, start, options, looser * options.reference_rtol, all, nullptr);
  if (!all.cancelled) all.reference_error = error_of(other, all.reference_state, found.scale);
}

ObservedOrder order_of(const Comparison& all, std::size_t method, double StateError::*part,
                       int MethodRecord::*declared) {
  std::vector<OrderPoint> points;
  for (const ComparedRun& run : all.runs)
    if (run.method == method && run.done() && run.h > 0)
      points.push_back({run.h, run.error.*part, all.reference_error.*part});
  return observe_order(std::move(points), find_method(all.methods[method].name).record.*declared);
}

void check(const State& start, const ComparisonOptions& options) {
  if (options.methods.empty())
    throw OptionError("no methods to compare: specify some, for example  --methods rk4,dopri5.");
  if (options.h.empty() == options.rtol.empty())
    throw OptionError("specify either step sizes (--h 1e-2,1e-3) or tolerances (--rtol 1e-4,1e-6).");
  if (!(options.t_end > start.t)) throw OptionError("the end time must be after the start time.");
  for (const MethodChoice& method : options.methods) {
    const StepControl control = find_method(method.name).record.control;
    if (!options.rtol.empty() && control == StepControl::fixed_only)
      throw OptionError(fmt::format("{} has no error control: compare it at fixed step sizes (--h).", method.name));
    if (!options.h.empty() && control == StepControl::adaptive_only)
      throw OptionError(fmt::format("{} chooses its own steps: compare it at tolerances (--rtol).", method.name));
  }
}

}  // namespace

MethodChoice parse_method_choice(const std::string& text) {
  MethodChoice choice{.label = text, .name = text.substr(0, text.find(':')), .options = {}};
  for (std::size_t at = text.find(':'); at != std::string::npos;) {
    const std::size_t end = text.find(':', at + 1), equals = text.find('=', at);
    const std::size_t length = (end == std::string::npos ? text.size() : end) - at - 1;
    const std::string setting = text.substr(at + 1, length);
    if (equals == std::string::npos || equals > at + length || setting.find('=') == 0)
      throw OptionError(
          fmt::format("'{}' in '{}': expected NAME=VALUE, for example  hht-i3:alpha=-0.1.", setting, text));
    choice.options.push_back({text.substr(at + 1, equals - at - 1), text.substr(equals + 1, at + length - equals)});
    at = end;
  }
  make_method(choice.name, choice.options);  // refuses what it does not know
  return choice;
}

std::vector<MethodChoice> usual_methods(const ComparisonOptions& options) {
  std::vector<MethodChoice> methods;
  const auto add = [&](std::initializer_list<const char*> names) {
    for (const char* name : names) methods.push_back(parse_method_choice(name));
  };
  if (options.h.empty()) add({"auto", "dopri5", "bdf", "infl-sdirk", "hht-si2"});
  else add({"rk4", "dopri5", "hht-si2", "infl-sdirk", "rt-ros2"});
  return methods;
}

Comparison compare_methods(const System& system, const State& start, const ComparisonOptions& options) {
  check(start, options);
  Comparison all{.system = system.name(), .t_start = start.t, .t_end = options.t_end, .methods = options.methods};
  ReferenceRun reference;
  find_reference(system, start, options, all, reference);
  const bool is_fixed = !options.h.empty();
  for (std::size_t m = 0; m < options.methods.size() && !all.cancelled; ++m)
    for (const double size : is_fixed ? options.h : options.rtol) {
      all.runs.push_back(run_once(system, start, options, m, is_fixed ? size : 0, is_fixed ? 0 : size,
                                  all.runs.size() + 1, all.reference_state, reference));
      all.redundant = all.redundant || !all.runs.back().report.redundant_rows.empty();
      if ((all.cancelled = is_cancelled(options))) break;
    }
  if (is_fixed)
    for (std::size_t m = 0; m < options.methods.size(); ++m) {
      all.orders.push_back({order_of(all, m, &StateError::q, &MethodRecord::order_q),
                            order_of(all, m, &StateError::v, &MethodRecord::order_v),
                            order_of(all, m, &StateError::lambda, &MethodRecord::order_lambda)});
      if (all.redundant) all.orders.back().lambda = {};
    }
  return all;
}

}  // namespace daedalus
