#include "daedalus/io/page/page_file.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <nlohmann/json.hpp>

#include "daedalus/base/errors.hpp"
#include "daedalus/io/page/page_template.hpp"
#include "daedalus/io/whole_file.hpp"

namespace daedalus {
namespace {

constexpr std::string_view header_mark = "@@DAEDALUS_HEADER@@", columns_mark = "@@DAEDALUS_BLOB@@";

std::string gzip(const std::string& bytes) {
  constexpr int gzip_window = 15 + 16;  // the largest window, with the head and tail of a gzip file
  z_stream stream = {};
  if (deflateInit2(&stream, 6, Z_DEFLATED, gzip_window, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    throw FileError("cannot compress the data of the page: out of memory.");
  std::string out(deflateBound(&stream, static_cast<uLong>(bytes.size())), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int outcome = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (outcome != Z_STREAM_END) throw FileError("cannot compress the data of the page.");
  return out;
}

// RFC 4648, section 4.
std::string base64(const std::string& bytes) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto byte = [&](std::size_t i) -> unsigned {
    return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0;
  };
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const unsigned group = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
    for (int shift = 18; shift >= 0; shift -= 6) text += letters[group >> shift & 63];
  }
  for (std::size_t i = bytes.size(); i % 3 != 0; ++i) text[text.size() - (3 - i % 3)] = '=';
  return text;
}

// Bytes that are no UTF-8 are replaced; nothing in the text can end the block or be taken for one of the marks.
std::string inert(const nlohmann::ordered_json& json) {
  const std::string text = json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  std::string safe;
  safe.reserve(text.size() + text.size() / 16);
  for (const char c : text) c == '<' ? safe += "\\u003c" : safe += c;
  return safe;
}

}  // namespace

bool can_write_pages() { return !page_template().empty(); }

std::size_t write_page(const std::filesystem::path& file, const nlohmann::ordered_json& header,
                       const std::string& columns) {
  const std::string page = page_template();
  if (page.empty())
    throw FileError(
        fmt::format("cannot write {}: this program was built without the report page. Build the page (in viewer/: npm "
                    "ci, npm run build; Node 18 or later), then rebuild the program.",
                    file.string()));
  const std::size_t header_at = page.find(header_mark), columns_at = page.find(columns_mark);
  if (header_at == std::string::npos || columns_at == std::string::npos || columns_at < header_at)
    throw FileError("the report page in this program has no placeholders for header and data.");
  const std::string_view text = page;
  const std::size_t between = header_at + header_mark.size(), after = columns_at + columns_mark.size();
  const std::string header_text = inert(header), blob = columns.empty() ? "" : base64(gzip(columns));
  write_whole_file(file, {text.substr(0, header_at), header_text, text.substr(between, columns_at - between), blob,
                          text.substr(after)});
  return text.size() - header_mark.size() - columns_mark.size() + header_text.size() + blob.size();
}

}  // namespace daedalus
