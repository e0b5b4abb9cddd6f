// csv_channels.cpp: only whole lines reach the file, so that the last number of a killed run is not cut in the middle.
// A line cut nevertheless (a kill inside the system call) is left out by the reader.
#include "daedalus/io/csv_channels.hpp"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string_view>

#include "daedalus/base/errors.hpp"
#include "daedalus/io/file_descriptor.hpp"
#include "daedalus/io/whole_file.hpp"

namespace daedalus {
namespace {

std::string quoted_when_needed(const std::string& name) {
  if (name.find_first_of(",\"\r\n") == std::string::npos) return name;
  std::string text(1, '"');
  for (const char c : name) text.append(c == '"' ? 2 : 1, c);
  text += '"';
  return text;
}

void write_channel_list(const std::filesystem::path& file, const std::vector<ChannelInfo>& columns) {
  std::string text = "name,unit,meaning\n";
  for (const ChannelInfo& column : columns)
    text += fmt::format("{},{},{}\n", quoted_when_needed(column.name), quoted_when_needed(column.unit),
                        quoted_when_needed(column.meaning));
  try {
    write_whole_file(channel_list_of(file), {text});
  } catch (const FileError& problem) {
    throw FileError(fmt::format("cannot begin writing {}: {}", file.string(), problem.what()));
  }
}

class CsvWriter : public ChannelWriter {
 public:
  CsvWriter(const std::filesystem::path& file, const std::vector<ChannelInfo>& columns)
      : name_(file.string()), file_(file, O_WRONLY | O_CREAT) {
    if (!file_.is_open())
      throw FileError(fmt::format("cannot write {}: {}; check that the directory exists and is writable.", name_,
                                  std::strerror(errno)));
    if (!file_.lock_for_writing()) throw FileError(fmt::format("cannot write {}: another run is writing it.", name_));
    [[maybe_unused]] const int ignored = ftruncate(file_, 0);  // a pipe has no length
    for (const ChannelInfo& column : columns) lines_ += quoted_when_needed(column.name) + ',';
    lines_.back() = '\n';
    std::error_code error;
    if (std::filesystem::is_regular_file(file, error)) write_channel_list(file, columns);
  }
  ~CsvWriter() override {
    if (!file_.is_open()) return;
    try {
      put_into_file();
    } catch (const FileError&) {  // whoever wants to know calls close()
    }
  }

  void finish(const std::string&) override {
    put_into_file();
    if (!file_.close())
      throw FileError(fmt::format("cannot finish writing {}: {}; the disk may be full.", name_, std::strerror(errno)));
  }

 private:
  static constexpr std::size_t buffer_size = 1 << 16;

  void append(std::span<const double> row) override {
    for (const double x : row)  // the shortest digits that read back as the same number
      fmt::format_to(std::back_inserter(lines_), FMT_COMPILE("{},"), x);
    if (!row.empty()) lines_.pop_back();
    lines_ += '\n';
    if (lines_.size() >= buffer_size) put_into_file();
  }

  void put_into_file() override {
    std::size_t done = 0;
    while (done < lines_.size()) {
      const ssize_t n = ::write(file_, lines_.data() + done, lines_.size() - done);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) give_up(done, std::strerror(errno));
      done += static_cast<std::size_t>(n);
    }
    size_ += static_cast<off_t>(done);
    count_lines(lines_.size());
    lines_.clear();
  }

  void count_lines(std::size_t length) {
    lines_in_file_ += std::count(lines_.begin(), lines_.begin() + static_cast<std::ptrdiff_t>(length), '\n');
  }
  long rows_in_file() const override { return std::max(0L, lines_in_file_ - 1); }  // the first has the names

  // Keeps the whole lines among the `done` letters that still found room.
  [[noreturn]] void give_up(std::size_t done, const std::string& reason) {
    const std::size_t whole = done == 0 ? std::string::npos : lines_.rfind('\n', done - 1);
    if (whole != std::string::npos) {
      size_ += static_cast<off_t>(whole + 1);
      count_lines(whole + 1);
    }
    [[maybe_unused]] const int ignored = ftruncate(file_, size_);
    lines_.clear();
    throw FileError(fmt::format("cannot continue writing {}: {}; the disk may be full.", name_, reason));
  }

  std::string name_;
  FileDescriptor file_;
  off_t size_ = 0;  // bytes, whole lines that are in the file
  long lines_in_file_ = 0;
  std::string lines_;  // not yet in the file
};

// Splits one line into cells, taking quotes off. False when a quote is left open.
bool split(std::string_view line, std::vector<std::string>& cells) {
  cells.assign(1, "");
  bool inside = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"' && inside && i + 1 < line.size() && line[i + 1] == '"') cells.back() += line[i++];
    else if (c == '"') inside = !inside;
    else if (c == ',' && !inside) cells.emplace_back();
    else if (c != '\r') cells.back() += c;
  }
  return !inside;
}

// Reads the numbers of a line. False when there are not `count`, or one is none.
bool read_numbers(const std::string& line, std::size_t count, std::vector<double>& values) {
  values.clear();
  const char* at = line.c_str();
  for (std::size_t i = 0; i < count; ++i) {
    char* end = nullptr;
    values.push_back(std::strtod(at, &end));
    const char expected = i + 1 < count ? ',' : '\0';
    if (end == at || (*end != expected && !(expected == '\0' && *end == '\r'))) return false;
    at = end + 1;
  }
  return true;
}

class CsvReader : public ChannelReader {
 public:
  explicit CsvReader(const std::filesystem::path& file) : name_(file.string()), in_(file, std::ios::binary) {
    if (!in_) throw FileError(fmt::format("cannot read {}: file not found.", name_));
    std::vector<std::string> names;
    if (!std::getline(in_, line_) || in_.eof() || !split(line_, names))
      throw FileError(fmt::format("{} does not begin with a header line of channel names.", name_));
    for (std::string& name : names) columns_.push_back({std::move(name), "", ""});
    read_channel_list(channel_list_of(file));
  }

  bool next(std::vector<double>& row) override {
    ++number_;
    if (!std::getline(in_, line_) || in_.eof()) return false;  // a last line without its end was cut off
    if (!read_numbers(line_, columns_.size(), row))
      throw FileError(fmt::format("{}:{}: expected {} comma-separated numbers.", name_, number_, columns_.size()));
    return true;
  }

 private:
  // Where there is one, as far as it speaks of these columns.
  void read_channel_list(const std::filesystem::path& file) {
    std::ifstream list(file, std::ios::binary);
    std::vector<std::string> cells;
    for (std::string line; std::getline(list, line);)
      if (split(line, cells) && cells.size() == 3)
        for (ChannelInfo& column : columns_)
          if (column.name == cells[0]) column = {cells[0], cells[1], cells[2]};
  }

  std::string name_, line_;
  std::ifstream in_;
  std::size_t number_ = 1;  // of the line
};

}  // namespace

std::filesystem::path channel_list_of(const std::filesystem::path& file) {
  return std::filesystem::path(file).replace_extension(".channels.csv");
}

std::unique_ptr<ChannelWriter> make_csv_writer(const std::filesystem::path& file,
                                               const std::vector<ChannelInfo>& columns) {
  return std::make_unique<CsvWriter>(file, columns);
}

std::unique_ptr<ChannelReader> open_csv_channels(const std::filesystem::path& file) {
  return std::make_unique<CsvReader>(file);
}

}  // namespace daedalus
