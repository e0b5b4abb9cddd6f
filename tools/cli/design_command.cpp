// design_command.cpp: makes a dual-rate tableau of one's own.
#include <fmt/format.h>
#include <unistd.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "ctrl_c.hpp"
#include "daedalus/analysis/prk_design.hpp"
#include "daedalus/base/errors.hpp"
#include "daedalus/integrate/tableaus/prk/prk_conditions.hpp"
#include "daedalus/integrate/tableaus/prk/prk_file.hpp"
#include "daedalus/io/json_text.hpp"
#include "daedalus/io/whole_file.hpp"
#include "numbers.hpp"

namespace daedalus::cli {
namespace {

using Json = nlohmann::ordered_json;

struct DesignArguments {
  PrkDesignRequest request;
  std::optional<int> order;
  std::string axis = "imaginary", objective = "accuracy", output;
  bool json = false;
};

void print_matrix(const char* name, const MatX& A) {
  for (Index i = 1; i < A.rows(); ++i) {
    fmt::print("  {:<8}", i == 1 ? name : "");
    for (Index j = 0; j < i; ++j) fmt::print("{:>13.8f}", A(i, j));
    fmt::print("\n");
  }
}

void print_vector(const char* name, const VecX& b) {
  fmt::print("  {:<8}", name);
  for (const double value : b) fmt::print("{:>13.8f}", value);
  fmt::print("\n");
}

void print(const PrkDesign& design, StabilizedAxis axis) {
  const PrkTableau& x = design.tableau;
  fmt::print("{}: {}; slow stages", x.name, x.title);
  for (const int stage : x.slow_stages()) fmt::print(" {}", stage + 1);
  fmt::print("\n\nslow part\n");
  print_matrix("A", x.slow.A);
  print_vector("b", x.slow.b);
  fmt::print("fast part\n");
  print_matrix("A", x.fast.A);
  print_vector("b", x.fast.b);
  print_vector("c", x.fast.c());
  fmt::print("\nconditions of order {}\n", x.order);
  for (const PrkCondition& condition : order_conditions(x.slow, x.fast, x.order))
    fmt::print("  {:<12}{:>20.16f}{:>12.1e}\n", condition.tree, condition.weight, condition.residual());
  const auto line = [](const char* label, const std::string& text) { fmt::print("  {:<26}{}\n", label, text); };
  fmt::print("\n");
  line("largest residual",
       fmt::format("{:.1e} (fast stability polynomial {:.1e})", design.residual, design.polynomial_residual));
  line("next order", fmt::format("residuals {:.3g} slow, {:.3g} fast", design.next_order_slow, design.next_order_fast));
  line("fast part alone", fmt::format("stable up to h |λ| = {:.4g} on the imaginary axis, {:.4g} on the real axis",
                                      design.imaginary_limit, design.real_limit));
  line("amplification",
       fmt::format("{:.3g} of stages, {:.3g} of an error in a stage", design.stage_amplification, design.propagation));
  if (axis == StabilizedAxis::imaginary)
    line("coupled hub and ring",
         fmt::format("stable up to h ω = {:.3g} at least (12 systems, ring position relative)", design.coupled_limit));
}

Json to_json(const PrkDesign& design) {
  Json conditions = Json::array();
  const PrkTableau& x = design.tableau;
  for (const PrkCondition& condition : order_conditions(x.slow, x.fast, x.order))
    conditions.push_back({{"tree", condition.tree}, {"order", condition.order}, {"residual", condition.residual()}});
  return {{"tableau", prk_tableau_text(x)},
          {"order", x.order},
          {"conditions", conditions},
          {"largest_residual", design.residual},
          {"polynomial_residual", design.polynomial_residual},
          {"next_order", {{"slow", design.next_order_slow}, {"fast", design.next_order_fast}}},
          {"imaginary_limit", design.imaginary_limit},
          {"real_limit", design.real_limit},
          {"stage_amplification", design.stage_amplification},
          {"error_propagation", design.propagation},
          {"coupled_limit", design.coupled_limit}};
}

int design(DesignArguments arguments) {
  PrkDesignRequest& request = arguments.request;
  request.axis = arguments.axis == "real" ? StabilizedAxis::real : StabilizedAxis::imaginary;
  request.objective = arguments.objective == "chain"      ? PrkObjective::chain
                      : arguments.objective == "coupling" ? PrkObjective::coupling
                                                          : PrkObjective::accuracy;
  request.order = arguments.order.value_or(std::min(request.slow, 3));
  if (!arguments.output.empty() && !arguments.output.ends_with(".yaml") && !arguments.output.ends_with(".yml"))
    throw OptionError(fmt::format("'{}': the name of a tableau file ends in .yaml, which is how --method knows it.",
                                  arguments.output));
  request.cancel = &stop_requested_by_signals();
  if (!arguments.json)
    request.on_start = [](int done, int all) {
      if (isatty(STDERR_FILENO)) fmt::print(stderr, "\rsearch {} of {}{}", done, all, done == all ? "\n" : "");
    };
  const PrkDesign found = design_prk(request);
  if (arguments.json) fmt::print("{}\n", json_text(to_json(found)));
  else print(found, request.axis);
  if (!arguments.output.empty()) {
    write_whole_file(arguments.output, {prk_tableau_text(found.tableau)});
    if (!arguments.json) fmt::print("\nwritten to {0}: run it with  --method {0}\n", arguments.output);
  }
  return exit_done;
}

}  // namespace

void add_design(CLI::App& app, int& code) {
  auto arguments = std::make_shared<DesignArguments>();
  CLI::App* command =
      app.add_subcommand("design", "Design an integrator: 'design prk', dual-rate partitioned Runge-Kutta.");
  command->require_subcommand(1);
  CLI::App* prk =
      command->add_subcommand("prk", "A dual-rate tableau: order and coupling conditions, and a stabilized fast part.");
  prk->add_option("--slow", arguments->request.slow, "slow evaluations per step")
      ->check(CLI::Range(1, 8))
      ->capture_default_str();
  prk->add_option("--fast", arguments->request.fast, "fast evaluations per step")
      ->check(CLI::Range(1, 16))
      ->capture_default_str();
  prk->add_option("--order", arguments->order, "order, 1 to 3 [that of --slow]")->check(CLI::Range(1, 3));
  prk->add_option("--axis", arguments->axis,
                  "where the fast part is to be stable: imaginary (vibration) or real (relaxation)")
      ->check(CLI::IsMember({"imaginary", "real"}))
      ->capture_default_str();
  prk->add_option("--objective", arguments->objective,
                  "accuracy (small errors of the next order), coupling (large steps of a coupled hub and ring) or "
                  "chain (closed form)")
      ->check(CLI::IsMember({"accuracy", "coupling", "chain"}))
      ->capture_default_str();
  prk->add_option("--starts", arguments->request.starts, "starting points of the search")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  prk->add_option("--seed", arguments->request.seed, "of the starting points: the same seed finds the same tableau")
      ->capture_default_str();
  prk->add_option("-o,--output", arguments->output, "write the tableau to this file, NAME.yaml");
  prk->add_flag("--json", arguments->json, "print a JSON object");
  prk->footer(
      "Examples:\n"
      "  daedalus design prk --slow 2 --fast 7 -o mine.yaml\n"
      "  daedalus run quarter_car --method mine.yaml --h 0.01\n"
      "  daedalus design prk --slow 3 --fast 8 --objective coupling --starts 200\n"
      "  daedalus design prk --slow 2 --fast 9 --axis real");
  prk->callback([arguments, &code] { code = design(*arguments); });
}

}  // namespace daedalus::cli
