#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "campaign/runner_lock.h"
#include "campaign/sqlite.h"
#include "halfturn/campaign.h"

namespace halfturn {

/// What a campaign is, as laid down when it was created (the identity: as last accepted).
struct CampaignFacts {
  CampaignPlan plan;
  CampaignIdentity identity;
  std::uint64_t cover_size = 0;
  std::string created;
};

/// The memory of a campaign: FOLDER/ledger.db, an SQLite database, and FOLDER/runners/, the locks of those at
/// work. Every change is one transaction that is on the disk when the call returns. One object a thread.
class CampaignLedger {
 public:
  /// `sample`: the cosets of a plan that is a sample, in their order.
  static Result<void> create(const std::filesystem::path& folder, const CampaignFacts& facts,
                             const std::vector<std::uint64_t>& sample);
  static Result<CampaignLedger> open(const std::filesystem::path& folder, bool to_write);

  const CampaignFacts& facts() const { return facts_; }

  /// Remembers another identity from now on; `changes` say what is different.
  Result<void> accept(const CampaignIdentity& identity, const std::vector<std::string>& changes);

  /// Enters this object among the runners, with a lock that tells whether its process lives. To be called
  /// once.
  Result<void> enlist();

  struct Claim {
    std::uint64_t index = 0;
    int at_once = 1;
  };
  /// What a call of claim() comes to.
  struct Answer {
    std::optional<Claim> claim;
    std::optional<CosetOutcome> finished;  ///< of the one that was asked for: it is done
    std::uint64_t elsewhere = 0;           ///< cosets in the hands of others
    std::vector<std::string> notes;        ///< of processes that are gone
  };
  /// Takes the next coset that nobody has, or the one with the number `only`. Those of dead processes are
  /// free.
  Result<Answer> claim(std::optional<std::uint64_t> only);
  /// Writes down the result of a claimed coset and ends the claim.
  Result<void> record(const CosetRecord& record);
  /// Puts what failed back into the queue; all of it, or one. Earlier results stay in the ledger.
  Result<std::uint64_t> reopen_failed(std::optional<std::uint64_t> only);
  /// The end of the work that enlist() began; gives back what is still claimed.
  Result<void> retire();

  Result<CampaignStatus> status() const;
  Result<void> each_result(const std::function<void(const CosetRecord&)>& use) const;
  /// Returns how many of the other's results were taken over.
  Result<std::uint64_t> import(const CampaignLedger& other, bool accept_change);

 private:
  CampaignLedger(std::filesystem::path folder, sql::Database database);

  std::filesystem::path file() const { return folder_ / "ledger.db"; }
  std::filesystem::path lock_folder() const { return folder_ / "runners"; }

  /// Runs a function that may throw a Failure, and makes an Error of it.
  template <class Function>
  auto guarded(Function&& function) const -> decltype(function()) {
    try {
      return function();
    } catch (const sql::Failure& failure) {
      return error_of(failure, file());
    }
  }
  static Error error_of(const sql::Failure& failure, const std::filesystem::path& file);

  static constexpr const char* kDamagedHint =
      "keep the file; put back a copy, or save what can be read with sqlite3's .recover";

  Result<void> check_kind() const;
  void read_facts();
  Result<void> check_room() const;
  void log(std::string_view what, std::string_view detail, std::optional<std::uint64_t> coset = {}) const;
  void release_cosets_of_dead_runners(std::vector<std::string>& notes) const;
  std::optional<std::uint64_t> next_free() const;
  /// Its place in the campaign's order; none where it is not part of it.
  std::optional<std::uint64_t> position_of(std::uint64_t index) const;
  std::optional<std::uint64_t> at_position(std::uint64_t position) const;
  void insert_result(const CosetRecord& record) const;
  /// Of another campaign; whether there was use for it.
  bool take_over(const CosetRecord& record) const;
  /// Some finished cosets with numbers above `last`, or from the first on.
  std::vector<CosetRecord> results_after(std::optional<std::uint64_t> last) const;
  std::vector<CosetRecord> failures() const;

  std::filesystem::path folder_;
  sql::Database database_;
  CampaignFacts facts_;
  std::optional<std::int64_t> runner_;
  std::optional<RunnerLock> lock_;
};

/// Now, as 2026-01-31T12:00:00Z. For people: nothing is decided by it.
std::string utc_now();

/// The name of this machine.
std::string host_name();

}  // namespace halfturn
