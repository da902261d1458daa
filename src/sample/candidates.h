#pragma once

#include <memory>
#include <string>
#include <vector>

#include "halfturn/result.h"
#include "halfturn/table_store.h"
#include "sample/allowed_lengths.h"
#include "sample/draw.h"
#include "stage/pattern/piece_state.h"

namespace halfturn::stage {

/// A set of positions that contains all that satisfy some conditions, and that positions can be drawn from.
/// Immutable; any number of threads may draw.
class CandidateSet {
 public:
  CandidateSet() = default;
  virtual ~CandidateSet() = default;
  CandidateSet(const CandidateSet&) = delete;
  CandidateSet& operator=(const CandidateSet&) = delete;

  /// Adds what a draw comes to: no position or one, seldom several. Over many draws every position of the
  /// set is expected equally often.
  virtual void draw(Draw& draw, std::vector<PieceState>& drawn) const = 0;
  /// What part of all positions the set is, or at most is.
  virtual double share() const = 0;
  /// What is drawn from, for people.
  virtual std::string method() const = 0;
};

/// A set that is drawn from position by position.
class DrawnOneByOne : public CandidateSet {
 public:
  void draw(Draw& draw, std::vector<PieceState>& drawn) const final {
    PieceState state;
    if (draw_one(draw, state)) drawn.push_back(state);
  }

 private:
  /// Draws a position. May fail; where it does not, every position of the set is equally likely.
  virtual bool draw_one(Draw& draw, PieceState& state) const = 0;
};

/// All positions.
std::unique_ptr<CandidateSet> whole_cube();

/// The smallest set that the tables can list for these conditions; the whole cube where none is worth it.
Result<std::unique_ptr<CandidateSet>> choose_candidates(const TableStore& store,
                                                        const AllowedLengths& allowed, const Run& run);

}  // namespace halfturn::stage
