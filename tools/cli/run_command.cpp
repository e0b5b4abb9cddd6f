#include "run_command.hpp"

#include <fmt/format.h>

#include "commands.hpp"
#include "ctrl_c.hpp"
#include "daedalus/base/errors.hpp"
#include "daedalus/simulation/output_guard.hpp"
#include "daedalus/simulation/report_text.hpp"
#include "numbers.hpp"
#include "progress.hpp"
#include "terminal.hpp"

namespace daedalus::cli {
namespace {

// Assembly has nothing to say but that it had nothing to do.
bool starts_as_drawn(const Mechanism& mechanism) {
  const AssemblyReport& assembly = mechanism.assembly;
  return mechanism.start_file.empty() && assembly.assembled && assembly.moved.empty() &&
         mechanism.start_notes.size() == 1;
}

void print_run(const RunArguments& arguments, const RunRequest& request, const Mechanism& mechanism,
               const RunResult& all) {
  fmt::print("{}", colored_verdict(make_verdict(all.result, all.reference_error)));
  for (const std::string& note : mechanism.model_notes) fmt::print("  {}\n", note);
  if (arguments.verbose || !starts_as_drawn(mechanism))
    for (const std::string& note : mechanism.start_notes) fmt::print("  {}\n", note);
  if (arguments.verbose) fmt::print("{}", report_details(all.result, mechanism.system->layout()));
  fmt::print("{}", report_concerns(all.result));
  for (const std::string& file : request.outputs)
    fmt::print("  {:<13}{} ({} samples of {} channels)\n", "written", file, all.rows_written, all.channels_written);
  if (!arguments.run.checkpoint.empty()) fmt::print("  {:<13}{}\n", "checkpoint", request.checkpoint);
  if (all.result.status == RunStatus::cancelled && all.output_problem.empty())
    fmt::print(
        "  stopped by the user at t = {:.6g} s; continue with  --restart CHECKPOINT  (written with --checkpoint).\n",
        all.result.final.t);
}

// What could not be written; "" when all went well.
std::string finish_page(const PageFile& page, const RunResult& all, bool quiet) {
  if (!all.output_problem.empty() || !all.page) return all.output_problem;
  try {
    page.take_snapshot();
  } catch (const FileError& problem) {
    return problem.what();
  }
  if (!quiet) page.print(*all.page);
  return "";
}

}  // namespace

int run_and_report(const RunArguments& arguments) {
  require_page_is_possible(arguments.page);
  const Mechanism mechanism = load(arguments.mechanism);
  RunRequest request = arguments.run;
  std::vector<std::string> outputs = request.outputs;
  outputs.insert(outputs.end(), {arguments.page.page, arguments.page.snapshot});
  require_separate_files({mechanism.file, mechanism.start_file, request.restart}, outputs);
  const PageFile page(arguments.page);
  request.page = page.name();
  request.cancel = &stop_requested_by_signals();

  RunResult all;
  {
    std::optional<SignalsEndAtOnce> until_there_are_results(std::in_place);
    Progress progress(mechanism.start.t, request.t_end.value_or(mechanism.suggested.t_end),
                      arguments.json ? Progress::Display::off : Progress::Display::automatic);
    request.on_first_result = [&] { until_there_are_results.reset(); };
    request.on_step = [&](const Integration& integration) { progress.at(integration.state().t); };
    request.on_notice = [&](const std::string& text) { progress.say("  " + text); };
    all = run(mechanism, request);
  }
  if (arguments.json) fmt::print("{}\n", run_report_json(mechanism, request, all));
  else print_run(arguments, request, mechanism, all);
  const std::string problem = finish_page(page, all, arguments.json);
  if (!problem.empty()) fmt::print(stderr, "daedalus: {}\n", problem);
  return problem.empty() ? exit_code(all.result.status) : exit_stopped_early;
}

void add_run(CLI::App& app, int& code) {
  struct RunTexts : RunArguments {
    std::vector<std::string> parameters, options, control, bounds, inputs;
  };
  auto arguments = std::make_shared<RunTexts>();
  RunRequest& request = arguments->run;
  MechanismRequest& mechanism = arguments->mechanism;

  CLI::App* command = app.add_subcommand("run", "Integrate a model and report the accuracy and cost of the result.");
  command
      ->add_option("model", mechanism.name,
                   "model file, gallery name ('daedalus models') or closed-form system ('daedalus info'; "
                   "closed_form:NAME if a model has the same name)")
      ->required();
  const auto number = [&](const char* name, std::optional<double>& value, const char* meaning) {
    return command->add_option(name, value, meaning)->check(positive_number());
  };
  command->add_option("--method", request.method, "integrator ('daedalus methods' lists them) [from the model]");
  auto* h = number("--h", request.h, "fixed step size, s");
  number("--rtol", request.rtol, "relative tolerance")->excludes(h);
  number("--atol", request.atol, "absolute tolerance [rtol/100]")->excludes(h);
  number("--t-end", request.t_end, "end time, s");
  command->add_option("--formulation", mechanism.formulation, "formulation: cartesian or joint [cartesian]");
  command->add_option("--set", arguments->parameters, "model parameter NAME=VALUE (repeatable)")
      ->allow_extra_args(false);
  command
      ->add_option("--input", arguments->inputs, "constant value of an input, NAME=VALUE (repeatable) [from the model]")
      ->allow_extra_args(false);
  command->add_option("--opt", arguments->options, "method option NAME=VALUE ('daedalus methods NAME' lists them)")
      ->allow_extra_args(false);
  command->add_option("--control", arguments->control, "step control option NAME=VALUE, for example h_max=0.01")
      ->allow_extra_args(false);
  command
      ->add_option("--bound", arguments->bounds,
                   "bound of a constraint residual, LEVEL=VALUE with LEVEL position, velocity or acceleration "
                   "(repeatable) [from the tolerance]")
      ->allow_extra_args(false);
  command->add_option("-o,--output", request.outputs, "write the channels to this file, .csv or .h5 (repeatable)")
      ->allow_extra_args(false);
  add_page_options(*command, arguments->page);
  command->add_option("--every", request.every, "sample interval, s; 0 is every step")->check(number_from_zero());
  command
      ->add_option("--channels", request.channels,
                   "write only channels that match, for example 'crank.*,energy.*' (repeatable; 'daedalus channels "
                   "MODEL' lists them)")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_option("--checkpoint", request.checkpoint,
                      "write checkpoints to this file: periodically, at the end and after Ctrl-C");
  command->add_option("--checkpoint-every", request.checkpoint_seconds, "wall time between checkpoints, s")
      ->check(positive_number())
      ->capture_default_str();
  command->add_option("--restart", request.restart, "continue from this checkpoint file");
  auto* settled = command->add_flag_callback(
      "--from-equilibrium", [&mechanism] { mechanism.start = StartFrom::equilibrium; },
      "start in static equilibrium, with the model's initial velocities");
  auto* drawn = command
                    ->add_flag_callback(
                        "--as-drawn", [&mechanism] { mechanism.start = StartFrom::drawn; },
                        "start from the positions in the file, even if the model specifies its equilibrium")
                    ->excludes(settled);
  command
      ->add_option("--start", mechanism.start_file, "start from this state file, written by 'daedalus equilibrium -o'")
      ->excludes(settled)
      ->excludes(drawn);
  auto* json = command->add_flag("--json", arguments->json, "print the report as a JSON object");
  command
      ->add_flag("-v,--verbose", arguments->verbose,
                 "print the details of the report: work, time, bounds, final values")
      ->excludes(json);
  command->footer(
      "Examples:\n"
      "  daedalus run slider_crank -o crank.h5 --every 0.01 --channels 'crank.*,energy.*'\n"
      "  daedalus run my_mechanism.yaml --set length=0.4 --rtol 1e-8 --page mechanism.html\n"
      "  daedalus run andrews --method rk4 --h 1e-5 --json\n"
      "  daedalus run closed_form:circular_track --method rk4 --h 0.01 --opt projection.level=none --bound "
      "position=1e-8\n"
      "  daedalus run pendulum --t-end 1000 --checkpoint p.ckpt      then, after Ctrl-C or kill:\n"
      "  daedalus run pendulum --t-end 1000 --restart p.ckpt");
  command->callback([arguments, &code] {
    arguments->mechanism.parameters = parse_settings(arguments->parameters);
    arguments->run.options = parse_settings(arguments->options);
    arguments->run.control = parse_settings(arguments->control);
    arguments->run.bounds = parse_settings(arguments->bounds);
    arguments->run.inputs = parse_settings(arguments->inputs);
    code = run_and_report(*arguments);
  });
}

}  // namespace daedalus::cli
