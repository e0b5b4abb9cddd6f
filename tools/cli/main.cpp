// main.cpp: the command line. What a command does is in its own file.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <nlohmann/json.hpp>
#include <system_error>

#include "commands.hpp"
#include "daedalus/base/errors.hpp"
#include "daedalus/base/spelling.hpp"
#include "daedalus/base/version.hpp"
#include "help.hpp"

namespace daedalus::cli {

int exit_code(RunStatus status) {
  return status == RunStatus::done || status == RunStatus::stopped_by_event ? exit_done : exit_stopped_early;
}

namespace {

// CLI11 only says that a command is required; a mistyped one deserves more.
void refuse_unknown_command(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return;
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  const std::vector<std::string_view> known(names.begin(), names.end());
  for (const std::string_view name : known)
    if (name == argv[1]) return;
  throw OptionError(unknown_name("command", argv[1], known));
}

// A file that is opened while one of the three is closed would get its number, and what is printed.
void keep_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(stream, F_GETFD) < 0 && errno == EBADF)
      if (const int nowhere = open("/dev/null", O_RDWR); nowhere >= 0 && nowhere != stream) dup2(nowhere, stream);
}

// What was given may hold anything: the terminal gets no escape sequences of others.
void complain(const std::string& message) { fmt::print(stderr, "daedalus: {}\n", printable(message)); }

int refuse_arguments(const CLI::App& app, const std::string& why) {
  complain(fmt::format("{}\n  '{} --help' lists the options.", why, called_command(app)));
  return exit_bad_input;
}

// What goes to a full disk is lost when the buffer is emptied, not before.
bool all_was_printed() {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return true;
  complain(fmt::format("could not write all output: {}.", std::strerror(errno)));
  return false;
}

}  // namespace
}  // namespace daedalus::cli

int main(int argc, char** argv) {
  using namespace daedalus;
  cli::keep_standard_streams();
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error of write(), not the end of the program
  CLI::App app("Daedalus: multibody dynamics whose time integrators you can choose, trust and compare.");
  app.set_version_flag("--version", std::string("daedalus ") + version());
  app.require_subcommand(1);
  app.footer(
      "MODEL is a file, a name from 'daedalus models', or a closed-form system from 'daedalus info'.\n"
      "'daedalus COMMAND --help' shows options and examples; most commands print JSON with --json.\n"
      "\n"
      "Examples:\n"
      "  daedalus run car_axle --rtol 1e-8 -o axle.h5 --page axle.html\n"
      "  daedalus compare my.yaml --methods rk4,dopri5 --h 1e-2,1e-3,1e-4\n"
      "\n"
      "Exit codes: 0 success, 2 bad input (nothing was run), 3 stopped early (partial results are\n"
      "kept), 4 runs disagree (verify).");

  int code = cli::exit_done;
  cli::add_demo(app, code);
  cli::add_run(app, code);
  cli::add_view(app, code);
  cli::add_fmu(app, code);
  cli::add_choose(app, code);
  cli::add_compare(app, code);
  cli::add_reproduce(app, code);
  cli::add_stability(app, code);
  cli::add_rates(app, code);
  cli::add_design(app, code);
  cli::add_rt(app, code);
  cli::add_models(app, code);
  cli::add_check(app, code);
  cli::add_equilibrium(app, code);
  cli::add_linearize(app, code);
  cli::add_verify(app, code);
  cli::add_channels(app, code);
  cli::add_schema(app, code);
  cli::add_methods(app, code);
  cli::add_info(app, code);

  cli::add_completion(app, code);
  cli::add_man(app, code);
  cli::arrange_help(app);

  if (argc < 2) {
    fmt::print("{}", cli::start_screen());
    return cli::all_was_printed() ? cli::exit_done : cli::exit_stopped_early;
  }
  try {
    cli::refuse_unknown_command(app, argc, argv);
    app.parse(argc, argv);
  } catch (const CLI::Success& wish) {  // --help, --version
    app.exit(wish);
  } catch (const CLI::ParseError& error) {
    return cli::refuse_arguments(app, app.remaining(true).empty() ? error.what() : cli::explain_extras(app));
  } catch (const std::bad_alloc&) {
    cli::complain("out of memory: use a smaller model or write fewer channels.");
    return cli::exit_bad_input;
  } catch (const nlohmann::json::exception&) {
    cli::complain("a JSON file does not have the expected structure.");
    return cli::exit_bad_input;
  } catch (const std::system_error& error) {  // standard output is full or gone: what was run is lost on its reader
    cli::complain(error.what());
    return cli::exit_stopped_early;
  } catch (const std::exception& error) {  // ModelError, OptionError, FileError: the user's input
    cli::complain(error.what());
    return cli::exit_bad_input;
  }
  return cli::all_was_printed() || code != cli::exit_done ? code : cli::exit_stopped_early;
}
