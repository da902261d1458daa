#pragma once

#include <cstdint>
#include <vector>

#include "cover/annealing.h"
#include "cover/problem.h"

namespace halfturn {

/// A choice of classes, and of the kinds that must be covered, on its way to a cheap cover.
///
/// All arithmetic is in integers, so the same problem, seed and steps give the same choice everywhere.
class CoverAnnealer {
 public:
  /// Begins with every class chosen. `problem` must outlive it.
  CoverAnnealer(const CoverProblem& problem, bool with_inverses, std::uint64_t seed);

  void choose(const std::vector<bool>& chosen);
  /// Begins the random numbers anew.
  void reseed(std::uint64_t seed) { chance_ = Chance(seed); }
  std::vector<bool> chosen() const;
  std::uint64_t cost() const { return cost_; }

  /// False where a stop was requested.
  bool anneal(const AnnealingSchedule& schedule, const Run& run);

  /// Makes it a cover: adds the classes that meet the most unmet demands for their cost, then removes those
  /// that are not needed.
  void complete();

 private:
  // What every proposal reads, together in 8 bytes.
  struct Class {
    std::int32_t needs = 0;  // required demands that it alone meets or would meet: no other member is chosen
    std::uint32_t cost_and_chosen = 0;  // twice the cost, plus one where it is chosen
  };
  // A demand as one of its members sees it.
  struct Demand {
    std::uint16_t other;
    std::uint16_t another;  // a dummy behind the last class, never chosen, if there is no such member
    std::uint16_t kind;
  };

  bool is_chosen(std::size_t c) const { return (classes_[c].cost_and_chosen & 1) != 0; }
  void flip(std::size_t c) { choices_.empty() ? flip_as<false>(c) : flip_as<true>(c); }
  template <bool kHasChoices>
  void flip_as(std::size_t c);
  void require(std::size_t kind, bool required);
  void settle_kinds();
  template <bool kHasChoices>
  void propose_flips(std::uint64_t count, AnnealingStage stage);
  void propose_exchange(AnnealingStage stage);

  const CoverProblem& problem_;
  Chance chance_;
  std::vector<Class> classes_;
  std::vector<std::uint32_t> first_demand_;  // by class
  std::vector<Demand> demands_;              // class by class
  std::vector<std::uint32_t> first_of_kind_;
  std::vector<std::uint32_t> by_kind_;  // the problem's demands, kind by kind
  std::vector<std::int32_t> required_;  // by kind: -1 or 0, a mask
  std::vector<std::int32_t> unmet_;  // by kind: how many of its demands are not met; kept only if there are
                                     // choices
  std::vector<std::uint16_t> choices_;  // of each pair of opposite kinds, the one with the smaller number
  std::uint64_t cost_ = 0;
  std::int64_t missing_ = 0;  // how many of the demands that must be met are not
};

}  // namespace halfturn
