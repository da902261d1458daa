#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "campaign/sqlite.h"
#include "halfturn/campaign.h"

/// Results as rows of the ledger, and back.
namespace halfturn {

/// Throws a Failure with this text, which says that the file cannot be as it is.
[[noreturn]] void refuse_ledger(std::string why);

/// Calls a function, and says in what it throws which coset it is about.
template <class Function>
void about_coset(std::uint64_t coset, Function&& function) {
  try {
    function();
  } catch (const sql::Failure& failure) {
    if (failure.code() != SQLITE_CORRUPT) throw;
    refuse_ledger("the result of coset " + std::to_string(coset) + ": " + failure.what());
  }
}

/// What many results have in common: a row of `setting`.
struct ResultSetting {
  CampaignParameters parameters;
  CampaignIdentity identity;
  std::string host;
  int threads = 0;
};

/// Reads results from one connection. Their values are possible ones, but nobody has judged them yet.
class ResultReader {
 public:
  explicit ResultReader(const sql::Database& database) : database_(&database) {}

  /// The next results of cosets with numbers above `last` and below `end`, ascending, at most so many;
  /// from -1 on all of them. Replaces what is in `records`.
  void read(std::int64_t last, std::int64_t end, std::size_t most, std::vector<CosetRecord>& records);
  /// Those that are not proofs, without levels.
  std::vector<CosetRecord> failures(std::size_t most);

 private:
  const ResultSetting& setting(std::int64_t id);
  void read_row(const sql::Statement& row, CosetRecord& record, bool with_levels);

  const sql::Database* database_;
  std::unordered_map<std::int64_t, ResultSetting> settings_;  // which are never changed
};

/// Writes results, within one transaction, in which nobody else claims a coset.
class ResultWriter {
 public:
  explicit ResultWriter(const sql::Database& database);

  std::optional<CosetOutcome> outcome_of(std::uint64_t coset);
  /// Whether a process works on the coset, or did when it died.
  bool is_claimed(std::uint64_t coset);
  /// Makes it the result of its coset, which is then no longer claimed. One that is there already goes to
  /// `earlier`.
  void write(const CosetRecord& record);
  /// The same where outcome_of() says that there is none.
  void write_first(const CosetRecord& record);
  /// Puts the result of a coset among the earlier ones.
  void put_aside(std::uint64_t coset);

 private:
  std::int64_t setting_of(const CosetRecord& record);

  const sql::Database* database_;
  sql::Statement find_;
  sql::Statement find_claim_;
  sql::Statement insert_;
  sql::Statement keep_;
  sql::Statement remove_;
  sql::Statement end_claim_;
  std::vector<std::pair<ResultSetting, std::int64_t>> settings_;  // used so far, and their ids
  bool any_claims_;  // else nobody needs to look for them, millions of times
};

}  // namespace halfturn
