#pragma once

#include <array>

#include "stage/stage_goals.h"

/// The distances of a position from the stages, by trying all sequences of moves.
namespace halfturn::reference {

/// In place of a distance: it is larger than the limit.
inline constexpr int kBeyondLimit = -1;

/// By the index of a goal in kGoals, then by the number of the bottom face.
using Distances = std::array<std::array<int, kFaceCount>, kGoals.size()>;

/// The least number of moves to every stage with every face at the bottom, as far as they are at most
/// `limit`. Breadth-first from the position on whole cubes, which ends with the last goal that is met. A
/// limit of 5 takes half a second; each move more takes thirteen times as long, and 100 MB for 6.
Distances reference_distances(const Pieces& start, int limit);

/// The same for one goal with one face at the bottom.
int reference_distance(const Pieces& start, const Goal& goal, Face bottom, int limit);

}  // namespace halfturn::reference
