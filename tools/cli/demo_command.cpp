#include <fmt/format.h>

#include <filesystem>

#include "commands.hpp"
#include "daedalus/io/page/page_file.hpp"
#include "run_command.hpp"

namespace daedalus::cli {

void add_demo(CLI::App& app, int& code) {
  auto folder = std::make_shared<std::string>("out/demo");
  auto json = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("demo", "The tour: a seven-body mechanism, its report, its page and its result files.");
  command->add_option("--output-folder", *folder, "where the results go")->capture_default_str();
  command->add_flag("--json", *json, "report as one JSON object");
  command->callback([folder, json, &code] {
    std::filesystem::create_directories(*folder);
    const std::filesystem::path file = std::filesystem::path(*folder) / "andrews";
    if (!*json) fmt::print("Andrews' squeezer: seven bodies, three closed loops, driven to 11 000 rpm in 30 ms.\n\n");
    RunRequest request;
    request.subject.name = "andrews";
    request.rtol = 1e-9;
    request.every = 1e-4;
    request.outputs = {file.string() + ".csv", file.string() + ".h5"};
    if (can_write_pages()) request.page.page = file.string() + ".html";
    request.json = *json;
    code = run(request);
    if (!*json && !request.page.page.empty())
      fmt::print(
          "\nLook at it: {} is one file with animation, plots and report.\n"
          "  Open it with a double click, with  xdg-open {}  or by this address in any browser:\n  {}\n",
          request.page.page, request.page.page, address_of(request.page.page));
    if (!*json)
      fmt::print(
          "\nTry next:\n  ./daedalus models                        the gallery\n"
          "  ./daedalus check andrews                 degrees of freedom, redundant constraints\n"
          "  ./daedalus run car_axle --page axle.html a car axle over a road, as a page\n"
          "  ./daedalus methods                       the integrators\n");
  });
}

}  // namespace daedalus::cli
