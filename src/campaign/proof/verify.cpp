#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "base/stopwatch.h"
#include "campaign/checksum_text.h"
#include "campaign/proof/proof_text.h"
#include "campaign/result_judge.h"
#include "halfturn/random.h"

namespace halfturn {

namespace {

/// One call of verify_proof(): first the lines as they come, then some cosets again.
class ProofCheck {
 public:
  ProofCheck(const CosetRunner& runner, const ProofCheckOptions& options, const Run& run)
      : runner_(runner), options_(options), run_(run), random_(options.seed) {}

  Result<ProofVerdict> check(const ProofSource& source) {
    ProofReader reader({[this](const ProofClaim& claim) { return begin(claim); },
                        [this](const ProofRow& row) { look_at(row); },
                        [this](const ProofTotals& totals) { compare_totals(totals); }});
    Result<void> read = source([&](std::string_view piece) -> Result<void> {
      if (run_.stop.stop_requested()) return Error{ErrorKind::stopped, "stopped", {}};
      return reader.add(piece);
    });
    if (read) read = reader.end();
    if (!read && read.error().kind == ErrorKind::damaged) {
      differs(read.error().text());
      return std::move(verdict_);
    }
    if (!read) return read.error();
    verdict_.read_to_end = true;
    verdict_.missing += expected_left();
    // Where something is wrong already, there is nothing to gain from minutes of work.
    if (verdict_.difference_count > 0) return std::move(verdict_);
    if (Result<void> done = recompute(); !done) return done.error();
    return std::move(verdict_);
  }

 private:
  void differs(std::string text) {
    ++verdict_.difference_count;
    if (verdict_.differences.size() < ProofVerdict::kMostDifferences)
      verdict_.differences.push_back(std::move(text));
  }
  void differs(std::uint64_t coset, std::string_view text) {
    differs(fmt::format("coset {}: {}", coset, text));
  }

  Result<void> begin(const ProofClaim& claim) {
    verdict_.claim = claim;
    const CampaignPlan& plan = claim.plan;
    cover_ = std::make_unique<const CoverToJudgeBy>(plan.parameters.cover, options_.cover);
    if (claim.cover_size != cover_->cover.size())
      // Nothing that follows would mean anything, and a sample might not even be possible.
      return Error{ErrorKind::damaged,
                   fmt::format("the cover {} has {} cosets and should have {}",
                               to_string(plan.parameters.cover), claim.cover_size, cover_->cover.size()),
                   {}};
    if (claim.cover_checksum != cover_->checksum)
      return Error{
          ErrorKind::damaged,
          fmt::format("the checksum of the cover {} is {} and should be {}", to_string(plan.parameters.cover),
                      checksum_text(claim.cover_checksum), checksum_text(cover_->checksum)),
          "the cosets have other numbers there; check it with the program that made it"};
    if (const auto* range = std::get_if<CosetRange>(&plan.cosets)) {
      next_ = range->first;
      return {};
    }
    sample_ = draw_sample(std::get<CosetSample>(plan.cosets), cover_->cover.size());
    std::ranges::sort(sample_);
    return {};
  }

  // The cosets that are claimed, ascending: next_ of a range, or the sample from next_ on.
  bool is_range() const { return sample_.empty(); }
  std::uint64_t expected_end() const {
    return is_range() ? std::get<CosetRange>(verdict_.claim.plan.cosets).end : sample_.size();
  }
  std::uint64_t expected_left() const { return expected_end() - next_; }

  /// Whether this coset is claimed and comes in its turn; counts those that were passed over.
  bool is_expected(std::uint64_t index) {
    std::uint64_t place = index;
    if (!is_range()) {
      const auto found =
          std::lower_bound(sample_.begin() + static_cast<std::ptrdiff_t>(next_), sample_.end(), index);
      if (found == sample_.end() || *found != index) return false;
      place = static_cast<std::uint64_t>(found - sample_.begin());
    }
    if (place < next_ || place >= expected_end()) return false;
    verdict_.missing += place - next_;
    next_ = place + 1;
    return true;
  }

