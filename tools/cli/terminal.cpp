#include "terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace daedalus::cli {

bool is_terminal(int stream) { return isatty(stream) != 0; }

std::size_t columns_of(int stream) {
  constexpr std::size_t unknown = 80;
  winsize size = {};
  return ioctl(stream, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : unknown;
}

bool may_color(int stream) {
  const char *refused = std::getenv("NO_COLOR"), *kind = std::getenv("TERM");
  if (refused && *refused != '\0') return false;
  return is_terminal(stream) && kind && std::string_view(kind) != "dumb";
}

std::string colored(const std::string& text, Mark mark, bool with_color) {
  if (!with_color || mark == Mark::plain) return text;
  return (mark == Mark::good ? "\033[32m" : "\033[1;31m") + text + "\033[0m";
}

std::string colored_verdict(const RunVerdict& verdict) {
  const bool with_color = may_color(STDOUT_FILENO);
  std::string text;
  for (std::size_t i = 0; i < verdict.size(); ++i)
    text += layout_of_label(verdict, i) + colored(verdict[i].text, verdict[i].mark, with_color) + "\n";
  return text;
}

}  // namespace daedalus::cli
