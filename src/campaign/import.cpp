#include <fmt/core.h>

#include "campaign/ledger.h"

namespace halfturn {

Result<std::uint64_t> CampaignLedger::import(const CampaignLedger& other, bool accept_change) {
  return guarded([&]() -> Result<std::uint64_t> {
    sql::Transaction transaction(database_);
    std::vector<std::string> notes;
    release_cosets_of_dead_runners(notes);
    std::uint64_t count = 0;
    std::uint64_t foreign = 0;
    std::optional<std::uint64_t> last;
    while (true) {
      const auto batch =
          other.guarded([&]() -> Result<std::vector<CosetRecord>> { return other.results_after(last); });
      if (!batch) return batch.error();
      if (batch->empty()) break;
      last = batch->back().index;
      for (const CosetRecord& record : *batch) {
        if (!take_over(record)) continue;
        ++count;
        if (record.identity == facts().identity) continue;
        if (!accept_change)
          return Error{.kind = ErrorKind::damaged,
                       .message = fmt::format("{} has results of another program, table or cover (coset {})",
                                              other.folder_.string(), record.index),
                       .hint = "accept the change to take them",
                       .remedy = Remedy::accept_foreign_results};
        ++foreign;
      }
    }
    if (foreign > 0) log("changed", fmt::format("{} imported results of another program or table", foreign));
    log("imported", fmt::format("{} results from {}", count, other.folder_.string()));
    transaction.commit();
    return count;
  });
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
