#include <fmt/core.h>

#include "c/text.h"
#include "c/values.h"
#include "halfturn/notation.h"

// NOLINTBEGIN(readability-identifier-naming): names in C
using namespace halfturn;     // NOLINT(google-build-using-namespace)
using namespace halfturn::c;  // NOLINT(google-build-using-namespace)

static_assert(HALFTURN_MOST_PARSED_MOVES == kMaxParsedMoves);

halfturn_status halfturn_parse_moves(const char* text, halfturn_move* moves, size_t capacity, size_t* count,
                                     uint8_t* orientation, halfturn_error* error) {
  return guarded(error, [&] {
    not_null(text, "text");
    array_of(moves, capacity, "moves");
    not_null(count, "count");
    const MoveSequence parsed = value_or_fail(parse_moves(text));
    *count = parsed.moves.size();
    if (parsed.moves.size() > capacity)
      throw Failure{HALFTURN_BUFFER_TOO_SMALL,
                    {ErrorKind::bad_input,
                     fmt::format("{} moves do not fit where {} do", parsed.moves.size(), capacity),
                     {}},
                    0};
    moves_to_c(parsed.moves, moves);
    if (orientation != nullptr) *orientation = static_cast<uint8_t>(parsed.orientation.index());
  });
}

halfturn_status halfturn_moves_text(const halfturn_move* moves, size_t count, char* text, size_t size,
                                    halfturn_error* error) {
  return guarded(error, [&] {
    not_null(text, "text");
    text_to_c(format_moves(moves_from_c(moves, count)), text, size);
  });
}

halfturn_status halfturn_moves_invert(const halfturn_move* moves, size_t count, halfturn_move* result,
                                      halfturn_error* error) {
  return guarded(error, [&] {
    array_of(result, count, "result");
    moves_to_c(inverse(moves_from_c(moves, count)), result);
  });
}

halfturn_status halfturn_moves_length(const halfturn_move* moves, size_t count, int metric, size_t* length,
                                      halfturn_error* error) {
  return guarded(error, [&] {
    not_null(length, "length");
    const Metric in = metric_from_c(metric);
    size_t sum = 0;
    for (const Move move : moves_from_c(moves, count)) sum += static_cast<size_t>(cost(move, in));
    *length = sum;
  });
}
// NOLINTEND(readability-identifier-naming)
