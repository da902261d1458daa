#include <fmt/core.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/shared/commands.h"
#include "cli/shared/json.h"
#include "cli/shared/without_count.h"
#include "halfturn/notation.h"
#include "halfturn/position.h"

namespace halfturn::cli {

namespace {

struct VerifyArguments {
  std::string scramble;
  std::string solution;
};

/// Says which of the two texts an error is about.
Error about(const char* which, Error error) {
  error.message = fmt::format("in the {}: {}", which, error.message);
  return error;
}

void verify(Session& session, const VerifyArguments& arguments) {
  const Result<Position> position = parse_position(arguments.scramble);
  if (!position) return session.fail(about("scramble", position.error()));
  const Result<MoveSequence> solution = parse_moves(without_count(arguments.solution));
  if (!solution) return session.fail(about("solution", solution.error()));

  const bool solved = position->cube.after(solution->moves).is_solved();
  const MoveCount count = count_moves(solution->moves);
  const std::string rotation = format_rotation(position->orientation * solution->orientation);
  if (!solved) session.answer_no();
  if (session.json())
    return fmt::print("{}\n", json_text(nlohmann::ordered_json{{"solved", solved},
                                                               {"half_turn", count.half_turn},
                                                               {"quarter_turn", count.quarter_turn},
                                                               {"slice_turn", count.slice_turn},
                                                               {"orientation", rotation}},
                                        2));
  fmt::print("{}: {} half-turn, {} quarter-turn, {} slice-turn metric\n", solved ? "solved" : "not solved",
             count.half_turn, count.quarter_turn, count.slice_turn);
  if (solved && !rotation.empty()) fmt::print("the cube is then held rotated by {}\n", rotation);
}

}  // namespace

void add_verify_command(CLI::App& app, Session& session) {
  CLI::App* command =
      app.add_subcommand("verify", "Say whether a solution solves a scramble, and count its moves");
  const auto arguments = std::make_shared<VerifyArguments>();
  command->add_option("scramble", arguments->scramble, "Moves, 54 facelets or 20 pieces")->required();
  command->add_option("solution", arguments->solution, "Moves")->required();
  session.add_json_flag(*command);
  command->footer(
      "\nExit code 0: solved, whichever way the cube is then held; 1: not solved.\n"
      "Example: halfturn verify \"R U F\" \"F' U' R'\"");
  command->callback([arguments, &session] { verify(session, *arguments); });
}

}  // namespace halfturn::cli
