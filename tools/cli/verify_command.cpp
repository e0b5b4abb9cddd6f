#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "ctrl_c.hpp"
#include "daedalus/analysis/verification.hpp"
#include "daedalus/io/json_text.hpp"
#include "daedalus/io/model_file/model_file.hpp"
#include "loaded_mechanism.hpp"
#include "numbers.hpp"
#include "page_output.hpp"
#include "progress.hpp"
#include "verify_page.hpp"

namespace daedalus::cli {
namespace {

using Json = nlohmann::ordered_json;

struct VerifyArguments {
  std::string model;
  std::vector<std::string> parameters;
  VerificationOptions options;
  PageRequest page;
  bool json = false;
};

int exit_code(Verdict verdict) {
  return verdict == Verdict::agree ? exit_done : verdict == Verdict::disagree ? exit_disagreement : exit_stopped_early;
}

Json to_json(const std::vector<Deviation>& deviations) {
  Json list = Json::array();
  for (const Deviation& d : deviations)
    list.push_back({{"name", d.name}, {"deviation", d.value}, {"quantity", d.quantity}, {"t", d.t}});
  return list;
}

Json to_json(const Verification& all) {
  Json json = {{"model", all.model},
               {"verdict", text_of(all.verdict)},
               {"reason", all.reason},
               {"t_start", all.t_start},
               {"t_end", all.t_end},
               {"t_compared", all.t_compared},
               {"not_compared", all.not_compared()},
               {"samples", all.samples},
               {"limits", {{"motion", all.motion_limit}, {"reactions", all.reaction_limit}}},
               {"reactions_left_out", all.left_out},
               {"fastest_eigenvalue", all.fastest},
               {"speed_up", all.speed_up()},
               {"runs", Json::array()},
               {"pairs", Json::array()}};
  for (const VerificationRun& run : all.runs) {
    Json entry = {{"formulation", run.formulation},
                  {"method", run.method},
                  {"coordinates", run.coordinates},
                  {"constraints", run.constraints},
                  {"solver", run.solver},
                  {"steps", run.steps},
                  {"cpu_seconds", run.seconds},
                  {"t_end", run.t_end},
                  {"status", !run.done() ? "failed"
                             : run.cut   ? "cut"
                                         : "done"}};
    entry[run.h > 0 ? "h" : "rtol"] = run.h > 0 ? run.h : run.rtol;
    if (run.method == verification_methods::fixed || run.method == verification_methods::implicit)
      entry[run.h > 0 ? "last_halving" : "last_tightening"] = {{"motion", run.change_of_motion},
                                                               {"reactions", run.change_of_reactions}};
    if (!run.note.empty()) entry["note"] = run.note;
    if (!run.done()) entry["failure"] = run.failure;
    json["runs"].push_back(std::move(entry));
  }
  for (const VerificationPair& pair : all.pairs)
    json["pairs"].push_back({{"first", all.runs[pair.first].name()},
                             {"second", all.runs[pair.second].name()},
                             {"t_end", pair.t_end},
                             {"agrees", pair.agrees},
                             {"motion", pair.deviations.motion()},
                             {"reactions", pair.deviations.reactions()},
                             {"bodies", to_json(pair.deviations.bodies)},
                             {"joints", to_json(pair.deviations.joints)},
                             {"drivers", to_json(pair.deviations.drivers)}});
  return json;
}

// One row for each body, joint or driver, one column for each pair of runs; the worst first.
void print_deviations(const Verification& all, const char* title, const char* quantity, double limit,
                      std::vector<Deviation> Deviations::*part) {
  constexpr std::size_t most = 15;
  if (all.pairs.empty() || (all.pairs.front().deviations.*part).empty()) return;
  struct Row {
    std::string name;
    std::vector<double> values;
    Deviation worst;
  };
  std::vector<Row> rows;
  for (std::size_t i = 0; i < (all.pairs.front().deviations.*part).size(); ++i) {
    Row row;
    for (const VerificationPair& pair : all.pairs) {
      const Deviation& d = (pair.deviations.*part)[i];
      row.values.push_back(d.value);
      if (row.name.empty() || !(d.value <= row.worst.value)) row.worst = d;
      row.name = d.name;
    }
    rows.push_back(std::move(row));
  }
  std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.worst.value > b.worst.value; });
  fmt::print("\n  {:<25}", title);
  for (std::size_t k = 0; k < all.pairs.size(); ++k) fmt::print("{:>10}", std::string(1, static_cast<char>('A' + k)));
  fmt::print("   worst ({}, limit {:.0e})\n", quantity, limit);
  for (std::size_t i = 0; i < std::min(rows.size(), most); ++i) {
    fmt::print("  {:<25}", rows[i].name);
    for (const double value : rows[i].values) fmt::print("{:>10.1e}", value);
    fmt::print("   {} at t = {:.4g} s\n", rows[i].worst.quantity, rows[i].worst.t);
  }
  if (rows.size() > most) fmt::print("  ... and {} more, none worse (--json has all)\n", rows.size() - most);
}

