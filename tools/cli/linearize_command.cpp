// linearize_command.cpp: eigenvalues of a mechanism, what moves in each mode, and its matrices.
#include <fmt/format.h>

#include <Eigen/LU>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "ctrl_c.hpp"
#include "daedalus/analysis/linear_ports.hpp"
#include "daedalus/analysis/modes.hpp"
#include "daedalus/base/errors.hpp"
#include "daedalus/io/json_text.hpp"
#include "daedalus/io/whole_file.hpp"
#include "daedalus/simulation/linearize.hpp"
#include "daedalus/simulation/output_guard.hpp"
#include "loaded_mechanism.hpp"
#include "numbers.hpp"
#include "page_output.hpp"
#include "root_locus_output.hpp"

namespace daedalus::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* to_screen = "-";

struct LinearizeArguments {
  MechanismRequest mechanism;
  std::vector<std::string> parameters;
  std::optional<double> at;
  std::string json;  // file, or to_screen
  bool matrices = false;
  std::vector<std::string> inputs, outputs;
  std::string over;  // a parameter and its values
  PageRequest page;
};

void print(const std::vector<Mode>& modes) {
  fmt::print("{:>4}  {:>28}  {:>12}  {:>9}  {}\n", "mode", "eigenvalue, 1/s", "|λ|/2π, Hz", "damping",
             "participation (kinetic energy)");
  for (std::size_t i = 0; i < modes.size(); ++i) {
    const Mode& mode = modes[i];
    fmt::print("{:>4}  {:>28}  {:>12.5g}  {:>9}  {}\n", i + 1, eigenvalue_text(mode),
               mode.is_neutral ? 0 : mode.frequency(),
               mode.is_neutral ? "neutral" : fmt::format("{:.4f}", mode.damping_ratio()), participants(mode));
  }
}

// What the eigenvalues are worth.
std::string verdict(const Linearization& linear) {
  switch (linear.about) {
    case LinearizedAbout::rest: return "at rest: the eigenvalues determine stability";
    case LinearizedAbout::steady_motion:
      return "in steady motion, in axes that follow it: the eigenvalues determine stability";
    case LinearizedAbout::instant: break;
  }
  return fmt::format(
      "frozen at this instant: the coefficients vary along the motion, at a relative rate of up to {:.2g} 1/s.\n"
      "  The eigenvalues describe how small deviations start out; they do not determine stability",
      linear.change);
}

Json to_json(const MatX& matrix) {
  Json rows = Json::array();
  for (Index i = 0; i < matrix.rows(); ++i) {
    Json row = Json::array();
    for (Index j = 0; j < matrix.cols(); ++j) row.push_back(matrix(i, j));
    rows.push_back(std::move(row));
  }
  return rows;
}

// In named coordinates: x_named' = T⁻¹ A T x_named + T⁻¹ B u,  w = C T x_named + D u.
Json matrices_json(const Mechanism& mechanism, const Linearization& linear, const LinearizeArguments& arguments) {
  const NamedStates named = choose_named_states(*mechanism.system, linear);
  const auto inverse = named.T.partialPivLu();
  Json json = {{"states", named.names}, {"A", to_json(inverse.solve(linear.A * named.T))}};
  if (!mechanism.model) return json;
  std::vector<std::string> inputs = arguments.inputs;
  const std::vector<std::string> outputs = arguments.outputs.empty() ? mechanism.outputs : arguments.outputs;
  const LinearPorts ports = find_ports(*mechanism.model_system, linear, inputs, outputs);
  json.update({{"inputs", ports.inputs},
               {"outputs", ports.outputs},
               {"output_units", ports.units},
               {"B", to_json(inverse.solve(ports.B))},
               {"C", to_json(ports.C * named.T)},
               {"D", to_json(ports.D)}});
  return json;
}

int linearize_over(const LinearizeArguments& arguments) {
  if (arguments.at || arguments.matrices || !arguments.inputs.empty() || !arguments.outputs.empty())
    throw OptionError(
        "--over linearizes at the start, for every value: it does not go with --at, --matrices, --inputs or "
        "--outputs.");
  require_page_is_possible(arguments.page);
  const SignalsEndAtOnce while_looking;
  const RootLocus locus = find_root_locus(arguments.mechanism, parse_locus_range(arguments.over));
  if (!arguments.page.page.empty()) locus_page(locus, arguments.mechanism.name).write(arguments.page.page);
  const std::string text = arguments.json.empty() ? "" : json_text(locus_json(locus));
  if (arguments.json == to_screen) {
    fmt::print("{}\n", text);
    return exit_code(RunStatus::done);
  }
  print_locus(locus);
  if (!arguments.json.empty()) {
    write_whole_file(arguments.json, {text, "\n"});
    fmt::print("written to {}\n", arguments.json);
  }
  if (!arguments.page.page.empty()) fmt::print("page: {}\n", address_of(arguments.page.page));
  return exit_code(RunStatus::done);
}

