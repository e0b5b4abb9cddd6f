#include "daedalus/simulation/choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>

#include "daedalus/base/errors.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/simulation/run.hpp"

namespace daedalus {
namespace {

// Tried in this order: the first ones tell how long the others may take.
constexpr const char* candidates[] = {"auto", "bdf", "infl-sdirk", "dopri5", "expl-deabm", "hht-si2"};
constexpr const char* candidates_with_deadline[] = {"rt-euler", "rt-ros2", "rt-midpoint", "rk4", "hht-si2"};
constexpr int instants = 400;              // at which channels are compared
constexpr int most_tries = 5;              // of one candidate
constexpr double too_slow = 5;             // times the CPU time of the best so far
constexpr double always_allowed = 0.5;     // s
constexpr double share_of_deadline = 0.5;  // that a step may take
constexpr double loosest_rtol = 0.1, tightest_rtol = 1e-11;

bool is_position(const ChannelInfo& channel) { return channel.unit == "m" || channel.unit == "rad"; }

class Trials {
  using Clock = std::chrono::steady_clock;

 public:
  Trials(const Mechanism& mechanism, const ChoiceRequest& request, Choice& choice)
      : mechanism_(mechanism), request_(request), choice_(choice), channels_(channels_of(mechanism, request)) {
    choice_.t_start = mechanism.start.t;
    choice_.t_end = request.t_end.value_or(mechanism.suggested.t_end);
  }

  void make_reference() {
    const double rtol = std::clamp(1e-3 * request_.accuracy, 1e-10, 1e-6);
    choice_.reference = fmt::format("auto with rtol {:.1g}", rtol);
    const RunResult looser = run_one("reference", "auto", {.rtol = 10 * rtol}, 0);
    const RunResult all = run_one("reference", "auto", {.rtol = rtol}, 0);
    if (choice_.cancelled) return;
    if (all.result.status != RunStatus::done)
      throw OptionError(fmt::format("the reference run ({}) did not reach t = {:.6g} s: {}", choice_.reference,
                                    choice_.t_end, all.result.failure ? all.result.failure->message() : ""));
    reference_ = all.samples;
    set_demands();
    Trial other;
    compare(looser, other);
    choice_.reference_error = other.worst;
  }

  // Under error control: the tolerance at which a method just meets the demand.
  void try_tolerances(const std::string& method) {
    double rtol = std::min(request_.accuracy, loosest_rtol);
    for (int k = 0; k < most_tries && !choice_.cancelled; ++k) {
      const Trial trial = try_once(method, {.rtol = rtol});
      if (!trial.done()) return;
      const double factor = 0.5 / std::max(trial.worst, 1e-6);
      const bool is_close = trial.worst <= 1 && (trial.worst > 0.1 || rtol >= loosest_rtol);
      if (is_close || (trial.worst <= 1 && tightened_)) return;
      tightened_ = tightened_ || trial.worst > 1;
      rtol = std::clamp(rtol * std::clamp(factor, 1e-3, 20.0), tightest_rtol, loosest_rtol);
    }
  }

  void try_deadline(const std::string& method) { try_once(method, {.h = request_.deadline}); }
  void begin_method() { tightened_ = false; }

  void find_best() {
    for (std::size_t i = 0; i < choice_.trials.size(); ++i) {
      const Trial& trial = choice_.trials[i];
      if (!choice_.meets(trial)) continue;
      const auto cost = [&](const Trial& t) { return request_.deadline > 0 ? t.worst : t.seconds; };
      if (!choice_.best || cost(trial) < cost(choice_.trials[*choice_.best])) choice_.best = i;
    }
  }

 private:
  struct Size {
    double rtol = 0, h = 0;
  };

