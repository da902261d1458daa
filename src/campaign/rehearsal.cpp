// Made-up results: what a whole proof would put into the ledgers, in minutes instead of years.

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <ctime>

#include "base/parallel.h"
#include "campaign/campaign_state.h"
#include "campaign/ledger.h"
#include "halfturn/random.h"

namespace halfturn {

namespace {

/// The levels of a coset as proofs have them: searched to level 15, then prepasses alone. The numbers vary by
/// some per cent from coset to coset, as real ones do.
std::vector<CosetLevel> made_up_levels(std::uint64_t coset, int bound) {
  constexpr std::array<std::uint64_t, 8> kProbes = {9,       130,       1'700,      22'000,
                                                    290'000, 3'800'000, 50'000'000, 660'000'000};
  constexpr std::array<std::uint64_t, 8> kFresh = {30,      400,        5'200,       68'000,
                                                   890'000, 11'700'000, 151'000'000, 1'700'000'000};
  RandomCubes random(coset);
  const auto varied = [&](std::uint64_t number) { return number + number * random.below(100) / 1000; };
  std::vector<CosetLevel> levels;
  std::uint64_t total = 0;
  for (int depth = 8; depth <= bound; ++depth) {
    CosetLevel& level = levels.emplace_back();
    level.depth = depth;
    const auto i = static_cast<std::size_t>(depth - 8);
    level.exact = i < kProbes.size();
    const std::uint64_t left = kCosetPositions - total;
    level.fresh =
        depth == bound ? left : std::min(left, i < kFresh.size() ? varied(kFresh[i]) : left - left / 9);
    level.total = total += *level.fresh;
    if (level.exact) {
      level.probes = varied(kProbes[i]);
      level.search_seconds = static_cast<double>(level.probes) / 3e8;
    }
    level.prepass_seconds = static_cast<double>(random.below(1000)) / 1e4 + 0.3;
  }
  return levels;
}

}  // namespace

Result<CampaignRunSummary> Campaign::rehearse(const CampaignIdentity& identity,
                                              const CampaignRunOptions& options, const Run& run) {
  CampaignLedger& ledger = state_->ledger;
  const CampaignPlan& plan = ledger.facts().plan;
  if (!plan.parameters.rehearsal)
    return Error{ErrorKind::bad_input, "the campaign is no rehearsal", "create one as a rehearsal"};
  if (Result<void> accepted = accept_if_changed(identity, options); !accepted) return accepted.error();
  if (const Result<CampaignSurvey> sound = ledger.survey(run); !sound) return sound.error();

  const std::shared_ptr<const CoverToJudgeBy> cover = ledger.cover();
  CosetRecord record;
  record.parameters = plan.parameters;
  record.identity = identity;
  record.outcome = CosetOutcome::proved;
  record.remaining = 0;
  record.threads = run.threads > 0 ? run.threads : base::default_threads();
  record.host = host_name();
  const auto make_up = [&](std::uint64_t index) {
    record.index = index;
    record.coset = cover->cover.coset(index).value_or(Phase1Coset{});
    record.levels = made_up_levels(index, plan.parameters.prove);
    record.seconds = 0;
    for (const CosetLevel& level : record.levels)
      record.seconds += level.search_seconds + level.prepass_seconds;
    record.started = std::time(nullptr);
    return record;
  };
  CampaignRunSummary summary;
  constexpr std::uint64_t kTogether = 10'000;
  while (true) {
    const std::uint64_t most =
        std::min(kTogether, options.limit.value_or(summary.proved + kTogether) - summary.proved);
    summary.limit_reached = most == 0;
    if (most == 0) return summary;
    if (run.stop.stop_requested())
      return Error{.kind = ErrorKind::stopped,
                   .message = fmt::format("stopped; recorded by this run: {}", summary.proved),
                   .hint = "run it again to go on",
                   .remedy = Remedy::resume_campaign};
    const Result<std::uint64_t> done = ledger.rehearse(most, make_up);
    if (!done) return done.error();
    summary.proved += *done;
    run.report("rehearsal", "results",
               static_cast<double>(summary.proved) / static_cast<double>(plan.count()));
    if (*done < most) return summary;
  }
}

}  // namespace halfturn
