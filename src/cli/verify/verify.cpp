#include <fmt/core.h>

#include <memory>
#include <optional>
#include <string>

#include "cli/shared/commands.h"
#include "cli/shared/given_positions.h"
#include "cli/shared/metric_option.h"
#include "cli/shared/result_output.h"
#include "cli/verify/verdict.h"
#include "front/without_count.h"

namespace halfturn::cli {

namespace {

struct VerifyArguments {
  std::string scramble;
  std::optional<std::string> solution;
  std::optional<std::string> metric;
};

void verify_one(Session& session, const Position& position, const std::string& solution,
                std::optional<Metric> metric) {
  const Result<Verdict> verdict = judge(position, solution);
  if (!verdict) return session.fail(about("solution", verdict.error()));
  if (!verdict->solved) session.answer_no();
  if (session.format() != Format::table) return print_result(session, json_of(*verdict, metric));
  fmt::print("{}\n", text_of(*verdict, metric));
  if (verdict->solved && !verdict->rotation.empty())
    fmt::print("the cube is then held rotated by {}\n", verdict->rotation);
}

/// One of the two, `of_file`, is a file, and the other is none.
Error no_file_of(const char* other, const char* of_file, const std::string& file) {
  return {ErrorKind::bad_input,
          fmt::format("the {} are in {}, but there is no file of {}", of_file, file == "-" ? "stdin" : file,
                      other),
          "give a file of each, or a scramble and its solution"};
}

/// A scramble and its solution. One of them may name a file; without another file that is a mistake, unless
/// it can also be read as moves.
void verify_words(Session& session, const std::string& scramble, const std::string& solution,
                  std::optional<Metric> metric) {
  const Result<Position> position = read_position(scramble, session.input());
  const Result<MoveSequence> moves = parse_moves(without_count(solution));
  std::optional<Error> no_scrambles;  // no file of them
  if (!position) no_scrambles = missing_file(scramble, session.input(), "scramble", position.error());
  std::optional<Error> no_solutions;
  if (!moves) no_solutions = missing_file(solution, InputKind::automatic, "solution", moves.error());
  if (!position && is_list(scramble))
    return session.fail(no_solutions.value_or(no_file_of("solutions", "scrambles", scramble)));
  if (!moves && is_list(solution))
    return session.fail(no_scrambles.value_or(no_file_of("scrambles", "solutions", solution)));
  if (!position) return session.fail(no_scrambles.value_or(about("scramble", position.error())));
  if (!moves) return session.fail(no_solutions.value_or(about("solution", moves.error())));
  verify_one(session, *position, solution, metric);
}

void verify(Session& session, const VerifyArguments& arguments) {
  const std::string& scramble = arguments.scramble;
  std::optional<Metric> metric;
  if (arguments.metric) {
    const Result<Metric> named = parse_metric(*arguments.metric);
    if (!named) return session.fail(named.error());
    metric = *named;
  }
  if (const std::optional<Error> error = empty_argument(scramble, "scramble")) return session.fail(*error);
  if (const std::optional<Error> error = folder_named(scramble, "scramble")) return session.fail(*error);
  if (!arguments.solution) {
    if (is_list(scramble)) return verify_table(session, scramble, metric);
    const Result<Position> position = read_given(scramble, session.input(), "scramble");
    if (!position) return session.fail(position.error());
    return session.fail({ErrorKind::bad_input, "a solution is required",
                         "give a scramble and its solution, a file of each, or one CSV file with both"});
  }
  const std::string& solution = *arguments.solution;
  if (const std::optional<Error> error = folder_named(solution, "solution")) return session.fail(*error);
  if (!is_list(scramble) || !is_list(solution)) return verify_words(session, scramble, solution, metric);
  if (scramble == solution)
    return session.fail({ErrorKind::bad_input, "the scrambles and the solutions are the same file",
                         "give two files, or one CSV file alone with columns 'scramble' and 'solution'"});
  verify_lists(session, scramble, solution, metric);
}

}  // namespace

void add_verify_command(CLI::App& app, Session& session) {
  CLI::App* command =
      app.add_subcommand("verify", "Say whether solutions solve their scrambles, and count their moves");
  const auto arguments = std::make_shared<VerifyArguments>();
  command
      ->add_option(
          "scramble", arguments->scramble,
          "Moves, 54 facelets or 20 pieces; or a file of scrambles; or a CSV file with solutions too")
      ->type_name("SCRAMBLE|FILE|-")
      ->required();
  command
      ->add_option("solution", arguments->solution,
                   "Moves; or a file of solutions as 'halfturn solve' prints them, text or CSV")
      ->type_name("SOLUTION|FILE|-");
  add_metric_option(*command, arguments->metric, "Give the length in this metric alone: 19f, or 24q");
  session.add_input_flag(*command);
  session.add_result_flags(
      *command, {.json = "an object: solved, half_turn, quarter_turn, slice_turn, orientation, with --metric "
                         "also length and metric; of lists a line each, with id and error",
                 .csv = "the same columns"});
  command->footer(
      "\nExit code 0: solved, whichever way the cube is then held; 1: not solved, in a list at least one.\n"
      "In two files, solutions belong to scrambles by their ids or, where they have none, in order. A table "
      "with\n"
      "both has the columns 'scramble' and 'solution' (or 'moves').\n"
      "Examples:\n"
      "  halfturn verify \"R U F\" \"F' U' R'\"\n"
      "  halfturn verify --metric quarter \"R2 U F\" \"F' U' R2\"\n"
      "  halfturn verify scrambles.txt solutions.txt\n"
      "  halfturn verify both.csv --json");
  command->callback([arguments, &session] {
    session.print_to_output([&] { verify(session, *arguments); },
                            {arguments->scramble, arguments->solution.value_or("")});
  });
}

}  // namespace halfturn::cli
