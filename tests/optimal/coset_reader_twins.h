#pragma once

#include "halfturn/phase1.h"
#include "optimal/coset_space.h"
#include "optimal/placed_pieces.h"

/// What the searches read a coset's index with, each compiled as there.
namespace halfturn::optimal {

CosetIndex read_coset_portable(const CosetSpace::KernelTables& tables, const PlacedPieces& pieces,
                               Before before);
CosetIndex read_coset_avx2(const CosetSpace::KernelTables& tables, const PlacedPieces& pieces, Before before);
Phase1Coset read_h_coset_portable(const Phase1Coordinates& coordinates, const PlacedPieces& pieces);
Phase1Coset read_h_coset_avx2(const Phase1Coordinates& coordinates, const PlacedPieces& pieces);
PlacedPieces product_avx2(const PlacedPieces& first, const PlacedPieces& then);

}  // namespace halfturn::optimal