int linearize_model(const LinearizeArguments& arguments) {
  if (!arguments.over.empty()) return linearize_over(arguments);
  if (!arguments.page.page.empty()) throw OptionError("--page shows a root locus: use it with --over.");
  const Mechanism mechanism = load(arguments.mechanism);
  if (arguments.json != to_screen) require_separate_files({mechanism.file}, {arguments.json});
  State state = mechanism.start;
  RunStatus status = RunStatus::done;
  if (arguments.at && *arguments.at != state.t) {
    const Result result = run_until(mechanism, *arguments.at);
    state = result.final;
    status = result.status;
    if (result.failure) fmt::print(stderr, "{}\n", result.failure->message());
  }
  const SignalsEndAtOnce while_looking;
  const Linearization linear = linearize(mechanism, state);
  std::vector<Mode> modes = find_modes(linear);
  if (mechanism.model_system) add_body_shares(*mechanism.model_system, linear, modes);

  Json json = {{"model", mechanism.system->name()},
               {"formulation", mechanism.formulation},
               {"t", state.t},
               {"about", name_of(linear.about)},
               {"rate", linear.rate},
               {"change", linear.change},
               {"singular", linear.is_singular},
               {"positions", linear.positions},
               {"velocities", linear.velocities},
               {"first_order_states", linear.states},
               {"modes", modes_json(modes)}};
  if (arguments.matrices) json["matrices"] = matrices_json(mechanism, linear, arguments);
  if (arguments.json == to_screen) {
    fmt::print("{}\n", json_text(json));
    return exit_code(status);
  }
  for (const std::string& line : mechanism.start_notes) fmt::print("{}\n", line);
  fmt::print("linearized at t = {:.6g} s: {} independent positions, {} independent velocities, {} first-order states\n",
             state.t, linear.positions, linear.velocities, linear.states);
  fmt::print("{}\n", verdict(linear));
  if (linear.is_singular)
    fmt::print(
        "warning: singular position. The constraints lose rank here, so the eigenvalues are meaningless.\n"
        "  Choose another time with --at.\n");
  print(modes);
  if (arguments.matrices && arguments.json.empty()) fmt::print("{}\n", json_text(json["matrices"]));
  if (!arguments.json.empty()) {
    write_whole_file(arguments.json, {json_text(json), "\n"});
    fmt::print("written to {}\n", arguments.json);
  }
  return exit_code(status);
}

}  // namespace

void add_linearize(CLI::App& app, int& code) {
  auto arguments = std::make_shared<LinearizeArguments>();
  CLI::App* command = app.add_subcommand(
      "linearize", "Linearize a model: eigenvalues, frequencies, damping, mode participation, state-space matrices.");
  command->add_option("model", arguments->mechanism.name, "model file, gallery name or closed-form system")->required();
  command->add_option("--at", arguments->at, "linearize at this time, s [start]")->check(any_number());
  command->add_flag_callback(
      "--from-equilibrium", [arguments] { arguments->mechanism.start = StartFrom::equilibrium; },
      "linearize at the static equilibrium");
  command->add_option("--set", arguments->parameters, "model parameter NAME=VALUE (repeatable)")
      ->allow_extra_args(false);
  command->add_option("--formulation", arguments->mechanism.formulation, "formulation: cartesian or joint [cartesian]");
  CLI::Option* json =
      command->add_option("--json", arguments->json, "write everything as JSON to this file, or to standard output")
          ->expected(0, 1);
  command->add_flag("--matrices", arguments->matrices, "print the state-space matrices A, B, C, D");
  command
      ->add_option("--inputs", arguments->inputs,
                   "inputs: forces along joint freedoms (crank_pin.angle) or measures, magnitudes of point forces and "
                   "torques (repeatable)")
      ->delimiter(',')
      ->allow_extra_args(false);
  command
      ->add_option("--outputs", arguments->outputs,
                   "outputs: channels, for example 'chassis.z,*.force' (repeatable) [from the model]")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_option("--over", arguments->over,
                      "root locus over a model parameter, NAME=FROM:TO:STEP or NAME=A,B,C: least stable modes, and the "
                      "value at which stability is lost");
  command->add_option("--page", arguments->page.page, "with --over: write charts to a single HTML file");
  command->footer(
      "Examples:\n"
      "  daedalus linearize hmmwv14_stiff                       modes of a vehicle at rest\n"
      "  daedalus linearize pendulum --from-equilibrium\n"
      "  daedalus linearize slider_crank --at 0.5 --json modes.json\n"
      "  daedalus linearize engine_mounts --matrices --inputs shake --outputs 'engine.z,engine.vz' --json "
      "matrices.json\n"
      "  daedalus linearize wheelset --set yaw=0 --over speed=10:100:10 --page hunting.html\n"
      "Not yet available as inputs: driver motions, controller targets, roads.");
  command->callback([arguments, json, &code] {
    if (json->count() > 0 && arguments->json.empty()) arguments->json = to_screen;
    arguments->mechanism.parameters = parse_settings(arguments->parameters);
    code = linearize_model(*arguments);
  });
}

}  // namespace daedalus::cli
