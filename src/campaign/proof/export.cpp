#include <fmt/core.h>

#include <algorithm>

#include "campaign/campaign_state.h"
#include "campaign/ledger.h"
#include "campaign/proof/proof_text.h"

namespace halfturn {

Result<ProofTotals> Campaign::export_proof(const TextSink& sink, const Run& run) const {
  const CampaignLedger& ledger = state_->ledger;
  const CampaignFacts& facts = ledger.facts();
  if (facts.plan.parameters.rehearsal)
    return Error{ErrorKind::bad_input, "a rehearsal proves nothing", "its results are made up"};
  if (facts.plan.shard.count > 1)
    return Error{
        ErrorKind::bad_input,
        fmt::format("this is the shard {}/{} of a campaign", facts.plan.shard.index, facts.plan.shard.count),
        "create the whole campaign, import all shards into it, and export that"};
  const Result<bool> drawn = ledger.sample_is_drawn(run);
  if (!drawn) return drawn.error();
  if (!*drawn)
    return Error{ErrorKind::damaged,
                 fmt::format("the sample is not the one that the seed {} draws",
                             std::get<CosetSample>(facts.plan.cosets).seed),
                 "put back a copy of the ledger"};
  Result<std::vector<CampaignIdentity>> made_with = ledger.identities(run);
  if (!made_with) return made_with.error();
  const ProofClaim claim{facts.plan, facts.cover_size, facts.identity.cover_checksum, std::move(*made_with)};

  ProofChecksum checksum;
  const auto put = [&](const std::string& text) {
    checksum.add(text);
    return sink(text);
  };
  if (Result<void> taken = put(format_head(claim)); !taken) return taken.error();
  ProofTotals totals;
  Result<void> read = ledger.each_result(
      [&](const CosetRecord& record) -> Result<void> {
        if (record.outcome == CosetOutcome::error) return {};
        const auto found = std::ranges::find(claim.made_with, record.identity);
        if (found == claim.made_with.end())
          return Error{ErrorKind::machine, "the campaign has gone on with another program meanwhile",
                       "export again"};
        ++totals.cosets;
        ++(record.outcome == CosetOutcome::proved ? totals.proved : totals.unproved);
        const auto number = static_cast<std::size_t>(found - claim.made_with.begin()) + 1;
        return put(format_row(
            {record.index, record.coset, record.outcome, record.remaining, number, record.levels}));
      },
      run);
  if (!read) return read.error();
  if (Result<void> taken = put(format_totals(totals)); !taken) return taken.error();
  if (Result<void> taken = sink(format_checksum_line(checksum.value())); !taken) return taken.error();
  return totals;
}

}  // namespace halfturn
