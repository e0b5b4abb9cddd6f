// terminal.hpp: what is known of the terminal behind a stream: its width, and whether it may be colored.
#pragma once

#include <cstddef>
#include <string>

#include "daedalus/simulation/verdict.hpp"

namespace daedalus::cli {

bool is_terminal(int stream);  // STDOUT_FILENO, STDERR_FILENO

// Columns at this moment: windows are resized while a program runs. 80 when nobody knows.
std::size_t columns_of(int stream);

// Color on terminals only, and not where NO_COLOR is set (no-color.org) or the terminal is 'dumb'.
bool may_color(int stream);

// The text in the color of the mark: green, red, or none.
std::string colored(const std::string& text, Mark mark, bool with_color);

// The verdict as it is printed on standard output.
std::string colored_verdict(const RunVerdict& verdict);

}  // namespace daedalus::cli
