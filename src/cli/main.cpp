#include <fmt/core.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include "base/nearest_name.h"
#include "cli/shared/build_info.h"
#include "cli/shared/bus_error.h"
#include "cli/shared/commands.h"
#include "cli/shared/say.h"
#include "cli/shared/standard_files.h"

namespace halfturn::cli {
namespace {

constexpr const char* kFooter =
    "\nExamples:\n"
    "  halfturn solve \"D2 R' F\"               a short solution of a cube\n"
    "  halfturn analyze \"D2 R' F\"             how few moves the CFOP stages take, on each colour\n"
    "  halfturn scramble -n 5                 five random-state scrambles\n"
    "  halfturn apply \"R U R' U'\"             what a sequence makes of a solved cube\n"
    "  halfturn lookup \"F U2 L' B D2 R\"       how far a position is from H, and the way there\n"
    "  halfturn scramble --where \"cross(W)=8\"  scrambles of a wanted difficulty\n"
    "  halfturn train                         a quiz: solve the cross, compare with the fewest moves\n"
    "  halfturn serve                         all of it on a page in the browser\n"
    "  halfturn stats stages.csv              what many analyses come to\n"
    "  halfturn coset --prove 20 \"R U F\"      show that 19.5 billion positions take at most 20 moves\n"
    "  halfturn tables build usual            build the tables ahead of their first use\n"
    "\nExit codes: 0 done; 1 the answer is no; 2 bad usage or input; 3 the machine failed (disk, memory, a "
    "damaged\n"
    "file); 130 interrupted. Results go to stdout, everything else to stderr.";

/// The arguments in reverse order, as CLI11 wants them. It would parse "[R, U]" as a list and pass on "R U";
/// a blank after the bracket prevents that and has no meaning in a scramble.
std::vector<std::string> arguments_for_cli11(int argc, char** argv) {
  std::vector<std::string> arguments;
  for (int i = argc - 1; i > 0; --i) {
    std::string& argument = arguments.emplace_back(argv[i]);
    if (argument.starts_with('[') && argument.ends_with(']')) argument += ' ';
  }
  return arguments;
}

/// The command that was typed, as far as it is known.
const CLI::App& typed_command(const CLI::App& app) {
  const CLI::App* command = &app;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  return *command;
}

/// "halfturn help campaign run".
std::string help_command(const CLI::App& app) {
  std::string path;
  for (const CLI::App* at = &typed_command(app); at != &app; at = at->get_parent())
    path = " " + at->get_name() + path;
  return path.empty() ? "halfturn --help" : "halfturn help" + path;
}

/// What is wrong with an argument that no command knows, and what may have been meant.
std::string about_unknown(const CLI::App& app, const std::string& word) {
  const CLI::App* command = &typed_command(app);
  std::vector<std::string> names;
  const bool is_option = word.starts_with('-');
  if (is_option)
    for (const CLI::Option* option : command->get_options())
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  else
    for (const CLI::App* below : command->get_subcommands({})) names.push_back(below->get_name());
  const bool is_command = !is_option && !names.empty();
  return fmt::format("unknown {} '{}'{}", is_command ? "command" : "argument", word,
                     base::did_you_mean(word.substr(0, word.find('=')), names));
}

int run(int argc, char** argv) {
  Session session;
  CLI::App app("halfturn: a workshop for the 3x3x3 Rubik's Cube", "halfturn");
  app.set_version_flag("--version", version_line());
  app.require_subcommand(1);
  app.footer(kFooter);
  app.failure_message([](const CLI::App* parsed, const CLI::Error& error) {
    // An unknown argument is the cause, even if CLI11 first complains that something is missing.
    const std::vector<std::string> unknown = parsed->remaining(true);
    return fmt::format(
        "halfturn: {}\nRun '{}' for what there is.\n",
        base::printable(unknown.empty() ? error.what() : about_unknown(*parsed, unknown.front())),
        help_command(*parsed));
  });
  add_solve_command(app, session);
  add_analyze_command(app, session);
  add_scramble_command(app, session);
  add_train_command(app, session);
  add_verify_command(app, session);
  add_apply_command(app, session);
  add_invert_command(app, session);
  add_lookup_command(app, session);
  add_coset_command(app, session);
  add_campaign_command(app, session);
  add_cluster_command(app, session);
  add_cover_command(app, session);
  add_levels_command(app, session);
  add_distribution_command(app, session);
  add_stats_command(app, session);
  add_serve_command(app, session);
  add_tables_command(app, session);
  add_bench_command(app, session);
  add_help_command(app, session);
  add_man_command(app, session);
  add_completions_command(app, session);
  try {
    app.parse(arguments_for_cli11(argc, argv));
  } catch (const CLI::ParseError& error) {
    std::ostringstream help;
    std::ostringstream complaint;
    const bool done = app.exit(error, help, complaint) == 0;
    say_text(complaint.str());
    fmt::print("{}", help.str());
    return done ? kDone : kBadUsage;
  }
  return session.exit_code();
}

/// `error_number`: 0 if it is not known any more.
int output_failed(int error_number) {
  say("halfturn: cannot write the output{}{}\n", error_number != 0 ? ": " : "",
      error_number != 0 ? std::generic_category().message(error_number) : "");
  return kMachineFailed;
}

/// A failure to write the output, such as a full disk, must not look like success.
int after_flushing(int code) {
  errno = 0;
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
  return output_failed(errno);
}

}  // namespace
}  // namespace halfturn::cli

int main(int argc, char** argv) {
  halfturn::cli::fill_closed_standard_files();
  std::signal(SIGXFSZ, SIG_IGN);  // exceeding a file size limit then gives an error with a message
  halfturn::cli::report_bus_errors();
  try {
    return halfturn::cli::after_flushing(halfturn::cli::run(argc, argv));
  } catch (const std::bad_alloc&) {
    halfturn::cli::say_text("halfturn: not enough memory\n");
  } catch (const std::system_error& error) {
    if (std::ferror(stdout) != 0) return halfturn::cli::output_failed(error.code().value());
    halfturn::cli::say("halfturn: {}\n", error.what());
  } catch (const std::exception& error) {
    halfturn::cli::say("halfturn: {}\n", halfturn::base::printable(error.what()));
  }
  return halfturn::cli::kMachineFailed;
}
