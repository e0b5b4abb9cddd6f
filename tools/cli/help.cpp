#include "help.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

#include "daedalus/base/spelling.hpp"
#include "daedalus/base/version.hpp"
#include "described.hpp"
#include "terminal.hpp"

namespace daedalus::cli {
namespace {

struct CommandGroup {
  const char* title;
  std::vector<const char*> commands;
};

const std::vector<CommandGroup>& command_groups() {
  static const std::vector<CommandGroup> groups = {
      {"Simulate", {"demo", "run", "rt", "view", "fmu"}},
      {"Models", {"models", "check", "equilibrium", "linearize", "verify", "channels", "schema", "info"}},
      {"Methods", {"methods", "choose", "compare", "stability", "rates", "design", "reproduce"}},
      {"Program", {"completion", "man"}}};
  return groups;
}

// Words of the text in lines of at most `width` letters; line ends of the text stay.
std::vector<std::string> wrapped(const std::string& text, std::size_t width) {
  std::vector<std::string> lines(1);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \n", begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    if (!lines.back().empty() && lines.back().size() + 1 + word.size() > width) lines.emplace_back();
    lines.back() += (lines.back().empty() ? "" : " ") + word;
    if (end < text.size() && text[end] == '\n') lines.emplace_back();
    begin = end + 1;
  }
  return lines;
}

std::string entry(const std::string& heading, const std::string& meaning, std::size_t column, std::size_t width) {
  std::string text = "  " + heading;
  const bool has_own_line = text.size() + 2 > column;
  text += has_own_line ? "\n" : std::string(column - text.size(), ' ');
  bool is_first = !has_own_line;
  for (const std::string& line : wrapped(meaning, width - column)) {
    text += (is_first ? "" : std::string(column, ' ')) + line + "\n";
    is_first = false;
  }
  return text;
}

// As wide as the terminal, within what reads well.
std::size_t help_width() { return std::clamp<std::size_t>(columns_of(STDOUT_FILENO), 50, 110); }

class HelpText : public CLI::FormatterBase {
 public:
  std::string make_help(const CLI::App* app, std::string, CLI::AppFormatMode) const override {
    const DescribedCommand command = describe(*app);
    const std::size_t width = help_width();
    std::string text = join_lines(wrapped(command.meaning, width)) + "\nUsage: " + full_name(*app) +
                       command.usage().substr(command.name.size()) + "\n";
    for (const bool positional : {true, false}) {
      std::string entries;
      for (const DescribedOption& option : command.options)
        if (option.is_positional() == positional) entries += entry(option.heading(), option.meaning, 28, width);
      if (!entries.empty()) text += (positional ? "\nArguments:\n" : "\nOptions:\n") + entries;
    }
    std::vector<std::string> groups;
    for (const CommandGroup& group : command_groups()) groups.emplace_back(group.title);
    groups.emplace_back("Subcommands");  // what CLI11 calls those without a group
    for (const std::string& group : groups) {
      std::string entries;
      for (const DescribedCommand& inner : command.commands)
        if (inner.group == group) entries += entry(inner.name, inner.meaning, 16, width);
      if (!entries.empty()) text += fmt::format("\n{}:\n{}", group == "Subcommands" ? "Commands" : group, entries);
    }
    return command.footer.empty() ? text : text + "\n" + command.footer + "\n";
  }

  static std::string full_name(const CLI::App& app) {
    if (!app.get_parent()) return "daedalus";
    return full_name(*app.get_parent()) + " " + app.get_name();
  }

 private:
  static std::string join_lines(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
  }
};

const CLI::App& innermost(const CLI::App& app) {
  const std::vector<const CLI::App*> called =
      app.get_subcommands([](const CLI::App* command) { return command->parsed(); });
  return called.empty() ? app : innermost(*called.front());
}

}  // namespace

std::string start_screen() {
  return fmt::format(
      "Daedalus {}: multibody dynamics whose time integrators you can choose, trust and compare.\n"
      "\n"
      "  daedalus demo                            a vehicle on a bump: report, animation, files\n"
      "  daedalus models                          ready-made models\n"
      "  daedalus run andrews --page mill.html    run one; open the page in a browser\n"
      "  daedalus check my.yaml                   your own model: does it fit together?\n"
      "  daedalus --help                          all commands; 'daedalus run --help' for one\n",
      version());
}

void arrange_help(CLI::App& app) {
  app.formatter(std::make_shared<HelpText>());
  for (CLI::App* command : app.get_subcommands({})) {
    command->formatter(std::make_shared<HelpText>());
    for (CLI::App* inner : command->get_subcommands({})) inner->formatter(std::make_shared<HelpText>());
    for (const CommandGroup& group : command_groups())
      for (const char* name : group.commands)
        if (command->get_name() == name) command->group(group.title);
  }
}

std::string called_command(const CLI::App& app) { return HelpText::full_name(innermost(app)); }

std::string explain_extras(const CLI::App& app) {
  const std::vector<std::string> extras = app.remaining(true);
  const std::string given = extras.empty() ? "" : extras.front();
  const std::string name = given.substr(0, given.find('='));
  if (name.empty() || name.front() != '-') return fmt::format("unexpected argument '{}'.", given);
  std::vector<std::string> flags;
  for (const DescribedOption& option : describe(innermost(app)).options)
    flags.insert(flags.end(), option.flags.begin(), option.flags.end());
  return fmt::format("unknown option '{}'.{}", name,
                     did_you_mean(name, std::vector<std::string_view>(flags.begin(), flags.end())));
}

}  // namespace daedalus::cli
