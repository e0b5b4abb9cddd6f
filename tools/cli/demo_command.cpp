#include <fmt/format.h>

#include <filesystem>

#include "commands.hpp"
#include "run_command.hpp"

namespace daedalus::cli {

void add_demo(CLI::App& app, int& code) {
  auto folder = std::make_shared<std::string>("out/demo");
  auto json = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("demo", "The tour: a seven-body mechanism, its report and its result files.");
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
    request.json = *json;
    code = run(request);
    if (!*json)
      fmt::print(
          "\nTry next:\n  ./daedalus models                        the gallery\n"
          "  ./daedalus check andrews                 degrees of freedom, redundant constraints\n"
          "  ./daedalus run car_axle --rtol 1e-8      a car axle over a road\n"
          "  ./daedalus methods                       the integrators\n");
  });
}

}  // namespace daedalus::cli
