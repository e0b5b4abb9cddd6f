// page_output.hpp: the page of a run as the command line makes it: which channels it gets, where it goes, what is said about it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "daedalus/io/page/run_page.hpp"
#include "subject.hpp"

namespace daedalus::cli {

struct PageRequest {
  std::string page;      // file; "": none
  std::string snapshot;  // PNG file; "": none
  std::optional<double> snapshot_time;
  bool wanted() const { return !page.empty() || !snapshot.empty(); }
};

// Refuses what cannot work before anything is computed: a program without page, a folder that is not there, no browser for a
// snapshot. Throws OptionError or FileError.
void require_page_is_possible(const PageRequest& request);

// Writes page and snapshot and says so on standard output, unless `quiet`. Throws FileError.
void write_pages(RunPage& page, const PageRequest& request, const std::string& title, const nlohmann::ordered_json& report, bool quiet);

// How to look at a file, for people: an address for the browser.
std::string address_of(const std::string& file);

// Hands the file to the browser of the desktop. Throws FileError when there is none.
void open_in_browser(const std::string& file);

}  // namespace daedalus::cli
