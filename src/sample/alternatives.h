#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "halfturn/where.h"
#include "sample/candidates.h"
#include "sample/stage_probe.h"

namespace halfturn::stage {

/// Draws positions that satisfy the conditions of at least one alternative, all such positions equally
/// likely. Immutable after open(); any number of threads may draw.
class Alternatives {
 public:
  /// Chooses the candidates of each alternative of `where`, which must be possible; with `plain`, all
  /// positions are the candidates of all. An Error if there is no position.
  static Result<Alternatives> open(const TableStore& store, Where where, bool plain, const StageProbe& probe,
                                   const Run& run);

  /// Draws once and appends what satisfies the conditions to `kept`: no position or one, rarely several.
  /// `drawn` is scratch space. Meaningless after a stop.
  void draw(Draw& draw, const StageProbe& probe, const std::stop_token& stop, std::vector<PieceState>& drawn,
            std::vector<PieceState>& kept) const;

  std::span<const Conditions> conditions() const {
    return conditions_;
  }                            ///< by alternative, the cheapest first
  std::string method() const;  ///< what candidates are drawn from, for people

 private:
  Result<void> choose_candidates_of_each(const TableStore& store, const Run& run);
  void share_out();

  std::vector<Conditions> conditions_;
  std::vector<std::unique_ptr<CandidateSet>> candidates_;  // by alternative; or one, of all alternatives
  std::vector<std::uint64_t> ends_;                        // of the numbers that stand for each alternative
  bool together_ = false;                                  // the candidates are of all alternatives
};

}  // namespace halfturn::stage
