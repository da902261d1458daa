#include "campaign/result_judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "campaign/checksum_text.h"

namespace halfturn {

namespace {

template <class Value>
void compare(std::vector<std::string>& faults, const char* field, const Value& is, const Value& should_be) {
  if (is != should_be) faults.push_back(fmt::format("{} is {} and should be {}", field, is, should_be));
}

std::vector<std::string> level_faults(std::span<const CosetLevel> levels, int bound) {
  std::vector<std::string> faults;
  std::optional<std::uint64_t> before = 0;  // the total of the level before; none if that was not counted
  std::uint64_t most = 0;
  bool exact = true;
  int last = -1;
  for (const CosetLevel& level : levels) {
    const auto fault = [&](const std::string& text) {
      faults.push_back(fmt::format("level {}: {}", level.depth, text));
    };
    if (level.depth <= last) fault(fmt::format("it comes after level {}", last));
    if (level.depth < 0 || level.depth > bound)
      fault(fmt::format("there are no levels below 0 or above {}", bound));
    last = level.depth;
    if (level.exact && !exact) fault("it is exact, and the one before is not");
    exact = level.exact;
    if (level.total && *level.total > kCosetPositions)
      fault(fmt::format("total is {} and should be at most {}", *level.total, kCosetPositions));
    if (level.total && *level.total < most)
      fault(fmt::format("total is {} and should be at least {}", *level.total, most));
    if (level.total && level.fresh && before && *level.total - *before != *level.fresh)
      fault(fmt::format("fresh is {} and should be {}", *level.fresh,
                        static_cast<std::int64_t>(*level.total - *before)));
    before = level.total;
    most = std::max(most, level.total.value_or(0));
  }
  return faults;
}

}  // namespace

CoverToJudgeBy::CoverToJudgeBy(CoverKind kind, std::shared_ptr<const Cover> given)
    : shared(given && given->size() == cover_size(kind) ? std::move(given) : shared_cover(kind)),
      cover(*shared),
      checksum(checksum_of(cover)) {}

std::vector<std::string> identity_changes(const CampaignIdentity& then, const CampaignIdentity& now) {
  std::vector<std::string> texts;
  if (then.program_version != now.program_version)
    texts.push_back(
        fmt::format("the program's version was {} and is {}", then.program_version, now.program_version));
  const auto checksums = [&](const char* what, std::uint64_t before, std::uint64_t after) {
    if (before != after)
      texts.push_back(fmt::format("the checksum of {} was {} and is {}", what, checksum_text(before),
                                  checksum_text(after)));
  };
  checksums("the program", then.program_checksum, now.program_checksum);
  checksums("the phase-1 table", then.table_checksum, now.table_checksum);
  return texts;
}

std::vector<std::string> finding_faults(const CosetFinding& finding, int bound) {
  if (finding.outcome == CosetOutcome::error) {
    if (finding.remaining || !finding.levels.empty()) return {"an error has no positions left and no levels"};
    return {};
  }
  std::vector<std::string> faults = level_faults(finding.levels, bound);
  if (!faults.empty()) return faults;
  const bool proved = finding.outcome == CosetOutcome::proved;
  if (proved && finding.remaining != 0)
    return {fmt::format("outcome is proved and remaining is {} and should be 0",
                        finding.remaining ? fmt::format("{}", *finding.remaining) : "not known")};
  if (!proved && finding.remaining == 0) return {"outcome is unproved and remaining is 0"};
  if (!finding.remaining) return {};
  if (!finding.levels.empty() && !finding.levels.back().total)
    return {fmt::format("level {}: total is not known", finding.levels.back().depth)};
  // Whatever the levels have not reached and is not left was solved singly, and that is done for few only.
  const std::uint64_t reached = finding.levels.empty() ? 0 : *finding.levels.back().total;
  const std::uint64_t missing = kCosetPositions - reached;
  if (*finding.remaining > missing || missing - *finding.remaining > kMostSolvedSingly)
    return {
        fmt::format("the levels reach {} positions and {} are left: together they should be {}, of which "
                    "at most {} are solved singly",
                    reached, *finding.remaining, kCosetPositions, kMostSolvedSingly)};
  return {};
}

std::vector<std::string> coset_faults(std::uint64_t index, Phase1Coset coset, const Cover& cover) {
  const std::optional<Phase1Coset> right = cover.coset(index);
  if (!right) return {fmt::format("the number is {} and should be at most {}", index, cover.size() - 1)};
  std::vector<std::string> faults;
  compare(faults, "twist", coset.twist, right->twist);
  compare(faults, "flip", coset.flip, right->flip);
  compare(faults, "slice", coset.slice, right->slice);
  return faults;
}

ResultJudge::ResultJudge(const CampaignParameters& parameters, const CampaignIdentity& identity,
                         std::optional<std::vector<CampaignIdentity>> accepted,
                         std::shared_ptr<const CoverToJudgeBy> cover)
    : parameters_(parameters),
      cover_checksum_(identity.cover_checksum),
      accepted_(std::move(accepted)),
      cover_(std::move(cover)) {}

std::vector<std::string> ResultJudge::faults(const CosetRecord& record) const {
  std::vector<std::string> faults = coset_faults(record.index, record.coset, cover_->cover);
  compare(faults, "prove", record.parameters.prove, parameters_.prove);
  compare(faults, "cover", to_string(record.parameters.cover), to_string(parameters_.cover));
  if (record.identity.cover_checksum != cover_checksum_ || cover_checksum_ != cover_->checksum)
    faults.push_back(fmt::format("cover_checksum is {}, that of the campaign {} and that of the cover {}",
                                 checksum_text(record.identity.cover_checksum),
                                 checksum_text(cover_checksum_), checksum_text(cover_->checksum)));
  if (accepted_ && std::ranges::find(*accepted_, record.identity) == accepted_->end())
    for (const std::string& change : identity_changes(accepted_->front(), record.identity))
      faults.push_back(change + ", which nobody has accepted");
  for (std::string& fault :
       finding_faults({record.outcome, record.remaining, record.levels}, record.parameters.prove))
    faults.push_back(std::move(fault));
  return faults;
}

}  // namespace halfturn
