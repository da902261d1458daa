#pragma once

#include "optimal/coset_space.h"
#include "optimal/placed_pieces.h"

/// What the searches read a coset's index with, each compiled as there.
namespace halfturn::optimal {

CosetIndex read_coset_portable(const CosetSpace::KernelTables& tables, const PlacedPieces& pieces,
                               Before before);
CosetIndex read_coset_avx2(const CosetSpace::KernelTables& tables, const PlacedPieces& pieces, Before before);
PlacedPieces product_avx2(const PlacedPieces& first, const PlacedPieces& then);

}  // namespace halfturn::optimal
