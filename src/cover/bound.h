#pragma once

#include <cstdint>

#include "cover/problem.h"
#include "halfturn/result.h"
#include "halfturn/run.h"

namespace halfturn {

struct CoverBoundOptions {
  CoverKind kind = CoverKind::plain;  ///< not `all`
  double fineness = 0.02;  ///< how much a class's price rises when its whole cost has been given away
  int rounds = 700;
};

/// A number that no cover costs less than, proved by sharing out the costs of the classes.
///
/// Every class gives the demands that it can meet shares of its cost, no more than all of it. A demand is
/// worth what each of its classes gives it, the same from each. A cover has one class of every demand that it
/// meets, so it costs at least what those demands are worth together. All demands must be met, or with
/// inverses those of one of every two opposite kinds: of such two only the smaller worth counts.
///
/// The shares are found by pricing: again and again the cheapest demands, by the prices of their classes, get
/// something, and their classes become dearer. That is done in floating point; then the shares are rounded
/// down, and what they prove is checked and added up in integers. An Error where a stop was requested.
Result<std::uint64_t> cover_lower_bound(const CoverProblem& problem, const CoverBoundOptions& options,
                                        const Run& run);

/// What cover_lower_bound() came to with the options as they stand above, which takes a minute or two.
std::uint64_t known_cover_bound(CoverKind kind);

}  // namespace halfturn
