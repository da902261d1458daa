#include "api/fields.h"
#include "api/paths/paths.h"
#include "front/without_count.h"
#include "halfturn/notation.h"

namespace halfturn::api {

using Json = nlohmann::ordered_json;

namespace {

std::string joined(const std::string& moves, const std::string& rotation) {
  return moves.empty() || rotation.empty() ? moves + rotation : moves + " " + rotation;
}

/// Moves and a rotation that make the position from a solved cube with white up; null while there are no
/// tables.
Json setup_of(Desk& desk, const Position& position) {
  const std::shared_ptr<const Solver> solver = desk.engines.solver_at_hand(Metric::half);
  if (!solver) return nullptr;
  const SolveResult solved = solver->solve(by_colour(position), {}, {.threads = 1});
  return joined(format_moves(inverse(solved.best())), format_rotation(position.orientation));
}

/// No cube is shown that takes more moves than this; it is shown by a shorter way there.
constexpr std::size_t kMostShownMoves = 500;

}  // namespace

std::optional<LongWork> position(Desk& desk, Exchange& exchange) {
  const Fields fields(exchange.request(), {"position", "input"});
  const Position position = fields.position();
  Json moves = nullptr;
  if (position.kind == PositionKind::moves) {
    const Result<MoveSequence> sequence = parse_moves(without_count(fields.text("position")));
    // Face turns of a cube that is held still, then the rotation that all wide moves and slices come to.
    if (sequence && sequence->moves.size() <= kMostShownMoves)
      moves = joined(format_moves(sequence->moves), format_rotation(sequence->orientation));
  }
  exchange.reply(json_response({{"kind", to_string(position.kind)},
                                {"facelets", format_facelets(position.cube, position.orientation)},
                                {"facelets_by_colour", format_facelets(by_colour(position))},
                                {"pieces", format_pieces(position.cube)},
                                {"orientation", format_rotation(position.orientation)},
                                {"moves", moves},
                                {"setup", moves.is_null() ? setup_of(desk, position) : moves},
                                {"solved", position.cube.is_solved()}}));
  return std::nullopt;
}

}  // namespace halfturn::api
