#include <fmt/core.h>
#include <unistd.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/shared/commands.h"
#include "cli/shared/given_positions.h"
#include "cli/shared/net.h"
#include "cli/shared/result_output.h"
#include "front/without_count.h"
#include "halfturn/notation.h"
#include "halfturn/position.h"

namespace halfturn::cli {

namespace {

void show_position(Session& session, const std::string& text) {
  const Result<Position> position = read_position(text, session.input());
  if (!position) return session.fail(position.error());
  const std::string facelets = format_facelets(position->cube);
  const std::string pieces = format_pieces(position->cube);
  const std::string rotation = format_rotation(position->orientation);

  nlohmann::ordered_json json = {{"kind", to_string(position->kind)},
                                 {"facelets", facelets},
                                 {"pieces", pieces},
                                 {"solved", position->cube.is_solved()},
                                 {"orientation", rotation}};
  const bool is_for_people = session.format() == Format::table;
  if (is_for_people) {
    if (::isatty(STDOUT_FILENO) == 1)
      fmt::print("{}\n", unfolded(format_facelets(position->cube, position->orientation),
                                  has_colours(STDOUT_FILENO)));
    fmt::print("facelets     {}\n", facelets);
    fmt::print("pieces       {}\n", pieces);
  }
  if (position->kind == PositionKind::moves) {
    const Result<MoveSequence> sequence =
        parse_moves(without_count(text));  // parsed once already, so it is fine
    const MoveCount count = count_moves(sequence->moves);
    json["moves"] = format_moves(sequence->moves);
    json["half_turn"] = count.half_turn;
    json["quarter_turn"] = count.quarter_turn;
    json["slice_turn"] = count.slice_turn;
    if (is_for_people) {
      fmt::print("face turns   {}\n", format_moves(sequence->moves));
      fmt::print("length       {} half-turn, {} quarter-turn, {} slice-turn metric\n", count.half_turn,
                 count.quarter_turn, count.slice_turn);
    }
  }
  if (!is_for_people) return print_result(session, json);
  if (!rotation.empty())
    fmt::print("held         rotated by {}; faces above are named as they are held\n", rotation);
}

}  // namespace

void add_apply_command(CLI::App& app, Session& session) {
  CLI::App* command =
      app.add_subcommand("apply", "Show the position that a sequence makes, or read one and show it");
  const auto words = std::make_shared<std::vector<std::string>>();
  command->add_option("position", *words, "Moves, 54 facelets (URFDLB), or 20 pieces (UF UR ..)")
      ->required()
      ->type_name("POSITION|FILE|-");
  session.add_input_flag(*command);
  session.add_result_flags(
      *command, {.json = "an object: kind, facelets, pieces, solved, orientation; of moves also moves, "
                         "half_turn, quarter_turn, slice_turn",
                 .csv = "a row with the same columns"});
  command->footer(
      "\nOne position; a file, or - for stdin, is read whole, over all its lines.\n"
      "Examples:\n"
      "  halfturn apply \"R U R' U'\"\n"
      "  halfturn apply \"(R U R' U')3 Rw x' M2\"\n"
      "  halfturn apply UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB");
  command->callback([words, &session] {
    session.print_to_output(
        [&] {
          const Result<std::string> text = session.text_of(*words);
          if (!text) return session.fail(text.error());
          show_position(session, *text);
        },
        files_among(*words));
  });
}

}  // namespace halfturn::cli
