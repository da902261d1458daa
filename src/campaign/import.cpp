#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <queue>

#include "campaign/ledger.h"

namespace halfturn {

Result<void> CampaignLedger::each_merged(
    std::span<const CampaignLedger* const> ledgers, bool anything_accepted, const Run& run,
    const std::function<Result<void>(std::size_t, const CosetRecord&)>& use) {
  struct Source {
    ResultReader reader;
    ResultJudge decides;
    std::vector<CosetRecord> batch = {};
    std::size_t next = 0;
    std::int64_t last = -1;
  };
  // Of a thousand ledgers, a thousand results each would take gigabytes.
  const std::size_t batch_size = std::clamp<std::size_t>(100'000 / ledgers.size(), 50, kBatch);
  std::vector<Source> sources;
  using Head = std::pair<std::uint64_t, std::size_t>;  // coset, source
  std::priority_queue<Head, std::vector<Head>, std::greater<>> heads;
  const auto refill = [&](std::size_t i) -> Result<void> {
    if (run.stop.stop_requested()) return stopped();
    const CampaignLedger& ledger = *ledgers[i];
    Source& source = sources[i];
    const sql::Interruptible interruptible(ledger.database_, run.stop);
    return ledger.guarded([&]() -> Result<void> {
      ledger.read_judged(ledger.database_, source.reader, source.decides, source.last, kEndOfCosets,
                         batch_size, source.batch);
      source.next = 0;
      if (source.batch.empty()) return {};
      source.last = static_cast<std::int64_t>(source.batch.back().index);
      heads.emplace(source.batch.front().index, i);
      return {};
    });
  };

  sources.reserve(ledgers.size());
  std::uint64_t expected = 0;
  for (std::size_t i = 0; i < ledgers.size(); ++i) {
    const CampaignLedger& ledger = *ledgers[i];
    expected += ledger.facts().plan.count();
    const Result<void> ready = ledger.guarded([&]() -> Result<void> {
      sources.push_back({ResultReader(ledger.database_), ledger.result_judge(anything_accepted)});
      return {};
    });
    if (!ready) return ready;
    if (Result<void> filled = refill(i); !filled) return filled;
  }
  std::uint64_t seen = 0;
  while (!heads.empty()) {
    if (seen++ % kBatch == 0)
      run.report("results", "reading", static_cast<double>(seen) / static_cast<double>(expected));
    const std::size_t i = heads.top().second;
    heads.pop();
    Source& source = sources[i];
    if (Result<void> used = use(i, source.batch[source.next]); !used) return used;
    if (++source.next < source.batch.size())
      heads.emplace(source.batch[source.next].index, i);
    else if (Result<void> filled = refill(i); !filled)
      return filled;
  }
  return {};
}

Result<std::vector<std::uint64_t>> CampaignLedger::import(std::span<const CampaignLedger* const> others,
                                                          bool accept_change, const Run& run) {
  const sql::Interruptible here(database_, run.stop);
  Result<std::vector<std::uint64_t>> taken = guarded([&]() -> Result<std::vector<std::uint64_t>> {
    sql::Transaction transaction(database_);
    std::vector<std::string> notes;
    release_cosets_of_dead_runners(notes);
    std::vector<std::uint64_t> counts(others.size());
    std::vector<CampaignIdentity> foreign;
    std::uint64_t foreign_count = 0;
    ResultWriter writer(database_);
    // Shards have every so-many-th coset. One shard after the other, each row would go to a page of its own.
    const Result<void> read = each_merged(
        others, accept_change, run, [&](std::size_t i, const CosetRecord& record) -> Result<void> {
          if (!take_over(record, writer)) return {};
          ++counts[i];
          if (record.identity == facts().identity) return {};
          if (!accept_change)
            return Error{
                .kind = ErrorKind::damaged,
                .message = fmt::format("{} has results of another program, table or cover (coset {}: {})",
                                       others[i]->folder_.string(), record.index,
                                       fmt::join(identity_changes(facts().identity, record.identity), "; ")),
                .hint = "accept the change to take them",
                .remedy = Remedy::accept_foreign_results};
          ++foreign_count;
          if (std::ranges::find(foreign, record.identity) == foreign.end())
            foreign.push_back(record.identity);
          return {};
        });
    if (!read) return read.error();
    for (const CampaignIdentity& identity : foreign) note_accepted(identity);
    if (foreign_count > 0)
      log("changed", fmt::format("{} imported results of another program or table", foreign_count));
    for (std::size_t i = 0; i < others.size(); ++i)
      log("imported", fmt::format("{} results from {}", counts[i], others[i]->folder_.string()));
    transaction.commit();
    return counts;
  });
  if (!taken && taken.error().kind == ErrorKind::stopped)
    return Error{ErrorKind::stopped, "stopped; nothing has been taken over", "import again"};
  return taken;
}

bool CampaignLedger::take_over(const CosetRecord& record, ResultWriter& writer) const {
  if (record.outcome == CosetOutcome::error || !position_of(record.index)) return false;
  const std::optional<CosetOutcome> here = writer.outcome_of(record.index);
  if (here == CosetOutcome::proved || here == record.outcome) return false;
  if (writer.is_claimed(record.index)) return false;  // somebody here is at it
  if (here)
    writer.write(record);
  else
    writer.write_first(record);
  return true;
}

}  // namespace halfturn
