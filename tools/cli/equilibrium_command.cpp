// equilibrium_command.cpp: where a mechanism comes to rest, the forces there, and a file to start runs from.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "daedalus/analysis/start.hpp"
#include "daedalus/base/errors.hpp"
#include "daedalus/formulation/formulation.hpp"
#include "daedalus/io/json_text.hpp"
#include "daedalus/io/model_file/model_file.hpp"
#include "daedalus/io/state_file.hpp"
#include "daedalus/simulation/output_guard.hpp"
#include "loaded_mechanism.hpp"

namespace daedalus::cli {
namespace {

using Json = nlohmann::ordered_json;

struct EquilibriumArguments {
  MechanismRequest mechanism;
  std::vector<std::string> parameters;
  std::string output;
  bool json = false;
};

// The channels of the settled mechanism by name.
class Settled {
 public:
  Settled(const ModelSystem& system, const State& x) : channels_(make_channels(system)) {
    values_.resize(channels_->channels().size());
    channels_->evaluate(x, {}, values_.data());
  }
  std::optional<double> find(const std::string& name) const {
    for (std::size_t i = 0; i < values_.size(); ++i)
      if (channels_->channels()[i].name == name) return values_[i];
    return std::nullopt;
  }

 private:
  std::unique_ptr<ChannelSource> channels_;
  std::vector<double> values_;
};

bool is_tire(const ForceElement& force) {
  for (const Measure& measure : force.measures())
    if (measure.curve) return true;
  return false;
}

struct Row {
  std::string name;
  double value = 0;
  std::string text;
};

std::vector<Row> tire_loads(const Model& model, const Settled& at) {
  std::vector<Row> rows;
  for (const ForcePtr& force : model.forces())
    if (is_tire(*force)) {
      const std::optional<double> vertical = at.find(force->name() + ".fz");  // positive; a road_spring has its force
      const double load = vertical ? *vertical : -at.find(force->name() + ".force").value_or(0);
      rows.push_back({force->name(), load == 0 ? 0 : load, load > 0 ? "" : "no contact"});
    }
  return rows;
}

std::vector<Row> spring_forces(const Model& model, const Settled& at) {
  std::vector<Row> rows;
  for (const ForcePtr& force : model.forces())
    if (const auto value = at.find(force->name() + ".force"); value && !is_tire(*force))
      rows.push_back({force->name(), *value, ""});
  return rows;
}

// Along the axis against gravity, or z.
std::vector<Row> heights(const Model& model, const Settled& at) {
  Index up = 2;
  if (!model.gravity().isZero(0)) model.gravity().cwiseAbs().maxCoeff(&up);
  const double sign = model.gravity()[up] > 0 ? -1 : 1;
  std::vector<Row> rows;
  for (const Body& body : model.bodies())
    if (body.has_coordinates())
      if (const auto value = at.find(body.name + std::string(".") + "xyz"[up]))
        rows.push_back({body.name, sign * *value, ""});
  return rows;
}

void print(const char* title, const char* unit, const std::vector<Row>& rows) {
  if (rows.empty()) return;
  fmt::print("{}\n", title);
  for (const Row& row : rows) fmt::print("  {:<32}{:>14.6g} {}  {}\n", row.name, row.value, unit, row.text);
}

Json to_json(const std::vector<Row>& rows) {
  Json json = Json::object();
  for (const Row& row : rows) json[row.name] = row.value;
  return json;
}

int equilibrium(const EquilibriumArguments& arguments) {
  const std::string file = require_model_file(arguments.mechanism.name);
  require_separate_files({file}, {arguments.output});
  const Model model = read_model(file, arguments.mechanism.parameters);
  const auto system = make_system(model, arguments.mechanism.formulation.value_or("cartesian"));
  const Start start = find_start(*system, StartFrom::equilibrium);
  if (!start.settled) throw ModelError(fmt::format("{}: {}", file, start.assembly.failure));
  const Equilibrium& found = *start.settled;
  // Forces as at rest: the velocities of the start would add those of dampers.
  const auto absolute = make_system(model, "cartesian");
  const Settled at(*absolute, found.state);
  if (!arguments.output.empty() && found.found) write_state(arguments.output, *system, start.state);
  if (arguments.json) {
    fmt::print("{}\n", json_text({{"model", model.name()},
                                  {"file", file},
                                  {"found", found.found},
                                  {"residual", found.residual},
                                  {"unbalanced", found.unbalanced},
                                  {"iterations", found.iterations},
                                  {"relaxed", found.relaxed},
                                  {"neutral", found.neutral},
                                  {"unstable_directions", found.unstable},
                                  {"failure", found.failure},
                                  {"tire_loads", to_json(tire_loads(model, at))},
                                  {"forces", to_json(spring_forces(model, at))},
                                  {"heights", to_json(heights(model, at))}}));
    return found.found ? exit_done : exit_stopped_early;
  }
  for (const std::string& line : start.assembly.assembled ? start.lines() : found.lines()) fmt::print("{}\n", line);
  if (!found.found) return exit_stopped_early;
  fmt::print("largest unbalanced generalized force {:.2g}\n", found.unbalanced);
  print("tire loads", "N", tire_loads(model, at));
  print("forces (positive in tension)", "N", spring_forces(model, at));
  print("heights of centers of mass", "m", heights(model, at));
  if (!arguments.output.empty())
    fmt::print("written to {}; use 'daedalus run {} --start {}' to start there\n", arguments.output,
               arguments.mechanism.name, arguments.output);
  return exit_done;
}

}  // namespace

void add_equilibrium(CLI::App& app, int& code) {
  auto arguments = std::make_shared<EquilibriumArguments>();
  CLI::App* command =
      app.add_subcommand("equilibrium", "Compute the static equilibrium of a mechanism and the forces there.");
  command->add_option("model", arguments->mechanism.name, "model file or gallery name")->required();
  command->add_option("--set", arguments->parameters, "model parameter NAME=VALUE (repeatable)")
      ->allow_extra_args(false);
  command->add_option("--formulation", arguments->mechanism.formulation,
                      "formulation of the written state: cartesian or joint [cartesian]");
  command->add_option("-o,--output", arguments->output,
                      "write the equilibrium positions, with the model's initial velocities, to this JSON file");
  command->add_flag("--json", arguments->json, "print a JSON object");
  command->footer(
      "Examples:\n"
      "  daedalus equilibrium hmmwv14                       tire loads, spring forces and heights of a vehicle at "
      "rest\n"
      "  daedalus equilibrium hmmwv14 -o settled.json       then  daedalus run hmmwv14 --start settled.json\n"
      "  daedalus run my.yaml --from-equilibrium            both at once; or  run: {start: equilibrium}  in the model "
      "file\n"
      "Exit codes: 0 found, 2 bad input, 3 no equilibrium found.");
  command->callback([arguments, &code] {
    arguments->mechanism.parameters = parse_settings(arguments->parameters);
    code = equilibrium(*arguments);
  });
}

}  // namespace daedalus::cli
