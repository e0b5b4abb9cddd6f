#include <fmt/format.h>

#include "daedalus/io/model_file/document.hpp"

namespace daedalus::model_file {
namespace {

// The number of bytes of the UTF-8 character at the front of `text`; 0 when there is none.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xC2 ? 0
                             : first < 0xE0 ? 2
                             : first < 0xF0 ? 3
                             : first < 0xF5 ? 4
                                            : 0;
  if (length == 0 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  const bool too_long = (first == 0xE0 && byte(1) < 0xA0) || (first == 0xF0 && byte(1) < 0x90);
  const bool surrogate = first == 0xED && byte(1) > 0x9F;
  const bool too_large = first == 0xF4 && byte(1) > 0x8F;
  return too_long || surrogate || too_large ? 0 : length;
}

}  // namespace

bool check_bytes(std::string_view text, int file, const ModelFileLimits& limits, Problems& problems) {
  constexpr std::string_view structural = ",:[]{}\"'!&*?";  // each may cost the YAML library a token
  Place place{file, 1, 1};
  std::size_t tokens = 0;
  for (std::size_t i = 0; i < text.size();) {
    const unsigned char c = static_cast<unsigned char>(text[i]);
    const std::size_t length = utf8_length(text.substr(i));
    if (length == 0) {
      problems.add(place, fmt::format("byte 0x{:02x} is not UTF-8.", c), "Save the file as UTF-8 text.");
      return false;
    }
    if ((c < ' ' && c != '\t' && c != '\n' && c != '\r') || c == 0x7f) {
      problems.add(place, fmt::format("control character 0x{:02x}.", c),
                   "A model file is UTF-8 text without control characters.");
      return false;
    }
    if (structural.find(static_cast<char>(c)) != structural.npos && ++tokens > limits.nodes) {
      problems.add(place, fmt::format("more than {} brackets, commas, colons and quotes.", with_commas(limits.nodes)),
                   "Split the model, or generate its elements by repetition (for:).");
      return false;
    }
    i += length;
    ++place.column;
    if (c == '\n') place = {file, place.line + 1, 1};
  }
  return true;
}

}  // namespace daedalus::model_file
