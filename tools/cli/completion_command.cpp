// completion_command.cpp: completion of commands, options and their values for bash, zsh and fish.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>

#include "commands.hpp"
#include "daedalus/base/errors.hpp"
#include "daedalus/base/spelling.hpp"
#include "daedalus/integrate/method_table.hpp"
#include "daedalus/simulation/gallery.hpp"
#include "described.hpp"

namespace daedalus::cli {
namespace {

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

// One sentence part is enough beside a name.
std::string brief(const std::string& meaning) { return meaning.substr(0, meaning.find_first_of(";(")); }

std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (const MethodEntry& method : method_table()) names.push_back(method.record.name);
  for (const MethodEntry& method : dual_rate_methods()) names.push_back(method.record.name);
  return names;
}

std::vector<std::string> model_names() {
  std::vector<std::string> names;
  try {
    for (const std::filesystem::path& file : gallery_files()) names.push_back(file.stem().string());
  } catch (const std::runtime_error&) {  // no gallery: files can still be completed
  }
  return names;
}

// What can stand for a value: words of a list, files, or neither.
enum class ValueKind { none, text, file, directory, method, model };
ValueKind kind_of(const DescribedOption& option) {
  const std::string& value = option.value;
  if (value.empty()) return ValueKind::none;
  if (value == "FILE" || value == "RESULT") return ValueKind::file;
  if (value == "DIRECTORY") return ValueKind::directory;
  if (value.rfind("METHOD", 0) == 0) return ValueKind::method;
  return value == "MODEL" ? ValueKind::model : ValueKind::text;
}

// 'design prk' has options of its own: they are offered after 'design'.
std::vector<DescribedOption> all_options(const DescribedCommand& command) {
  std::vector<DescribedOption> options = command.options;
  for (const DescribedCommand& inner : command.commands)
    options.insert(options.end(), inner.options.begin(), inner.options.end());
  return options;
}

std::vector<std::string> flags_of(const DescribedCommand& command) {
  std::vector<std::string> flags;
  for (const DescribedOption& option : all_options(command))
    flags.insert(flags.end(), option.flags.begin(), option.flags.end());
  for (const DescribedCommand& inner : command.commands) flags.push_back(inner.name);
  return flags;
}

std::string bash_values(ValueKind kind) {
  switch (kind) {
    case ValueKind::file: return "_daedalus_files";
    case ValueKind::directory: return "COMPREPLY=($(compgen -d -- \"$cur\"))";
    case ValueKind::method: return "COMPREPLY=($(compgen -W \"$methods\" -- \"$cur\"))";
    case ValueKind::model: return "_daedalus_files; COMPREPLY+=($(compgen -W \"$models\" -- \"$cur\"))";
    case ValueKind::text:
    case ValueKind::none: return "COMPREPLY=()";
  }
  return "";
}

std::string bash_script(const DescribedCommand& program) {
  std::vector<std::string> names;
  for (const DescribedCommand& command : program.commands) names.push_back(command.name);
  std::string values, arguments, options;
  for (const DescribedCommand& command : program.commands) {
    options += fmt::format("    {}) options='{}' ;;\n", command.name, fmt::join(flags_of(command), " "));
    for (const DescribedOption& option : all_options(command)) {
      if (option.is_positional())
        arguments += fmt::format("    {}) {} ;;\n", command.name, bash_values(kind_of(option)));
      else if (!option.value.empty())
        for (const std::string& flag : option.flags)
          values += fmt::format("    {}:{}) {}; return ;;\n", command.name, flag, bash_values(kind_of(option)));
    }
  }
  return fmt::format(
      R"(# bash completion of daedalus; written by 'daedalus completion bash'
_daedalus_files() {{ compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$cur")); }}
_daedalus() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD-1]}} command=${{COMP_WORDS[1]}} options=''
  local methods='{}'
  local models='{}'
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W '{} --help --version' -- "$cur"))
    return
  fi
  case $command:$prev in
{}  esac
  case $command in
{}  esac
  if [[ $cur == -* || $command == design ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$cur"))
    return
  fi
  case $command in
{}  esac
}}
complete -F _daedalus daedalus ./daedalus
)",
      fmt::join(method_names(), " "), fmt::join(model_names(), " "), fmt::join(names, " "), values, options, arguments);
}

std::string zsh_quoted(const std::string& text) {  // within '...' and within the brackets of _arguments
  std::string safe = replaced(replaced(text, "[", "("), "]", ")");
  return replaced(replaced(safe, ":", "\\:"), "'", "'\\''");
}

