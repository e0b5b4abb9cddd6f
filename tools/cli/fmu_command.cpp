// fmu_command.cpp: a model as a functional mock-up unit, for other simulation programs.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "daedalus/fmi/export_fmu.hpp"
#include "daedalus/fmi/model_description.hpp"
#include "daedalus/io/json_text.hpp"
#include "daedalus/simulation/output_guard.hpp"
#include "numbers.hpp"
#include "settings.hpp"

namespace daedalus::cli {
namespace {

struct FmuArguments {
  fmi::FmuRequest request;
  std::string output;
  std::vector<std::string> parameters, options;
  std::vector<fmi::Kind> kinds = {fmi::Kind::model_exchange, fmi::Kind::co_simulation};
  bool json = false;
};

int export_as_fmu(FmuArguments& arguments) {
  fmi::FmuRequest& request = arguments.request;
  request.mechanism.parameters = parse_settings(arguments.parameters);
  request.options = parse_settings(arguments.options);
  request.kinds = arguments.kinds;
  const std::string name = std::filesystem::path(request.mechanism.name).stem().string();
  request.file = arguments.output.empty() ? fmi::identifier_of(name) + ".fmu" : arguments.output;
  require_separate_files({request.mechanism.name, request.mechanism.start_file}, {request.file.string()});
  require_replaceable(request.file.string());
  require_folder_of(request.file.string());
  const fmi::FmuReport report = fmi::export_fmu(request);
  const char* version = request.version == fmi::Version::fmi3 ? "3.0" : "2.0";
  std::vector<std::string> kinds;
  for (const fmi::Kind kind : request.kinds)
    kinds.emplace_back(kind == fmi::Kind::model_exchange ? "model exchange" : "co-simulation");
  if (arguments.json) {
    fmt::print("{}\n", json_text({{"file", request.file.string()},
                                  {"fmi_version", version},
                                  {"kinds", kinds},
                                  {"model_identifier", report.identifier},
                                  {"token", report.token},
                                  {"states", report.states},
                                  {"inputs", report.inputs},
                                  {"outputs", report.outputs},
                                  {"parameters", report.parameters},
                                  {"event_indicators", report.indicators},
                                  {"resources", report.resources},
                                  {"libraries", report.carried},
                                  {"expected_libraries", report.expected},
                                  {"bytes", report.bytes}}));
  } else {
    fmt::print("{}: FMI {}, {}, x86_64-linux, {:.1f} MB\n", request.file.string(), version, fmt::join(kinds, " and "),
               static_cast<double>(report.bytes) * 1e-6);
    fmt::print("  {} states, {} event indicators, {} inputs, {} outputs, {} parameters\n", report.states,
               report.indicators, report.inputs, report.outputs, report.parameters);
    if (!report.resources.empty()) fmt::print("  carries {}\n", fmt::join(report.resources, ", "));
    fmt::print("  carries {}\n  expects {}\n", fmt::join(report.carried, ", "), fmt::join(report.expected, ", "));
  }
  return exit_done;
}

void add_choices(CLI::App& command, FmuArguments& arguments) {
  using fmi::Kind, fmi::Version, fmi::InputHold, fmi::Repartition;
  fmi::FmuRequest& request = arguments.request;
  command.add_option("--version", request.version, "version of FMI: 3 or 2 [3]")
      ->transform(CLI::CheckedTransformer(std::map<std::string, Version>{{"2", Version::fmi2}, {"3", Version::fmi3}})
                      .description("3 or 2"));
  command
      .add_option(
          "--kind", arguments.kinds,
          "me: model exchange, the importer integrates; cs: co-simulation, with a method of ours inside [me,cs]")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->transform(CLI::CheckedTransformer(
                      std::map<std::string, Kind>{{"me", Kind::model_exchange}, {"cs", Kind::co_simulation}})
                      .description("me or cs"));
  command
      .add_option("--between-inputs", request.hold,
                  "co-simulation, inputs between two communication points: hold, or extrapolate the last two values "
                  "[hold]")
      ->transform(CLI::CheckedTransformer(std::map<std::string, InputHold>{{"hold", InputHold::hold},
                                                                           {"extrapolate", InputHold::extrapolate}})
                      .description("hold or extrapolate"));
  command
      .add_option("--partition", request.repartition,
                  "model exchange, independent coordinates: automatic, chosen anew in events where they serve poorly; "
                  "fixed, for importers that cannot handle that [automatic]")
      ->transform(CLI::CheckedTransformer(std::map<std::string, Repartition>{{"automatic", Repartition::automatic},
                                                                             {"fixed", Repartition::never}})
                      .description("automatic or fixed"));
}

}  // namespace

void add_fmu(CLI::App& app, int& code) {
  auto arguments = std::make_shared<FmuArguments>();
  fmi::FmuRequest& request = arguments->request;
  CLI::App* command = app.add_subcommand("fmu", "Export a model as a functional mock-up unit (FMI 3.0 or 2.0).");
  command->add_option("model", request.mechanism.name, "model file, gallery name or closed-form system")->required();
  command->add_option("-o,--output", arguments->output, "FMU to write [MODEL.fmu]");
  add_choices(*command, *arguments);
  command->add_option("--inputs", request.inputs, "inputs of the FMU, by name (repeatable) [all inputs of the model]")
      ->delimiter(',')
      ->allow_extra_args(false);
  command
      ->add_option("--outputs", request.outputs,
                   "channels that are outputs, for example 'crank.*' (repeatable) [from the model]")
      ->delimiter(',')
      ->allow_extra_args(false);
  command
      ->add_option("--tunable", request.tunable,
                   "parameters that may change during a simulation (repeatable) [none: all are fixed]")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_option("--method", request.method, "co-simulation: integrator [from the model]");
  command->add_option("--opt", arguments->options, "method option NAME=VALUE (repeatable)")->allow_extra_args(false);
  auto* h = command->add_option("--h", request.h, "co-simulation: fixed step, s")->check(positive_number());
  command->add_option("--rtol", request.rtol, "co-simulation: relative tolerance")
      ->check(positive_number())
      ->excludes(h);
  command->add_option("--atol", request.atol, "co-simulation: absolute tolerance [rtol/100]")
      ->check(positive_number())
      ->excludes(h);
  command->add_option("--formulation", request.mechanism.formulation, "formulation: cartesian or joint [cartesian]");
  command->add_option("--set", arguments->parameters, "model parameter NAME=VALUE (repeatable)")
      ->allow_extra_args(false);
  command->add_option("--start", request.mechanism.start_file,
                      "start from this state file, written by 'daedalus equilibrium -o'");
  command->add_flag("--json", arguments->json, "print JSON");
  command->footer(
      "States, events and what an importer must support: docs/guide/fmi.md.\n"
      "Examples:\n"
      "  daedalus fmu slider_crank -o crank.fmu                              FMI 3.0, both kinds\n"
      "  daedalus fmu hmmwv14 --version 2 --kind cs --method rt-euler --h 1e-3   a vehicle at constant cost\n"
      "  daedalus fmu my.yaml --inputs throttle --outputs 'chassis.*' --tunable k");
  command->callback([arguments, &code] { code = export_as_fmu(*arguments); });
}

}  // namespace daedalus::cli
