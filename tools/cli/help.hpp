// help.hpp: what the program says when it is asked for help, called without arguments or with ones it does not know.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace daedalus::cli {

std::string start_screen();

// Groups of commands, and help as wide as the terminal.
void arrange_help(CLI::App& app);

// What to say about arguments that no command knows, those that remain() after parsing.
std::string explain_extras(const CLI::App& app);

// 'daedalus run' for what was called: the innermost command.
std::string called_command(const CLI::App& app);

}  // namespace daedalus::cli
