#include "run_command.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "commands.hpp"
#include "ctrl_c.hpp"
#include "daedalus/base/errors.hpp"
#include "daedalus/closed_form/catalogue.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/integrate/solve.hpp"
#include "daedalus/io/checkpoint_file.hpp"
#include "daedalus/io/csv_writer.hpp"
#include "daedalus/io/result_json.hpp"
#include "progress.hpp"
#include "report_text.hpp"

namespace daedalus::cli {
namespace {

std::vector<OptionSetting> parse_settings(const std::vector<std::string>& texts) {
  std::vector<OptionSetting> settings;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      throw OptionError(fmt::format("'{}' is not of the form NAME=VALUE.", text));
    settings.push_back({text.substr(0, equals), text.substr(equals + 1)});
  }
  return settings;
}

SolveOptions make_solve_options(const RunRequest& request, double t_end) {
  SolveOptions options;
  options.t_end = t_end;
  options.integration.h = request.h;
  options.integration.tolerances = {.rtol = request.rtol, .atol = request.atol > 0 ? request.atol : request.rtol / 100};
  options.integration.control = with_settings(StepControlOptions{}, request.control);
  options.output = request.every > 0 ? Output::interval : request.output.empty() ? Output::end_only : Output::every_step;
  options.every = request.every;
  return options;
}

void print_report(const Result& result, const System& system, const CatalogueEntry& entry, bool json) {
  std::optional<ReferenceError> error;
  if (const std::optional<State> reference = entry.reference(result.final.t)) error = compare(result.final, *reference);
  if (!json) {
    fmt::print("{}", report_text(result, system.layout(), error));
    return;
  }
  auto object = to_json(result, system.layout());
  if (error) object["reference_error"] = {{"q", error->q}, {"v", error->v}, {"lambda", error->lambda}};
  fmt::print("{}\n", object.dump(2));
}

}  // namespace

int run(const RunRequest& request) {
  const CatalogueEntry& entry = find_closed_form(request.system);
  const std::unique_ptr<System> system = entry.make();
  const std::unique_ptr<Method> method = make_method(request.method, request.options);
  const double t_end = request.t_end > 0 ? request.t_end : entry.t_end;
  SolveOptions options = make_solve_options(request, t_end);

  std::optional<Checkpoint> restart;
  if (!request.restart.empty()) {
    restart = read_checkpoint(request.restart);
    options.restart = &*restart;
  }

  std::atomic<bool>& stop = stop_requested_by_signals();
  options.cancel = &stop;
  std::optional<CsvWriter> csv;
  std::string output_problem;  // a full disk stops the run but loses nothing that is on it
  const auto guarded = [&](auto&& write) {
    if (!output_problem.empty()) return;
    try {
      write();
    } catch (const FileError& problem) {
      output_problem = problem.what();
      stop = true;
    }
  };
  if (!request.output.empty()) {
    csv.emplace(request.output, system->layout());
    options.on_sample = [&](const State& x) { guarded([&] { csv->write(x); }); };
  }

  Result result;
  {
    Progress progress(0, t_end, request.json ? Progress::Display::off : Progress::Display::automatic);
    options.on_step = [&](const Integration& integration) { progress.at(integration.state().t); };
    result = solve(*system, *method, system->initial_guess(), options);
  }
  if (csv) guarded([&] { csv->close(); });
  if (!request.checkpoint.empty()) guarded([&] { write_checkpoint(request.checkpoint, result.checkpoint); });

  print_report(result, *system, entry, request.json);
  if (!output_problem.empty()) fmt::print(stderr, "daedalus: {}\n", output_problem);
  if (!request.json) {
    if (csv) fmt::print("  {:<24}{} ({} samples)\n", "written", request.output, csv->rows());
    if (!request.checkpoint.empty()) fmt::print("  {:<24}{}\n", "checkpoint", request.checkpoint);
    if (result.status == RunStatus::cancelled)
      fmt::print("  stopped at t = {:.6g} s on request; go on with  --restart CHECKPOINT  (written with --checkpoint).\n",
                 result.final.t);
  }
  return output_problem.empty() ? exit_code(result.status) : exit_stopped_early;
}

void add_run(CLI::App& app, int& code) {
  struct Arguments {
    RunRequest request;
    std::vector<std::string> options, control;
  };
  auto arguments = std::make_shared<Arguments>();
  RunRequest& request = arguments->request;

  CLI::App* command = app.add_subcommand("run", "Integrate a system and report how good the result is.");
  command->add_option("system", request.system, "name of a built-in system ('daedalus info' lists them)")->required();
  command->add_option("--method", request.method, "integrator ('daedalus methods' lists them)")->capture_default_str();
  auto* h = command->add_option("--h", request.h, "fixed step size, s")->check(CLI::PositiveNumber);
  command->add_option("--rtol", request.rtol, "relative tolerance")->check(CLI::PositiveNumber)->excludes(h)
      ->capture_default_str();
  command->add_option("--atol", request.atol, "absolute tolerance [rtol/100]")->check(CLI::PositiveNumber)->excludes(h);
  command->add_option("--t-end", request.t_end, "end time, s [what the system suggests]")->check(CLI::PositiveNumber);
  command->add_option("--every", request.every, "sample interval, s [every step]")->check(CLI::PositiveNumber);
  command->add_option("--opt", arguments->options, "method option NAME=VALUE ('daedalus methods NAME' lists them)");
  command->add_option("--control", arguments->control, "step control option NAME=VALUE, for example h_max=0.01");
  command->add_option("-o,--output", request.output, "write the trajectory to this CSV file");
  command->add_option("--restart", request.restart, "go on from this checkpoint file");
  command->add_option("--checkpoint", request.checkpoint, "write a checkpoint here at the end, also after Ctrl-C");
  command->add_flag("--json", request.json, "report as one JSON object");
  command->footer(
      "Examples:\n"
      "  daedalus run car_axle --rtol 1e-8 -o axle.csv --every 0.01\n"
      "  daedalus run andrews --method rk4 --h 1e-5 --json\n"
      "  daedalus run circular_track --method rk4 --h 0.01 --opt projection.level=none\n"
      "  daedalus run pendulum --t-end 1000 --checkpoint p.ckpt      then, after Ctrl-C:\n"
      "  daedalus run pendulum --t-end 1000 --restart p.ckpt");
  command->callback([arguments, &code] {
    arguments->request.options = parse_settings(arguments->options);
    arguments->request.control = parse_settings(arguments->control);
    code = run(arguments->request);
  });
}

}  // namespace daedalus::cli
