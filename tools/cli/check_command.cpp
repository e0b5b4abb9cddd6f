#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "ctrl_c.hpp"
#include "daedalus/base/errors.hpp"
#include "daedalus/formulation/model_check.hpp"
#include "daedalus/formulation/recursive/tree_report.hpp"
#include "daedalus/integrate/state_space/state_partition.hpp"
#include "daedalus/io/json_text.hpp"
#include "daedalus/result/result.hpp"
#include "loaded_mechanism.hpp"
#include "numbers.hpp"

namespace daedalus::cli {
namespace {

using Json = nlohmann::ordered_json;

struct CheckArguments {
  MechanismRequest mechanism;
  std::vector<std::string> parameters;
  std::optional<double> at;
  bool json = false;
};

Json to_json(const CheckReport& check) {
  const auto number = [](const std::optional<double>& value) { return value ? Json(*value) : Json(); };
  Json limits = Json::array();
  for (const LimitCheck& limit : check.limits)
    limits.push_back({{"freedom", limit.freedom},
                      {"value", limit.value},
                      {"lower", number(limit.limits.lower)},
                      {"upper", number(limit.limits.upper)},
                      {"effort", number(limit.limits.effort)},
                      {"velocity", number(limit.limits.velocity)},
                      {"outside", limit.is_outside}});
  return {{"model", check.model},
          {"formulation", check.formulation},
          {"t", check.t},
          {"bodies", check.bodies},
          {"coordinates", check.coordinates},
          {"constraints", check.constraints},
          {"rank", check.rank},
          {"degrees_of_freedom", check.degrees_of_freedom},
          {"redundant", check.redundant},
          {"residual",
           {{"position", check.position_residual},
            {"velocity", check.velocity_residual},
            {"acceleration", check.acceleration_residual}}},
          {"energy", {{"kinetic", check.kinetic_energy}, {"potential", check.potential_energy}}},
          {"total_mass", check.total_mass},
          {"limits", limits}};
}

Json to_json(const TreeReport& tree) {
  Json branches = Json::array();
  for (const TreeReport::Branch& branch : tree.branches)
    branches.push_back({{"body", branch.body},
                        {"parent", branch.parent},
                        {"joint", branch.joint.empty() ? Json() : Json(branch.joint)},
                        {"coordinates", branch.coordinates},
                        {"drivers", branch.drivers}});
  return {{"branches", std::move(branches)}, {"cut", tree.cut},
          {"cut_drivers", tree.cut_drivers}, {"free", tree.free},
          {"solver", tree.solver},           {"reason", tree.reason}};
}

// What methods on independent coordinates would integrate.
PartitionReport partition_of(const System& system, const State& x) {
  Equations eq(system);
  eq.evaluate(Want::jacobian, x);
  return describe(find_partition(eq.value.G, system.layout().ng), system.layout());
}

int check(const CheckArguments& arguments) {
  const std::string file = require_model_file(arguments.mechanism.name);
  const Mechanism mechanism = load(arguments.mechanism);
  State state = mechanism.start;
  RunStatus status = RunStatus::done;
  std::string early;  // why the look is not at the time that was asked for
  if (arguments.at && *arguments.at != state.t) {
    const Result result = run_until(mechanism, *arguments.at);
    state = result.final;
    status = result.status;
    if (result.failure) early = result.failure->message();
    if (result.status == RunStatus::cancelled) early = fmt::format("stopped by the user at t = {:.6g} s.", state.t);
  }
  const SignalsEndAtOnce while_looking;
  const CheckReport report = check_model(*mechanism.model_system, state);
  const PartitionReport partition = partition_of(*mechanism.system, state);
  const std::optional<TreeReport> tree = describe_tree(*mechanism.model_system);
  if (arguments.json) {
    Json json = to_json(report);
    if (tree) json["tree"] = to_json(*tree);
    json["independent_coordinates"] = partition.independent;
    json["file"] = file;
    json["status"] = text_of(status);
    json["assembly"] = mechanism.start_notes;
    json["notes"] = mechanism.model_notes;
    if (!early.empty()) json["stopped_early"] = early;
    fmt::print("{}\n", json_text(json));
  } else {
    for (const std::string& line : mechanism.model_notes) fmt::print("{}\n", line);
    for (const std::string& line : mechanism.start_notes) fmt::print("{}\n", line);
    for (const std::string& line : report.lines()) fmt::print("{}\n", line);
    if (!partition.independent.empty())
      fmt::print("independent coordinates (as chosen by infl-sdirk): {}\n", fmt::join(partition.independent, ", "));
    if (tree)
      for (const std::string& line : tree->lines()) fmt::print("{}\n", line);
    if (!early.empty()) fmt::print("{}\n", early);
  }
  return exit_code(status);
}

}  // namespace

void add_check(CLI::App& app, int& code) {
  auto arguments = std::make_shared<CheckArguments>();
  CLI::App* command =
      app.add_subcommand("check", "Assemble a model and report its degrees of freedom and redundant constraints.");
  command->add_option("model", arguments->mechanism.name, "model file or gallery name")->required();
  command->add_option("--at", arguments->at, "check at this time, s [start]")->check(any_number());
  command->add_option("--set", arguments->parameters, "model parameter NAME=VALUE (repeatable)")
      ->allow_extra_args(false);
  command->add_option("--formulation", arguments->mechanism.formulation, "formulation: cartesian or joint [cartesian]");
  command->add_flag("--json", arguments->json, "print a JSON object");
  command->footer(
      "Examples:\n"
      "  daedalus check four_bar.yaml                 degrees of freedom, redundant constraints, assembly corrections\n"
      "  daedalus check four_bar.yaml --at 3.417      the same at t = 3.417 s, where a run failed\n"
      "  daedalus check four_bar.yaml --formulation joint    joints with coordinates and cut joints");
  command->callback([arguments, &code] {
    arguments->mechanism.parameters = parse_settings(arguments->parameters);
    code = check(*arguments);
  });
}

}  // namespace daedalus::cli
