#include "run_command.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "ctrl_c.hpp"
#include "daedalus/base/errors.hpp"
#include "daedalus/analysis/stability.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/integrate/solve.hpp"
#include "daedalus/integrate/support/consistent.hpp"
#include "daedalus/io/checkpoint_file.hpp"
#include "daedalus/io/result_json.hpp"
#include "file_notes.hpp"
#include "json_text.hpp"
#include "method_json.hpp"
#include "numbers.hpp"
#include "output_guard.hpp"
#include "page_recorder.hpp"
#include "progress.hpp"
#include "report_text.hpp"
#include "result_files.hpp"

namespace daedalus::cli {
namespace {

constexpr double smooth_samples = 1000;  // of an animation, at least

IntegrationOptions make_integration_options(const RunRequest& request, const RunSuggestion& suggested) {
  IntegrationOptions options;
  options.control = with_settings(StepControlOptions{}, request.control);
  options.control_given = request.control;
  const bool tolerances_given = request.rtol || request.atol;
  options.h = tolerances_given ? 0 : request.h.value_or(suggested.h);
  options.tolerances.rtol = request.rtol.value_or(suggested.rtol);
  const double suggested_atol = request.rtol || !(suggested.atol > 0) ? options.tolerances.rtol / 100 : suggested.atol;
  options.tolerances.atol = request.atol.value_or(suggested_atol);
  return options;
}

// Described as options are: there is one way to refuse a wrong name or value.
struct Bounds {
  PerLevel<double> value;
  template <class Visitor>
  void describe(Visitor&& v) {
    for (const Level level : all_levels) v(text_of(level), value[level], positive(), "bound of the residual");
  }
};

GivenBounds make_bounds(const std::vector<OptionSetting>& settings) {
  const Bounds bounds = with_settings(Bounds{}, settings);
  GivenBounds given;
  for (const Level level : all_levels)
    if (bounds.value[level] > 0) given[level] = bounds.value[level];
  return given;
}

SolveOptions make_solve_options(const RunRequest& request, const Subject& subject) {
  SolveOptions options;
  options.t_end = request.t_end.value_or(subject.run.t_end);
  options.integration = make_integration_options(request, subject.run);
  options.every = request.every.value_or(subject.run.every);
  const bool for_page_only = request.outputs.empty() && request.page.wanted();
  options.output = request.outputs.empty() && !for_page_only ? Output::end_only
                   : options.every > 0                       ? Output::interval
                   : for_page_only                           ? Output::filled_steps
                                                             : Output::every_step;
  if (options.output == Output::filled_steps) {
    options.every = (options.t_end - subject.start.t) / smooth_samples;
    if (!(options.every > 0)) options.output = Output::every_step;
  }
  options.checkpoint_seconds = request.checkpoint_seconds;
  options.bounds = make_bounds(request.bounds);
  return options;
}

// The samples before the restart would be lost.
void refuse_to_overwrite(const std::vector<std::string>& files) {
  for (const std::string& file : files)
    if (std::filesystem::exists(file))
      throw OptionError(
          fmt::format("{} is there and may hold the samples before the restart: give another name to -o.", file));
}

// A checkpoint may be that of the restart: it is replaced as a whole, when a later one is there.
void require_separate_outputs(const RunRequest& request, const Subject& subject) {
  std::vector<std::string> outputs = request.outputs;
  outputs.insert(outputs.end(), {request.page.page, request.page.snapshot});
  require_separate_files({subject.file, request.subject.start_file, request.restart}, outputs);
  require_replaceable(request.checkpoint);
  outputs.push_back(request.checkpoint);
  require_separate_files({subject.file, request.subject.start_file}, outputs);
}

nlohmann::ordered_json make_json(const Result& result, const RunRequest& request, const Subject& subject,
                                 const std::optional<StateError>& error) {
  auto json = to_json(result, subject.system->layout());
  json["method_record"] = to_json(find_method(result.report.method).record);
  json["given"] = nlohmann::ordered_json::object();
  const auto note = [&](const char* name, const std::optional<double>& value) { if (value) json["given"][name] = *value; };
  note("h", request.h);
  note("rtol", request.rtol);
  note("atol", request.atol);
  note("t_end", request.t_end);
  note("every", request.every);
  if (!subject.file.empty()) json["model_file"] = subject.file;
  if (subject.model) {
    json["parameters"] = nlohmann::ordered_json::object();
    for (const ModelParameter& parameter : subject.model->parameters())
      json["parameters"][parameter.name] = parameter.word() ? nlohmann::ordered_json(*parameter.word()) : nlohmann::ordered_json(parameter.value);
  }
  json["assembly"] = subject.start_notes;
  json["notes"] = subject.model_notes;
  if (error) json["reference_error"] = {{"q", error->q}, {"v", error->v}, {"lambda", error->lambda}};
  return json;
}

// The step up to which the method would have been stable, by the equations linearized at the start; "" where that cannot be said.
std::string stable_step_hint(const Subject& subject, const MethodChoice& choice) {
  Equations eq(*subject.system);
  State x = subject.start;
  constexpr Index affordable = 400;  // coordinates: dense eigenvalues
  if (subject.system->layout().nq > affordable || !make_consistent(eq, x).outcome.ok()) return "";
  try {
    const StepLimit limit = largest_stable_step(choice, linearise_on_constraints(*subject.system, x));
    if (!limit.h) return fmt::format(" {} is unstable for this model at any step size.", choice.label);
    return fmt::format(" Linearized at the start, {} is stable up to h = {:.2g} s.", choice.label, *limit.h);
  } catch (const OptionError&) {
    return "";
  } catch (const ModelError&) {
    return "";
  }
}

}  // namespace

int run(const RunRequest& request) {
  require_page_is_possible(request.page);
  Subject subject = make_subject(request.subject);
  require_separate_outputs(request, subject);
  const std::unique_ptr<Method> method = make_method(request.method.value_or(subject.run.method), request.options);
  SolveOptions options = make_solve_options(request, subject);

  std::optional<Checkpoint> restart;
  if (!request.restart.empty()) {
    restart = read_checkpoint(request.restart);
    options.restart = &*restart;
    refuse_to_overwrite(request.outputs);
  }

  std::atomic<bool>& stop = stop_requested_by_signals();
  options.cancel = &stop;
  std::optional<SignalsEndAtOnce> until_there_are_results(std::in_place);
  SelectedChannels channels(*subject.channels, request.channels.empty() ? subject.outputs : request.channels);
  ResultFiles files(request.outputs, channels.columns(), make_notes(subject, *method, options.integration), stop);
  std::optional<PageRecorder> page;
  if (request.page.wanted()) page.emplace(subject, request.channels);
  if (!request.outputs.empty() || page)
    options.on_sample = [&](const State& x, const StepInfo& step) {
      until_there_are_results.reset();
      if (!request.outputs.empty()) files.write(channels.row(x, step));
      if (page) page->add(x, step);
    };
  if (!request.checkpoint.empty())
    options.on_checkpoint = [&](const Checkpoint& checkpoint) {
      files.guarded([&] { write_checkpoint(request.checkpoint, checkpoint); });
    };

  Result result;
  {
    Progress progress(subject.start.t, options.t_end,
                      request.json ? Progress::Display::off : Progress::Display::automatic);
    options.on_step = [&](const Integration& integration) {
      until_there_are_results.reset();
      progress.at(integration.state().t);
      files.begin();
      files.flush_if_due();
    };
    result = solve(*subject.system, *method, subject.start, options);
    until_there_are_results.reset();
  }
  result.report.formulation = subject.formulation;
  if (result.failure && result.failure->kind == "unstable" && options.integration.h > 0 && !stop)
    result.failure->advice += stable_step_hint(subject, {.label = result.report.method, .name = result.report.method, .options = request.options});
  if (!request.checkpoint.empty()) files.guarded([&] { write_checkpoint(request.checkpoint, result.checkpoint); });

  std::optional<StateError> error;
  if (const std::optional<State> reference = subject.reference(result.final.t))
    error = error_of(result.final, *reference);
  const auto json = make_json(result, request, subject, error);
  files.close(json_text(json));

  if (request.json) {
    fmt::print("{}\n", json_text(json));
  } else {
    for (const std::string& note : subject.model_notes) fmt::print("  {}\n", note);
    for (const std::string& note : subject.start_notes) fmt::print("  {}\n", note);
    fmt::print("{}", report_text(result, subject.system->layout(), error));
    for (const std::string& file : request.outputs)
      fmt::print("  {:<24}{} ({} samples of {} channels)\n", "written", file, files.rows(),
                 channels.columns().size() - 1);
    if (!request.checkpoint.empty()) fmt::print("  {:<24}{}\n", "checkpoint", request.checkpoint);
    if (result.status == RunStatus::cancelled && files.problem().empty())
      fmt::print(
          "  stopped at t = {:.6g} s on request; go on with  --restart CHECKPOINT  (written with --checkpoint).\n",
          result.final.t);
  }
  if (page) files.guarded([&] { write_pages(page->page(), request.page, subject.system->name(), json, request.json); });
  if (!files.problem().empty()) fmt::print(stderr, "daedalus: {}\n", files.problem());
  return files.problem().empty() ? exit_code(result.status) : exit_stopped_early;
}

void add_run(CLI::App& app, int& code) {
  struct Arguments {
    RunRequest request;
    std::vector<std::string> parameters, options, control, bounds;
  };
  auto arguments = std::make_shared<Arguments>();
  RunRequest& request = arguments->request;

  CLI::App* command = app.add_subcommand("run", "Integrate a model and report how good the result is.");
  command
      ->add_option("model", request.subject.name,
                   "a model file, the name of one of the gallery ('daedalus models'), or a closed-form system "
                   "('daedalus info'; closed_form:NAME when a model has the same name)")
      ->required();
  const auto number = [&](const char* name, std::optional<double>& value, const char* meaning) {
    return command->add_option(name, value, meaning)->check(positive_number());
  };
  command->add_option("--method", request.method,
                      "integrator ('daedalus methods' lists them) [what the model suggests]");
  auto* h = number("--h", request.h, "fixed step size, s");
  number("--rtol", request.rtol, "relative tolerance")->excludes(h);
  number("--atol", request.atol, "absolute tolerance [rtol/100]")->excludes(h);
  number("--t-end", request.t_end, "end time, s");
  command->add_option("--formulation", request.subject.formulation, "coordinates of the equations, cartesian or joint [cartesian]");
  command->add_option("--set", arguments->parameters, "model parameter NAME=VALUE (repeatable)")
      ->allow_extra_args(false);
  command->add_option("--opt", arguments->options, "method option NAME=VALUE ('daedalus methods NAME' lists them)")
      ->allow_extra_args(false);
  command->add_option("--control", arguments->control, "step control option NAME=VALUE, for example h_max=0.01")
      ->allow_extra_args(false);
  command
      ->add_option("--bound", arguments->bounds,
                   "what a constraint residual should stay below, LEVEL=VALUE with position, velocity or acceleration "
                   "(repeatable) [from the tolerance]")
      ->allow_extra_args(false);
  command->add_option("-o,--output", request.outputs, "write the channels to this file, .csv or .h5 (repeatable)")
      ->allow_extra_args(false);
  add_page_options(*command, request.page);
  command->add_option("--every", request.every, "sample interval, s; 0 is every step")->check(number_from_zero());
  command
      ->add_option(
          "--channels", request.channels,
          "only channels that match, for example 'crank.*,energy.*' (repeatable; 'daedalus channels MODEL' lists them)")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_option("--checkpoint", request.checkpoint,
                      "keep the memory of the run here: from time to time, at the end and after Ctrl-C");
  command->add_option("--checkpoint-every", request.checkpoint_seconds, "s of wall time between checkpoints")
      ->check(positive_number())
      ->capture_default_str();
  command->add_option("--restart", request.restart, "go on from this checkpoint file");
  auto* settled = command->add_flag_callback("--from-equilibrium", [&request] { request.subject.start = StartFrom::equilibrium; },
                                             "start settled in static equilibrium, with the velocities of the model");
  auto* drawn = command->add_flag_callback("--as-drawn", [&request] { request.subject.start = StartFrom::drawn; },
                                           "start as drawn, where the model suggests its equilibrium")->excludes(settled);
  command->add_option("--start", request.subject.start_file, "start from this state, written by 'daedalus equilibrium -o'")
      ->excludes(settled)->excludes(drawn);
  command->add_flag("--json", request.json, "report as one JSON object");
  command->footer(
      "Examples:\n"
      "  daedalus run slider_crank -o crank.h5 --every 0.01 --channels 'crank.*,energy.*'\n"
      "  daedalus run my_mechanism.yaml --set length=0.4 --rtol 1e-8 --page mechanism.html\n"
      "  daedalus run andrews --method rk4 --h 1e-5 --json\n"
      "  daedalus run closed_form:circular_track --method rk4 --h 0.01 --opt projection.level=none --bound position=1e-8\n"
      "  daedalus run pendulum --t-end 1000 --checkpoint p.ckpt      then, after Ctrl-C or kill:\n"
      "  daedalus run pendulum --t-end 1000 --restart p.ckpt");
  command->callback([arguments, &code] {
    arguments->request.subject.parameters = parse_settings(arguments->parameters);
    arguments->request.options = parse_settings(arguments->options);
    arguments->request.control = parse_settings(arguments->control);
    arguments->request.bounds = parse_settings(arguments->bounds);
    code = run(arguments->request);
  });
}

}  // namespace daedalus::cli