  static std::vector<std::string> channels_of(const Mechanism& mechanism, const ChoiceRequest& request) {
    std::vector<std::string> patterns = request.channels.empty() ? mechanism.outputs : request.channels;
    for (const OptionSetting& within : request.within) patterns.push_back(within.name);
    if (!patterns.empty()) return patterns;
    const auto source = mechanism.make_channels();
    for (const ChannelInfo& channel : source->channels())
      if (is_position(channel)) patterns.push_back(channel.name);
    return patterns;
  }

  RunResult run_one(const std::string& label, const std::string& method, Size size, double most_seconds) {
    RunRequest run_with{.method = method, .t_end = request_.t_end};
    if (size.h > 0) run_with.h = size.h;
    else run_with.rtol = size.rtol;
    run_with.samples = KeepSamples::yes;
    run_with.channels = channels_;
    run_with.every = (choice_.t_end - choice_.t_start) / instants;
    std::atomic<bool> stop = false;
    run_with.cancel = &stop;
    const Clock::time_point began = Clock::now();
    Clock::time_point last = began;
    steps_.clear();
    run_with.on_step = [&](const Integration& integration) {
      const Clock::time_point now = Clock::now();
      if (size.h > 0) steps_.push_back(std::chrono::duration<double>(now - last).count());
      if (request_.on_step) request_.on_step(label, integration.state().t);
      const bool is_slow = most_seconds > 0 && std::chrono::duration<double>(now - began).count() > most_seconds;
      if (is_slow || is_cancelled()) stop = true;
      last = Clock::now();
    };
    RunResult all = run(mechanism_, run_with);
    choice_.cancelled = choice_.cancelled || is_cancelled();
    return all;
  }

  bool is_cancelled() const { return request_.cancel && request_.cancel->load(std::memory_order_relaxed); }

  Trial try_once(const std::string& method, Size size) {
    Trial trial{.method = method, .rtol = size.rtol, .h = size.h};
    const double limit = best_seconds_ > 0 ? std::max(always_allowed, too_slow * best_seconds_) : 0;
    const std::string label =
        size.h > 0 ? fmt::format("trial {}: {}, h = {:.3g} s", choice_.trials.size() + 1, method, size.h)
                   : fmt::format("trial {}: {}, rtol = {:.1g}", choice_.trials.size() + 1, method, size.rtol);
    const RunResult all = run_one(label, method, size, size.h > 0 ? 0 : limit);
    if (choice_.cancelled) {
      trial.failure = "stopped";
      return trial;
    }
    trial.steps = all.result.report.steps.accepted;
    trial.seconds = all.result.report.cpu_seconds;
    if (all.result.status == RunStatus::cancelled)
      trial.failure =
          fmt::format("given up at t = {:.3g} s after {:.2g} s: more than {:g} times the CPU time of the best",
                      all.result.final.t, trial.seconds, too_slow);
    else if (all.result.failure)
      trial.failure = fmt::format("{} at t = {:.4g} s", all.result.failure->kind, all.result.failure->t);
    else compare(all, trial);
    if (!steps_.empty()) {
      std::sort(steps_.begin(), steps_.end());
      trial.median_step = steps_[steps_.size() / 2];
      trial.slowest_step = steps_.back();
    }
    if (trial.done() && trial.worst <= 1)
      best_seconds_ = best_seconds_ > 0 ? std::min(best_seconds_, trial.seconds) : trial.seconds;
    choice_.trials.push_back(trial);
    return trial;
  }