void print(const Verification& all) {
  fmt::print("{}: {:.6g} to {:.6g} s, compared at {} instants\n\n", all.model, all.t_start, all.t_end, all.samples + 1);
  fmt::print("  {:<23}{:>12}{:>13}{:>10}{:>12}{:>11}\n", "run", "coordinates", "constraints", "steps", "step",
             "CPU time");
  for (const VerificationRun& run : all.runs) {
    const std::string step = run.h > 0 ? fmt::format("{:.3g} s", run.h) : fmt::format("rtol {:.0e}", run.rtol);
    fmt::print("  {:<23}{:>12}{:>13}{:>10}{:>12}{:>9.3g} s{}\n", run.name(), run.coordinates, run.constraints,
               run.steps, step, run.seconds,
               !run.done() ? "   failed"
               : run.cut   ? fmt::format("   to {:.3g} s", run.t_end)
                           : "");
  }
  fmt::print("\n");
  std::map<std::string, std::string> solvers;
  for (const VerificationRun& run : all.runs)
    if (solvers.emplace(run.formulation, run.solver).second) fmt::print("  {:<23}{}\n", run.formulation, run.solver);
  if (all.speed_up() > 0)
    fmt::print("  {:<23}joint takes {:.3g} times as much CPU time as cartesian (dopri5)\n", "speed",
               1 / all.speed_up());
  for (const VerificationRun& run : all.runs)
    if (!run.note.empty()) fmt::print("  {:<23}{}\n", run.name(), run.note);

  if (!all.pairs.empty()) fmt::print("\n");
  for (std::size_t k = 0; k < all.pairs.size(); ++k)
    fmt::print("  {}  {} and {}{}\n", static_cast<char>('A' + k), all.runs[all.pairs[k].first].name(),
               all.runs[all.pairs[k].second].name(),
               all.pairs[k].t_end < all.t_end ? fmt::format(", to {:.3g} s", all.pairs[k].t_end) : "");
  print_deviations(all, "body", "relative", all.motion_limit, &Deviations::bodies);
  print_deviations(all, "joint", "relative", all.reaction_limit, &Deviations::joints);
  print_deviations(all, "driver", "relative", all.reaction_limit, &Deviations::drivers);
  if (!all.left_out.empty())
    fmt::print(
        "\n"
        "  Reactions of {} are omitted: redundant constraints leave them undetermined, so they may differ between "
        "runs.\n",
        fmt::join(all.left_out, ", "));
  const char* verdict = all.verdict == Verdict::agree           ? "verified"
                        : all.verdict == Verdict::agree_in_part ? "partially verified"
                        : all.verdict == Verdict::disagree      ? "DISAGREEMENT"
                                                                : "not verified";
  fmt::print("\n{}: {}.\n", verdict,
             all.reason.ends_with('.') ? all.reason.substr(0, all.reason.size() - 1) : all.reason);
}

