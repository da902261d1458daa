#include <fmt/format.h>
#include <unistd.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/line_reader.h"
#include "base/open_input.h"
#include "cli/shared/commands.h"
#include "cli/shared/given_positions.h"
#include "cli/shared/result_output.h"
#include "cli/shared/standard_files.h"
#include "front/without_count.h"
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
void print_inverse(Session& session, const InvertArguments& arguments, const Result<MoveSequence>& sequence,
                   ResultRows& rows) {
  const std::string text = sequence ? inverse_text(*sequence, arguments.style()) : "";
  if (session.format() == Format::table)
    fmt::print("{}\n", text);
  else
    rows.add({{"moves", sequence ? nlohmann::ordered_json(text) : nullptr},
              {"length", sequence ? nlohmann::ordered_json(sequence->moves.size()) : nullptr},
              {"error", sequence ? nullptr : nlohmann::ordered_json(sequence.error().text())}});
  if (!sequence) session.fail(sequence.error());
}

/// Inverts each line. A line that cannot be read gives an empty one.
void invert_lines(Session& session, const InvertArguments& arguments, int fd, const std::string& name) {
  ResultRows rows(session);
  session.each_line(fd, name, [&](const TextLine& line) -> Result<void> {
    Result<MoveSequence> sequence = line.too_long ? Result<MoveSequence>(line_too_long(line.number))
                                                  : parse_moves(without_count(line.text));
    if (!sequence) {
      Error error = sequence.error();
      error.line = line.number;
      sequence = error;
    }
    print_inverse(session, arguments, sequence, rows);
    flush_output();
    return {};
  });
}

void invert_command(Session& session, const InvertArguments& arguments) {
  if (arguments.words.empty())
    return session.fail({ErrorKind::bad_input, "nothing to invert",
                         "give moves, a file with a sequence on each line, or - for stdin"});
  const std::string text = fmt::format("{}", fmt::join(arguments.words, " "));
  if (text == "-") return invert_lines(session, arguments, STDIN_FILENO, "stdin");
  const bool is_alone = arguments.words.size() == 1;
  if (const std::optional<Error> error = folder_named(text, "sequence"); error && is_alone)
    return session.fail(*error);
  if (is_alone && is_list(text)) {
    const Result<FileDescriptor> file = open_input(text);
    if (!file) return session.fail(file.error());
    return invert_lines(session, arguments, file->get(), text);
  }
  Result<MoveSequence> sequence = parse_moves(without_count(text));
  if (!sequence) {
    const std::optional<Error> other = file_among_others(arguments.words);
    const std::optional<Error> missing =
        missing_file(text, InputKind::automatic, "sequence", sequence.error());
    if (other || missing) sequence = other ? *other : *missing;
  }
  if (!sequence && !session.json()) return session.fail(sequence.error());
  ResultRows rows(session);
  print_inverse(session, arguments, sequence, rows);
}

}  // namespace

void add_invert_command(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("invert", "Print the sequence that undoes another");
  const auto arguments = std::make_shared<InvertArguments>();
  command
      ->add_option("moves", arguments->words, "Moves; or a file with a sequence on each line; or - for stdin")
      ->type_name("MOVES|FILE|-");
  add_notation_option(*command, arguments->notation);
  session.add_result_flags(*command, {.json = "an object a line: moves, length, error",
                                      .csv = "the columns moves, length, error"});
  command->footer(
      "\nWide moves and slices are written as face turns. Rotations are undone too: first comes the one "
      "that\n"
      "turns the cube back as a whole. A count behind the moves, as 'halfturn solve' prints it, is passed "
      "over.\n"
      "A line that cannot be read gives an empty line, and exit code 2.\n"
      "Examples:\n"
      "  halfturn invert \"R U2 F'\"\n"
      "  halfturn invert \"Rw U [R, U] x\"\n"
      "  halfturn solve scrambles.txt | halfturn invert -");
  command->callback([arguments, &session] {
    session.print_to_output([&] { invert_command(session, *arguments); }, files_among(arguments->words));
  });
}

}  // namespace halfturn::cli
