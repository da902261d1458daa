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

TableKind Phase1Table::kind() {
  return {
      .name = "phase1",
      .purpose = "exact distance to H and the moves that lead closer, for all 2,217,093,120 phase-1 cosets",
      .version = 1,
      .entries = kEntries,
      .bits_per_entry = 32,
      .build = build_phase1,
  };
}

Result<Phase1Table> Phase1Table::open(const TableStore& store, Residency residency, const Run& run) {
  Result<TableData> data = store.open_or_build(kind(), residency, run);
  if (!data) return data.error();
  return Phase1Table(std::move(*data), Phase1Coordinates::make());
}

Phase1Table::Phase1Table(TableData data, std::unique_ptr<const Phase1Coordinates> coordinates)
    : data_(std::move(data)),
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
