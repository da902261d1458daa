#include <immintrin.h>

#include "optimal/coset_reader_twins.h"

namespace halfturn::optimal {

#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,popcnt,lzcnt")

namespace avx2_twin {
#include "optimal/coset_reader_avx2.h"
}

CosetIndex read_coset_avx2(const CosetSpace::KernelTables& tables, const PlacedPieces& pieces,
                           Before before) {
  using avx2_twin::Pieces;
  return Pieces::coset(tables, Pieces::query(tables, Pieces::load(pieces), before));
}

Phase1Coset read_h_coset_avx2(const Phase1Coordinates& coordinates, const PlacedPieces& pieces) {
  using avx2_twin::Pieces;
  return Pieces::h_coset(coordinates, Pieces::load(pieces));
}

PlacedPieces product_avx2(const PlacedPieces& first, const PlacedPieces& then) {
  using avx2_twin::Pieces;
  PlacedPieces result;
  Pieces::store(Pieces::product(Pieces::load(first), Pieces::load(then)), result);
  return result;
}

#pragma GCC pop_options

}  // namespace halfturn::optimal
