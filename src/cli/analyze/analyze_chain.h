#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "halfturn/analyzer.h"
#include "halfturn/comfort.h"
#include "halfturn/symmetry.h"

namespace halfturn::cli {

/// One step of a chain.
struct ChainStep {
  std::string stage;
  StageSolution way;  ///< from the position after the step before, as short as possible
  int total = 0;      ///< moves of all steps so far
  int optimum = 0;    ///< of the stage, from the scrambled cube
};

/// A walk from the scrambled cube to F2L with one colour at the bottom: cross, xcross, .. f2l, each step as
/// short as possible from where the step before ended. Of equally short ways, the first in the order of moves
/// is taken (U R F D L B, each by a quarter, a half, three quarters), or with `prefer` the most comfortable.
struct Chain {
  View view{};
  std::vector<ChainStep> steps;
};

/// The stages of a chain.
std::vector<Stage> chain_stages();

/// A chain for each view. `rows`: the lengths of chain_stages(). The views are distributed over the threads.
/// After a stop, steps may be missing.
Result<std::vector<Chain>> find_chains(const Analyzer& analyzer, const Cube& cube,
                                       std::span<const StageRow> rows, ViewSet views,
                                       const std::optional<FaceSet>& prefer, const Run& run);

/// For people: a table for each chain. `held`: as in solutions_text().
std::string chains_text(std::span<const Chain> chains, Symmetry held);
/// A JSON object by colour.
std::string chains_json(std::span<const Chain> chains, Symmetry held);
/// A row of CSV for each step, that each begin with `id`, a finished field.
std::string chains_csv(const std::string& id, std::span<const Chain> chains, Symmetry held);
inline constexpr const char* kChainsHeader = "id,colour,stage,length,total,optimum,rotation,moves,reached\n";

}  // namespace halfturn::cli
