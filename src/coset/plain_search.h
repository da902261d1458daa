#pragma once

#include "halfturn/cube.h"
#include "halfturn/phase1.h"

namespace halfturn {

/// The simplest correct search, a check of the fast one: calls `reached(h)` for every position h of H that
/// exactly `togo` more moves lead to, once for each canonical sequence. Ends, and returns false, once
/// `ended()` is true.
template <class Reached, class Ended>
bool plain_search(const Phase1Table& table, const Cube& cube, int togo, MoveMask next, const Reached& reached,
                  const Ended& ended) {
  const Phase1Coset coset = table.coordinates().coset_of(cube);
  if (table.distance(coset) > togo) return true;
  if (togo == 0) {
    reached(cube);
    return true;
  }
  for (; !next.empty(); next = next.without_first())
    if (ended() ||
        !plain_search(table, cube.after(next.first()), togo - 1, moves_after(next.first()), reached, ended))
      return false;
  return true;
}

}  // namespace halfturn
