// rates_command.cpp: whether a model has two rates: eigenvalues of its parts, what they cost, the step of each dual-rate method.
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "daedalus/analysis/evaluation_cost.hpp"
#include "daedalus/analysis/rate_split.hpp"
#include "daedalus/integrate/tableaus/prk/prk_tableaus.hpp"
#include "daedalus/io/json_text.hpp"
#include "daedalus/io/page/study_page.hpp"
#include "daedalus/simulation/linearize.hpp"
#include "loaded_mechanism.hpp"
#include "numbers.hpp"
#include "page_output.hpp"

namespace daedalus::cli {
namespace {

using Json = nlohmann::ordered_json;

struct RatesArguments {
  MechanismRequest mechanism;
  std::vector<std::string> parameters;
  std::optional<double> at;
  PageRequest page;
  bool json = false, all = false;
};

// What a tableau could do: its largest step, and the evaluation time it takes per second of motion there.
struct RateLimit {
  const PrkTableau* tableau = nullptr;
  double h = 0;
  double load = 0;  // s/s
};

RateLimit find_limit(const PrkTableau& tableau, const RateSplit& split, const EvaluationCost& cost) {
  const double h = largest_stable_step(tableau, split);
  const auto slow = static_cast<double>(tableau.slow_stages().size());
  // full evaluations at slow stages, and one for a and lambda at the end of a step where it is no first stage
  const double full = slow + (tableau.is_slow_stage(0) ? 0 : 1), fast = tableau.stages() - slow;
  return {&tableau, h, h > 0 ? (full * cost.whole + fast * cost.fast) / h : 0};
}

std::string range_of(const Eigen::VectorXcd& values) {
  if (values.size() == 0) return "none";
  double least = values.cwiseAbs().maxCoeff(), most = least;
  for (const std::complex<double>& value : values)
    if (std::abs(value) > 1e-6 * most) least = std::min(least, std::abs(value));
  return fmt::format("|λ| {:.3g} to {:.3g} 1/s, imaginary parts up to {:.3g}, real parts {:.3g} to {:.3g}", least, most,
                     values.imag().cwiseAbs().maxCoeff(), values.real().minCoeff(), values.real().maxCoeff());
}

StudyEigenvalues eigenvalue_chart(const char* title, const char* name, const Eigen::VectorXcd& values) {
  StudyEigenvalues chart{
      .title = title, .note = "1/s", .boundary = StudyEigenvalues::Boundary::imaginary_axis, .sets = {{name, {}, {}}}};
  for (const std::complex<double>& value : values) {
    chart.sets[0].re.push_back(value.real());
    chart.sets[0].im.push_back(value.imag());
  }
  return chart;
}

Json to_json(const Eigen::VectorXcd& values) {
  Json list = Json::array();
  for (const std::complex<double>& value : values) list.push_back({value.real(), value.imag()});
  return list;
}

void print_suggestion(const RateSuggestion& suggestion) {
  fmt::print("\nnothing in this model is declared fast. Fastest mode that each body or element takes part in:\n");
  for (std::size_t k = 0; k < std::min<std::size_t>(suggestion.owners.size(), 12); ++k)
    fmt::print("  {:<24}{:>10.4g} 1/s{}\n", suggestion.owners[k].name, suggestion.owners[k].rate,
               k < suggestion.fast ? "   rate: fast" : "");
  if (suggestion.fast == 0) {
    fmt::print("The rates do not separate (by a factor of 3 or more): one rate is the right choice.\n");
  } else if (!suggestion.obstacle.empty()) {
    fmt::print("They separate by a factor of {:.3g}, but cannot be integrated at a rate of their own:\n{}\n",
               suggestion.gap, suggestion.obstacle);
  } else {
    fmt::print(
        "They separate by a factor of {:.3g}: declare 'rate: fast' on the first {}, then run this command again.\n",
        suggestion.gap, suggestion.fast);
  }
}

int rates(const RatesArguments& arguments) {
  require_page_is_possible(arguments.page);
  const Mechanism mechanism = load(arguments.mechanism);
  State x = mechanism.start;
  if (arguments.at && *arguments.at != x.t) x = run_until(mechanism, *arguments.at).final;
  const System& system = *mechanism.system;
  const Linearization linear = linearize(mechanism, x);
  const RateSplit split = split_rates(system, linear);
  const EvaluationCost cost = measure_evaluation_cost(system, x);
  const bool has_fast = find_rate_group(system.layout(), "fast") != all_rates;

  std::vector<RateLimit> limits;
  for (const PrkTableau& tableau : prk_tableaus()) {
    const bool is_usual = tableau.is_single_rate() || tableau.name == "prk-2-5" || tableau.name.starts_with("opt-") ||
                          tableau.name == "kgheun-3-6";
    if (arguments.all || is_usual) limits.push_back(find_limit(tableau, split, cost));
  }
  const double yardstick = limits.front().load;  // rk2
  if (arguments.json) {
    Json json = {{"system", system.name()},
                 {"formulation", mechanism.formulation},
                 {"t", x.t},
                 {"states", split.names},
                 {"fast", split.is_fast},
                 {"slow_eigenvalues", to_json(split.slow_eigenvalues)},
                 {"fast_eigenvalues", to_json(split.fast_eigenvalues)},
                 {"eigenvalues", to_json(split.eigenvalues)},
                 {"seconds_per_evaluation", {{"whole", cost.whole}, {"fast", cost.fast}}},
                 {"methods", Json::array()}};
    for (const RateLimit& limit : limits)
      json["methods"].push_back({{"method", limit.tableau->name},
                                 {"order", limit.tableau->order},
                                 {"largest_h", limit.h},
                                 {"load", limit.load}});
    if (!has_fast) {
      const RateSuggestion suggestion = suggest_rates(system, linear);
      json["suggestion"] = {{"fast", suggestion.fast},
                            {"gap", suggestion.gap},
                            {"obstacle", suggestion.obstacle},
                            {"owners", Json::array()}};
      for (const RateOwner& owner : suggestion.owners)
        json["suggestion"]["owners"].push_back({{"name", owner.name}, {"rate", owner.rate}});
    }
    fmt::print("{}\n", json_text(json));
  } else {
    const auto line = [](const char* label, const std::string& text) { fmt::print("  {:<18}{}\n", label, text); };
    fmt::print("{} at t = {:g} s: {} slow and {} fast states\n", system.name(), x.t,
               static_cast<Index>(split.names.size()) - split.fast_count(), split.fast_count());
    line("slow part", range_of(split.slow_eigenvalues));
    line("fast part", range_of(split.fast_eigenvalues));
    line("whole", range_of(split.eigenvalues));
    line("evaluation", fmt::format("{:.3g} us for everything, {:.3g} us for the fast part ({:.0f} %)", 1e6 * cost.whole,
                                   1e6 * cost.fast, 100 * cost.ratio()));
    fmt::print("\n  {:<14}{:>6}{:>7}{:>7}{:>16}{:>22}\n", "method", "order", "slow", "fast", "largest h, s",
               "evaluations, rk2 = 1");
    for (const RateLimit& limit : limits) {
      const std::string h = limit.h > 0 ? fmt::format("{:.4g}", limit.h) : "unstable";
      const std::string load = limit.h > 0 && yardstick > 0 ? fmt::format("{:.2f}", limit.load / yardstick) : "";
      fmt::print("  {:<14}{:>6}{:>7}{:>7}{:>16}{:>22}\n", limit.tableau->name, limit.tableau->order,
                 limit.tableau->slow_stages().size(), limit.tableau->stages(), h, load);
    }
    fmt::print(
        "\nlargest h: spectral radius of the linearized step at most 1, at this state. evaluations: their time per "
        "second of motion at that\n"
        "step, on this machine; projections and output come on top.\n");
    if (!has_fast) print_suggestion(suggest_rates(system, linear));
  }
  if (!arguments.page.page.empty()) {
    StudyPage page(system.name(), "slow and fast parts");
    page.add(eigenvalue_chart("Eigenvalues of the slow part", "slow", split.slow_eigenvalues));
    page.add(eigenvalue_chart("Eigenvalues of the fast part", "fast", split.fast_eigenvalues));
    page.add(eigenvalue_chart("Eigenvalues of the whole", "whole", split.eigenvalues));
    page.write(arguments.page.page);
    if (!arguments.json) fmt::print("page: {}\n", address_of(arguments.page.page));
  }
  return exit_done;
}

}  // namespace

void add_rates(CLI::App& app, int& code) {
  auto arguments = std::make_shared<RatesArguments>();
  CLI::App* command =
      app.add_subcommand("rates", "Slow and fast parts of a model, their cost, and the step of each dual-rate method.");
  command->add_option("model", arguments->mechanism.name, "model file, gallery name or closed-form system")->required();
  command->add_option("--at", arguments->at, "run to this time first, s [start]")->check(positive_number());
  command->add_option("--formulation", arguments->mechanism.formulation, "formulation: cartesian or joint [cartesian]");
  command->add_option("--set", arguments->parameters, "model parameter NAME=VALUE (repeatable)")
      ->allow_extra_args(false);
  command->add_flag("--all", arguments->all, "all tableaus, chains and Chebyshev ones included");
  command->add_option("--page", arguments->page.page, "write the eigenvalues to a single HTML file");
  command->add_flag("--json", arguments->json, "print a JSON object");
  command->footer(
      "A model declares what is fast: 'rate: fast' on bodies or on force elements with states. Where it does not, this "
      "command suggests what\n"
      "could be.\n"
      "Examples:\n"
      "  daedalus rates quarter_car\n"
      "  daedalus rates quarter_car --formulation joint --page rates.html");
  command->callback([arguments, &code] {
    arguments->mechanism.parameters = parse_settings(arguments->parameters);
    code = rates(*arguments);
  });
}

}  // namespace daedalus::cli
