#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "commands.hpp"
#include "daedalus/base/errors.hpp"
#include "daedalus/io/channel_reader.hpp"
#include "daedalus/io/model_file/model_file.hpp"
#include "daedalus/io/page/run_page.hpp"
#include "daedalus/simulation/gallery.hpp"
#include "daedalus/simulation/output_guard.hpp"
#include "page_output.hpp"
#include "settings.hpp"

namespace daedalus::cli {
namespace {

namespace fs = std::filesystem;

struct ViewRequest {
  std::string result, model;
  std::vector<std::string> parameters;
  PageRequest page;
  bool open = false;
};

// 'length=0.4 mass=2', as the notes of a result file have it.
std::vector<OptionSetting> parameters_in(const std::string& note) {
  std::vector<std::string> texts;
  std::istringstream words(note);
  for (std::string word; words >> word;) texts.push_back(word);
  return parse_settings(texts);
}

// The file that the result names: where it was, seen from here, or beside the result, or in the gallery.
std::string find_model_of(const ChannelReader& result, const ViewRequest& request) {
  if (!request.model.empty()) return require_model_file(request.model, "omit --model");
  const std::string noted = result.note("model_file");
  if (noted.empty()) return "";
  for (const fs::path& file : {fs::path(noted), fs::path(request.result).parent_path() / fs::path(noted).filename()})
    if (fs::exists(file)) return file.string();
  if (const auto found = find_model_file(fs::path(noted).stem().string())) return found->string();
  return "";
}

std::optional<Model> model_of(const ChannelReader& result, const ViewRequest& request) {
  const std::string file = find_model_of(result, request);
  require_separate_files({file}, {request.page.page, request.page.snapshot});
  if (file.empty()) {
    fmt::print("  {:<24}{}\n", "no animation", "the model file is unknown or missing; specify it with  --model FILE");
    return std::nullopt;
  }
  const std::vector<OptionSetting> parameters =
      request.parameters.empty() ? parameters_in(result.note("parameters")) : parse_settings(request.parameters);
  return read_model(file, parameters);
}

int view(ViewRequest request) {
  if (!request.page.wanted()) request.page.page = fs::path(request.result).replace_extension(".html").string();
  require_page_is_possible(request.page);
  require_separate_files({request.result, request.model}, {request.page.page, request.page.snapshot});
  const std::unique_ptr<ChannelReader> result = open_channels(request.result);
  if (result->columns().front().name != "t")
    throw FileError(
        fmt::format("{}: the first column is '{}', not the time 't'.", request.result, result->columns().front().name));
  const std::optional<Model> model = model_of(*result, request);
  RunPage page(model ? &*model : nullptr, result->columns());
  std::vector<double> row;
  while (result->next(row)) page.add(row);

  const auto report = result->report().empty() ? nlohmann::ordered_json()
                                               : nlohmann::ordered_json::parse(result->report(), nullptr, false);
  const std::string noted = result->note("model");
  const std::string title = model ? model->name() : noted.empty() ? fs::path(request.result).stem().string() : noted;
  const PageFile file(request.page);
  const RunPage::Written written =
      page.write(file.name(), title, report.is_discarded() ? nlohmann::ordered_json() : report);
  file.take_snapshot();
  file.print({written.bytes, written.samples, written.rows, written.notes});
  if (request.open && !request.page.page.empty()) open_in_browser(request.page.page);
  return exit_done;
}

}  // namespace

void add_view(CLI::App& app, int& code) {
  auto request = std::make_shared<ViewRequest>();
  CLI::App* command = app.add_subcommand(
      "view", "Write the report page of a result file: animation, plots and report in a single HTML file.");
  command->add_option("result", request->result, "result file written by 'daedalus run -o', .h5 or .csv")->required();
  command->add_option("-o,--output,--page", request->page.page,
                      "HTML file to write [next to the result file, with extension .html]");
  add_snapshot_options(*command, request->page);
  command->add_option("--model", request->model, "model file [recorded in the result; required for .csv files]");
  command->add_option("--set", request->parameters, "model parameter NAME=VALUE (repeatable) [recorded in the result]")
      ->allow_extra_args(false);
  command->add_flag("--open", request->open, "open the page in the default browser");
  command->footer(
      "Examples:\n"
      "  daedalus run slider_crank -o crank.h5 && daedalus view crank.h5 --open\n"
      "  daedalus view old_run.csv --model slider_crank -o old_run.html\n"
      "  daedalus view crank.h5 --snapshot crank.png --snapshot-time 0.5");
  command->callback([request, &code] { code = view(*request); });
}

}  // namespace daedalus::cli
