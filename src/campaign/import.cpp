#include <fmt/format.h>

#include <algorithm>

#include "campaign/ledger.h"

namespace halfturn {

Result<std::uint64_t> CampaignLedger::import(const CampaignLedger& other, bool accept_change,
                                             const Run& run) {
  const sql::Interruptible here(database_, run.stop);
  const sql::Interruptible there(other.database_, run.stop);
  Result<std::uint64_t> taken = guarded([&]() -> Result<std::uint64_t> {
    sql::Transaction transaction(database_);
    std::vector<std::string> notes;
    release_cosets_of_dead_runners(notes);
    std::uint64_t count = 0;
    std::vector<CampaignIdentity> foreign;
    std::uint64_t foreign_count = 0;
    std::int64_t last = -1;
    std::uint64_t seen = 0;
    while (true) {
      if (run.stop.stop_requested()) return stopped();
      const auto batch = other.guarded([&]() -> Result<std::vector<CosetRecord>> {
        const sql::Transaction reading(other.database_, sql::Transaction::reading);
        std::vector<CosetRecord> records = other.results_after(last, kBatch);
        if (!other.cover_) other.cover_ = cover_to_judge_by();  // the same: the parameters are
        other.judge(records, accept_change);
        return records;
      });
      if (!batch) return batch.error();
      if (batch->empty()) break;
      last = static_cast<std::int64_t>(batch->back().index);
      for (const CosetRecord& record : *batch) {
        if (!take_over(record)) continue;
        ++count;
        if (record.identity == facts().identity) continue;
        if (!accept_change)
          return Error{
              .kind = ErrorKind::damaged,
              .message = fmt::format("{} has results of another program, table or cover (coset {}: {})",
                                     other.folder_.string(), record.index,
                                     fmt::join(identity_changes(facts().identity, record.identity), "; ")),
              .hint = "accept the change to take them",
              .remedy = Remedy::accept_foreign_results};
        ++foreign_count;
        if (std::ranges::find(foreign, record.identity) == foreign.end()) foreign.push_back(record.identity);
      }
      seen += batch->size();
      run.report("results", "importing",
                 static_cast<double>(seen) / static_cast<double>(other.facts().plan.count()));
    }
    for (const CampaignIdentity& identity : foreign) note_accepted(identity);
    if (foreign_count > 0)
      log("changed", fmt::format("{} imported results of another program or table", foreign_count));
    log("imported", fmt::format("{} results from {}", count, other.folder_.string()));
    transaction.commit();
    return count;
  });
  if (!taken && taken.error().kind == ErrorKind::stopped)
    return Error{ErrorKind::stopped, "stopped; nothing has been taken over", "import again"};
  return taken;
}

bool CampaignLedger::take_over(const CosetRecord& record) const {
  const std::optional<std::uint64_t> position = position_of(record.index);
  if (!position || record.outcome == CosetOutcome::error) return false;
  sql::Statement unit = database_.prepare("SELECT state, runner FROM unit WHERE coset = ?");
  if (unit.bind(record.index).step()) {
    const std::string state = unit.text(0);
    if (!unit.null(1)) return false;  // somebody here is at it
    if (state == "proved" || state == to_string(record.outcome)) return false;
  } else {
    database_.run("INSERT INTO unit (coset, position, state) VALUES (?, ?, 'open')", record.index, *position);
  }
  insert_result(record);
  return true;
}

}  // namespace halfturn
