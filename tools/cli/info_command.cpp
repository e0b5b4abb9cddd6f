#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "aligned_columns.hpp"
#include "commands.hpp"
#include "daedalus/closed_form/catalog.hpp"
#include "daedalus/io/json_text.hpp"

namespace daedalus::cli {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const CatalogEntry& entry) {
  const std::unique_ptr<System> system = entry.make();
  const Layout& layout = system->layout();
  Json groups = Json::array();
  for (const RateGroup& group : layout.rate_groups) groups.push_back(group.name);
  return {{"name", entry.name},
          {"summary", entry.summary},
          {"t_end", entry.t_end},
          {"degrees_of_freedom", layout.nq - layout.nc()},
          {"coordinates", layout.coordinates},
          {"holonomic", layout.ng},
          {"nonholonomic", layout.nw},
          {"constraints", layout.constraints},
          {"states", layout.states},
          {"switches", layout.switches},
          {"rate_groups", groups}};
}

void print_one(const CatalogEntry& entry) {
  const std::unique_ptr<System> system = entry.make();
  const Layout& layout = system->layout();
  fmt::print("{}: {}\n", entry.name, entry.summary);
  fmt::print(
      "  {} coordinates, {} holonomic and {} nonholonomic constraints, {} first-order states; suggested end time "
      "{:.4g} s\n",
      layout.nq, layout.ng, layout.nw, layout.ns, entry.t_end);
  const auto list = [](const char* label, const std::vector<std::string>& names) {
    if (!names.empty()) fmt::print("  {:<14}{}\n", label, fmt::join(names, "; "));
  };
  list("coordinates", layout.coordinates);
  list("constraints", layout.constraints);
  list("states", layout.states);
  list("switches", layout.switches);
  for (const RateGroup& group : layout.rate_groups)
    fmt::print("  {:<14}{} ({} coordinates)\n", "rate group", group.name, group.coordinates.size());
}

void print_systems() {
  std::vector<std::vector<std::string>> rows;
  for (const CatalogEntry& entry : closed_form_catalog()) rows.push_back({entry.name, entry.summary});
  fmt::print(
      "{}\n"
      "'daedalus info NAME' describes one, 'daedalus run closed_form:NAME' runs it. For models, see 'daedalus "
      "models'.\n",
      aligned_columns(rows));
}

}  // namespace

void add_info(CLI::App& app, int& code) {
  auto name = std::make_shared<std::string>();
  auto json = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("info", "List the closed-form systems, or describe one.");
  command->add_option("system", *name, "system to describe");
  command->add_flag("--json", *json, "print JSON");
  command->callback([name, json, &code] {
    if (!name->empty()) {
      const CatalogEntry& entry = find_closed_form(*name);
      if (*json) fmt::print("{}\n", json_text(to_json(entry)));
      else print_one(entry);
    } else if (*json) {
      Json list = Json::array();
      for (const CatalogEntry& entry : closed_form_catalog()) list.push_back(to_json(entry));
      fmt::print("{}\n", json_text(list));
    } else {
      print_systems();
    }
    code = exit_done;
  });
}

}  // namespace daedalus::cli
