#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

/// What the program says about itself, made from the one description that --help shows: man pages and
/// completions.
namespace halfturn::cli {

/// An option as a person types it.
struct DescribedOption {
  std::vector<std::string> names;   ///< "-m", "--max-moves"; empty: a word without a name, as a file
  std::string word;                 ///< what follows it or stands for it, as "N"; empty for a flag
  std::vector<std::string> values;  ///< if only some are possible
  std::string text;
};

/// A command, or the program itself.
struct DescribedCommand {
  std::string path;  ///< "halfturn campaign run"
  std::string text;
  std::string notes;  ///< what stands below the options in its help
  std::vector<DescribedOption> options;
  std::vector<DescribedCommand> commands;
};

DescribedCommand described(const CLI::App& app);

/// The command and all below it, each before those below it.
std::vector<const DescribedCommand*> with_all_below(const DescribedCommand& command);

std::string man_page(const DescribedCommand& command);

/// The script for "bash", "zsh" or "fish".
std::string completions(const DescribedCommand& program, const std::string& shell);

/// The name of a command's man page: "halfturn-campaign-run".
std::string page_name(const DescribedCommand& command);

}  // namespace halfturn::cli
