#include "daedalus/base/spelling.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace daedalus {
namespace {

// How many letters to insert, delete, replace or swap with their neighbor (optimal string alignment distance).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> two_before, before, row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    two_before = std::exchange(before, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({before[j] + 1, row[j - 1] + 1, before[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], two_before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

}  // namespace

std::string did_you_mean(std::string_view given, const std::vector<std::string_view>& known) {
  if (given.size() > 64) return "";
  const std::size_t tolerated = 1 + given.size() / 4;
  std::size_t best_distance = tolerated + 1;
  std::string_view best;
  for (const std::string_view name : known) {
    const std::size_t distance = edit_distance(given, name);
    if (distance < best_distance) {
      best_distance = distance;
      best = name;
    }
  }
  return best.empty() ? "" : " Did you mean '" + std::string(best) + "'?";
}

std::string unknown_name(std::string_view kind, std::string_view given, const std::vector<std::string_view>& known) {
  return fmt::format("unknown {} '{}'.{} Available: {}.", kind, given, did_you_mean(given, known),
                     known.empty() ? "none" : fmt::format("{}", fmt::join(known, ", ")));
}

std::string join_alternatives(const std::vector<std::string_view>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += names[i];
  }
  return text;
}

std::string printable(std::string_view text) {
  constexpr const char* digits = "0123456789abcdef";
  std::string safe;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]), before = static_cast<unsigned char>(i > 0 ? text[i - 1] : 0);
    // of Latin-1, in UTF-8
    const bool is_control =
        (c < 0x20 && c != '\n' && c != '\t') || c == 0x7f || (before == 0xc2 && c >= 0x80 && c < 0xa0);
    if (is_control) safe += {'\\', 'x', digits[c >> 4], digits[c & 0xf]};
    else safe += text[i];
  }
  return safe;
}

}  // namespace daedalus
