// aligned_columns.hpp: tables on a terminal. A column is as wide as its widest cell, so that no cell runs into the next.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace daedalus::cli {

std::size_t letters_in(const std::string& text);  // of UTF-8
std::string padded(const std::string& text, std::size_t width);

// One line per row, each behind `indent`, columns two spaces apart; without spaces at the end of a line.
std::string aligned_columns(const std::vector<std::vector<std::string>>& rows, const std::string& indent = "");

}  // namespace daedalus::cli