int verify(VerifyArguments& arguments) {
  require_page_is_possible(arguments.page);
  const std::string file = require_model_file(
      arguments.model,
      "it has only one formulation; 'daedalus run' prints its error where the exact solution is known");
  const Model model = read_model(file, parse_settings(arguments.parameters));
  VerificationOptions& options = arguments.options;
  options.cancel = &stop_requested_by_signals();
  const double t_end = options.t_end > 0 ? options.t_end : model.run().t_end;
  std::unique_ptr<Progress> progress;
  std::string shown;
  options.on_step = [&](const std::string& run, double t) {
    if (run != shown)
      progress = std::make_unique<Progress>(model.run().t_start, t_end,
                                            arguments.json ? Progress::Display::off : Progress::Display::automatic);
    shown = run;
    progress->at(t);
  };
  const Verification all = verify_model(model, options);
  progress.reset();
  if (arguments.json) {
    Json json = to_json(all);
    json["file"] = file;
    fmt::print("{}\n", json_text(json));
  } else {
    print(all);
  }
  if (!arguments.page.page.empty()) {
    verification_page(all, file).write(arguments.page.page);
    if (!arguments.json) fmt::print("  {:<23}{}\n", "page", address_of(arguments.page.page));
  }
  return exit_code(all.verdict);
}

}  // namespace

void add_verify(CLI::App& app, int& code) {
  auto arguments = std::make_shared<VerifyArguments>();
  VerificationOptions& options = arguments->options;
  CLI::App* command = app.add_subcommand(
      "verify", "Run a model in both formulations with two independent methods and check that the results agree.");
  command->add_option("model", arguments->model, "model file or gallery name")->required();
  command->add_option("--set", arguments->parameters, "model parameter NAME=VALUE (repeatable)")
      ->allow_extra_args(false);
  command->add_option("--t-end", options.t_end, "end time, s [from the model]")->check(positive_number());
  command->add_option("--rtol", options.rtol, "relative tolerance of dopri5")
      ->check(positive_number())
      ->capture_default_str();
  command->add_option("--samples", options.samples, "number of times at which the runs are compared")
      ->check(positive_number())
      ->capture_default_str();
  command->add_option("--motion", options.motion, "tolerated relative deviation of body motion")
      ->check(positive_number())
      ->capture_default_str();
  command
      ->add_option("--reactions", options.reactions,
                   "tolerated relative deviation of joint reactions and driver forces")
      ->check(positive_number())
      ->capture_default_str();
  command
      ->add_option(
          "--effort", options.effort,
          "work budget of a run, relative to the default; a run that exceeds it is compared up to where it stopped")
      ->check(positive_number())
      ->capture_default_str();
  command->add_option("--page", arguments->page.page, "write the tables to a single HTML file");
  command->add_flag("--json", arguments->json, "print a JSON object");
  command->footer(
      "The formulations are cartesian and joint. The methods are dopri5 (error control) and rk4 (fixed steps, halved "
      "until the\n"
      "result no longer changes) or, for stiff models and sharp edges, infl-sdirk (tolerance tightened until the "
      "result no longer\n"
      "changes). Where dopri5 would need too many steps it is compared up to where it stopped, and for-sdirk to the "
      "end.\n"
      "Positions, orientations, velocities and accelerations of all bodies, joint reactions and driver forces are "
      "compared at the\n"
      "same times.\n"
      "Examples:\n"
      "  daedalus verify slider_crank                     the run specified by the model\n"
      "  daedalus verify my.yaml --set mass=2 --t-end 3   a variant, over a shorter time\n"
      "  daedalus verify my.yaml --motion 1e-6 --json     with another limit; all results as a JSON object\n"
      "Exit codes: 0 agreement, 2 bad input, 3 not or only partially verified (a run failed or was stopped), 4 "
      "disagreement.");
  command->callback([arguments, &code] { code = verify(*arguments); });
}

}  // namespace daedalus::cli
