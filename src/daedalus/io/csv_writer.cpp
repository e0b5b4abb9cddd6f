#include "daedalus/io/csv_writer.hpp"

#include <fmt/format.h>

#include <iterator>

#include "daedalus/base/errors.hpp"

namespace daedalus {
namespace {

void append_header(std::string& line, const char* prefix, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    std::string quoted;
    for (const char c : name) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    line += fmt::format(",\"{}.{}\"", prefix, quoted);
  }
}

void append_values(std::string& line, const VecX& values) {
  for (const double x : values) fmt::format_to(std::back_inserter(line), ",{:.17g}", x);
}

}  // namespace

CsvWriter::CsvWriter(const std::filesystem::path& file, const Layout& layout)
    : file_(file), out_(file, std::ios::binary) {
  if (!out_) throw FileError("cannot write " + file.string() + ": does its folder exist, and may you write there?");
  line_ = "t";
  append_header(line_, "q", layout.coordinates);
  append_header(line_, "v", layout.coordinates);
  append_header(line_, "lambda", layout.constraints);
  append_header(line_, "s", layout.states);
  write_line();
}

void CsvWriter::write(const State& x) {
  line_.clear();
  fmt::format_to(std::back_inserter(line_), "{:.17g}", x.t);
  append_values(line_, x.q);
  append_values(line_, x.v);
  append_values(line_, x.lambda);
  append_values(line_, x.s);
  write_line();
  ++rows_;
}

void CsvWriter::write_line() {
  line_ += '\n';
  out_ << line_;
  if (const auto now = std::chrono::steady_clock::now(); now - flushed_ > std::chrono::seconds(1)) {
    out_.flush();
    flushed_ = now;
  }
  if (!out_) throw FileError("cannot write " + file_.string() + " any further: is the disk full?");
}

void CsvWriter::close() {
  out_.close();
  if (!out_) throw FileError("cannot finish " + file_.string() + ": is the disk full?");
}

}  // namespace daedalus
