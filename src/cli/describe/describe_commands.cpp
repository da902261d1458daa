#include <fmt/core.h>

#include <memory>

#include "base/nearest_name.h"
#include "base/output_file.h"
#include "base/system_error.h"
#include "cli/describe/describe.h"
#include "cli/shared/commands.h"

namespace halfturn::cli {

namespace {

/// The command that some words name, as in "campaign run".
Result<const CLI::App*> command_named(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App* found = &app;
  for (const std::string& word : words) {
    std::vector<std::string> names;
    const CLI::App* next = nullptr;
    for (const CLI::App* command : found->get_subcommands({})) {
      names.push_back(command->get_name());
      if (command->get_name() == word) next = command;
    }
    if (next == nullptr)
      return Error{ErrorKind::bad_input,
                   fmt::format("there is no command '{}'{}", word, base::did_you_mean(word, names)),
                   "halfturn --help lists them"};
    found = next;
  }
  return found;
}

/// Writes the pages of all commands into a folder.
Result<void> write_pages(const CLI::App& app, const std::string& folder, const std::stop_token& stop) {
  std::error_code trouble;
  std::filesystem::create_directories(folder, trouble);
  if (trouble) return system_error("make the folder", folder, trouble.value());
  const DescribedCommand program = described(app);
  for (const DescribedCommand* command : with_all_below(program)) {
    const std::filesystem::path file = std::filesystem::path(folder) / (page_name(*command) + ".1");
    if (Result<void> written = write_file(file, man_page(*command), stop); !written) return written;
  }
  return {};
}

}  // namespace

void add_help_command(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("help", "Explain a command, as --help does");
  const auto words = std::make_shared<std::vector<std::string>>();
  command->add_option("command", *words, "The command, as in 'campaign run'; without one, the whole program")
      ->type_name("COMMAND");
  command->footer("\nExample: halfturn help solve");
  command->callback([&app, &session, words] {
    const Result<const CLI::App*> found = command_named(app, *words);
    if (!found) return session.fail(found.error());
    std::string path;
    for (const CLI::App* at = *found; at != nullptr; at = at->get_parent())
      path = at->get_name() + (path.empty() ? "" : " ") + path;
    // App::help() would explain this command, which is being parsed, instead of the program.
    fmt::print("{}", (*found)->get_formatter()->make_help(*found, path, CLI::AppFormatMode::Normal));
  });
}

void add_man_command(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("man", "Print the man page of a command, or write those of all");
  struct Arguments {
    std::vector<std::string> words;
    std::string folder;
  };
  const auto arguments = std::make_shared<Arguments>();
  command
      ->add_option("command", arguments->words, "The command, as in 'campaign run'; without one, the program")
      ->type_name("COMMAND");
  command->add_option("--all", arguments->folder, "Write the pages of all commands into this folder")
      ->type_name("DIR");
  command->footer(
      "\nExamples:\n"
      "  halfturn man solve | man -l -\n"
      "  halfturn man --all ~/.local/share/man/man1");
  command->callback([&app, &session, arguments] {
    if (!arguments->folder.empty()) {
      const Result<void> written = write_pages(app, arguments->folder, session.stop_token());
      if (!written) session.fail(written.error());
      return;
    }
    const Result<const CLI::App*> found = command_named(app, arguments->words);
    if (!found) return session.fail(found.error());
    fmt::print("{}", man_page(described(**found)));
  });
}

void add_completions_command(CLI::App& app, Session&) {
  CLI::App* command =
      app.add_subcommand("completions", "Print the script that completes commands in a shell");
  const auto shell = std::make_shared<std::string>();
  command->add_option("shell", *shell, "bash, zsh or fish")
      ->type_name("SHELL")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  command->footer(
      "\nExamples:\n"
      "  halfturn completions bash > ~/.local/share/bash-completion/completions/halfturn\n"
      "  halfturn completions zsh > ~/.zfunc/_halfturn\n"
      "  halfturn completions fish > ~/.config/fish/completions/halfturn.fish");
  command->callback([&app, shell] { fmt::print("{}", completions(described(app), *shell)); });
}

}  // namespace halfturn::cli
