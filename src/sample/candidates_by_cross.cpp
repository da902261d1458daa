// Candidate sets listed by one cross, or by the crosses of two opposite colours.

#include "sample/candidate_sets.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/text.h"
namespace halfturn::stage {

namespace {

constexpr double kCrosses = 190'080;                  // positions of four edges
constexpr double kOtherCrosses = 8 * 7 * 6 * 5 * 16;  // of four others, once those are placed

// How many positions have a given cross, or two given crosses: the other edges, the corners, half of them.
constexpr std::uint64_t kCornerPositions = std::uint64_t{40'320} * 2'187;
constexpr std::uint64_t kPositionsOfCross = std::uint64_t{40'320} * 128 * kCornerPositions / 2;
constexpr std::uint64_t kPositionsOfTwoCrosses = std::uint64_t{24} * 8 * kCornerPositions / 2;

class OneCross : public DrawnOneByOne {
 public:
  OneCross(std::vector<PlacedCross> crosses, View view)
      : crosses_(std::move(crosses)), edges_(cross_edges_of(view)), colour_(colour_of(view)) {}

  bool draw_one(Draw& draw, PieceState& state) const override {
    state = crosses_[draw.below(static_cast<std::uint32_t>(crosses_.size()))].state;
    return complete(state, edges_, draw);
  }
  std::uint64_t draws_per_position() const override {
    return number_of_draws(crosses_.size(), kPositionsOfCross);
  }
  double share() const override { return static_cast<double>(crosses_.size()) / kCrosses; }
  std::string method() const override {
    return fmt::format("{} positions of the {} cross", base::grouped(crosses_.size()), colour_);
  }

 private:
  std::vector<PlacedCross> crosses_;
  PieceMask edges_;
  char colour_;
};

/// Crosses are grouped by the places they take: any cross of a group can be combined with any of a group that
/// takes other places.
class TwoCrosses : public DrawnOneByOne {
 public:
  TwoCrosses(std::span<const PlacedCross> first, View first_view, std::span<const PlacedCross> second,
             View second_view)
      : edges_(cross_edges_of(first_view) | cross_edges_of(second_view)),
        second_edges_(cross_edges_of(second_view)),
        colours_{colour_of(first_view), colour_of(second_view)} {
    first_ = grouped(first, cross_edges_of(first_view));
    second_ = grouped(second, second_edges_);
    for (std::size_t a = 0; a < first_.size(); ++a)
      for (std::size_t b = 0; b < second_.size(); ++b)
        if ((first_[a].places & second_[b].places) == 0) {
          total_ += std::uint64_t{first_[a].states.size()} * second_[b].states.size();
          pairs_.push_back({total_, a, b});
        }
  }

  bool draw_one(Draw& draw, PieceState& state) const override {
    const std::uint64_t number = draw.below_large(total_);
    const Pair& pair = *std::ranges::upper_bound(pairs_, number, {}, &Pair::end);
    const std::vector<PieceState>& ours = first_[pair.first].states;
    const std::vector<PieceState>& theirs = second_[pair.second].states;
    const std::uint64_t within = pair.end - 1 - number;
    state = ours[within / theirs.size()];
    const PieceState& other = theirs[within % theirs.size()];
    for (std::size_t e = 0; e < kEdgeCount; ++e)
      if ((second_edges_ >> e & 1u) != 0) state.byte[e] = other.byte[e];
    return complete(state, edges_, draw);
  }
  std::uint64_t draws_per_position() const override {
    return number_of_draws(total_, kPositionsOfTwoCrosses);
  }
  double share() const override { return static_cast<double>(total_) / kCrosses / kOtherCrosses; }
  std::string method() const override {
    return fmt::format("{} joint positions of the {} and {} crosses", base::grouped(total_), colours_[0],
                       colours_[1]);
  }

 private:
  struct Group {
    unsigned places = 0;
    std::vector<PieceState> states;
  };
  struct Pair {
    std::uint64_t end = 0;  // of its numbers; they begin where the pair before ends
    std::size_t first = 0;
    std::size_t second = 0;
  };

  static std::vector<Group> grouped(std::span<const PlacedCross> crosses, PieceMask edges) {
    std::map<unsigned, std::vector<PieceState>> by_places;
    for (const PlacedCross& cross : crosses) by_places[places_of(cross.state, edges)].push_back(cross.state);
    std::vector<Group> groups;
    for (auto& [places, states] : by_places) groups.push_back({places, std::move(states)});
    return groups;
  }

  PieceMask edges_;
  PieceMask second_edges_;
  std::array<char, 2> colours_;
  std::vector<Group> first_;
  std::vector<Group> second_;
  std::vector<Pair> pairs_;
  std::uint64_t total_ = 0;
};

}  // namespace

std::unique_ptr<CandidateSet> one_cross(const NibbleTable& crosses, View view, LengthSet lengths) {
  return std::make_unique<OneCross>(crosses_of(crosses.space(), crosses.content(), view, lengths), view);
}

std::unique_ptr<CandidateSet> two_crosses(const NibbleTable& crosses, View first, LengthSet first_lengths,
                                          View second, LengthSet second_lengths) {
  return std::make_unique<TwoCrosses>(
      crosses_of(crosses.space(), crosses.content(), first, first_lengths), first,
      crosses_of(crosses.space(), crosses.content(), second, second_lengths), second);
}

}  // namespace halfturn::stage
