// stability_command.cpp: where a method is stable: in the plane of an oscillator, or on a model before it is run.
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "daedalus/analysis/stability.hpp"
#include "daedalus/analysis/step_concerns.hpp"
#include "daedalus/base/errors.hpp"
#include "daedalus/integrate/consistent.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/io/json_text.hpp"
#include "daedalus/io/page/study_page.hpp"
#include "daedalus/simulation/linearize.hpp"
#include "dual_rate_stability.hpp"
#include "loaded_mechanism.hpp"
#include "numbers.hpp"
#include "page_output.hpp"

namespace daedalus::cli {
namespace {

using Json = nlohmann::ordered_json;

struct StabilityArguments {
  MechanismRequest mechanism;
  std::vector<std::string> parameters, options;
  std::string method = "rt-euler";
  std::optional<double> h;
  double widest = 8, highest = 16;
  PageRequest page;
  bool json = false;
};

std::string label(const std::string& method, const std::vector<std::string>& options) {
  std::string text = method;
  for (const std::string& option : options) text += ":" + option;
  return text;
}

StudyContour region(const MethodChoice& method, double widest, double highest) {
  constexpr int points_per_side = 81;
  StudyContour contour{.title = method.label + " on q'' = -a q - b q'",
                       .note = "Shaded: stable. Contours: spectral radius of one step.",
                       .x = {.name = "h b", .low = 0, .high = widest},
                       .y = {.name = "h² a", .low = 0, .high = highest},
                       .columns = points_per_side,
                       .rows = points_per_side,
                       .values = oscillator_radii(method, widest, highest, points_per_side),
                       .levels = {0.5, 0.9, 1, 2},
                       .filled_below = 1};
  for (double& radius : contour.values) radius = std::min(radius, 1e6);  // refused steps have no number
  return contour;
}

int show_region(const StabilityArguments& arguments, const MethodChoice& method) {
  Json json = {{"method", method.label}, {"highest", arguments.highest}, {"rows", Json::array()}};
  if (!arguments.json)
    fmt::print("{} on q'' = -a q - b q'\n\n  {:>8}  stable h² a (up to {:g})\n", method.label, "h b",
               arguments.highest);
  for (const double share : {0.0, 0.0125, 0.0625, 0.125, 0.25, 0.5, 1.0}) {
    const double hb = share * arguments.widest;
    Json row = {{"hb", hb}, {"h2a", Json::array()}};
    std::string text;
    for (const StableInterval& interval : stable_intervals(method, hb, arguments.highest)) {
      row["h2a"].push_back({interval.low, interval.high});
      text += fmt::format("{}{:.4g} to {:.4g}", text.empty() ? "" : ", ", interval.low, interval.high);
    }
    if (!arguments.json) fmt::print("  {:>8.4g}  {}\n", hb, text.empty() ? "nowhere" : text);
    json["rows"].push_back(std::move(row));
  }
  if (arguments.json) fmt::print("{}\n", json_text(json));
  if (!arguments.page.page.empty()) {
    StudyPage page("Stability of " + method.label, "one step of the method itself on a damped oscillator");
    page.add(region(method, arguments.widest, arguments.highest));
    page.write(arguments.page.page);
    if (!arguments.json) fmt::print("\n  {:<18}{}\n", "page", address_of(arguments.page.page));
  }
  return exit_done;
}

StudyEigenvalues spectrum(const StepLimit& limit) {
  StudyEigenvalues chart{.title = "Eigenvalues of the linearized model",
                         .note = "1/s",
                         .boundary = StudyEigenvalues::Boundary::imaginary_axis,
                         .sets = {{"model", {}, {}}}};
  for (const std::complex<double>& value : limit.eigenvalues) {
    chart.sets[0].re.push_back(value.real());
    chart.sets[0].im.push_back(value.imag());
  }
  return chart;
}

int show_model(const StabilityArguments& arguments, const MethodChoice& choice) {
  const Mechanism mechanism = load(arguments.mechanism);
  Equations eq(*mechanism.system);
  State x = mechanism.start;
  make_consistent(eq, x);
  const LinearMotion motion = make_linear_motion(linearize(mechanism, x));
  const StepLimit limit = largest_stable_step(choice, motion);
  const double h = arguments.h.value_or(mechanism.suggested.h);
  const std::vector<std::string> concerns = step_concerns(choice, limit, h);

  std::string verdict = !limit.h         ? "unstable at any step size"
                        : limit.any_step ? "stable at any step size"
                                         : fmt::format("stable up to h = {:.4g} s", *limit.h);
  if (arguments.json) {
    Json json = {{"system", mechanism.system->name()},
                 {"method", choice.label},
                 {"degrees_of_freedom", motion.n()},
                 {"fastest", limit.fastest},
                 {"any_step", limit.any_step},
                 {"largest_h", limit.h && !limit.any_step ? Json(*limit.h) : Json()},
                 {"warnings", concerns},
                 {"eigenvalues", Json::array()}};
    for (const std::complex<double>& value : limit.eigenvalues)
      json["eigenvalues"].push_back({value.real(), value.imag()});
    fmt::print("{}\n", json_text(json));
  } else {
    fmt::print("{} at t = {:g} s, {} degrees of freedom, {} first-order states\n", mechanism.system->name(), x.t,
               motion.n(), motion.ns());
    fmt::print("  {:<18}{:.4g} 1/s\n  {:<18}{}\n  {:<18}{}\n", "fastest", limit.fastest, "method", choice.label, "step",
               verdict);
    for (const std::string& concern : concerns) fmt::print("  {:<18}{}\n", "warning", concern);
  }
  if (!arguments.page.page.empty()) {
    StudyPage page(mechanism.system->name(), choice.label + ": " + verdict);
    page.add(spectrum(limit));
    page.write(arguments.page.page);
    if (!arguments.json) fmt::print("  {:<18}{}\n", "page", address_of(arguments.page.page));
  }
  return exit_done;
}

int stability(const StabilityArguments& arguments) {
  require_page_is_possible(arguments.page);
  const MethodChoice method = parse_method_choice(label(arguments.method, arguments.options));
  if (find_method(method.name).record.order_varies)
    throw OptionError(
        fmt::format("the order of '{0}' varies during a run, so it has no single stability region.\n"
                    "  For its limits at each order, see  daedalus methods {0}",
                    method.name));
  if (const std::optional<PrkTableau> tableau = find_dual_rate_tableau(method)) {
    const PageRequest& page = arguments.page;
    if (arguments.mechanism.name.empty()) return show_dual_rate_regions(*tableau, page, arguments.json);
    const Mechanism mechanism = load(arguments.mechanism);
    return show_dual_rate_step(*tableau, mechanism, arguments.h.value_or(mechanism.suggested.h), page, arguments.json);
  }
  return arguments.mechanism.name.empty() ? show_region(arguments, method) : show_model(arguments, method);
}

}  // namespace

void add_stability(CLI::App& app, int& code) {
  auto arguments = std::make_shared<StabilityArguments>();
  CLI::App* command = app.add_subcommand(
      "stability", "Stability of a method: its region for an oscillator, or the largest stable step for a model.");
  command->add_option("model", arguments->mechanism.name,
                      "model file, gallery name or closed-form system; omit for the oscillator");
  command->add_option("--method", arguments->method, "integrator")->capture_default_str();
  command->add_option("--opt", arguments->options, "method option NAME=VALUE (repeatable)")->allow_extra_args(false);
  command->add_option("--h", arguments->h, "step size to check, s [from the model]")->check(positive_number());
  command->add_option("--widest", arguments->widest, "largest h b in the region")
      ->check(positive_number())
      ->capture_default_str();
  command->add_option("--highest", arguments->highest, "largest h² a in the region")
      ->check(positive_number())
      ->capture_default_str();
  command->add_option("--formulation", arguments->mechanism.formulation, "formulation: cartesian or joint [cartesian]");
  command->add_option("--set", arguments->parameters, "model parameter NAME=VALUE (repeatable)")
      ->allow_extra_args(false);
  command->add_option("--page", arguments->page.page, "write the chart to a single HTML file");
  command->add_flag("--json", arguments->json, "print a JSON object");
  command->footer(
      "Without a model: the method takes steps of size h on q'' = -a q - b q'. With a model: the method is applied to "
      "the equations linearized\n"
      "on the constraints at the start; changes of the forces later in the run are not considered.\n"
      "Examples:\n"
      "  daedalus stability --method rt-euler --opt jacobian=j1 --page region.html\n"
      "  daedalus stability car_axle --method rt-euler --opt jacobian=j3 --h 1e-3\n"
      "  daedalus stability quarter_car --method rk4\n"
      "  daedalus stability --method prk-2-5 --page regions.html      slow and fast regions of a dual-rate method\n"
      "  daedalus stability quarter_car --method opt-3-8              its step with the coupling of both parts");
  command->callback([arguments, &code] {
    arguments->mechanism.parameters = parse_settings(arguments->parameters);
    code = stability(*arguments);
  });
}

}  // namespace daedalus::cli
