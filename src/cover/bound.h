#pragma once

#include <cstdint>

#include "cover/problem.h"
#include "halfturn/result.h"
#include "halfturn/run.h"

namespace halfturn {

struct CoverBoundOptions {
  CoverKind kind = CoverKind::plain;  ///< not `all`
  double fineness = 0.02;             ///< relative rise of a class's price when it gives away its whole cost
  int rounds = 700;
};

/// A lower bound on the cost of any cover, proved by sharing out the costs of the classes.
///
/// Every class gives shares of its cost, at most all of it, to the demands that it can meet. A demand gets
/// the same from each of its classes; that is its worth. A cover has a class of every demand that it meets,
/// so it costs at least what those demands are worth together. All demands must be met or, with inverses,
/// those of one of every two opposite kinds; of these two only the smaller worth counts.
///
/// The shares are found by pricing: repeatedly, the demands whose classes have the lowest prices get a share,
/// which raises those prices. That is done in floating point; then the shares are rounded down, and what they
/// prove is checked and added up in integers. An Error where a stop was requested.
Result<std::uint64_t> cover_lower_bound(const CoverProblem& problem, const CoverBoundOptions& options,
                                        const Run& run);

/// The result of cover_lower_bound() with the default options, which takes a minute or two to compute; for
/// `all`, the number of all cosets.
std::uint64_t known_cover_bound(CoverKind kind);

}  // namespace halfturn
