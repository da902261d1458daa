#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "halfturn/result.h"
#include "halfturn/table_store.h"
#include "sample/allowed_lengths.h"
#include "sample/draw.h"
#include "stage/pattern/piece_state.h"

namespace halfturn::stage {

/// A set of positions to draw from that contains all positions that satisfy some conditions. Immutable; any
/// number of threads may draw.
class CandidateSet {
 public:
  CandidateSet() = default;
  virtual ~CandidateSet() = default;
  CandidateSet(const CandidateSet&) = delete;
  CandidateSet& operator=(const CandidateSet&) = delete;

  /// Appends the result of one draw to `drawn`: no position or one, rarely several. Over many draws, every
  /// position of the set is expected equally often.
  virtual void draw(Draw& draw, std::vector<PieceState>& drawn) const = 0;
  /// Each position of the set is drawn once in so many draws, on average: exact, and the same for all of
  /// them. kTooManyDraws if that does not fit.
  virtual std::uint64_t draws_per_position() const = 0;
  static constexpr std::uint64_t kTooManyDraws = ~std::uint64_t{0};
  /// The set's share of all positions: exact, an upper bound or an estimate. 0 only if the set is empty.
  virtual double share() const = 0;
  /// A description of the set, for people.
  virtual std::string method() const = 0;
};

/// A set that yields at most one position per draw.
class DrawnOneByOne : public CandidateSet {
 public:
  void draw(Draw& draw, std::vector<PieceState>& drawn) const final {
    PieceState state;
    if (draw_one(draw, state)) drawn.push_back(state);
  }

 private:
  /// Draws a position; false if the draw failed. If it did not, every position of the set is equally likely.
  virtual bool draw_one(Draw& draw, PieceState& state) const = 0;
};

/// For draws_per_position(): one of `states` is chosen, then one of `positions` that have it.
constexpr std::uint64_t number_of_draws(std::uint64_t states, std::uint64_t positions) {
  return positions > CandidateSet::kTooManyDraws / (states == 0 ? 1 : states) ? CandidateSet::kTooManyDraws
                                                                              : states * positions;
}

/// All positions.
std::unique_ptr<CandidateSet> whole_cube();

/// The smallest set that tables give for these conditions; the whole cube if no list is worth making.
Result<std::unique_ptr<CandidateSet>> choose_candidates(const TableStore& store,
                                                        const AllowedLengths& allowed, const Run& run);

}  // namespace halfturn::stage
