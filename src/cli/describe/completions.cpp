#include <fmt/format.h>

#include "cli/describe/describe.h"

namespace halfturn::cli {

namespace {

/// Everything that may follow a command: commands below it and names of options.
std::vector<std::string> words_after(const DescribedCommand& command) {
  std::vector<std::string> words;
  for (const DescribedCommand& below : command.commands)
    words.push_back(below.path.substr(command.path.size() + 1));
  for (const DescribedOption& option : command.options)
    words.insert(words.end(), option.names.begin(), option.names.end());
  return words;
}

/// The two case statements that bash and zsh share: $path is the command so far, $previous the word before.
std::string cases(const DescribedCommand& program, const char* indent) {
  std::string text = fmt::format("{}case \"$path\" in\n", indent);
  for (const DescribedCommand* command : with_all_below(program))
    text += fmt::format("{}  '{}') words='{}' ;;\n", indent, command->path,
                        fmt::join(words_after(*command), " "));
  text += fmt::format("{}esac\n{}case \"$path $previous\" in\n", indent, indent);
  for (const DescribedCommand* command : with_all_below(program))
    for (const DescribedOption& option : command->options)
      if (!option.values.empty())
        for (const std::string& name : option.names)
          text += fmt::format("{}  '{} {}') words='{}' ;;\n", indent, command->path, name,
                              fmt::join(option.values, " "));
  return text + fmt::format("{}esac\n", indent);
}

/// The paths of all commands, as a pattern of the shell.
std::string path_pattern(const DescribedCommand& program) {
  std::vector<std::string> paths;
  for (const DescribedCommand* command : with_all_below(program))
    if (command != &program) paths.push_back("'" + command->path + "'");
  return fmt::format("{}", fmt::join(paths, "|"));
}

std::string for_bash(const DescribedCommand& program) {
  return fmt::format(R"(# Completion of halfturn for bash. Made by 'halfturn completions bash'.
_halfturn() {{
  local path=halfturn words='' previous=${{COMP_WORDS[COMP_CWORD-1]}} i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$path ${{COMP_WORDS[i]}}" in
      {}) path="$path ${{COMP_WORDS[i]}}" ;;
    esac
  done
{}  mapfile -t COMPREPLY < <(compgen -W "$words" -- "${{COMP_WORDS[COMP_CWORD]}}")
}}
complete -o default -F _halfturn halfturn
)",
                     path_pattern(program), cases(program, "  "));
}

std::string for_zsh(const DescribedCommand& program) {
  return fmt::format(R"(#compdef halfturn
# Completion of halfturn for zsh. Made by 'halfturn completions zsh'.
local path=halfturn words_found='' previous=${{words[CURRENT-1]}} i
local -a chosen
for ((i = 2; i < CURRENT; i++)); do
  case "$path ${{words[i]}}" in
    {}) path="$path ${{words[i]}}" ;;
  esac
done
() {{
  local words=''
{}  chosen=(${{=words}})
}}
compadd -- $chosen
_files
)",
                     path_pattern(program), cases(program, "  "));
}

std::string quoted_for_fish(std::string_view text) {
  std::string quoted = "'";
  for (const char letter : text) {
    if (letter == '\'' || letter == '\\') quoted += '\\';
    quoted += letter == '\n' ? ' ' : letter;
  }
  return quoted + "'";
}

std::string for_fish(const DescribedCommand& program) {
  std::string text = R"(# Completion of halfturn for fish. Made by 'halfturn completions fish'.
function __halfturn_path
  set -l path halfturn
  for word in (commandline -opc)[2..-1]
    switch "$path $word"
      case )";
  std::vector<std::string> paths;
  for (const DescribedCommand* command : with_all_below(program))
    if (command != &program) paths.push_back(quoted_for_fish(command->path));
  text += fmt::format("{}\n        set path \"$path $word\"\n    end\n  end\n  echo $path\nend\n",
                      fmt::join(paths, " "));
  for (const DescribedCommand* command : with_all_below(program)) {
    const std::string condition =
        fmt::format("complete -c halfturn -n 'test (__halfturn_path) = \"{}\"'", command->path);
    for (const DescribedCommand& below : command->commands)
      text += fmt::format("{} -f -a {} -d {}\n", condition, below.path.substr(command->path.size() + 1),
                          quoted_for_fish(below.text));
    for (const DescribedOption& option : command->options) {
      if (option.names.empty()) continue;
      text += condition;
      for (const std::string& name : option.names)
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (!option.values.empty())
        text += fmt::format(" -x -a '{}'", fmt::join(option.values, " "));
      else if (!option.word.empty())
        text += " -r";
      text += fmt::format(" -d {}\n", quoted_for_fish(option.text));
    }
  }
  return text;
}

}  // namespace

std::string completions(const DescribedCommand& program, const std::string& shell) {
  if (shell == "bash") return for_bash(program);
  if (shell == "zsh") return for_zsh(program);
  return for_fish(program);
}

}  // namespace halfturn::cli
