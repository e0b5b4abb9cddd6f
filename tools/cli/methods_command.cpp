#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "aligned_columns.hpp"
#include "commands.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/io/json_text.hpp"
#include "daedalus/simulation/method_json.hpp"

namespace daedalus::cli {
namespace {

std::string order_text(const MethodRecord& r) {
  if (r.order_varies) return fmt::format("1-{}", r.order_q);
  const bool is_one = r.order_q == r.order_v && r.order_v == r.order_lambda;
  return is_one ? fmt::format("{}", r.order_q) : fmt::format("{}/{}/{}", r.order_q, r.order_v, r.order_lambda);
}

const char* short_text_of(const Stability& s) {
  return s.L_stable() ? "L-stable" : s.A_stable ? "A-stable" : "conditional";
}

void print_method_table() {
  std::vector<std::vector<std::string>> rows = {{"name", "order", "index", "step", "stability", "use it for"}};
  for (const MethodEntry& method : method_table()) {
    const MethodRecord& r = method.record;
    const std::string step = r.control == StepControl::fixed_or_adaptive ? "fixed or adaptive"
                             : r.control == StepControl::adaptive_only   ? "adaptive"
                             : r.cost == StepCost::fixed                 ? "fixed, constant work"
                                                                         : "fixed";
    const std::string missing = r.is_built() ? "" : fmt::format("; not built: {}", r.external.how_to_get_it);
    rows.push_back(
        {r.name, order_text(r), fmt::format("{}", r.index), step, short_text_of(r.stability), r.use_for + missing});
  }
  fmt::print("{}", aligned_columns(rows));
  std::string tableaus;
  for (const MethodEntry& method : dual_rate_methods())
    tableaus += fmt::format("{}{}",
                            tableaus.empty()                  ? ""
                            : method.record.name == "opt-2-5" ? ",\n    "
                                                              : ", ",
                            method.record.name);
  fmt::print("\ndual-rate methods, each with the options of prk:\n    {}\n", tableaus);
  fmt::print(
      "\norder: of convergence; q/v/lambda where they differ. index: differential index of the equations solved.\n"
      "stability: A-stable methods have no step size limit on stiff models; L-stable ones also remove vibration that "
      "the "
      "step does not resolve.\n"
      "Run 'daedalus methods NAME' for equations, options and presets.\n");
}

void print_one(const MethodEntry& method) {
  const MethodRecord& r = method.record;
  fmt::print("{}: {}\n", r.name, r.title);
  const auto line = [](const char* label, const std::string& text) { fmt::print("  {:<14}{}\n", label, text); };
  line("use it for", r.use_for);
  line("family", r.family);
  line("order", r.order_varies ? fmt::format("1 to {}, chosen by error control", r.order_q)
                               : fmt::format("{} in q, {} in v, {} in lambda; dense output {}", r.order_q, r.order_v,
                                             r.order_lambda, r.dense_order));
  line("equations", fmt::format("index {}", r.index));
  line("step", text_of(r.control));
  line("cost", r.cost == StepCost::fixed ? "constant work per step" : "iterative: work per step varies");
  line("constraints", fmt::format("kept at {} level", text_of(r.satisfies)));
  line("stability", text_of(r.stability));
  line("needs", fmt::format("{}", fmt::join(names_of(r.needs), " ")));
  if (r.may_need != Want::nothing)
    line("", fmt::format("with other options also {}", fmt::join(names_of(r.may_need), " ")));
  if (r.is_external())
    line("library",
         fmt::format("{}{}: no promise of steps without allocation or of bit-for-bit restarts", r.external.library,
                     r.is_built() ? "" : fmt::format(", not built: {}", r.external.how_to_get_it)));
  line("source", r.source);
  std::istringstream formula(r.formula);
  const char* label = "formula";
  for (std::string text; std::getline(formula, text); label = "") line(label, text);
  for (const OptionInfo& option : method.options())
    fmt::print("  --opt {}={}\n      {}: {}\n", option.name, option.value, option.meaning, option.accepted);
  for (const MethodPreset& preset : r.presets) {
    std::string settings;
    for (const OptionSetting& setting : preset.settings) settings += fmt::format(" {}={}", setting.name, setting.value);
    fmt::print("  --opt preset={}\n      {}\n      sets{}\n", preset.name, preset.use_for, settings);
  }
}

}  // namespace

void add_methods(CLI::App& app, int& code) {
  auto name = std::make_shared<std::string>();
  auto json = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("methods", "List the integrators, or show one with its options.");
  command->add_option("name", *name, "show this one");
  command->add_flag("--json", *json, "as JSON");
  command->callback([name, json, &code] {
    if (!name->empty() && *json) {
      fmt::print("{}\n", to_json(find_method(*name)).dump(2));
    } else if (!name->empty()) {
      print_one(find_method(*name));
    } else if (*json) {
      nlohmann::ordered_json list = nlohmann::ordered_json::array();
      for (const MethodEntry& method : method_table()) list.push_back(to_json(method));
      fmt::print("{}\n", json_text(list));
    } else {
      print_method_table();
    }
    code = exit_done;
  });
}

}  // namespace daedalus::cli
