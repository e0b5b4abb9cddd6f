#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "ctrl_c.hpp"
#include "daedalus/base/errors.hpp"
#include "daedalus/io/json_text.hpp"
#include "daedalus/io/page/study_page.hpp"
#include "daedalus/simulation/choice.hpp"
#include "loaded_mechanism.hpp"
#include "numbers.hpp"
#include "page_output.hpp"
#include "progress.hpp"

namespace daedalus::cli {
namespace {

using Json = nlohmann::ordered_json;

struct ChooseArguments {
  MechanismRequest mechanism;
  std::vector<std::string> parameters, within;
  std::string deadline;
  ChoiceRequest choice;
  PageRequest page;
  bool json = false;
};

// '1ms', '500us' or seconds.
double parse_deadline(const std::string& text) {
  if (text.empty()) return 0;
  double value = 0;
  std::size_t end = 0;
  try {
    value = std::stod(text, &end);
  } catch (const std::exception&) {
    end = 0;
  }
  const std::string unit = text.substr(end);
  const double factor = unit == "us" ? 1e-6 : unit == "ms" ? 1e-3 : unit.empty() || unit == "s" ? 1 : 0;
  if (end == 0 || !(value * factor > 0) || !std::isfinite(value))
    throw OptionError(fmt::format("--deadline {}: expected a time, for example 1ms, 500us or 0.001.", text));
  return value * factor;
}

std::string command_for(const ChooseArguments& arguments, const Trial& trial) {
  std::string text = fmt::format("daedalus {} {}", trial.h > 0 ? "rt" : "run", arguments.mechanism.name);
  for (const std::string& parameter : arguments.parameters) text += " --set " + parameter;
  if (arguments.mechanism.formulation) text += " --formulation " + *arguments.mechanism.formulation;
  if (arguments.choice.t_end) text += fmt::format(" --t-end {:g}", *arguments.choice.t_end);
  return text + fmt::format(" --method {}", trial.method) +
         (trial.h > 0 ? fmt::format(" --h {:g}", trial.h) : fmt::format(" --rtol {:.2g}", trial.rtol));
}

std::string demand_text(const Choice& all) {
  if (all.demands.size() == 1)
    return fmt::format("{} within {:.3g} {}", all.demands[0].channel.name, all.demands[0].allowed,
                       all.demands[0].channel.unit);
  return fmt::format("{} channels within {:.2g} of their range, or as given", all.demands.size(), all.accuracy);
}

// 'chassis.z deviates by up to 8.1e-05 m'
std::string deviation_of(const Choice& all, const Trial& trial) {
  const auto demand =
      std::ranges::find(all.demands, trial.worst_channel, [](const ChannelDemand& d) { return d.channel.name; });
  const std::string unit =
      demand == all.demands.end() || demand->channel.unit.empty() ? "" : " " + demand->channel.unit;
  return fmt::format("{} deviates by up to {:.3g}{}", trial.worst_channel, trial.worst_deviation, unit);
}

std::string recommendation(const Choice& all) {
  if (!all.best)
    return all.deadline > 0 ? fmt::format("No method computes its steps of {:g} s in half of that.", all.deadline)
                            : "No method reaches this accuracy within the tolerances tried.";
  const Trial& best = all.trials[*all.best];
  if (all.deadline > 0)
    return fmt::format("{}: a step of {:g} s takes {:.2g} s (median; slowest {:.2g} s), {}.", best.method, best.h,
                       best.median_step, best.slowest_step, deviation_of(all, best));
  double next = 0;
  for (const Trial& trial : all.trials)
    if (all.meets(trial) && trial.method != best.method && (next == 0 || trial.seconds < next)) next = trial.seconds;
  const double ratio = next / best.seconds;
  const std::string rival = next == 0     ? ""
                            : ratio > 1.1 ? fmt::format(" (the next method takes {:.2g} times as long)", ratio)
                                          : " (the next method takes about as long)";
  return fmt::format("{} with rtol {:.2g}: {} steps, {:.3g} s of CPU time{}; {}.", best.method, best.rtol, best.steps,
                     best.seconds, rival, deviation_of(all, best));
}

std::string remark(const Choice& all, std::size_t i) {
  const Trial& trial = all.trials[i];
  if (!trial.done()) return trial.failure;
  return all.best == i ? "recommended" : all.meets(trial) ? "meets" : all.deadline > 0 ? "too slow" : "misses";
}

void print(const Choice& all, const ChooseArguments& arguments) {
  fmt::print("{}: {:.6g} to {:.6g} s, {}, at any time of the run\n", all.system, all.t_start, all.t_end,
             demand_text(all));
  fmt::print("reference: {}; a looser one deviates by {:.2g} of what is allowed\n\n", all.reference,
             all.reference_error);
  fmt::print("  {:<14}{:>9}{:>9}{:>11}{:>15}  {:<24}{}\n", "method", all.deadline > 0 ? "h, s" : "rtol", "steps",
             all.deadline > 0 ? "step, us" : "CPU, s", "error/allowed", "worst channel", "");
  for (std::size_t i = 0; i < all.trials.size(); ++i) {
    const Trial& trial = all.trials[i];
    fmt::print("  {:<14}{:>9.2g}{:>9}{:>11.3g}{:>15}  {:<24}{}\n", trial.method, trial.h > 0 ? trial.h : trial.rtol,
               trial.steps, all.deadline > 0 ? 1e6 * trial.median_step : trial.seconds,
               trial.done() ? fmt::format("{:.2g}", trial.worst) : "-", trial.worst_channel, remark(all, i));
  }
  fmt::print("\n{}\n", recommendation(all));
  if (all.best) fmt::print("  {}\n", command_for(arguments, all.trials[*all.best]));
}

Json to_json(const Choice& all, const ChooseArguments& arguments) {
  Json json = {{"system", all.system},       {"t_start", all.t_start},
               {"t_end", all.t_end},         {"accuracy", all.accuracy},
               {"deadline", all.deadline},   {"reference", all.reference},
               {"cancelled", all.cancelled}, {"reference_error", all.reference_error},
               {"channels", Json::array()},  {"trials", Json::array()}};
  for (const ChannelDemand& demand : all.demands)
    json["channels"].push_back({{"name", demand.channel.name},
                                {"unit", demand.channel.unit},
                                {"range", demand.range},
                                {"allowed", demand.allowed}});
  for (const Trial& trial : all.trials) {
    Json entry = {{"method", trial.method}, {"steps", trial.steps}, {"cpu_seconds", trial.seconds}};
    entry[trial.h > 0 ? "h" : "rtol"] = trial.h > 0 ? trial.h : trial.rtol;
    if (trial.h > 0) entry["step_seconds"] = {{"median", trial.median_step}, {"slowest", trial.slowest_step}};
    if (trial.done()) {
      entry["error"] = {
          {"of_allowed", trial.worst}, {"channel", trial.worst_channel}, {"deviation", trial.worst_deviation}};
      entry["meets"] = all.meets(trial);
    } else {
      entry["failure"] = trial.failure;
    }
    json["trials"].push_back(std::move(entry));
  }
  json["recommendation"] = recommendation(all);
  if (all.best)
    json["recommended"] = {{"trial", *all.best}, {"command", command_for(arguments, all.trials[*all.best])}};
  return json;
}

StudyPage choice_page(const Choice& all, const ChooseArguments& arguments) {
  using Kind = StudyTable::Kind;
  StudyPage page(all.system + ": which method?", demand_text(all) + ", at any time of the run");
  page.add(StudyText{
      .title = "Recommendation",
      .text = recommendation(all) + (all.best ? "\n\n" + command_for(arguments, all.trials[*all.best]) : "")});
  StudyTable table{.title = "Trials",
                   .note = fmt::format("Reference: {}; a looser one deviates by {:.2g} of what is allowed.",
                                       all.reference, all.reference_error),
                   .columns = {{"method"},
                               {all.deadline > 0 ? "h" : "rtol", "", Kind::number, 3},
                               {"steps", "", Kind::number, 9},
                               {"CPU time", "s", Kind::number, 3},
                               {"error/allowed", "", Kind::number, 3},
                               {"worst channel"},
                               {"", "", Kind::verdict}}};
  std::vector<StudySeries> curves;
  for (std::size_t i = 0; i < all.trials.size(); ++i) {
    const Trial& trial = all.trials[i];
    table.rows.push_back({trial.method, trial.h > 0 ? trial.h : trial.rtol, static_cast<double>(trial.steps),
                          trial.seconds, trial.done() ? StudyTable::Cell(trial.worst) : StudyTable::Cell(),
                          trial.worst_channel, remark(all, i)});
    if (curves.empty() || curves.back().name != trial.method)
      curves.push_back({.name = trial.method, .x = {}, .y = {}});
    if (!trial.done() || !(trial.worst > 0)) continue;
    curves.back().x.push_back(trial.seconds);
    curves.back().y.push_back(trial.worst);
  }
  page.add(table);
  page.add(StudyChart{.kind = StudyChart::Kind::work_precision,
                      .title = "Work-precision diagram",
                      .note = "1 is what is allowed.",
                      .x = {"CPU time", "s"},
                      .y = {"largest error over the run, of what is allowed"},
                      .series = std::move(curves)});
  StudyTable demands{
      .title = "Channels",
      .columns = {{"channel"}, {"range", "", Kind::number, 4}, {"allowed", "", Kind::number, 3}, {"unit"}}};
  for (const ChannelDemand& demand : all.demands)
    demands.rows.push_back({demand.channel.name, demand.range, demand.allowed, demand.channel.unit});
  page.add(demands);
  return page;
}

int choose(ChooseArguments& arguments) {
  require_page_is_possible(arguments.page);
  ChoiceRequest& request = arguments.choice;
  request.deadline = parse_deadline(arguments.deadline);
  request.within = parse_settings(arguments.within);
  const Mechanism mechanism = load(arguments.mechanism);
  request.cancel = &stop_requested_by_signals();
  std::unique_ptr<Progress> progress;
  std::string shown;
  request.on_step = [&](const std::string& run, double t) {
    if (run != shown)
      progress =
          std::make_unique<Progress>(mechanism.start.t, request.t_end.value_or(mechanism.suggested.t_end),
                                     arguments.json ? Progress::Display::off : Progress::Display::automatic, run);
    shown = run;
    progress->at(t);
  };
  const Choice all = choose_method(mechanism, request);
  progress.reset();
  if (arguments.json) fmt::print("{}\n", json_text(to_json(all, arguments)));
  else print(all, arguments);
  if (!arguments.page.page.empty()) {
    choice_page(all, arguments).write(arguments.page.page);
    if (!arguments.json) fmt::print("\n  {:<18}{}\n", "page", address_of(arguments.page.page));
  }
  return all.cancelled || !all.best ? exit_stopped_early : exit_done;
}

}  // namespace

void add_choose(CLI::App& app, int& code) {
  auto arguments = std::make_shared<ChooseArguments>();
  ChoiceRequest& choice = arguments->choice;
  CLI::App* command = app.add_subcommand(
      "choose",
      "Find the method for a model by trying: the cheapest that is accurate enough, or fast enough for a deadline.");
  command->add_option("model", arguments->mechanism.name, "model file, gallery name or closed-form system")->required();
  command
      ->add_option("--accuracy", choice.accuracy, "largest error over the run, as a fraction of the range of a channel")
      ->check(positive_number())
      ->capture_default_str();
  command
      ->add_option("--within", arguments->within,
                   "largest error of one channel in its unit, NAME=VALUE: chassis.z=1e-4 (repeatable)")
      ->allow_extra_args(false);
  command
      ->add_option("--channels", choice.channels,
                   "channels that have to be accurate, for example 'chassis.*' [those of the model, or all positions]")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_option("--deadline", arguments->deadline,
                      "real time: fixed steps of this length, each computed in at most half of it: 1ms");
  command->add_option("--methods", choice.methods, "candidates [a selection]")->delimiter(',')->allow_extra_args(false);
  command->add_option("--t-end", choice.t_end, "end time, s [from the model]")->check(positive_number());
  command->add_option("--formulation", arguments->mechanism.formulation, "formulation: cartesian or joint [cartesian]");
  command->add_option("--set", arguments->parameters, "model parameter NAME=VALUE (repeatable)")
      ->allow_extra_args(false);
  command->add_option("--page", arguments->page.page, "write the trials to a single HTML file");
  command->add_flag("--json", arguments->json, "print a JSON object");
  command->footer(
      "Runs a reference and then each candidate with tolerances that are adapted until it just meets the accuracy. CPU "
      "times depend on the machine;\n"
      "methods within a factor of 1.5 are about equal. Exit code 3: no candidate is good enough.\n"
      "Examples:\n"
      "  daedalus choose car_axle --accuracy 1e-4\n"
      "  daedalus choose hmmwv14_stiff --channels chassis.z --within chassis.z=1e-4 --page choice.html\n"
      "  daedalus choose hmmwv14_stiff --deadline 1ms --t-end 1");
  command->callback([arguments, &code] {
    arguments->mechanism.parameters = parse_settings(arguments->parameters);
    code = choose(*arguments);
  });
}

}  // namespace daedalus::cli
