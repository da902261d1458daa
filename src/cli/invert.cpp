#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/line_reader.h"
#include "base/open_input.h"
#include "cli/shared/commands.h"
#include "cli/shared/json.h"
#include "cli/shared/standard_files.h"
#include "cli/shared/without_count.h"
#include "halfturn/notation.h"

namespace halfturn::cli {

namespace {

struct InvertArguments {
  std::vector<std::string> words;
  std::string notation = "wca";

  Notation style() const { return notation == "numeric" ? Notation::numeric : Notation::wca; }
};

/// The sequence that undoes another, also how it leaves the cube held: first the rotation back, then the
/// moves.
std::string inverse_text(const MoveSequence& sequence, Notation notation) {
  const std::string rotation = format_rotation(sequence.orientation.inverse());
  const std::string moves = format_moves(inverse(sequence.moves), notation);
  return rotation + (rotation.empty() || moves.empty() ? "" : " ") + moves;
}

/// Prints the answer for one sequence. An Error is also printed as JSON, so that answers stay in step with
/// lines.
void print_inverse(Session& session, const InvertArguments& arguments, const Result<MoveSequence>& sequence) {
  const std::string text = sequence ? inverse_text(*sequence, arguments.style()) : "";
  if (session.json())
    fmt::print("{}\n", json_text(nlohmann::ordered_json{
                           {"moves", sequence ? nlohmann::ordered_json(text) : nullptr},
                           {"length", sequence ? nlohmann::ordered_json(sequence->moves.size()) : nullptr},
                           {"error", sequence ? nullptr : nlohmann::ordered_json(sequence.error().text())}}));
  else
    fmt::print("{}\n", text);
  if (!sequence) session.fail(sequence.error());
}

/// Inverts each line. A line that cannot be read gives an empty one.
void invert_lines(Session& session, const InvertArguments& arguments, int fd, const std::string& name) {
  LineReader reader(fd, name, session.stop_token());
  while (true) {
    const Result<std::optional<TextLine>> line = reader.next();
    if (!line && line.error().kind == ErrorKind::stopped)
      return session.fail({ErrorKind::stopped, "stopped", {}});
    if (!line) return session.fail(line.error());
    if (!*line) return;
    Result<MoveSequence> sequence = (*line)->too_long ? Result<MoveSequence>(line_too_long((*line)->number))
                                                      : parse_moves(without_count((*line)->text));
    if (!sequence) {
      Error error = sequence.error();
      error.line = (*line)->number;
      sequence = error;
    }
    print_inverse(session, arguments, sequence);
    flush_output();
  }
}

void invert_command(Session& session, const InvertArguments& arguments) {
  if (arguments.words.empty())
    return session.fail({ErrorKind::bad_input, "nothing to invert",
                         "give moves, a file with a sequence on each line, or - for stdin"});
  const std::string text = fmt::format("{}", fmt::join(arguments.words, " "));
  if (text == "-") return invert_lines(session, arguments, STDIN_FILENO, "stdin");
  struct stat info {};
  if (arguments.words.size() == 1 && ::stat(text.c_str(), &info) == 0 && !S_ISDIR(info.st_mode)) {
    const Result<FileDescriptor> file = open_input(text);
    if (!file) return session.fail(file.error());
    return invert_lines(session, arguments, file->get(), text);
  }
  const Result<MoveSequence> sequence = parse_moves(without_count(text));
  if (!sequence && !session.json()) return session.fail(sequence.error());
  print_inverse(session, arguments, sequence);
}

}  // namespace

void add_invert_command(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("invert", "Print the sequence that undoes another");
  const auto arguments = std::make_shared<InvertArguments>();
  command
      ->add_option("moves", arguments->words, "Moves; or a file with a sequence on each line; or - for stdin")
      ->type_name("MOVES|FILE|-");
  command->add_option("--notation", arguments->notation, "R U2 F' or R1U2F3")
      ->check(CLI::IsMember({"wca", "numeric"}))
      ->capture_default_str();
  session.add_json_flag(*command);
  command->footer(
      "\nWide moves and slices are written as face turns. Rotations are undone too: first comes the one "
      "that\n"
      "turns the cube back as a whole. A count behind the moves, as 'halfturn solve' prints it, is passed "
      "over.\n"
      "A line that cannot be read gives an empty line, and exit code 2. JSON is an object a line: moves, "
      "length,\n"
      "error.\n"
      "Examples:\n"
      "  halfturn invert \"R U2 F'\"\n"
      "  halfturn invert \"Rw U [R, U] x\"\n"
      "  halfturn solve scrambles.txt | halfturn invert -");
  command->callback([arguments, &session] { invert_command(session, *arguments); });
}

}  // namespace halfturn::cli
