#include <fmt/core.h>

#include <cstring>

#include "c/text.h"
#include "c/values.h"
#include "halfturn/position.h"

namespace halfturn::c {

void text_to_c(std::string_view text, char* to, std::size_t size) {
  if (text.size() >= size)
    throw Failure{HALFTURN_BUFFER_TOO_SMALL,
                  {ErrorKind::bad_input, fmt::format("the text does not fit into {} bytes", size),
                   fmt::format("it takes {}, with the zero at its end", text.size() + 1)},
                  0};
  std::memcpy(to, text.data(), text.size());
  to[text.size()] = 0;
}

namespace {

Result<Position> parse_kind(const char* text, int kind) {
  switch (kind) {
    case HALFTURN_ANY:
      return parse_position(text);
    case HALFTURN_FACELETS:
      return parse_facelets(text);
    case HALFTURN_PIECES:
      return parse_pieces(text);
    case HALFTURN_MOVES: {
      const MoveSequence sequence = value_or_fail(parse_moves(text));
      return Position{sequence.position(), sequence.orientation, PositionKind::moves};
    }
    default:
      throw bad_argument(fmt::format("{} is no halfturn_kind", kind), "0 to 3 are");
  }
}

halfturn_kind kind_to_c(PositionKind kind) {
  switch (kind) {
    case PositionKind::facelets:
      return HALFTURN_FACELETS;
    case PositionKind::pieces:
      return HALFTURN_PIECES;
    case PositionKind::moves:
      break;
  }
  return HALFTURN_MOVES;
}

}  // namespace

}  // namespace halfturn::c

// NOLINTBEGIN(readability-identifier-naming): names in C
using namespace halfturn;     // NOLINT(google-build-using-namespace)
using namespace halfturn::c;  // NOLINT(google-build-using-namespace)

void halfturn_cube_solved(halfturn_cube* cube) {
  if (cube != nullptr) *cube = cube_to_c(Cube());
}

int halfturn_cube_is_solved(const halfturn_cube* cube) {
  if (cube == nullptr) return 0;
  const halfturn_cube solved = cube_to_c(Cube());
  return std::memcmp(cube, &solved, sizeof solved) == 0 ? 1 : 0;
}

halfturn_status halfturn_parse(const char* text, int kind, halfturn_position* position,
                               halfturn_error* error) {
  return guarded(error, [&] {
    not_null(text, "text");
    not_null(position, "position");
    const Position parsed = value_or_fail(parse_kind(text, kind));
    *position = {};
    position->cube = cube_to_c(parsed.cube);
    position->by_colour = cube_to_c(by_colour(parsed));
    position->orientation = static_cast<uint8_t>(parsed.orientation.index());
    position->kind = static_cast<uint8_t>(kind_to_c(parsed.kind));
  });
}

halfturn_status halfturn_cube_check(const halfturn_cube* cube, halfturn_error* error) {
  return guarded(error, [&] { cube_from_c(cube, "cube"); });
}

halfturn_status halfturn_cube_compose(const halfturn_cube* first, const halfturn_cube* then,
                                      halfturn_cube* result, halfturn_error* error) {
  return guarded(error, [&] {
    not_null(result, "result");
    *result = cube_to_c(cube_from_c(first, "first") * cube_from_c(then, "then"));
  });
}

halfturn_status halfturn_cube_invert(const halfturn_cube* cube, halfturn_cube* result,
                                     halfturn_error* error) {
  return guarded(error, [&] {
    not_null(result, "result");
    *result = cube_to_c(cube_from_c(cube, "cube").inverse());
  });
}

halfturn_status halfturn_cube_apply(const halfturn_cube* cube, const halfturn_move* moves, size_t count,
                                    halfturn_cube* result, halfturn_error* error) {
  return guarded(error, [&] {
    not_null(result, "result");
    *result = cube_to_c(cube_from_c(cube, "cube").after(moves_from_c(moves, count)));
  });
}

halfturn_status halfturn_cube_facelets(const halfturn_cube* cube, int orientation, char* text,
                                       halfturn_error* error) {
  return guarded(error, [&] {
    not_null(text, "text");
    text_to_c(format_facelets(cube_from_c(cube, "cube"), rotation_from_c(orientation)), text,
              HALFTURN_FACELETS_SIZE);
  });
}

halfturn_status halfturn_cube_pieces(const halfturn_cube* cube, char* text, halfturn_error* error) {
  return guarded(error, [&] {
    not_null(text, "text");
    text_to_c(format_pieces(cube_from_c(cube, "cube")), text, HALFTURN_PIECES_SIZE);
  });
}
// NOLINTEND(readability-identifier-naming)
