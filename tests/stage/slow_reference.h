#pragma once

#include <array>

#include "stage/stage_goals.h"

/// The distances of a position from the stages, by exhaustive search.
namespace halfturn::reference {

/// Stands for a distance larger than the limit.
inline constexpr int kBeyondLimit = -1;

/// By the index of a goal in kGoals, then by the number of the bottom face.
using Distances = std::array<std::array<int, kFaceCount>, kGoals.size()>;

/// The least number of moves to every stage with every face at the bottom, or kBeyondLimit. Breadth-first
/// search on whole cubes, which ends early when every goal has been met. A limit of 5 takes half a second;
/// each further move takes thirteen times as long. A limit of 6 takes 100 MB.
Distances reference_distances(const Pieces& start, int limit);

/// The same for one goal with one face at the bottom.
int reference_distance(const Pieces& start, const Goal& goal, Face bottom, int limit);

}  // namespace halfturn::reference
