#include "sample/alternatives.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "sample/allowed_lengths.h"
#include "stage/pattern/view_frame.h"

namespace halfturn::stage {

namespace {

/// A candidate as held in each view, computed when needed. For one thread.
class Candidate {
 public:
  explicit Candidate(const PieceState& state) : state_(state) {}
  const PieceState& in(View view) {
    if (!ready_.has(view)) {
      views_[view] = PortableOps::seen(state_, symmetry_into(view));
      ready_ |= view;
    }
    return views_[view];
  }

 private:
  const PieceState& state_;
  PerView<PieceState> views_;
  ViewSet ready_;
};

bool satisfies(Candidate& candidate, const Condition& condition, const StageProbe& probe,
               const std::stop_token& stop) {
  const auto wanted = [&](int length) {
    return length <= kMostStageMoves && (condition.lengths >> length & 1u) != 0;
  };
  const int least = std::countr_zero(condition.lengths);
  const int greatest = static_cast<int>(std::bit_width(condition.lengths)) - 1;
  int length = condition.worst ? 0 : kMostStageMoves;
  for (const View view : condition.views) {
    const int in_view =
        probe.length(condition.stage, condition.slots, candidate.in(view), condition.lengths, stop);
    if (condition.worst ? in_view > greatest : in_view < least) return false;
    length = condition.worst ? std::max(length, in_view) : std::min(length, in_view);
  }
  return wanted(length);
}

bool satisfies_all(Candidate& candidate, const Conditions& conditions, const StageProbe& probe,
                   const std::stop_token& stop) {
  for (const Condition& condition : conditions)
    if (!satisfies(candidate, condition, probe, stop)) return false;
  return true;
}

/// Whether a candidate satisfies one of the alternatives.
bool satisfies_one(Candidate& candidate, std::span<const Conditions> alternatives, const StageProbe& probe,
                   const std::stop_token& stop) {
  for (const Conditions& conditions : alternatives)
    if (satisfies_all(candidate, conditions, probe, stop)) return true;
  return false;
}

}  // namespace

Result<Alternatives> Alternatives::open(const TableStore& store, Where where, bool plain,
                                        const StageProbe& probe, const Run& run) {
  Alternatives result;
  result.conditions_ = std::move(where.alternatives);
  if (plain) {
    result.candidates_.push_back(whole_cube());
    result.together_ = true;
  } else {
    if (const Result<void> chosen = result.choose_candidates_of_each(store, run); !chosen)
      return chosen.error();
    result.share_out();
  }
  for (Conditions& conditions : result.conditions_)
    std::ranges::stable_sort(conditions, {}, [&](const Condition& condition) {
      return probe.cost(condition.stage) * condition.views.size();
    });
  return result;
}

/// Leaves out alternatives that have no position.
Result<void> Alternatives::choose_candidates_of_each(const TableStore& store, const Run& run) {
  std::vector<Conditions> kept;
  for (Conditions& conditions : conditions_) {
    Result<std::unique_ptr<CandidateSet>> set = choose_candidates(store, AllowedLengths(conditions), run);
    if (!set) return set.error();
    if ((*set)->share() == 0) continue;
    candidates_.push_back(std::move(*set));
    kept.push_back(std::move(conditions));
  }
  conditions_ = std::move(kept);
  if (!conditions_.empty()) return {};
  return Error{ErrorKind::bad_input, "no position satisfies the conditions",
               "all positions of the pieces that they speak of were listed"};
}

/// Gives each alternative as many numbers as it takes draws to get a certain one of its candidates: if a
/// number is chosen uniformly, then a candidate of its alternative, all candidates of all alternatives are
/// equally likely. Where lists are no better than that, all positions are drawn from.
void Alternatives::share_out() {
  if (candidates_.size() < 2) return;
  constexpr std::uint64_t kQuarterOfAll = 10'813'000'818'622'464'000U;
  std::uint64_t end = 0;
  for (const std::unique_ptr<CandidateSet>& set : candidates_) {
    const std::uint64_t draws = set->draws_per_position();
    if (draws > kQuarterOfAll - end) {
      candidates_.clear();
      candidates_.push_back(whole_cube());
      together_ = true;
      return;
    }
    ends_.push_back(end += draws);
  }
}

void Alternatives::draw(Draw& draw, const StageProbe& probe, const std::stop_token& stop,
                        std::vector<PieceState>& drawn, std::vector<PieceState>& kept) const {
  drawn.clear();
  std::size_t chosen = 0;
  if (!together_ && candidates_.size() > 1)
    chosen = static_cast<std::size_t>(std::ranges::upper_bound(ends_, draw.below_large(ends_.back())) -
                                      ends_.begin());
  candidates_[chosen]->draw(draw, drawn);
  const std::span<const Conditions> all = conditions_;
  for (const PieceState& state : drawn) {
    Candidate candidate(state);
    // A position of several alternatives counts for the first of them alone: else it would come more often.
    const bool wanted = together_ ? satisfies_one(candidate, all, probe, stop)
                                  : satisfies_all(candidate, all[chosen], probe, stop) &&
                                        !satisfies_one(candidate, all.first(chosen), probe, stop);
    if (wanted) kept.push_back(state);
  }
}

std::string Alternatives::method() const {
  std::string text;
  for (const std::unique_ptr<CandidateSet>& set : candidates_)
    text += (text.empty() ? "" : " or ") + set->method();
  return text;
}

}  // namespace halfturn::stage
