#include "stage/search/bound_planner.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

namespace halfturn::stage {

namespace {

const BottomSymmetry& symmetry_at(int index) {
  return kBottomSymmetries[static_cast<std::size_t>(index)];
}

/// A mask with `part` in each of the eight bytes from `first` on that belongs to one of the pieces.
std::uint64_t in_bytes(PieceMask pieces, std::size_t first, std::uint64_t part) {
  std::uint64_t mask = 0;
  for (std::size_t i = 0; i < 8; ++i)
    if ((pieces >> (first + i) & 1) != 0) mask |= part << (8 * i);
  return mask;
}

/// `whole`, with these pieces as in `part`.
PieceState joined(const PieceState& whole, const PieceState& part, PieceMask pieces) {
  PieceState both = whole;
  for (; pieces != 0; pieces &= pieces - 1) {
    const auto piece = static_cast<std::size_t>(std::countr_zero(pieces));
    both.byte[piece] = part.byte[piece];
  }
  return both;
}

bool has_place_twice(const PieceState& state, PieceMask pieces) {
  std::array<unsigned, 2> taken{};  // by edges, by corners
  for (; pieces != 0; pieces &= pieces - 1) {
    const auto piece = static_cast<std::size_t>(std::countr_zero(pieces));
    unsigned& places = taken[piece / PieceState::kCorners];
    const unsigned place = 1u << state.place(piece);
    if ((places & place) != 0) return true;
    places |= place;
  }
  return false;
}

}  // namespace

BottomSymmetryGroup::BottomSymmetryGroup() {
  // A position without symmetry has a different image under each bottom symmetry.
  Cube odd;
  for (const int move : {0, 5, 7, 14, 3, 16, 9, 1, 12}) odd.apply(Move::from_index(move));
  const PieceState start = PieceState::of(odd);
  std::array<PieceState, kBottomSymmetryCount> image;
  for (std::size_t i = 0; i < kBottomSymmetryCount; ++i)
    image[i] = PortableOps::seen(start, kBottomSymmetries[i]);
  for (std::size_t a = 0; a < kBottomSymmetryCount; ++a)
    for (std::size_t b = 0; b < kBottomSymmetryCount; ++b) {
      const PieceState both = PortableOps::seen(image[a], kBottomSymmetries[b]);
      const auto found = std::ranges::find(image, both) - image.begin();
      then_[a][b] = static_cast<int>(found);
      if (found == 0) inverse_[a] = static_cast<int>(b);
    }
}

alignas(16) const FreeRanks kFreeRank = [] {
  FreeRanks ranks{};
  for (unsigned taken = 0; taken < ranks.size(); ++taken)
    for (unsigned place = 0; place < kEdgeCount; ++place)
      ranks[taken][place] = static_cast<std::uint8_t>(place - places_before(taken, place));
  return ranks;
}();

void throw_damaged(const std::string& table) {
  throw DamagedTable{
      {.kind = ErrorKind::damaged,
       .message = "the table " + table + " is damaged: it names a distance that no neighbour confirms",
       .hint = "build it anew",
       .remedy = Remedy::replace_table,
       .table = table}};
}

std::vector<int> BoundPlanner::readers_for(const Goal& goal) {
  std::vector<TableUse> valid;
  for (std::size_t t = 0; t < tables_.size(); ++t) {
    const PatternSpace& space = *tables_[t].space;
    for (int bottom_symmetry = 0; bottom_symmetry < kBottomSymmetryCount; ++bottom_symmetry) {
      // Symmetries that differ only by one that keeps the table's goal give the same distance: use the first.
      const bool first = std::ranges::none_of(space.bottom_symmetries(), [&](int keeps) {
        return symmetries_.then(bottom_symmetry, keeps) < bottom_symmetry;
      });
      if (first && implies(goal, symmetry_at(bottom_symmetry), space.pattern().goal))
        valid.push_back({t, bottom_symmetry});
    }
  }
  const auto bounded_by = [&](const TableUse& weak, const TableUse& strong) {
    const int between = symmetries_.then(symmetries_.inverse(strong.bottom_symmetry), weak.bottom_symmetry);
    return implies(tables_[strong.table].space->pattern().goal, symmetry_at(between),
                   tables_[weak.table].space->pattern().goal);
  };
  std::vector<TableUse> strongest;
  for (const TableUse& use : valid)
    if (std::ranges::none_of(valid, [&](const TableUse& other) {
          return &other != &use && bounded_by(use, other) && !(bounded_by(other, use) && &use < &other);
        }))
      strongest.push_back(use);
  std::vector<TableUse> chosen = worth_reading(strongest, goal);
  if (!covers(chosen, goal)) chosen = std::move(strongest);  // what is worth reading may not be enough
  if (chosen.size() > kMostReaders || !covers(chosen, goal)) return {};
  std::vector<int> numbers;
  for (const TableUse& use : chosen) numbers.push_back(number_of(use));
  return numbers;
}

/// Leaves out tables that cost more reads than they save: a position that is not ruled out reads all of them.
std::vector<BoundPlanner::TableUse> BoundPlanner::worth_reading(std::vector<TableUse> uses,
                                                                const Goal& goal) const {
  // The more positions a table distinguishes, the stronger its bound: the largest come first.
  const auto positions = [&](const TableUse& use) { return tables_[use.table].space->positions(); };
  std::ranges::stable_sort(uses, std::ranges::greater{}, positions);
  // A table that allows more ends than the goal is weaker than its size suggests. Small ones of this kind
  // rule out next to nothing, as measured.
  constexpr std::uint64_t kLooseAndUseful = 500'000'000;
  std::erase_if(uses, [&](const TableUse& use) {
    return positions(use) < kLooseAndUseful && is_loose(use, goal) &&
           tables_[use.table].space->pattern().goal.oriented_axis == 0;
  });
  // Of the others, keep those that contain two pieces that no larger one contains together, or one piece that
  // none contains. If the larger ones cover the goal but for the orientation, much smaller ones rule out a
  // child in a hundred, as measured, and cost a read for each that is left.
  constexpr std::uint64_t kMuchSmaller = 20;
  Goal unoriented = goal;
  unoriented.oriented_axis = 0;
  std::vector<TableUse> chosen;
  std::vector<PieceMask> seen_together;
  bool orientation_seen = false;
  for (std::size_t first = 0; first < uses.size();) {
    std::size_t end = first;
    bool adds = false;
    std::vector<PieceMask> added;
    const Goal& table_goal = tables_[uses[first].table].space->pattern().goal;
    for (; end < uses.size() && uses[end].table == uses[first].table; ++end) {
      const PieceMask pieces =
          seen(table_goal.pieces, symmetry_at(symmetries_.inverse(uses[end].bottom_symmetry))) & ~kCrossEdges;
      for (PieceMask a = pieces; a != 0; a &= a - 1)
        for (PieceMask b = a; b != 0; b &= b - 1) {
          const PieceMask two = (a & ~(a - 1)) | (b & ~(b - 1));
          adds =
              adds || std::ranges::none_of(seen_together, [&](PieceMask all) { return (two & ~all) == 0; });
        }
      added.push_back(pieces);
    }
    const bool orients = table_goal.oriented_axis != 0;
    if (kMuchSmaller * positions(uses[first]) < positions(uses.front()) && covers(chosen, unoriented)) break;
    if (adds || (orients && !orientation_seen) || chosen.empty()) {
      chosen.insert(chosen.end(), uses.begin() + static_cast<std::ptrdiff_t>(first),
                    uses.begin() + static_cast<std::ptrdiff_t>(end));
      // A table that is neither loose nor oriented may still bound these pieces better.
      if (!orients && !is_loose(uses[first], goal))
        seen_together.insert(seen_together.end(), added.begin(), added.end());
      orientation_seen = orientation_seen || orients;
    }
    first = end;
  }
  if (goal.oriented_axis != 0 && !orientation_seen) add_orientation(uses, chosen);
  return chosen;
}

/// Adds the table with oriented edges that takes the fewest reads.
void BoundPlanner::add_orientation(std::span<const TableUse> uses, std::vector<TableUse>& chosen) const {
  const auto count_of = [&](const TableUse& use) {
    return std::ranges::count(uses, use.table, &TableUse::table);
  };
  std::vector<TableUse> oriented;
  std::copy_if(uses.begin(), uses.end(), std::back_inserter(oriented), [&](const TableUse& use) {
    return tables_[use.table].space->pattern().goal.oriented_axis != 0;
  });
  const auto fewest = std::ranges::min_element(oriented, {}, count_of);
  if (fewest == oriented.end()) return;
  std::copy_if(oriented.begin(), oriented.end(), std::back_inserter(chosen),
               [&](const TableUse& use) { return use.table == fewest->table; });
}

/// Whether the table's goal allows its pieces more ends than `goal` does.
bool BoundPlanner::is_loose(const TableUse& use, const Goal& goal) const {
  const Goal& table_goal = tables_[use.table].space->pattern().goal;
  const BottomSymmetry& back = symmetry_at(symmetries_.inverse(use.bottom_symmetry));
  Goal part = goal;
  part.pieces = seen(table_goal.pieces, back);
  part.oriented_axis = table_goal.oriented_axis != 0 ? goal.oriented_axis : 0;
  return !implies(table_goal, back, part);
}

/// Whether a position at distance 0 in all these uses has reached the goal: combines the ends of the uses
/// that agree with one another, and checks that every combination is an end of the goal.
bool BoundPlanner::covers(std::span<const TableUse> uses, const Goal& goal) const {
  constexpr std::size_t kMostWholes = 10'000;
  std::vector<PieceState> wholes(1);
  PieceMask pieces = 0;
  bool oriented = goal.oriented_axis == 0;
  for (const TableUse& use : uses) {
    const Goal& table_goal = tables_[use.table].space->pattern().goal;
    const BottomSymmetry& back = symmetry_at(symmetries_.inverse(use.bottom_symmetry));
    const PieceMask more = seen(table_goal.pieces, back);
    std::vector<PieceState> larger;
    for (const PieceState& end : table_goal.ends) {
      const PieceState part = PortableOps::seen(end, back);
      for (const PieceState& whole : wholes)
        if (agree(part, whole, pieces & more)) larger.push_back(joined(whole, part, more));
    }
    pieces |= more;
    std::erase_if(larger, [&](const PieceState& whole) { return has_place_twice(whole, pieces); });
    if (larger.size() > kMostWholes) return false;
    wholes = std::move(larger);
    oriented = oriented || table_goal.oriented_axis != 0;
  }
  return (goal.pieces & ~pieces) == 0 && oriented &&
         std::ranges::all_of(wholes, [&](const PieceState& whole) {
           return std::ranges::any_of(goal.ends,
                                      [&](const PieceState& end) { return agree(whole, end, goal.pieces); });
         });
}

void BoundPlanner::set_content(std::size_t table, std::span<const std::byte> content) {
  tables_[table].content = content;
  for (std::size_t i = 0; i < uses_.size(); ++i)
    if (uses_[i].table == table) readers_[i]->content = content.data();
}

bool BoundPlanner::reads(std::size_t table) const {
  return std::ranges::any_of(uses_, [table](const TableUse& use) { return use.table == table; });
}

int BoundPlanner::number_of(TableUse use) {
  for (std::size_t i = 0; i < uses_.size(); ++i)
    if (uses_[i].table == use.table && uses_[i].bottom_symmetry == use.bottom_symmetry)
      return static_cast<int>(i);
  uses_.push_back(use);
  readers_.push_back(make(use));
  return static_cast<int>(uses_.size()) - 1;
}

std::unique_ptr<TableReader> BoundPlanner::make(TableUse use) {
  const PatternSpace& space = *tables_[use.table].space;
  const Pattern& pattern = space.pattern();
  auto reader = std::make_unique<TableReader>();
  const PieceMask rows_before =
      seen(pattern.row_edges, symmetry_at(symmetries_.inverse(use.bottom_symmetry)));
  // Merge the use's symmetry with the one that brings the row to its representative.
  std::vector<std::size_t> pieces;
  for (PieceMask left = rows_before; left != 0; left &= left - 1)
    pieces.push_back(static_cast<std::size_t>(std::countr_zero(left)));
  auto rows = std::make_unique<std::vector<PatternSpace::RowOf>>(space.rows_by_key().size());
  const Arrangements placed(kEdgeCount, static_cast<int>(pieces.size()));
  const KeySymmetry to_row(symmetry_at(use.bottom_symmetry), pieces, space.row_edges());
  for (std::size_t rank = 0; rank < placed.count(); ++rank) {
    const std::size_t key = placed.key(rank);
    const PatternSpace::RowOf found = space.row_of(to_row(key));
    (*rows)[key] = {found.row,
                    static_cast<std::uint16_t>(symmetries_.then(use.bottom_symmetry, found.bottom_symmetry))};
  }
  PieceMask others = 0;
  for (const std::size_t edge : space.other_edges()) others |= piece_bit(edge);
  PieceMask corners = 0;
  for (const std::size_t corner : space.corner_pieces()) corners |= piece_bit(corner);
  constexpr std::uint64_t kPlace = 0x0F;
  constexpr std::uint64_t kTurn = 0x30;
  reader->space = &space;
  reader->content = tables_[use.table].content.data();
  reader->rows = rows->data();
  reader->row_places = space.row_places().data();
  reader->other_ranks = space.other_arrangements().ranks();
  reader->corner_ranks = space.corner_arrangements().ranks();
  reader->row_stride = space.row_stride();
  reader->corner_count = static_cast<std::uint32_t>(space.corner_count());
  reader->twist_count = static_cast<std::uint32_t>(space.twist_count());
  reader->row_edges = rows_before;
  reader->tracked_edges = pattern.row_edges | others;
  reader->row_nibbles = in_bytes(rows_before, 4, kPlace);
  reader->other_nibbles = in_bytes(others, 4, kPlace);
  reader->corner_nibbles = in_bytes(corners, 16, kPlace);
  reader->corner_twists = in_bytes(corners, 16, kTurn);
  reader->other_edges = others;
  reader->flip_bits = static_cast<std::uint8_t>(space.flip_bits());
  reader->free_flip_bits = static_cast<std::uint8_t>(space.free_flip_bits());
  reader->oriented = space.oriented();
  reader->packing = pattern.packing;
  rows_.push_back(std::move(rows));
  return reader;
}

}  // namespace halfturn::stage
