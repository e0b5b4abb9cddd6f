#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "compare_page.hpp"
#include "ctrl_c.hpp"
#include "daedalus/io/json_text.hpp"
#include "loaded_mechanism.hpp"
#include "numbers.hpp"
#include "page_output.hpp"
#include "progress.hpp"

namespace daedalus::cli {
namespace {

using Json = nlohmann::ordered_json;

struct CompareArguments {
  MechanismRequest mechanism;
  std::vector<std::string> parameters, methods;
  std::optional<double> t_end;
  ComparisonOptions options;
  PageRequest page;
  bool json = false;
};

Json to_json(const StateError& error) { return {{"q", error.q}, {"v", error.v}, {"lambda", error.lambda}}; }

Json or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

Json to_json(const Comparison& all) {
  Json json = {{"system", all.system},
               {"t_start", all.t_start},
               {"t_end", all.t_end},
               {"reference", all.reference},
               {"reference_error", to_json(all.reference_error)},
               {"redundant", all.redundant},
               {"cancelled", all.cancelled},
               {"runs", Json::array()},
               {"orders", Json::array()}};
  for (const ComparedRun& run : all.runs) {
    const Report& r = run.report;
    Json entry = {{"method", all.methods[run.method].label},
                  {"status", run.done() ? "done" : "failed"},
                  {"steps", r.steps.accepted},
                  {"rejected", r.steps.rejected},
                  {"newton_iterations", r.steps.newton_iterations},
                  {"evaluations", r.work.evaluations},
                  {"jacobian_evaluations", r.work.tangents},
                  {"factorizations", r.work.factorizations},
                  {"cpu_seconds", run.seconds}};
    entry[run.h > 0 ? "h" : "rtol"] = run.h > 0 ? run.h : run.rtol;
    if (run.done()) entry["error"] = to_json(run.error);
    if (run.largest) entry["largest_error"] = to_json(*run.largest);
    if (!run.done()) entry["failure"] = run.failure;
    json["runs"].push_back(std::move(entry));
  }
  for (std::size_t m = 0; m < all.orders.size(); ++m) {
    Json entry = {{"method", all.methods[m].label}};
    for (const OrderRow& row : orders_of(all, m))
      entry[std::string_view(row.quantity) == "λ" ? "lambda" : row.quantity] = {{"declared", row.declared},
                                                                                {"seen", or_null(row.seen.slope)},
                                                                                {"before", or_null(row.seen.before)},
                                                                                {"verdict", text_of(row.verdict())}};
    json["orders"].push_back(std::move(entry));
  }
  return json;
}

void print(const Comparison& all) {
  fmt::print("{}: {:.6g} to {:.6g} s, errors relative to {}\n\n", all.system, all.t_start, all.t_end, all.reference);
  std::size_t width = 8;
  for (const MethodChoice& method : all.methods) width = std::max(width, method.label.size() + 2);
  fmt::print("  {:<{}}{:>10}{:>10}{:>10}{:>10}{:>10}{:>10}{:>9}{:>11}{:>12}{:>9}{:>9}{:>11}\n", "method", width,
             all.orders.empty() ? "rtol" : "h", "error q", "v", "lambda", "max q", "steps", "rejected", "iterations",
             "evaluations", "tangents", "factor.", "CPU time");
  for (const ComparedRun& run : all.runs) {
    fmt::print("  {:<{}}{:>10.3g}", all.methods[run.method].label, width, run.h > 0 ? run.h : run.rtol);
    if (!run.done()) {
      fmt::print("  failed: {}\n", run.failure.substr(0, run.failure.find('\n')));
      continue;
    }
    const Report& r = run.report;
    fmt::print("{:>10.2e}{:>10.2e}{:>10}{:>10}{:>10}{:>9}{:>11}{:>12}{:>9}{:>9}{:>9.3g} s\n", run.error.q, run.error.v,
               all.redundant ? "-" : fmt::format("{:.2e}", run.error.lambda),
               run.largest ? fmt::format("{:.2e}", run.largest->q) : "-", r.steps.accepted, r.steps.rejected,
               r.steps.newton_iterations, r.work.evaluations, r.work.tangents, r.work.factorizations, run.seconds);
  }
  if (all.redundant)
    fmt::print(
        "\n"
        "  Redundant constraints: multipliers are not unique, so their errors are omitted.\n");
  if (all.orders.empty()) return;
  fmt::print("\n  {:<{}}{:>18}{:>18}{:>18}\n", "order", width, "q (declared)", "v (declared)", "lambda (declared)");
  bool is_open = false, is_missed = false;
  for (std::size_t m = 0; m < all.orders.size(); ++m) {
    fmt::print("  {:<{}}", all.methods[m].label, width);
    for (const OrderRow& row : orders_of(all, m)) {
      const OrderVerdict verdict = row.verdict();
      is_open = is_open || verdict == OrderVerdict::not_yet_asymptotic;
      is_missed = is_missed || verdict == OrderVerdict::missed;
      const char* mark = verdict == OrderVerdict::missed               ? " !"
                         : verdict == OrderVerdict::not_yet_asymptotic ? " ?"
                                                                       : "";
      fmt::print("{:>18}", row.seen.slope ? fmt::format("{:.2f} ({}){}", *row.seen.slope, row.declared, mark)
                                          : fmt::format("- ({})", row.declared));
    }
    fmt::print("\n");
  }
  if (is_missed) fmt::print("  ! the slope has converged below the declared order\n");
  if (is_open) fmt::print("  ? not yet asymptotic: the slope still changes; use smaller steps\n");
}

int compare(CompareArguments& arguments) {
  require_page_is_possible(arguments.page);
  const Mechanism mechanism = load(arguments.mechanism);
  ComparisonOptions& options = arguments.options;
  if (options.h.empty() && options.rtol.empty()) options.rtol = {1e-3, 1e-5, 1e-7};
  for (const std::string& text : arguments.methods) options.methods.push_back(parse_method_choice(text));
  if (options.methods.empty()) options.methods = usual_methods(options);
  options.instants = 100;
  options.t_end = arguments.t_end.value_or(mechanism.suggested.t_end);
  options.reference = mechanism.reference(options.t_end);
  options.cancel = &stop_requested_by_signals();
  std::unique_ptr<Progress> progress;
  std::string shown;
  options.on_step = [&](const std::string& run, double t) {
    if (run != shown)
      progress =
          std::make_unique<Progress>(mechanism.start.t, options.t_end,
                                     arguments.json ? Progress::Display::off : Progress::Display::automatic, run);
    shown = run;
    progress->at(t);
  };
  const Comparison all = compare_methods(*mechanism.system, mechanism.start, options);
  progress.reset();
  if (arguments.json) fmt::print("{}\n", json_text(to_json(all)));
  else print(all);
  if (!arguments.page.page.empty()) {
    comparison_page(all).write(arguments.page.page);
    if (!arguments.json) fmt::print("\n  {:<18}{}\n", "page", address_of(arguments.page.page));
  }
  return all.cancelled ? exit_stopped_early : exit_done;
}

}  // namespace

void add_compare(CLI::App& app, int& code) {
  auto arguments = std::make_shared<CompareArguments>();
  ComparisonOptions& options = arguments->options;
  options.reference_method = "auto";  // implicit where the model is stiff
  CLI::App* command = app.add_subcommand(
      "compare", "Compare methods on one model: errors against a reference, convergence orders, work.");
  command->add_option("model", arguments->mechanism.name, "model file, gallery name or closed-form system")->required();
  command
      ->add_option("--methods", arguments->methods, "methods with options: rk4,dopri5,hht-i3:alpha=-0.1 [a selection]")
      ->delimiter(',')
      ->allow_extra_args(false);
  auto* h = command->add_option("--h", options.h, "fixed step sizes, s: 1e-2,1e-3,1e-4")
                ->delimiter(',')
                ->check(positive_number())
                ->allow_extra_args(false);
  command->add_option("--rtol", options.rtol, "tolerances: 1e-4,1e-6,1e-8 [1e-3,1e-5,1e-7]")
      ->delimiter(',')
      ->check(positive_number())
      ->excludes(h)
      ->allow_extra_args(false);
  command->add_option("--t-end", arguments->t_end, "end time, s [from the model]")->check(positive_number());
  command->add_option("--formulation", arguments->mechanism.formulation, "formulation: cartesian or joint [cartesian]");
  command->add_option("--set", arguments->parameters, "model parameter NAME=VALUE (repeatable)")
      ->allow_extra_args(false);
  command->add_option("--reference", options.reference_method, "method for the reference run")->capture_default_str();
  command->add_option("--reference-rtol", options.reference_rtol, "relative tolerance of the reference run")
      ->check(positive_number())
      ->capture_default_str();
  command
      ->add_option("--repetitions", options.repetitions,
                   "repetitions of runs shorter than 0.2 s; the fastest is reported")
      ->check(positive_number())
      ->capture_default_str();
  command->add_option("--page", arguments->page.page, "write charts and tables to a single HTML file");
  command->add_flag("--json", arguments->json, "print a JSON object");
  command->footer(
      "Errors are those at the end time, relative to the largest position, velocity and multiplier of the run; "
      "'max q' is the\n"
      "largest error of the positions at 100 instants of the run, where the reference is a run. The reference\n"
      "is the exact solution of a closed-form system where one is known, otherwise a run with a tight tolerance.\n"
      "Examples:\n"
      "  daedalus compare car_axle\n"
      "  daedalus compare slider_crank --methods rk4,dopri5 --h 1e-2,5e-3,2.5e-3,1e-3 --page crank.html\n"
      "  daedalus compare andrews --methods dopri5 --rtol 1e-4,1e-6,1e-8\n"
      "  daedalus compare closed_form:car_axle --methods rk4:projection.level=none,rk4 --h 1e-3,1e-4 --json");
  command->callback([arguments, &code] {
    arguments->mechanism.parameters = parse_settings(arguments->parameters);
    code = compare(*arguments);
  });
}

}  // namespace daedalus::cli