  void set_demands() {
    const std::size_t width = reference_.columns.size(), rows = reference_.rows();
    std::vector<double> ranges(width, 0);
    double largest_length = 0, largest_angle = 0;
    for (std::size_t c = 1; c < width; ++c) {
      double low = reference_.values[c], high = low;
      for (std::size_t r = 0; r < rows; ++r) {
        low = std::min(low, reference_.values[r * width + c]);
        high = std::max(high, reference_.values[r * width + c]);
      }
      ranges[c] = high - low;
      double& largest = reference_.columns[c].unit == "rad" ? largest_angle : largest_length;
      largest = std::max(largest, ranges[c]);
    }
    for (std::size_t c = 1; c < width; ++c) {
      const ChannelInfo& channel = reference_.columns[c];
      double allowed = request_.accuracy * ranges[c];
      for (const OptionSetting& within : request_.within)
        if (within.name == channel.name) allowed = number_in(within);
      // a channel that only rounds has no range to be accurate in
      const double largest = channel.unit == "rad" ? largest_angle : largest_length;
      const bool moves = ranges[c] > 1e-6 * largest && ranges[c] > 0;
      demands_.push_back(moves || allowed > request_.accuracy * ranges[c] ? allowed : 0);
      if (demands_.back() > 0) choice_.demands.push_back({channel, ranges[c], allowed});
    }
    if (choice_.demands.empty())
      throw OptionError("none of the channels changes during the run: choose others with --channels.");
  }

  static double number_in(const OptionSetting& within) {
    double value = 0;
    const char* last = within.value.data() + within.value.size();
    const auto [end, error] = std::from_chars(within.value.data(), last, value);
    if (error != std::errc() || end != last || !(value > 0))
      throw OptionError(fmt::format("--within {}={}: expected a positive number in the unit of the channel.",
                                    within.name, within.value));
    return value;
  }

  void compare(const RunResult& all, Trial& trial) const {
    const std::size_t width = reference_.columns.size(), rows = std::min(reference_.rows(), all.samples.rows());
    for (std::size_t c = 1; c < width; ++c) {
      if (!(demands_[c - 1] > 0)) continue;
      double largest = 0;
      for (std::size_t r = 0; r < rows; ++r)
        largest = std::max(largest, std::abs(all.samples.values[r * width + c] - reference_.values[r * width + c]));
      if (largest / demands_[c - 1] >= trial.worst) {
        trial.worst = largest / demands_[c - 1];
        trial.worst_channel = reference_.columns[c].name;
        trial.worst_deviation = largest;
      }
    }
  }

  const Mechanism& mechanism_;
  const ChoiceRequest& request_;
  Choice& choice_;
  std::vector<std::string> channels_;
  SampleTable reference_;
  std::vector<double> demands_;  // by column of the reference after the time; 0: not compared
  std::vector<double> steps_;    // s, wall time of the steps of the last run
  double best_seconds_ = 0;
  bool tightened_ = false;  // the tolerance of this candidate
};

}  // namespace

bool Choice::meets(const Trial& trial) const {
  if (!trial.done()) return false;
  if (deadline > 0)
    return trial.slowest_step > 0 && trial.median_step < share_of_deadline * deadline && std::isfinite(trial.worst);
  return trial.worst <= 1;
}

Choice choose_method(const Mechanism& mechanism, const ChoiceRequest& request) {
  Choice choice{.system = mechanism.name(), .accuracy = request.accuracy, .deadline = request.deadline};
  std::vector<std::string> methods = request.methods;
  if (methods.empty() && request.deadline > 0)
    methods.assign(std::begin(candidates_with_deadline), std::end(candidates_with_deadline));
  else if (methods.empty()) methods.assign(std::begin(candidates), std::end(candidates));
  for (const std::string& method : methods) {
    const StepControl control = find_method(method).record.control;
    if (request.deadline > 0 ? control == StepControl::adaptive_only : control == StepControl::fixed_only)
      throw OptionError(request.deadline > 0
                            ? fmt::format("{} chooses its own steps: it cannot meet a deadline.", method)
                            : fmt::format("{} has no error control: choose it by --deadline.", method));
  }
  Trials trials(mechanism, request, choice);
  trials.make_reference();
  for (const std::string& method : methods) {
    if (choice.cancelled) break;
    trials.begin_method();
    if (request.deadline > 0) trials.try_deadline(method);
    else trials.try_tolerances(method);
  }
  trials.find_best();
  return choice;
}

}  // namespace daedalus
