// man_command.cpp: the manual page, in the man macros of troff, from the descriptions behind --help.
#include <fmt/format.h>

#include "commands.hpp"
#include "daedalus/base/version.hpp"
#include "described.hpp"

namespace daedalus::cli {
namespace {

// Backslashes and hyphens are for troff; a line must not begin with its control characters.
std::string troff(const std::string& text) {
  std::string safe;
  bool at_start = true;
  for (const char c : text) {
    if (at_start && (c == '.' || c == '\'')) safe += "\\&";
    if (c == '\\') safe += "\\e";
    else if (c == '-') safe += "\\-";
    else safe += c;
    at_start = c == '\n';
  }
  return safe;
}

std::string option_entries(const DescribedCommand& command) {
  std::string text;
  for (const DescribedOption& option : command.options)
    text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", troff(option.heading()), troff(option.meaning));
  return text;
}

std::string command_entry(const DescribedCommand& command, const std::string& before) {
  std::string text = fmt::format(".SS \"daedalus {}{}\"\n{}\n{}", troff(before), troff(command.usage()),
                                 troff(command.meaning), option_entries(command));
  if (!command.footer.empty()) text += fmt::format(".PP\n.nf\n{}\n.fi\n", troff(command.footer));
  for (const DescribedCommand& inner : command.commands) text += command_entry(inner, command.name + " ");
  return text;
}

std::string man_page(const DescribedCommand& program) {
  std::string text = fmt::format(
      ".TH DAEDALUS 1 \"\" \"Daedalus {}\" \"User Commands\"\n"
      ".SH NAME\ndaedalus \\- multibody dynamics with selectable time integrators\n"
      ".SH SYNOPSIS\n.B daedalus\n\\fICOMMAND\\fR [\\fIOPTIONS\\fR]\n"
      ".SH DESCRIPTION\n{}\n.PP\n.nf\n{}\n.fi\n.SH COMMANDS\n",
      version(), troff(program.meaning), troff(program.footer));
  for (const DescribedCommand& command : program.commands) text += command_entry(command, "");
  return text +
         ".SH ENVIRONMENT\n.TP\n.B DAEDALUS_MODELS\ndirectory of the model gallery\n.TP\n.B NO_COLOR\nif set and not "
         "empty, no colors are printed\n";
}

}  // namespace

void add_man(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand("man", "Print the manual page.");
  command->footer("Example:\n  daedalus man | man -l -");
  command->callback([&app, &code] {
    fmt::print("{}", man_page(describe(app)));
    code = exit_done;
  });
}

}  // namespace daedalus::cli
