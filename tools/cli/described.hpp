// described.hpp: commands and options in words. --help, the man page and the shell completions are made of this.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace daedalus::cli {

struct DescribedOption {
  std::vector<std::string> flags;  // '-o', '--output'; none of a positional argument
  std::string value;               // 'FILE', 'NUMBER', 'MODEL', ...; "" of a flag
  std::string meaning;             // with default and exclusions
  bool is_required = false;

  bool is_positional() const { return flags.empty(); }
  std::string heading() const;  // '-o, --output FILE'
};

struct DescribedCommand {
  std::string name, group, meaning, footer;
  std::vector<DescribedOption> options;    // positional ones first
  std::vector<DescribedCommand> commands;  // of 'design'
  std::string usage() const;               // 'run [OPTIONS] MODEL'
};

DescribedCommand describe(const CLI::App& command);

}  // namespace daedalus::cli
