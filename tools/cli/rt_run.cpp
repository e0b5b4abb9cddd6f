#include "rt_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "ctrl_c.hpp"
#include "daedalus/base/errors.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/integrate/methods/rt_euler_options.hpp"
#include "daedalus/integrate/support/consistent.hpp"
#include "daedalus/io/result_json.hpp"
#include "file_notes.hpp"
#include "json_text.hpp"
#include "method_json.hpp"
#include "output_guard.hpp"
#include "report_text.hpp"
#include "result_files.hpp"
#include "rt_report.hpp"
#include "step_concerns.hpp"

namespace daedalus::cli {
namespace {

// A preset of rt-euler by its name, a method with options, or what the model suggests when a step of that has a fixed cost.
MethodChoice choose_method(const RtRequest& request, const RunSuggestion& suggested) {
  const bool suggestion_fits = find_method(suggested.method).record.cost == StepCost::fixed;
  std::string text = request.method.value_or(suggestion_fits ? suggested.method : "rt-euler");
  for (const RtPresetInfo& preset : rt_presets())
    if (preset.name == text) text = fmt::format("rt-euler:preset={}", text);
  for (const OptionSetting& option : request.options) text += fmt::format(":{}={}", option.name, option.value);
  return parse_method_choice(text);
}

std::vector<std::string> find_concerns(const Subject& subject, const MethodChoice& choice, double h) {
  Equations eq(*subject.system);
  State x = subject.start;
  if (!make_consistent(eq, x).outcome.ok()) return {};  // the run itself will say so
  std::vector<std::string> concerns;
  constexpr Index most_freedoms = 40, most_coordinates = 400;  // seconds; the time grows with the cube
  try {
    const bool is_large = eq.layout().nq > most_coordinates;
    const LinearMotion motion = is_large ? LinearMotion{} : linearise_on_constraints(*subject.system, x);
    if (is_large || motion.n() > most_freedoms)
      concerns.push_back("the stability of the step was not looked at before the run: the model has too many freedoms for that. 'daedalus stability' takes the time.");
    else
      concerns = step_concerns(choice, largest_stable_step(choice, motion), h);
  } catch (const OptionError&) {  // the options ask for something that is in the model and not in its linear equations, springs for example
    concerns.push_back(fmt::format("{} with these options works on elements of the model: its stability could not be looked at before the run.",
                                   choice.label));
  } catch (const ModelError& error) {
    concerns.push_back(fmt::format("the stability of the step could not be looked at before the run: {}", error.what()));
  }
  if (find_method(choice.name).record.cost == StepCost::iterative)
    concerns.push_back(fmt::format("a step of {} iterates: its cost is not fixed ('daedalus methods' shows which are).", choice.name));
  return concerns;
}

std::vector<HeldInput*> inputs_of(const Subject& subject) {
  std::vector<HeldInput*> inputs;
  if (subject.model)
    for (const HeldInputPtr& input : subject.model->inputs()) inputs.push_back(input.get());
  return inputs;
}

// Numbers that count something, of quotients that may be anything.
constexpr double most_ticks = 1e15;  // thirty years of microseconds
std::uint64_t count_of(double quotient) { return static_cast<std::uint64_t>(std::clamp(std::round(quotient), 1.0, most_ticks)); }

constexpr double shortest_period = 1e-10, longest_period = 1e5;  // s on the wall between two steps, for counts of 64 bits

void require_possible_pace(const RtRequest& request, double duration) {
  if (!(duration / request.h <= most_ticks))
    throw OptionError(fmt::format("--h {:g}: {:g} s would take {:.2g} steps, and {:.0e} is the most. Give a longer step or a shorter --duration.",
                                  request.h, duration, duration / request.h, most_ticks));
  const double period = request.h / request.speed;
  if (request.pace == Pace::wall_clock && !(period >= shortest_period && period <= longest_period))
    throw OptionError(fmt::format("a step of {:g} s at --speed {:g} is due every {:.3g} s on the wall; from {:g} to {:g} s can be counted. Change --h or "
                                  "--speed; --no-pace runs as fast as it goes.",
                                  request.h, request.speed, period, shortest_period, longest_period));
}

constexpr double watch_every = 0.01;  // s of model time between samples that are watched, or a step when that is longer; each step when inputs may jump

SessionOptions make_options(const RtRequest& request, const Subject& subject, const std::atomic<bool>& stop) {
  SessionOptions options;
  LoopOptions& loop = options.loop;
  loop.h = request.h;
  const double duration = request.duration.value_or(subject.run.t_end - subject.start.t);
  const bool ends = request.soak == Soak::off || request.duration;
  require_possible_pace(request, ends ? duration : 0);
  if (ends) loop.ticks = count_of(duration / request.h);
  loop.pace = request.pace;
  loop.speed = request.speed;
  loop.policy = request.policy;
  loop.send_every = static_cast<std::uint64_t>(request.send_every);
  const bool has_inputs = subject.model && !subject.model->inputs().empty();
  const double spacing = has_inputs ? request.h : std::min(watch_every, request.every.value_or(watch_every));
  loop.record_every = count_of(spacing / request.h);
  loop.patience = request.patience;
  loop.cancel = &stop;
  if (request.pace == Pace::wall_clock || request.scheduling_given) options.scheduling = request.scheduling;
  return options;
}

// Every how many samples one goes to the files.
std::size_t file_stride(const RtRequest& request, const Subject& subject, const LoopOptions& loop) {
  const double every = request.every.value_or(std::max(subject.run.every, watch_every));
  return count_of(every / (loop.h * static_cast<double>(loop.record_every)));
}

std::string name_list(const std::vector<HeldInput*>& inputs) {
  std::string names;
  for (const HeldInput* input : inputs) names += (names.empty() ? "" : ", ") + input->name;
  return names.empty() ? "no inputs" : "inputs " + names;
}

int exit_code_of(const RtRequest& request, const SessionResult& session, const Recorder& recorder) {
  const bool bounded = recorder.largest_gain() <= Recorder::alarming_gain;
  if (request.soak == Soak::on && session.loop.ended == LoopEnd::cancelled) return bounded ? exit_done : exit_stopped_early;
  return exit_code(session.result.status);
}

}  // namespace

int run_rt(const RtRequest& request) {
  std::FILE* const console = request.json ? stderr : stdout;
  const Subject subject = make_subject(request.subject), observed = make_subject(request.subject);  // one for the loop, one for who watches it
  require_separate_files({subject.file, request.subject.start_file}, request.outputs);
  const MethodChoice choice = choose_method(request, subject.run);
  const std::unique_ptr<Method> method = make_method(choice.name, choice.options);
  std::atomic<bool>& stop = stop_requested_by_signals();
  const SessionOptions base = make_options(request, subject, stop);
  if (base.loop.pace == Pace::lockstep && !request.ports.wanted()) throw OptionError("--lockstep waits for answers: give --udp or --shm as well.");

  const std::vector<HeldInput*> inputs = inputs_of(subject);
  SelectedChannels signals(*subject.channels, request.ports.signals.empty() ? subject.outputs : request.ports.signals);
  const SignalTable table = request.ports.wanted() ? SignalTable(inputs, {signals.columns().begin() + 1, signals.columns().end()})  // without the time
                                                   : SignalTable({}, {});
  const Ports ports = open_ports(request.ports, table, inputs);

  SelectedChannels channels(*observed.channels, request.channels.empty() ? observed.outputs : request.channels);
  ResultFiles files(request.outputs, channels.columns(), make_notes(observed, *method, {.h = request.h}), stop);
  const std::size_t stride = file_stride(request, subject, base.loop);
  std::size_t sample = 0;
  double t_written = -INFINITY;
  State last;
  StepInfo last_step;
  const auto write = [&](const State& x, const StepInfo& step) {
    files.write(channels.row(x, step));
    t_written = x.t;
  };
  Recorder recorder(*observed.system, inputs_of(observed), [&](const State& x, const StepInfo& step) {
    if (request.outputs.empty()) return;
    if (sample++ % stride == 0) write(x, step);
    last = x;
    last_step = step;
  });

  std::vector<std::string> concerns;
  {
    const SignalsEndAtOnce while_looking;
    concerns = find_concerns(subject, choice, request.h);
  }
  concerns.insert(concerns.end(), ports.warnings.begin(), ports.warnings.end());
  for (const std::string& note : subject.model_notes) fmt::print(console, "  {}\n", note);
  for (const std::string& note : subject.start_notes) fmt::print(console, "  {}\n", note);
  for (const std::string& concern : concerns) fmt::print(console, "  {:<24}{}\n", "warning", concern);
  for (const SignalPort* port : ports.all())
    fmt::print(console, "  {:<24}{}; {}, {} outputs\n", "listening", port->address(), name_list(inputs), table.output_count());
  std::fflush(console);

  SessionOptions options = base;
  const auto began = std::chrono::steady_clock::now();
  double next_line = request.print_every;
  options.on_idle = [&](const SessionProgress& progress) {
    files.flush_if_due();
    const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    if (request.soak == Soak::off || elapsed < next_line) return;
    next_line += request.print_every * std::ceil((elapsed - next_line) / request.print_every + 1e-9);
    fmt::print(console, "{}\n", soak_line(progress, request.h));
    std::fflush(console);
  };

  MonotonicClock clock;
  const LoopSubject parts{*subject.system, *method, subject.start, inputs, ports.all(), request.ports.wanted() ? &signals : nullptr};
  SessionResult session = run_in_real_time(parts, recorder, clock, options);
  session.result.report.formulation = subject.formulation;
  std::vector<std::string>& warnings = session.result.report.warnings;
  warnings.insert(warnings.begin(), concerns.begin(), concerns.end());
  if (!request.outputs.empty() && last.t > t_written) write(last, last_step);

  auto json = to_json(session.result, subject.system->layout());
  json["method_record"] = to_json(find_method(choice.name).record);
  json["assembly"] = subject.start_notes;
  json["notes"] = subject.model_notes;
  json["realtime"] = rt_json(session, options, ports, recorder);
  files.close(json_text(json));
  if (request.json) {
    fmt::print("{}\n", json_text(json));
  } else {
    fmt::print("{}{}", report_text(session.result, subject.system->layout(), std::nullopt), rt_text(session, options, ports, recorder));
    for (const std::string& file : request.outputs)
      fmt::print("  {:<24}{} ({} samples of {} channels)\n", "written", file, files.rows(), channels.columns().size() - 1);
  }
  if (!files.problem().empty()) fmt::print(stderr, "daedalus: {}\n", files.problem());
  return files.problem().empty() ? exit_code_of(request, session, recorder) : exit_stopped_early;
}

}  // namespace daedalus::cli
