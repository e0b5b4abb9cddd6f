#include <fmt/format.h>

#include <filesystem>

#include "commands.hpp"
#include "daedalus/io/page/page_file.hpp"
#include "run_command.hpp"

namespace daedalus::cli {

void add_demo(CLI::App& app, int& code) {
  auto folder = std::make_shared<std::string>("out/demo");
  auto json = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand(
      "demo", "Guided tour: a stiff vehicle drives over a bump; prints the report and writes page and result files.");
  command->add_option("--output-folder", *folder, "output directory")->capture_default_str();
  command->add_flag("--json", *json, "print the report as a JSON object");
  command->callback([folder, json, &code] {
    std::filesystem::create_directories(*folder);
    const std::filesystem::path file = std::filesystem::path(*folder) / "vehicle";
    if (!*json)
      fmt::print(
          "A 14-body vehicle drives over a half-cylinder bump 0.1 m wide. Its bushings are so stiff that an explicit "
          "method would need steps of\n"
          "about 10 microseconds; infl-sdirk, an implicit method of order 4, takes steps as large as the accuracy of "
          "the motion allows.\n"
          "\n");
    RunArguments arguments;
    RunRequest& request = arguments.run;
    arguments.mechanism.name = "hmmwv14_stiff";
    arguments.mechanism.parameters = {{"rack", "locked"}, {"bump", "sharp"}};
    request.method = "infl-sdirk";
    request.rtol = request.atol = 1e-3;
    request.t_end = 5;
    request.every = 0.01;
    request.outputs = {file.string() + ".csv", file.string() + ".h5"};
    if (can_write_pages()) arguments.page.page = file.string() + ".html";
    arguments.json = *json;
    code = run_and_report(arguments);
    if (!*json && !arguments.page.page.empty())
      fmt::print(
          "\n"
          "The report page {} is a single file with animation, plots and report.\n"
          "  Double-click it, run  xdg-open {}  or open this address in a browser:\n"
          "  {}\n",
          arguments.page.page, arguments.page.page, address_of(arguments.page.page));
    if (!*json)
      fmt::print(
          "\n"
          "Try next:\n"
          "  ./daedalus models                        the gallery\n"
          "  ./daedalus check hmmwv14_stiff           degrees of freedom, redundant constraints, independent "
          "coordinates\n"
          "  ./daedalus linearize hmmwv14_stiff       eigenvalues: the stiff modes\n"
          "  ./daedalus run andrews --page mill.html  a seven-body mechanism, with report page\n"
          "  ./daedalus methods                       the integrators\n");
  });
}

}  // namespace daedalus::cli
