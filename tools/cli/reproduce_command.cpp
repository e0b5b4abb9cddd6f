#include <fmt/format.h>
#include <unistd.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "ctrl_c.hpp"
#include "daedalus/base/errors.hpp"
#include "daedalus/io/json_text.hpp"
#include "daedalus/io/whole_file.hpp"
#include "page_output.hpp"
#include "progress.hpp"
#include "reproduce_output.hpp"

namespace daedalus::cli {
namespace {

using namespace reproduce;
namespace fs = std::filesystem;

struct ReproduceArguments {
  std::string paper;
  std::vector<std::string> only;
  std::string out, json;
  PageRequest page;
  bool quick = false;
};

std::vector<const Experiment*> select(const Paper& paper, const std::vector<std::string>& only) {
  std::vector<const Experiment*> selected;
  for (const std::string& name : only) selected.push_back(&find_experiment(paper, name));
  if (only.empty())
    for (const Experiment& experiment : paper.experiments) selected.push_back(&experiment);
  return selected;
}

void make_folder(const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw FileError(fmt::format("cannot create the directory {}: {}.", folder, error.message()));
}

int reproduce_paper(const ReproduceArguments& arguments) {
  require_page_is_possible(arguments.page);
  const Paper& paper = find_paper(arguments.paper);
  const std::vector<const Experiment*> selected = select(paper, arguments.only);
  std::vector<fs::path> pages, jsons;
  if (!arguments.page.page.empty()) pages.push_back(arguments.page.page);
  if (!arguments.json.empty()) jsons.push_back(arguments.json);
  if (!arguments.out.empty()) {
    make_folder(arguments.out);
    const fs::path stem = fs::path(arguments.out) / ("paper_" + paper.number);
    require_page_is_possible({.page = stem.string() + ".html", .snapshot = {}, .snapshot_time = {}});
    pages.push_back(stem.string() + ".html");
    jsons.push_back(stem.string() + ".json");
  }

  StatusLine progress(true);
  ExperimentOptions options{.quick = arguments.quick};
  options.cancel = &stop_requested_by_signals();
  options.on_progress = [&](const std::string& what) { progress.draw(what); };
  const auto write = [&](const Reproduction& all) {
    for (const fs::path& file : pages) make_page(all).write(file);
    for (const fs::path& file : jsons) write_whole_file(file, {json_text(reproduction_json(all)), "\n"});
  };
  const auto on_finished = [&](const Reproduction& all) {
    progress.clear();
    fmt::print(stderr, "{} of {}: {} done\n", all.finished.size(), selected.size(),
               all.finished.back().experiment->name);
    for (const Figure& figure : all.finished.back().account) print_figure(figure);
    std::fflush(stdout);
    if (!arguments.out.empty()) write_exhibits(all.finished.back().account, arguments.out);
    write(all);
  };
  fmt::print("Paper {}: {}\n  {}\n", paper.number, paper.title, paper.source);
  std::fflush(stdout);
  const Reproduction all = run_experiments(paper, selected, ExperimentRunner(std::move(options)), on_finished);
  progress.clear();
  if (all.interrupted) write(all);
  print_summary(all);
  for (const fs::path& file : pages) fmt::print("\n  {:<18}{}", "page", address_of(file.string()));
  for (const fs::path& file : jsons) fmt::print("\n  {:<18}{}", "JSON", file.string());
  fmt::print("\n");
  return all.interrupted ? exit_stopped_early : exit_done;
}

}  // namespace

void add_reproduce(CLI::App& app, int& code) {
  auto arguments = std::make_shared<ReproduceArguments>();
  CLI::App* command =
      app.add_subcommand("reproduce", "Repeat the experiments of a paper and compare published with computed results.");
  command->add_option("paper", arguments->paper, "paper number; omit to list all papers");
  command->add_option("--only", arguments->only, "experiments to run, separated by commas: convergence,energy")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_option("--out", arguments->out,
                      "directory for the page, the JSON file and every table and chart as CSV");
  command->add_option("--page", arguments->page.page, "write findings, tables and charts to a single HTML file");
  command->add_option("--json", arguments->json, "write everything to a JSON file");
  command->add_flag("--quick", arguments->quick,
                    "larger steps and shorter runs: a smoke test that takes seconds instead of minutes");
  command->footer(
      "For every figure a table lists the published result, our result and the verdict (confirmed, better, differs or "
      "not comparable)\n"
      "with the reason. Ctrl-C stops and keeps the completed experiments.\n"
      "Examples:\n"
      "  daedalus reproduce                               papers and their experiments\n"
      "  daedalus reproduce 002 --page 002.html           all figures of paper 002\n"
      "  daedalus reproduce 002 --only convergence --out results\n"
      "Exit codes: 0 completed, whatever the verdicts; 2 bad input; 3 interrupted.");
  command->callback([arguments, &code] {
    if (arguments->paper.empty()) {
      if (arguments->json.empty()) print_papers();
      else write_whole_file(arguments->json, {json_text(papers_json()), "\n"});
      code = exit_done;
    } else {
      code = reproduce_paper(*arguments);
    }
  });
}

}  // namespace daedalus::cli
