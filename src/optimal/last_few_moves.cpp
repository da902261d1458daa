#include "optimal/last_few_moves.h"

#include <cstdint>
#include <unordered_set>

namespace halfturn::optimal {

std::vector<std::byte> last_few_moves(const CosetSpace& space) {
  std::vector<std::byte> content(kLastFewMoves.entries() / 4 + 1);
  std::unordered_set<std::uint64_t> known;
  // True for a coset that is new. All its equivalent indices are then known, and as near as `level` says.
  const auto add = [&](const Cube& cube, int level) {
    const CosetIndex index = space.index_of(cube);
    if (known.contains(index.entry())) return false;
    const std::size_t row = index.line / kEdgeArrangements;
    const EdgeLabels labels =
        space.labels_of(static_cast<std::uint32_t>(index.line % kEdgeArrangements), index.flip);
    for (std::uint16_t frame : space.stabilizer(row)) {
      const std::uint64_t image = space.entry_of(row, space.through(labels, frame));
      known.insert(image);
      const std::uint64_t entry =
          kLastFewMoves.entry({static_cast<std::uint32_t>(image / kFlipClasses), 0}, 0);
      const unsigned shift = entry % 4 * 2;
      // Others of the line that are nearer came before.
      if ((static_cast<unsigned>(content[entry / 4]) >> shift & 3U) == 0)
        content[entry / 4] |= static_cast<std::byte>(unsigned{kLastFewMoves.needed(level)} << shift);
    }
    return true;
  };
  std::vector<Cube> frontier = {Cube()};
  add(Cube(), 0);
  for (int level = 1; level < kLastFewMoves.useless_from(); ++level) {
    std::vector<Cube> next;
    for (const Cube& cube : frontier)
      for (Move move : kAllMoves)
        if (const Cube moved = cube.after(move); add(moved, level)) next.push_back(moved);
    frontier = std::move(next);
  }
  return content;
}

}  // namespace halfturn::optimal
