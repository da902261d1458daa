#include <utility>

#include "halfturn/phase1.h"
#include "kociemba/tables/phase1_build.h"

namespace halfturn {

Phase1MaskDecoder::Phase1MaskDecoder() {
  for (std::uint32_t faces = 0; faces < all_turns_.size(); ++faces)
    for (int f = 0; f < kFaceCount; ++f)
      if ((faces >> f & 1u) != 0) all_turns_[faces] |= MoveMask::of_face(static_cast<Face>(f)).bits();
  for (std::size_t s = 0; s < seen_back_.size(); ++s) {
    // The entry is for the position seen through s, so its moves are mapped back by the inverse.
    const Symmetry back = Symmetry::from_index(static_cast<int>(s)).inverse();
    for (std::uint32_t mask = 0; mask < 512; ++mask) {
      seen_back_[s][0][mask] = back(MoveMask{mask}).bits();
      seen_back_[s][1][mask] = back(MoveMask{mask << 9}).bits();
    }
  }
}

TableKind Phase1Table::kind(Metric metric) {
  const bool half = metric == Metric::half;
  return {
      .name = half ? "phase1" : "phase1-quarter",
      .purpose =
          half ? "exact distance to H and the moves that lead closer, for all 2,217,093,120 phase-1 cosets"
               : "the same as phase1, in quarter turns",
      .version = 1,
      .entries = kEntries,
      .bits_per_entry = 32,
      .build = [metric](std::span<std::byte> content,
                        const Run& run) { return build_phase1(metric, content, run); },
  };
}

Result<Phase1Table> Phase1Table::open(const TableStore& store, Residency residency, const Run& run,
                                      Metric metric) {
  Result<TableData> data = store.open_or_build(kind(metric), residency, run);
  if (!data) return data.error();
  return Phase1Table(metric, std::move(*data), Phase1Coordinates::make());
}

Phase1Table::Phase1Table(Metric metric, TableData data, std::unique_ptr<const Phase1Coordinates> coordinates)
    : metric_(metric),
      turns_(moves_of_cost_one(metric)),
      data_(std::move(data)),
      entries_(reinterpret_cast<const std::uint32_t*>(data_.bytes().data()), kEntries),
      coordinates_(std::move(coordinates)),
      decoder_(std::make_unique<const Phase1MaskDecoder>()) {}

Moves Phase1Table::solve(Phase1Coset coset) const {
  Moves moves;
  int togo = distance(coset);
  while (togo > 0) {
    const Move move = distance_and_moves(coset, togo).moves.first();
    moves.push_back(move);
    coset = coordinates_->after(coset, move);
    --togo;
  }
  return moves;
}

}  // namespace halfturn
