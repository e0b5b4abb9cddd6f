// commands.hpp: the commands of the program. Each adds itself to the command line and returns its exit code.
#pragma once

#include <CLI/CLI.hpp>

#include "daedalus/result/result.hpp"

namespace daedalus::cli {

// Exit codes of the program.
inline constexpr int exit_done = 0;
inline constexpr int exit_bad_input = 2;      // nothing was run
inline constexpr int exit_stopped_early = 3;  // partial results are kept
inline constexpr int exit_disagreement = 4;   // 'verify': runs that should agree do not

int exit_code(RunStatus status);

void add_demo(CLI::App& app, int& code);
void add_run(CLI::App& app, int& code);
void add_rt(CLI::App& app, int& code);
void add_models(CLI::App& app, int& code);
void add_compare(CLI::App& app, int& code);
void add_choose(CLI::App& app, int& code);
void add_reproduce(CLI::App& app, int& code);
void add_stability(CLI::App& app, int& code);
void add_rates(CLI::App& app, int& code);
void add_design(CLI::App& app, int& code);
void add_check(CLI::App& app, int& code);
void add_equilibrium(CLI::App& app, int& code);
void add_linearize(CLI::App& app, int& code);
void add_verify(CLI::App& app, int& code);
void add_channels(CLI::App& app, int& code);
void add_schema(CLI::App& app, int& code);
void add_methods(CLI::App& app, int& code);
void add_view(CLI::App& app, int& code);
void add_fmu(CLI::App& app, int& code);
void add_info(CLI::App& app, int& code);
void add_completion(CLI::App& app, int& code);
void add_man(CLI::App& app, int& code);

}  // namespace daedalus::cli
