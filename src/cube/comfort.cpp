#include "halfturn/comfort.h"

#include <fmt/core.h>

#include "base/text.h"

namespace halfturn {

namespace {

constexpr std::string_view kFaceLetters = "URFDLB";

/// A hand that holds the cube on one side.
class Hand {
 public:
  /// Turns the wrist by quarters, 1 is up, 2 either way, which is always possible. Returns whether that took
  /// a regrip.
  bool turn(int quarters) {
    if (quarters == 2 && angle_ + 2 > kHighest) quarters = -2;
    const bool is_beyond = angle_ + quarters > kHighest || angle_ + quarters < kLowest;
    angle_ = (is_beyond ? 0 : angle_) + quarters;
    return is_beyond;
  }

 private:
  static constexpr int kLowest = -1;
  static constexpr int kHighest = 2;
  int angle_ = 0;  // of the wrist, in quarters
};

/// Quarters clockwise as 1, 2 or -1.
int shortest_way(int quarters) {
  return quarters == 3 ? -1 : quarters;
}

}  // namespace

Result<FaceSet> parse_faces(std::string_view letters) {
  if (letters.empty())
    return Error{ErrorKind::bad_input, "no face is named", "the faces are U R F D L B, as in RUF"};
  FaceSet faces = 0;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const base::TextPlace place{.line = 1, .column = i + 1};
    const auto capital = static_cast<char>(base::capital(static_cast<unsigned char>(letters[i])));
    const std::size_t face = kFaceLetters.find(capital);
    if (face == std::string_view::npos)
      return base::error_at(place, fmt::format("{} is no face", base::quoted(letters.substr(i, 1))),
                            "the faces are U R F D L B, as in RUF");
    if ((faces >> face & 1u) != 0)
      return base::error_at(place, fmt::format("the face {} comes twice", capital), "name it once");
    faces |= 1u << face;
  }
  return faces;
}

Comfort comfort_of(const Moves& moves, FaceSet preferred) {
  Comfort comfort;
  Hand left;
  Hand right;
  bool is_behind = false;  // a hand is at the back
  for (const Move move : moves) {
    if ((preferred >> static_cast<unsigned>(move.face()) & 1u) == 0) ++comfort.outside;
    const int quarters = shortest_way(move.quarters());
    if (move.face() == Face::R && right.turn(quarters)) ++comfort.regrips;
    if (move.face() == Face::L && left.turn(quarters == 2 ? 2 : -quarters)) ++comfort.regrips;
    if (move.face() == Face::B && !is_behind) ++comfort.regrips;
    is_behind = move.face() == Face::B || (is_behind && move.face() == Face::F);
  }
  return comfort;
}

}  // namespace halfturn