std::string zsh_action(const DescribedOption& option) {
  switch (kind_of(option)) {
    case ValueKind::file: return ":file:_files";
    case ValueKind::directory: return ":directory:_files -/";
    case ValueKind::method: return ":method:($methods)";
    case ValueKind::model: return ":model:_daedalus_models";
    case ValueKind::text: return fmt::format(":{}: ", zsh_quoted(option.value));
    case ValueKind::none: return "";
  }
  return "";
}

std::string zsh_script(const DescribedCommand& program) {
  std::string commands, cases;
  for (const DescribedCommand& command : program.commands) {
    commands += fmt::format("    '{}:{}'\n", command.name, zsh_quoted(brief(command.meaning)));
    cases += fmt::format("    {}) _arguments", command.name);
    for (const DescribedOption& option : all_options(command)) {
      if (option.is_positional()) cases += fmt::format(" \\\n      '{}{}'", "1", zsh_action(option));
      for (const std::string& flag : option.flags)
        cases += fmt::format(" \\\n      '*{}[{}]{}'", flag, zsh_quoted(brief(option.meaning)), zsh_action(option));
    }
    for (const DescribedCommand& inner : command.commands)
      cases += fmt::format(" \\\n      '1:command:({})'", inner.name);
    cases += " ;;\n";
  }
  return fmt::format(
      R"(#compdef daedalus
# zsh completion of daedalus; written by 'daedalus completion zsh'
_daedalus_models() {{ compadd -- {}; _files }}
_daedalus() {{
  local -a commands methods
  methods=({})
  commands=(
{}  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
{}  esac
}}
if [[ $funcstack[1] == _daedalus ]]; then _daedalus "$@"; else compdef _daedalus daedalus; fi
)",
      fmt::join(model_names(), " "), fmt::join(method_names(), " "), commands, cases);
}

std::string fish_quoted(const std::string& text) {
  return "'" + replaced(replaced(text, "\\", "\\\\"), "'", "\\'") + "'";
}

std::string fish_values(const DescribedOption& option) {
  switch (kind_of(option)) {
    case ValueKind::file: return " -r -F";
    case ValueKind::directory: return " -x -a '(__fish_complete_directories)'";
    case ValueKind::method: return fmt::format(" -x -a '{}'", fmt::join(method_names(), " "));
    case ValueKind::model: return fmt::format(" -r -F -a '{}'", fmt::join(model_names(), " "));
    case ValueKind::text: return " -x";
    case ValueKind::none: return "";
  }
  return "";
}

std::string fish_script(const DescribedCommand& program) {
  std::string text = "# fish completion of daedalus; written by 'daedalus completion fish'\ncomplete -c daedalus -f\n";
  for (const DescribedCommand& command : program.commands) {
    text += fmt::format("complete -c daedalus -n __fish_use_subcommand -a {} -d {}\n", command.name,
                        fish_quoted(brief(command.meaning)));
    const std::string condition = fmt::format("complete -c daedalus -n '__fish_seen_subcommand_from {}'", command.name);
    for (const DescribedOption& option : all_options(command)) {
      std::string names;
      for (const std::string& flag : option.flags)
        names += flag[1] == '-' ? " -l " + flag.substr(2) : " -s " + flag.substr(1);
      const std::string values = fish_values(option);
      if (option.is_positional() && values == " -x") continue;
      if (option.is_positional()) text += condition + replaced(replaced(values, " -r", ""), " -x", "") + "\n";
      else text += condition + names + values + " -d " + fish_quoted(brief(option.meaning)) + "\n";
    }
    for (const DescribedCommand& inner : command.commands) text += fmt::format("{} -a {}\n", condition, inner.name);
  }
  return text;
}

}  // namespace

void add_completion(CLI::App& app, int& code) {
  auto shell = std::make_shared<std::string>();
  CLI::App* command =
      app.add_subcommand("completion", "Print a script that completes commands and options in a shell.");
  command->add_option("shell", *shell, "bash, zsh or fish")->required();
  command->footer(
      "Examples:\n"
      "  eval \"$(daedalus completion bash)\"                                  in ~/.bashrc\n"
      "  daedalus completion zsh > ~/.zfunc/_daedalus                        a directory of $fpath\n"
      "  daedalus completion fish > ~/.config/fish/completions/daedalus.fish\n"
      "'cmake --install' and the packages install all three.");
  command->callback([shell, &app, &code] {
    const DescribedCommand program = describe(app);
    if (*shell == "bash") fmt::print("{}", bash_script(program));
    else if (*shell == "zsh") fmt::print("{}", zsh_script(program));
    else if (*shell == "fish") fmt::print("{}", fish_script(program));
    else throw OptionError(unknown_name("shell", *shell, {"bash", "zsh", "fish"}));
    code = exit_done;
  });
}

}  // namespace daedalus::cli
