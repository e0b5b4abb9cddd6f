#include "daedalus/fmi/documentation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "daedalus/base/version.hpp"

namespace daedalus::fmi {
namespace fs = std::filesystem;

namespace {

std::string html_text(const std::string& text) {
  std::string safe;
  for (const char c : text) safe += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
  return safe;
}

}  // namespace

std::string make_documentation(const std::string& name, const std::string& description, const FmuLibrary& library) {
  std::string carried;
  for (const fs::path& file : library.carried) carried += "<li>" + html_text(file.filename().string()) + "</li>\n";
  return fmt::format(
      "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>{0}</title></head><body>\n<h1>{0}</h1>\n<p>{1}</p>\n"
      "<p>Made by Daedalus {2}. The model and all that it includes are in resources/, with the settings of the FMU in "
      "daedalus.json.</p>\n<p>Libraries in binaries/, under their own licenses:</p>\n<ul>\n{3}</ul>\n"
      "<p>Expected on the machine: {4}.</p>\n</body></html>\n",
      html_text(name), html_text(description), version(), carried, fmt::join(library.expected, ", "));
}

}  // namespace daedalus::fmi
