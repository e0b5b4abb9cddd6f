#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "commands.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/io/json_text.hpp"
#include "daedalus/simulation/method_json.hpp"

namespace daedalus::cli {
namespace {

using Json = nlohmann::ordered_json;

Json with_options(const MethodEntry& method) {
  Json json = to_json(method.record);
  json["options"] = Json::array();
  for (const OptionInfo& option : method.options())
    json["options"].push_back(
        {{"name", option.name}, {"default", option.value}, {"accepted", option.accepted}, {"meaning", option.meaning}});
  return json;
}

void print_method_table() {
  std::size_t width = 0;
  for (const MethodEntry& method : method_table()) width = std::max(width, method.record.name.size() + 2);
  fmt::print("{:<{}}{:<22}{:<8}{:<7}{:<30}{}\n", "name", width, "family", "order", "index", "step", "title");
  for (const MethodEntry& method : method_table()) {
    const MethodRecord& r = method.record;
    const std::string order = fmt::format("{}/{}/{}", r.order_q, r.order_v, r.order_lambda);
    fmt::print("{:<{}}{:<22}{:<8}{:<7}{:<30}{}\n", r.name, width, r.family, order, r.index, text_of(r.control),
               r.title);
  }
  fmt::print("\norder: in q/v/lambda. 'daedalus methods NAME' shows one method with its options.\n");
}

void print_one(const MethodEntry& method) {
  const MethodRecord& r = method.record;
  fmt::print("{}: {}\n", r.name, r.title);
  const auto line = [](const char* label, const std::string& text) { fmt::print("  {:<14}{}\n", label, text); };
  line("family", r.family);
  line("order", fmt::format("{} in q, {} in v, {} in lambda; dense output {}", r.order_q, r.order_v, r.order_lambda,
                            r.dense_order));
  line("equations", fmt::format("index {}", r.index));
  line("step", text_of(r.control));
  line("cost", text_of(r.cost));
  line("constraints", fmt::format("kept at {} level", text_of(r.satisfies)));
  line("stability", r.stability);
  line("needs", r.needs);
  line("source", r.source);
  std::istringstream formula(r.formula);
  const char* label = "formula";
  for (std::string text; std::getline(formula, text); label = "") line(label, text);
  for (const OptionInfo& option : method.options())
    fmt::print("  --opt {}={}\n      {}: {}\n", option.name, option.value, option.meaning, option.accepted);
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
      fmt::print("{}\n", with_options(find_method(*name)).dump(2));
    } else if (!name->empty()) {
      print_one(find_method(*name));
    } else if (*json) {
      Json list = Json::array();
      for (const MethodEntry& method : method_table()) list.push_back(with_options(method));
      fmt::print("{}\n", json_text(list));
    } else {
      print_method_table();
    }
    code = exit_done;
  });
}

}  // namespace daedalus::cli
