// page_text.hpp: texts of foreign origin at a length that a page can show.
#pragma once

#include <string>

namespace daedalus {

inline constexpr std::size_t longest_page_name = 90;  // bytes, of an element; a channel adds to it
inline constexpr std::size_t longest_page_text = 4000;

// At most so many bytes, cut between letters, with "…" at the end where something is missing.
inline std::string cut(const std::string& text, std::size_t most) {
  if (text.size() <= most) return text;
  std::size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;  // the middle of a letter in UTF-8
  return text.substr(0, end) + "…";
}

// A name that stays different from others that begin alike.
inline std::string cut_name(const std::string& name, std::size_t number) {
  return name.size() <= longest_page_name ? name : cut(name, longest_page_name - 20) + std::to_string(number);
}

}  // namespace daedalus
