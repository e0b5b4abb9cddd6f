#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "aligned_columns.hpp"
#include "commands.hpp"
#include "daedalus/base/errors.hpp"
#include "daedalus/io/json_text.hpp"
#include "daedalus/io/model_file/model_file.hpp"
#include "daedalus/simulation/gallery.hpp"

namespace daedalus::cli {
namespace {

using Json = nlohmann::ordered_json;

// Up to the first full stop that ends a sentence, on one line.
std::string first_sentence(const std::string& text) {
  std::string sentence;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool space = text[i] == '\n' || text[i] == ' ';
    if (space && !sentence.empty() && sentence.back() == '.') break;
    if (!space || (!sentence.empty() && sentence.back() != ' ')) sentence += space ? ' ' : text[i];
  }
  while (!sentence.empty() && sentence.back() == ' ') sentence.pop_back();
  return sentence;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

Json to_json(const std::filesystem::path& file, const Model& model) {
  Json parameters = Json::array();
  for (const ModelParameter& parameter : model.parameters()) {
    parameters.push_back({{"name", parameter.name},
                          {"value", parameter.word() ? Json(*parameter.word()) : Json(parameter.value)},
                          {"meaning", parameter.meaning}});
    if (parameter.word()) parameters.back()["choices"] = parameter.choices;
  }
  const RunSuggestion& run = model.run();
  return {
      {"name", file.stem().string()},
      {"file", file.string()},
      {"description", model.description()},
      {"bodies", model.bodies().size() - 1},
      {"joints", model.joints().size()},
      {"forces", model.forces().size()},
      {"parameters", parameters},
      {"run", {{"method", run.method}, {"t_end", run.t_end}, {"rtol", run.rtol}, {"atol", run.atol}, {"h", run.h}}}};
}

}  // namespace

void add_models(CLI::App& app, int& code) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("models", "List the gallery models.");
  command->add_flag("--json", *json, "print JSON");
  command->callback([json, &code] {
    Json list = Json::array();
    std::vector<std::vector<std::string>> rows;
    bool all_read = true;
    for (const std::filesystem::path& file : gallery_files()) {
      try {
        const Model model = read_model(file);
        if (*json) list.push_back(to_json(file, model));
        else rows.push_back({file.stem().string(), first_sentence(model.description())});
      } catch (const std::runtime_error& problem) {  // one bad file does not hide the others
        fmt::print(stderr, "daedalus: {}\n", first_line(problem.what()));
        all_read = false;
      }
    }
    if (*json) fmt::print("{}\n", json_text(list));
    else
      fmt::print(
          "{}\n"
          "'daedalus run NAME' runs one, 'daedalus check NAME' describes it. For closed-form systems, see 'daedalus "
          "info'.\n",
          aligned_columns(rows));
    code = all_read ? exit_done : exit_bad_input;
  });
}

void add_schema(CLI::App& app, int& code) {
  CLI::App* command =
      app.add_subcommand("schema", "Print the JSON Schema of model files, for completion and validation in editors.");
  command->callback([&code] {
    fmt::print("{}\n", model_schema());
    code = exit_done;
  });
}

}  // namespace daedalus::cli
