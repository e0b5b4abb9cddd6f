#include "described.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

namespace daedalus::cli {
namespace {

// What the value of an option is called, by the option; numbers and texts of others by their type.
std::string value_of(const CLI::Option& option, const std::string& name) {
  static const std::map<std::string, std::string> known = {{"model", "MODEL"},
                                                           {"result", "RESULT"},
                                                           {"paper", "PAPER"},
                                                           {"system", "SYSTEM"},
                                                           {"name", "METHOD"},
                                                           {"shell", "SHELL"},
                                                           {"--method", "METHOD"},
                                                           {"--methods", "METHOD,..."},
                                                           {"--model", "MODEL"},
                                                           {"--output", "FILE"},
                                                           {"--page", "FILE"},
                                                           {"--snapshot", "FILE"},
                                                           {"--checkpoint", "FILE"},
                                                           {"--restart", "FILE"},
                                                           {"--start", "FILE"},
                                                           {"--out", "DIRECTORY"},
                                                           {"--output-folder", "DIRECTORY"},
                                                           {"--set", "NAME=VALUE"},
                                                           {"--input", "NAME=VALUE"},
                                                           {"--opt", "NAME=VALUE"},
                                                           {"--control", "NAME=VALUE"},
                                                           {"--bound", "LEVEL=VALUE"},
                                                           {"--channels", "PATTERN"},
                                                           {"--formulation", "NAME"}};
  if (option.get_type_size() == 0 || option.get_expected_min() == 0) return "";  // a flag
  const auto found = known.find(name);
  if (found != known.end()) return found->second;
  const std::string type = option.get_type_name();
  if (type.rfind("FLOAT", 0) == 0) return "NUMBER";
  if (type.rfind("INT", 0) == 0 || type.rfind("UINT", 0) == 0) return "INTEGER";
  return "TEXT";
}

DescribedOption describe_option(const CLI::Option& option) {
  DescribedOption text;
  for (const std::string& name : option.get_snames()) text.flags.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) text.flags.push_back("--" + name);
  const std::string name = option.get_positional() ? option.get_name(true, false) : text.flags.back();
  if (option.get_positional()) text.flags.clear();
  text.value = value_of(option, name);
  for (const std::string& flag : text.flags)  // '-o,--output,--page': any name may be the known one
    if (const std::string value = value_of(option, flag); value != "TEXT") text.value = value;
  text.meaning = option.get_description();
  if (!option.get_default_str().empty()) text.meaning += fmt::format(" [{}]", option.get_default_str());
  std::vector<std::string> excluded;
  for (const CLI::Option* other : option.get_excludes()) excluded.push_back(other->get_name());
  if (!excluded.empty()) text.meaning += fmt::format(" (not with {})", fmt::join(excluded, ", "));
  text.is_required = option.get_required();
  return text;
}

}  // namespace

std::string DescribedOption::heading() const {
  const std::string names = fmt::format("{}", fmt::join(flags, ", "));
  return names + (flags.empty() || value.empty() ? "" : " ") + value;
}

std::string DescribedCommand::usage() const {
  std::string text = name;
  if (!options.empty() && !options.back().is_positional()) text += " [OPTIONS]";
  for (const DescribedOption& option : options)
    if (option.is_positional()) text += option.is_required ? " " + option.value : " [" + option.value + "]";
  return commands.empty() ? text : text + " COMMAND";
}

DescribedCommand describe(const CLI::App& command) {
  DescribedCommand text{.name = command.get_name(),
                        .group = command.get_group(),
                        .meaning = command.get_description(),
                        .footer = command.get_footer(),
                        .options = {},
                        .commands = {}};
  for (const bool positional : {true, false})
    for (const CLI::Option* option : command.get_options({}))
      if (option->get_positional() == positional) text.options.push_back(describe_option(*option));
  for (const CLI::App* inner : command.get_subcommands({})) text.commands.push_back(describe(*inner));
  return text;
}

}  // namespace daedalus::cli
