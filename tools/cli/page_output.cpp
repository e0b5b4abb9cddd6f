#include "page_output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "daedalus/base/errors.hpp"
#include "daedalus/io/page/page_file.hpp"
#include "output_guard.hpp"
#include "programs.hpp"

namespace daedalus::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* browsers[] = {"chromium", "chromium-browser", "google-chrome"};

void require_folder(const std::string& file) {
  require_replaceable(file);
  const fs::path folder = fs::path(file).parent_path();
  if (!folder.empty() && !fs::is_directory(folder))
    throw FileError(fmt::format("cannot write {}: there is no folder {}.", file, folder.string()));
}

std::string find_browser() {
  for (const char* name : browsers)
    if (const std::string found = find_program(name); !found.empty()) return found;
  return "";
}

// A file beside nothing of the user's, gone at the end.
struct TemporaryFolder {
  fs::path path;
  TemporaryFolder() {
    std::string pattern = (fs::temp_directory_path() / "daedalus-XXXXXX").string();
    if (!mkdtemp(pattern.data())) throw FileError(fmt::format("cannot make a folder in {}.", fs::temp_directory_path().string()));
    path = pattern;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
};

void take_snapshot(const std::string& page, const PageRequest& request) {
  const TemporaryFolder profile;
  const std::string picture = fs::absolute(request.snapshot).string();
  std::string address = address_of(page) + "#still";
  if (request.snapshot_time) address += fmt::format("&t={:.17g}", *request.snapshot_time);
  std::vector<std::string> command = {find_browser(), "--headless", "--hide-scrollbars", "--window-size=1280,800", "--virtual-time-budget=20000",
                                      "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist",
                                      "--user-data-dir=" + profile.path.string(), "--screenshot=" + picture};
  if (geteuid() == 0) command.push_back("--no-sandbox");  // it refuses to run as root otherwise, in containers for example
  command.push_back(address);
  std::error_code ignored;
  fs::remove(picture, ignored);
  const ProgramOutcome outcome = run_program(command, 120);
  if (!fs::exists(picture))
    throw FileError(fmt::format("{} made no picture {}: {}.", command.front(), request.snapshot, outcome.text()));
}

}  // namespace

void require_page_is_possible(const PageRequest& request) {
  if (!request.wanted()) return;
  if (!can_write_pages())
    throw OptionError("this program was built without its page. Build the page (in viewer/: npm ci, npm run build; Node 18 or later), "
                      "then the program again; ./daedalus does both.");
  if (!request.page.empty()) require_folder(request.page);
  if (request.snapshot.empty()) return;
  require_folder(request.snapshot);
  if (find_browser().empty())
    throw OptionError("--snapshot needs Chromium to draw with (apt-get install chromium); a page (--page) does not.");
}

void write_pages(RunPage& page, const PageRequest& request, const std::string& title, const nlohmann::ordered_json& report, bool quiet) {
  std::optional<TemporaryFolder> folder;
  std::string file = request.page;
  if (file.empty()) file = (folder.emplace().path / "page.html").string();
  const RunPage::Written written = page.write(file, title, report);
  if (!request.snapshot.empty()) take_snapshot(file, request);
  if (quiet) return;
  for (const std::string& note : written.notes) fmt::print("  {:<24}{}\n", "page", note);
  if (!request.page.empty()) {
    fmt::print("  {:<24}{} ({:.1f} MB, {} samples{})\n", "page", request.page, 1e-6 * static_cast<double>(written.bytes), written.samples,
               written.rows < written.samples ? fmt::format(", thinned to {} rows without losing peaks", written.rows) : "");
    fmt::print("  {:<24}{}\n", "open in a browser", address_of(request.page));
  }
  if (!request.snapshot.empty()) fmt::print("  {:<24}{}\n", "snapshot", request.snapshot);
}

std::string address_of(const std::string& file) {
  std::string address = "file://";
  for (const char c : fs::absolute(file).lexically_normal().string()) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || std::string_view("/-_.~").find(c) != std::string_view::npos;
    address += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return address;
}

void open_in_browser(const std::string& file) {
  const std::string opener = find_program("xdg-open");
  if (opener.empty())
    throw FileError(fmt::format("there is no xdg-open here to open a browser with; open {} yourself.", address_of(file)));
  const ProgramOutcome outcome = run_program({opener, fs::absolute(file).string()}, 20);
  if (!outcome.succeeded()) throw FileError(fmt::format("xdg-open did not open {}: {}.", address_of(file), outcome.text()));
}

}  // namespace daedalus::cli
