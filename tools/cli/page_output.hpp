// page_output.hpp: the page of a run as the command line makes it: where it goes, a still of it, what is said about it.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "daedalus/simulation/run.hpp"

namespace daedalus::cli {

struct PageRequest {
  std::string page;      // file; "": none
  std::string snapshot;  // PNG file; "": none
  std::optional<double> snapshot_time;
  bool wanted() const { return !page.empty() || !snapshot.empty(); }
};

// Refuses what cannot work before anything is computed: a program without page, a folder that is not there, no browser
// for a snapshot. Throws OptionError or FileError.
void require_page_is_possible(const PageRequest& request);

void add_page_options(CLI::App& command, PageRequest& request);
void add_snapshot_options(CLI::App& command, PageRequest& request);

// Where the page is written: the file that was asked for, or one beside nothing of the user's that a snapshot is taken
// of.
class PageFile {
 public:
  explicit PageFile(const PageRequest& request);
  ~PageFile();
  PageFile(const PageFile&) = delete;
  PageFile& operator=(const PageFile&) = delete;

  const std::string& name() const { return name_; }  // "": no page
  // The snapshot of the page that is there now, when one was asked for. Throws FileError.
  void take_snapshot() const;
  // What was written, on standard output.
  void print(const WrittenPage& written) const;

 private:
  PageRequest request_;
  std::string name_, folder_;  // of its own; "": none
};

// How to look at a file, for people: an address for the browser.
std::string address_of(const std::string& file);

// Hands the file to the browser of the desktop. Throws FileError when there is none.
void open_in_browser(const std::string& file);

}  // namespace daedalus::cli
