#include "aligned_columns.hpp"

#include <algorithm>

namespace daedalus::cli {

std::size_t letters_in(const std::string& text) {  // bytes that begin a letter
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string padded(const std::string& text, std::size_t width) {
  const std::size_t letters = letters_in(text);
  return text + std::string(width > letters ? width - letters : 0, ' ');
}

std::string aligned_columns(const std::vector<std::vector<std::string>>& rows, const std::string& indent) {
  std::vector<std::size_t> widths;
  for (const std::vector<std::string>& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], letters_in(row[k]));
  }
  std::string text;
  for (const std::vector<std::string>& row : rows) {
    std::string line = indent;
    for (std::size_t k = 0; k < row.size(); ++k) line += padded(row[k], widths[k]) + "  ";
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

}  // namespace daedalus::cli
