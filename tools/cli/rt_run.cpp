#include "rt_run.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "ctrl_c.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/io/json_text.hpp"
#include "daedalus/io/result_json.hpp"
#include "daedalus/result/sampling.hpp"
#include "daedalus/simulation/file_notes.hpp"
#include "daedalus/simulation/method_json.hpp"
#include "daedalus/simulation/output_guard.hpp"
#include "daedalus/simulation/report_text.hpp"
#include "daedalus/simulation/result_files.hpp"
#include "rt_options.hpp"
#include "rt_report.hpp"

namespace daedalus::cli {
namespace {

// Some of the samples of the loop on their way to the result files; the last one is always among them.
class FileSamples {
 public:
  FileSamples(const RtRequest& request, const Mechanism& mechanism, FileNotes notes, std::size_t stride,
              std::atomic<bool>& stop)
      : source_(mechanism.make_channels()),
        channels_(*source_, request.channels.empty() ? mechanism.outputs : request.channels),
        files_(request.outputs, channels_.columns(), std::move(notes), stop), stride_(stride),
        is_wanted_(!request.outputs.empty()) {}

  void take(const State& x, const StepInfo& step) {
    if (!is_wanted_) return;
    if (count_++ % stride_ == 0) write(x, step);
    last_ = x;
    last_step_ = step;
    last_inputs_.assign(step.inputs.begin(), step.inputs.end());
    last_step_.inputs = last_inputs_;
  }
  void finish() {
    if (is_wanted_ && last_.t > t_written_) write(last_, last_step_);
  }
  ResultFiles& files() { return files_; }
  std::size_t channel_count() const { return channels_.columns().size() - 1; }

 private:
  void write(const State& x, const StepInfo& step) {
    files_.write(channels_.row(x, step));
    t_written_ = x.t;
  }

  std::unique_ptr<ChannelSource> source_;
  SelectedChannels channels_;
  ResultFiles files_;
  std::size_t stride_, count_ = 0;
  bool is_wanted_;
  double t_written_ = -INFINITY;
  State last_;
  StepInfo last_step_;
  std::vector<double> last_inputs_;
};

// What goes out of the loop and what comes in.
struct RtSignals {
  RtSignals(const RtRequest& request, const Mechanism& mechanism)
      : inputs(mechanism.system->layout().inputs), received(inputs), source(mechanism.make_channels()),
        outputs(*source, request.ports.signals.empty() ? mechanism.outputs : request.ports.signals),
        is_wanted(request.ports.wanted()),
        // without the time
        table(is_wanted ? SignalTable(inputs, {outputs.columns().begin() + 1, outputs.columns().end()})
                        : SignalTable({}, {})),
        ports(open_ports(request.ports, table, received)) {}

  const std::vector<HeldInputPtr>& inputs;
  InputValues received;
  std::unique_ptr<ChannelSource> source;
  SelectedChannels outputs;
  bool is_wanted;
  SignalTable table;
  Ports ports;
};

std::string name_list(const std::vector<HeldInputPtr>& inputs) {
  std::string names;
  for (const HeldInputPtr& input : inputs) names += (names.empty() ? "" : ", ") + input->name;
  return names.empty() ? "no inputs" : "inputs " + names;
}

void print_opening(std::FILE* console, const Mechanism& mechanism, const RtSignals& signals,
                   const std::vector<std::string>& concerns) {
  for (const std::string& note : mechanism.model_notes) fmt::print(console, "  {}\n", note);
  for (const std::string& note : mechanism.start_notes) fmt::print(console, "  {}\n", note);
  for (const std::string& concern : concerns) fmt::print(console, "  {:<24}{}\n", "warning", concern);
  for (const SignalPort* port : signals.ports.all())
    fmt::print(console, "  {:<24}{}; {}, {} outputs\n", "listening", port->address(), name_list(signals.inputs),
               signals.table.output_count());
  std::fflush(console);
}

// A line from time to time, of a soak.
class SoakLines {
 public:
  SoakLines(const RtRequest& request, std::FILE* console)
      : request_(request), console_(console), next_(request.print_every) {}
  void show_if_due(const SessionProgress& progress) {
    const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
    if (request_.soak == Soak::off || elapsed < next_) return;
    next_ += request_.print_every * std::ceil((elapsed - next_) / request_.print_every + 1e-9);
    fmt::print(console_, "{}\n", soak_line(progress, request_.h));
    std::fflush(console_);
  }

