#include "kociemba/tables/phase1_build.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/pages.h"
#include "base/parallel.h"
#include "halfturn/phase1.h"
#include "kociemba/tables/phase1_rows.h"

namespace halfturn {

namespace {

using BlockBytes = std::array<std::uint8_t, kFlipCount>;

/// The distances of a block's neighbours by one move. Compute-bound: two reads from the first-level cache and
/// one write for each entry.
void gather_neighbours(const std::uint8_t* neighbour_block, Phase1RowMap::Within target_of,
                       BlockBytes& there) {
#pragma GCC unroll 8
  for (std::size_t f = 0; f < kFlipCount; ++f) there[f] = neighbour_block[target_of(f)];
}

/// A face's four bits, from the distances here and after its turns that count one: bit 3 says whether some
/// turn leads closer; bits 0 .. 2 are those that do, or else those that keep the distance. Plain byte
/// arithmetic, so that the compiler vectorises it.
template <Metric metric>
void encode_face(const std::uint8_t* own, const std::array<BlockBytes, 3>& there, BlockBytes& bits) {
  for (std::size_t f = 0; f < kFlipCount; ++f) {
    std::uint8_t closer = 0;
    std::uint8_t same = 0;
    for (std::size_t turn = 0; turn < 3; turn += metric == Metric::half ? 1 : 2) {
      const auto bit = static_cast<std::uint8_t>(1u << turn);
      closer |= there[turn][f] < own[f] ? bit : std::uint8_t{0};
      same |= there[turn][f] == own[f] ? bit : std::uint8_t{0};
    }
    bits[f] = closer != 0 ? static_cast<std::uint8_t>(closer | 8) : same;
  }
}

/// The entries of one block, from its distances and those of its 18 neighbours.
template <Metric metric>
void sweep_block(const std::uint8_t* distances, const std::vector<Phase1RowSearch::Link>& ways_out,
                 std::size_t row, std::size_t slice, std::uint32_t* entries) {
  const std::uint8_t* own = distances + row * Phase1RowSearch::kRowEntries + slice * kFlipCount;
  std::array<BlockBytes, 3> there;
  std::array<BlockBytes, kFaceCount> bits;
  for (std::size_t face = 0; face < kFaceCount; ++face) {
    for (std::size_t turn = 0; turn < 3; ++turn) {
      const Phase1RowSearch::Link& way = ways_out[3 * face + turn];
      gather_neighbours(
          distances + way.row * Phase1RowSearch::kRowEntries + way.map->block(slice) * kFlipCount,
          way.map->within(slice), there[turn]);
    }
    encode_face<metric>(own, there, bits[face]);
  }
  for (std::size_t f = 0; f < kFlipCount; ++f) {
    std::uint32_t entry = own[f];
    for (std::size_t face = 0; face < kFaceCount; ++face)
      entry |= std::uint32_t{bits[face][f]} / 8 << (Phase1Entry::kDistanceBits + face) |
               std::uint32_t{bits[face][f]} % 8 << (Phase1Entry::kNamedShift + 3 * face);
    entries[f] = entry;
  }
}

}  // namespace

Result<void> build_phase1(Metric metric, std::span<std::byte> content, const Run& run) {
  const std::unique_ptr<const Phase1Coordinates> coordinates = Phase1Coordinates::make();
  const std::vector<Phase1RowMap> maps = phase1_row_maps(*coordinates);
  const Phase1RowSearch::Links links = phase1_links(*coordinates, maps, MoveMask::all());
  // In the quarter metric a half turn is two turns, so the quarter turns alone give the distances.
  const std::string name = Phase1Table::kind(metric).name;
  const Result<base::PageBuffer> found =
      Phase1RowSearch::distances(phase1_links(*coordinates, maps, moves_of_cost_one(metric)), name, run);
  if (!found) return found.error();

  const auto* distances = reinterpret_cast<const std::uint8_t*>(found->bytes().data());
  auto* entries = reinterpret_cast<std::uint32_t*>(content.data());
  const auto sweep = metric == Metric::half ? sweep_block<Metric::half> : sweep_block<Metric::quarter>;
  const bool all = base::parallel_for(run.threads, kTwistClasses, run.stop, [&](int worker, std::size_t row) {
    if (worker == 0) run.report(name, "moves", static_cast<double>(row) / kTwistClasses);
    for (std::size_t slice = 0; slice < kSliceCount; ++slice)
      sweep(distances, links.out[row], row, slice,
            entries + row * Phase1RowSearch::kRowEntries + slice * kFlipCount);
  });
  if (!all) return Error{ErrorKind::stopped, "stopped while building the table " + name, {}};
  return {};
}

}  // namespace halfturn
