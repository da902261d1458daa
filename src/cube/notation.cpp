#include "halfturn/notation.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "cube/pieces.h"

namespace halfturn {

std::string format_moves(const Moves& moves, Notation notation) {
  constexpr std::array<const char*, 3> kWca = {"", "2", "'"};
  constexpr std::array<const char*, 3> kNumeric = {"1", "2", "3"};
  std::string text;
  for (Move move : moves) {
    const auto amount = static_cast<std::size_t>(move.quarters() - 1);
    if (notation == Notation::wca && !text.empty()) text += ' ';
    text += detail::letter_of(move.face());
    text += notation == Notation::wca ? kWca[amount] : kNumeric[amount];
  }
  return text;
}

std::string format_rotation(Symmetry rotation) {
  struct Turn {
    Symmetry symmetry;
    std::string text;
  };
  std::array<Turn, 10> turns;  // the first stays the identity, with no text
  std::size_t count = 1;
  for (const auto& [quarter, letter] :
       {std::pair{Symmetry::x(), 'x'}, std::pair{Symmetry::y(), 'y'}, std::pair{Symmetry::z(), 'z'}}) {
    Symmetry turned = quarter;
    for (const char* amount : {"", "2", "'"}) {
      turns[count++] = {turned, letter + std::string(amount)};
      turned = turned * quarter;
    }
  }
  // Two turns make any of the 24 rotations. One turn is shorter than two however it is written.
  std::string best;
  bool found = false;
  for (const Turn& first : turns) {
    for (const Turn& second : turns) {
      if (first.symmetry * second.symmetry != rotation) continue;
      const bool both = !first.text.empty() && !second.text.empty();
      std::string text = first.text + (both ? " " : "") + second.text;
      if (!found || text.size() < best.size()) best = std::move(text);
      found = true;
    }
  }
  return best;
}

Moves inverse(const Moves& moves) {
  Moves result;
  result.reserve(moves.size());
  for (auto move = moves.rbegin(); move != moves.rend(); ++move) result.push_back(move->inverse());
  return result;
}

Moves seen_through(const Moves& moves, Symmetry symmetry) {
  Moves result;
  result.reserve(moves.size());
  for (Move move : moves) result.push_back(symmetry(move));
  return result;
}

Moves cancelled(const Moves& moves) {
  // Turns about one axis commute, so a run of them reduces to two amounts.
  struct Run {
    int axis;
    std::array<int, 2> quarters;  // of the first face of the axis (U R F) and of the other
  };
  std::vector<Run> runs;
  for (Move move : moves) {
    const int axis = axis_of(move.face());
    if (runs.empty() || runs.back().axis != axis) runs.push_back({axis, {0, 0}});
    int& quarters = runs.back().quarters[static_cast<int>(move.face()) >= 3 ? 1 : 0];
    quarters = (quarters + move.quarters()) % 4;
    // With an empty run gone, the next move may meet the run before it.
    if (runs.back().quarters == std::array{0, 0}) runs.pop_back();
  }
  Moves result;
  for (const Run& run : runs) {
    const Face first = static_cast<Face>(run.axis);
    if (run.quarters[0] != 0) result.emplace_back(first, run.quarters[0]);
    if (run.quarters[1] != 0) result.emplace_back(opposite(first), run.quarters[1]);
  }
  return result;
}

std::vector<Moves> all_orders(const Moves& moves) {
  std::vector<Moves> orders = {moves};
  for (std::size_t i = 1; i < moves.size(); ++i) {
    if (moves[i].face() != opposite(moves[i - 1].face())) continue;
    for (std::size_t left = orders.size(), next = 0; next < left; ++next) {
      orders.push_back(orders[next]);
      std::swap(orders.back()[i - 1], orders.back()[i]);
    }
    ++i;  // the two are a pair, and no pair shares a turn with another
  }
  return orders;
}

MoveCount count_moves(const Moves& moves) {
  MoveCount count;
  bool last_is_free = false;  // whether the move before is there and not yet half of a slice
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const Move move = moves[i];
    ++count.half_turn;
    count.quarter_turn += move.quarters() == 2 ? 2 : 1;
    // Pairing from the left finds as many pairs as there can be: a move can only pair with its neighbours.
    if (last_is_free && moves[i - 1] == Move(opposite(move.face()), 4 - move.quarters())) {
      last_is_free = false;
    } else {
      last_is_free = true;
      ++count.slice_turn;
    }
  }
  return count;
}

}  // namespace halfturn