 private:
  const RtRequest& request_;
  std::FILE* console_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  double next_;
};

int exit_code_of(const RtRequest& request, const SessionResult& session, const Recorder& recorder) {
  const bool bounded = recorder.largest_gain() <= Recorder::alarming_gain;
  if (request.soak == Soak::on && session.loop.ended == LoopEnd::cancelled)
    return bounded ? exit_done : exit_stopped_early;
  return exit_code(session.result.status);
}

std::vector<std::string> look_at_step(const Mechanism& mechanism, const MethodChoice& choice, double h) {
  const SignalsEndAtOnce while_looking;
  return find_rt_concerns(mechanism, choice, h);
}

}  // namespace

int run_rt(const RtRequest& request) {
  std::FILE* const console = request.json ? stderr : stdout;
  const Mechanism mechanism = load(request.mechanism);
  require_separate_files({mechanism.file, mechanism.start_file}, request.outputs);
  const MethodChoice choice = choose_rt_method(request, mechanism.suggested);
  const std::unique_ptr<Method> method = make_method(choice.name, choice.options);
  std::atomic<bool>& stop = stop_requested_by_signals();
  SessionOptions options = make_session_options(request, mechanism, stop);
  RtSignals signals(request, mechanism);
  FileSamples samples(request, mechanism, make_notes(mechanism, *method, {.h = request.h}),
                      file_stride(request, mechanism, options.loop), stop);
  ResultFiles& files = samples.files();
  Recorder recorder(*mechanism.system, [&](const State& x, const StepInfo& step) { samples.take(x, step); });

  std::vector<std::string> concerns = look_at_step(mechanism, choice, request.h);
  concerns.insert(concerns.end(), signals.ports.warnings.begin(), signals.ports.warnings.end());
  print_opening(console, mechanism, signals, concerns);

  SoakLines lines(request, console);
  options.on_idle = [&](const SessionProgress& progress) {
    files.flush_if_due();
    lines.show_if_due(progress);
  };
  MonotonicClock clock;
  const std::unique_ptr<SampledInputs> controllers = mechanism.make_controllers(mechanism.start.t);
  const LoopSubject subject{.system = *mechanism.system,
                            .method = *method,
                            .start = mechanism.start,
                            .inputs = &signals.received,
                            .sampled = controllers.get(),
                            .ports = signals.ports.all(),
                            .outputs = signals.is_wanted ? &signals.outputs : nullptr};
  SessionResult session = run_in_real_time(subject, recorder, clock, options);
  session.result.report.formulation = mechanism.formulation;
  std::vector<std::string>& warnings = session.result.report.warnings;
  warnings.insert(warnings.begin(), concerns.begin(), concerns.end());
  samples.finish();

  auto json = to_json(session.result, mechanism.system->layout());
  json["method_record"] = to_json(find_method(choice.name).record);
  json["assembly"] = mechanism.start_notes;
  json["notes"] = mechanism.model_notes;
  json["realtime"] = rt_json(session, options, signals.ports, recorder);
  files.close(json_text(json));
  if (request.json) {
    fmt::print("{}\n", json_text(json));
  } else {
    fmt::print("{}{}", report_text(session.result, mechanism.system->layout(), std::nullopt),
               rt_text(session, options, signals.ports, recorder));
    for (const std::string& file : request.outputs)
      fmt::print("  {:<24}{} ({} samples of {} channels)\n", "written", file, files.rows(), samples.channel_count());
  }
  if (!files.problem().empty()) fmt::print(stderr, "daedalus: {}\n", files.problem());
  return files.problem().empty() ? exit_code_of(request, session, recorder) : exit_stopped_early;
}

}  // namespace daedalus::cli
