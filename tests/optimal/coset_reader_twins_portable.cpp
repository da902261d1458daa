#include "optimal/coset_reader_twins.h"

namespace halfturn::optimal {

namespace portable_twin {
#include "optimal/coset_reader_portable.h"
}

CosetIndex read_coset_portable(const CosetSpace::KernelTables& tables, const PlacedPieces& pieces,
                               Before before) {
  using portable_twin::Pieces;
  return Pieces::coset(tables, Pieces::query(tables, Pieces::load(pieces), before));
}

Phase1Coset read_h_coset_portable(const Phase1Coordinates& coordinates, const PlacedPieces& pieces) {
  using portable_twin::Pieces;
  return Pieces::h_coset(coordinates, Pieces::load(pieces));
}

}  // namespace halfturn::optimal