  void look_at(const ProofRow& row) {
    ++verdict_.totals.cosets;
    ++(row.outcome == CosetOutcome::proved ? verdict_.totals.proved : verdict_.totals.unproved);
    if (last_ && row.index <= *last_)
      differs(row.index, fmt::format("it comes after coset {}", *last_));
    else if (!is_expected(row.index))
      differs(row.index, "it is not among those that are claimed");
    last_ = row.index;
    for (const std::string& fault : coset_faults(row.index, row.coset, cover_->cover))
      differs(row.index, fault);
    for (const std::string& fault :
         finding_faults({row.outcome, row.remaining, row.levels}, verdict_.claim.plan.parameters.prove))
      differs(row.index, fault);
    choose(row);
    if (verdict_.totals.cosets % kRowsBetweenReports == 0)
      run_.report(
          "proof file", "reading",
          static_cast<double>(verdict_.totals.cosets) / static_cast<double>(verdict_.claim.plan.count()));
  }

  /// Keeps each row so far with the same probability, in any order of them.
  void choose(const ProofRow& row) {
    if (chosen_.size() < options_.recompute) {
      chosen_.push_back(row);
      return;
    }
    if (chosen_.empty()) return;
    const std::uint64_t place = random_.below(static_cast<std::uint32_t>(verdict_.totals.cosets));
    if (place < chosen_.size()) chosen_[place] = row;
  }

  void compare_totals(const ProofTotals& said) {
    if (said == verdict_.totals) return;
    const ProofTotals& counted = verdict_.totals;
    differs(fmt::format("the totals are {} cosets, {} proved, {} unproved and should be {}, {}, {}",
                        said.cosets, said.proved, said.unproved, counted.cosets, counted.proved,
                        counted.unproved));
  }

  Result<void> recompute() {
    std::ranges::sort(chosen_, {}, &ProofRow::index);
    for (const ProofRow& row : chosen_) {
      run_.report(fmt::format("coset {}", row.index), "again",
                  static_cast<double>(verdict_.recomputed.size()) / static_cast<double>(chosen_.size()));
      const base::Stopwatch watch;
      const CampaignParameters& parameters = verdict_.claim.plan.parameters;
      const Result<CosetResult> found = runner_(row.coset, parameters, run_.stop);
      if (!found) return found.error();
      if (found->stopped) return Error{ErrorKind::stopped, "stopped", {}};
      RecomputedCoset& again = verdict_.recomputed.emplace_back();
      again.index = row.index;
      again.claimed = row.outcome;
      again.found =
          found->proved && *found->proved <= parameters.prove ? CosetOutcome::proved : CosetOutcome::unproved;
      if (again.found != again.claimed)
        differs(row.index, fmt::format("it is said to be {}, and here it is {}", to_string(again.claimed),
                                       to_string(again.found)));
      for (const CosetLevel& level : row.levels) compare(row.index, level, found->levels, again);
      again.seconds = watch.seconds();
    }
    return {};
  }

  /// A level that is exact is a fact about the cube. One that is not depends on how the work was shared out
  /// between search and prepass, but cannot be above an exact one.
  void compare(std::uint64_t index, const CosetLevel& said, const std::vector<CosetLevel>& levels,
               RecomputedCoset& again) {
    const auto found = std::ranges::find(levels, said.depth, &CosetLevel::depth);
    const bool counted = found != levels.end() && found->total.has_value();
    const auto wrong = [&](const char* what) {
      differs(index, fmt::format("level {}: {} {} positions, and here it is {}{}", said.depth, what,
                                 *said.total, found->exact ? "" : "at least ", *found->total));
    };
    if (said.exact && counted && found->exact) {
      ++again.levels_compared;
      if (*said.total != *found->total) wrong("it is said to have");
    } else if (said.exact) {
      ++again.levels_not_compared;
      if (counted && *said.total < *found->total) wrong("it is said to have");
    } else if (counted && found->exact && *said.total > *found->total) {
      wrong("it is said to have at least");
    }
  }

  static constexpr std::uint64_t kRowsBetweenReports = 1000;

  const CosetRunner& runner_;
  const ProofCheckOptions& options_;
  const Run& run_;
  RandomCubes random_;
  ProofVerdict verdict_;
  std::unique_ptr<const CoverToJudgeBy> cover_;
  std::vector<std::uint64_t> sample_;  // ascending
  std::uint64_t next_ = 0;
  std::optional<std::uint64_t> last_;
  std::vector<ProofRow> chosen_;
};

}  // namespace

Result<ProofVerdict> verify_proof(const ProofSource& source, const CosetRunner& runner,
                                  const ProofCheckOptions& options, const Run& run) {
  return ProofCheck(runner, options, run).check(source);
}

}  // namespace halfturn
