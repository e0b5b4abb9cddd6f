#include "page_output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

#include "daedalus/base/errors.hpp"
#include "daedalus/simulation/output_guard.hpp"
#include "programs.hpp"

namespace daedalus::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* browsers[] = {"chromium", "chromium-browser", "google-chrome"};

std::string find_browser() {
  for (const char* name : browsers)
    if (const std::string found = find_program(name); !found.empty()) return found;
  return "";
}

std::string make_temporary_folder() {
  std::string pattern = (fs::temp_directory_path() / "daedalus-XXXXXX").string();
  if (!mkdtemp(pattern.data()))
    throw FileError(fmt::format("cannot create a directory in {}.", fs::temp_directory_path().string()));
  return pattern;
}

// Gone at the end.
struct TemporaryFolder {
  fs::path path = make_temporary_folder();
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
};

void make_snapshot(const std::string& page, const PageRequest& request) {
  const TemporaryFolder profile;
  const std::string picture = fs::absolute(request.snapshot).string();
  std::string address = address_of(page) + "#still";
  if (request.snapshot_time) address += fmt::format("&t={:.17g}", *request.snapshot_time);
  std::vector<std::string> command = {find_browser(),
                                      "--headless",
                                      "--hide-scrollbars",
                                      "--window-size=1280,800",
                                      "--virtual-time-budget=20000",
                                      "--use-angle=swiftshader",
                                      "--enable-unsafe-swiftshader",
                                      "--ignore-gpu-blocklist",
                                      "--user-data-dir=" + profile.path.string(),
                                      "--screenshot=" + picture};
  // it refuses to run as root otherwise, in containers for example
  if (geteuid() == 0) command.push_back("--no-sandbox");
  command.push_back(address);
  std::error_code ignored;
  fs::remove(picture, ignored);
  const ProgramOutcome outcome = run_program(command, 120);
  if (!fs::exists(picture))
    throw FileError(
        fmt::format("{} did not write the image {}: {}.", command.front(), request.snapshot, outcome.text()));
}

}  // namespace

void require_page_is_possible(const PageRequest& request) {
  if (!request.wanted()) return;
  daedalus::require_page_is_possible(request.page.empty() ? request.snapshot : request.page);
  if (request.snapshot.empty()) return;
  require_folder_of(request.snapshot);
  if (find_browser().empty())
    throw OptionError("--snapshot requires Chromium (apt-get install chromium); --page does not.");
}

void add_snapshot_options(CLI::App& command, PageRequest& request) {
  command.add_option("--snapshot", request.snapshot,
                     "write one frame of the animation to this PNG file (requires Chromium)");
  command.add_option("--snapshot-time", request.snapshot_time, "time of the snapshot, s [end]");
}

void add_page_options(CLI::App& command, PageRequest& request) {
  command.add_option("--page", request.page,
                     "write the report page: a single HTML file with animation, plots and report; works offline");
  add_snapshot_options(command, request);
}

PageFile::PageFile(const PageRequest& request) : request_(request), name_(request.page) {
  if (!name_.empty() || request.snapshot.empty()) return;
  folder_ = make_temporary_folder();
  name_ = (fs::path(folder_) / "page.html").string();
}

PageFile::~PageFile() {
  std::error_code ignored;
  if (!folder_.empty()) fs::remove_all(folder_, ignored);
}

void PageFile::take_snapshot() const {
  if (!request_.snapshot.empty()) make_snapshot(name_, request_);
}

void PageFile::print(const WrittenPage& written) const {
  for (const std::string& note : written.notes) fmt::print("  {:<13}{}\n", "page", note);
  if (!request_.page.empty()) {
    fmt::print(
        "  {:<13}{} ({:.1f} MB, {} samples{})\n", "page", request_.page, 1e-6 * static_cast<double>(written.bytes),
        written.samples,
        written.rows < written.samples ? fmt::format(", thinned to {} rows without losing peaks", written.rows) : "");
    fmt::print("  {:<13}open in a browser  {}\n", "", address_of(request_.page));
  }
  if (!request_.snapshot.empty()) fmt::print("  {:<13}{}\n", "snapshot", request_.snapshot);
}

std::string address_of(const std::string& file) {
  std::string address = "file://";
  for (const char c : fs::absolute(file).lexically_normal().string()) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("/-_.~").find(c) != std::string_view::npos;
    address += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return address;
}

void open_in_browser(const std::string& file) {
  const std::string opener = find_program("xdg-open");
  if (opener.empty())
    throw FileError(fmt::format("xdg-open not found: open {} in a browser yourself.", address_of(file)));
  const ProgramOutcome outcome = run_program({opener, fs::absolute(file).string()}, 20);
  if (!outcome.succeeded())
    throw FileError(fmt::format("xdg-open did not open {}: {}.", address_of(file), outcome.text()));
}

}  // namespace daedalus::cli
