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

/// What a campaign is, as of its creation (the identity: as last accepted).
struct CampaignFacts {
  CampaignPlan plan;
  CampaignIdentity identity;
  std::uint64_t cover_size = 0;
  std::string created;
};

/// The ledger of a campaign: FOLDER/ledger.db, an SQLite database, and FOLDER/runners/, the locks of the
/// processes at work. Every change is one transaction that is on the disk when the call returns. Each object
/// is for one thread.
class CampaignLedger {
 public:
  /// `sample`: the cosets of a plan that is a sample, in their order.
  static Result<void> create(const std::filesystem::path& folder, const CampaignFacts& facts,
                             const std::vector<std::uint64_t>& sample);
  static Result<CampaignLedger> open(const std::filesystem::path& folder, bool to_write);

  const CampaignFacts& facts() const { return facts_; }

  /// Replaces the identity; `changes` say what is different.
  Result<void> accept(const CampaignIdentity& identity, const std::vector<std::string>& changes);

  /// Registers this object as a runner, with a lock that shows whether its process lives, until retire().
  Result<void> enlist();

  struct Claim {
    std::uint64_t index = 0;
    int at_once = 1;
  };
  /// The result of claim().
  struct Answer {
    std::optional<Claim> claim;
    std::optional<CosetOutcome> finished;  ///< the outcome of `only`, if it is done already
    std::uint64_t elsewhere = 0;           ///< if there is no claim: cosets that others work on
    std::vector<std::string> notes;        ///< about processes that are gone
  };
  /// Claims the next free coset, or the one with the number `only`. Cosets of dead processes are free.
  Result<Answer> claim(std::optional<std::uint64_t> only);
  /// Writes down the result of a claimed coset and ends the claim.
  Result<void> record(const CosetRecord& record);
  /// Puts all failed cosets, or one, back into the queue. Returns how many. Their results stay in the ledger.
  Result<std::uint64_t> reopen_failed(std::optional<std::uint64_t> only);
  /// Ends what enlist() began; gives back what is still claimed.
  Result<void> retire();

  Result<CampaignStatus> status() const;
  Result<void> each_result(const std::function<void(const CosetRecord&)>& use) const;
  /// Returns how many of the other's results were taken over.
  Result<std::uint64_t> import(const CampaignLedger& other, bool accept_change);

 private:
  CampaignLedger(std::filesystem::path folder, sql::Database database);

  std::filesystem::path file() const { return folder_ / "ledger.db"; }
  std::filesystem::path lock_folder() const { return folder_ / "runners"; }

  /// Runs a function, and turns a Failure that it throws into an Error.
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
  /// A coset's position in the campaign's order; none if it is not part of the campaign.
  std::optional<std::uint64_t> position_of(std::uint64_t index) const;
  std::optional<std::uint64_t> at_position(std::uint64_t position) const;
  void insert_result(const CosetRecord& record) const;
  /// Inserts a result of another campaign if this one lacks it; returns whether it did.
  bool take_over(const CosetRecord& record) const;
  /// The next batch of finished cosets with numbers above `last`, or from the first on.
  std::vector<CosetRecord> results_after(std::optional<std::uint64_t> last) const;
  std::vector<CosetRecord> failures() const;

  std::filesystem::path folder_;
  sql::Database database_;
  CampaignFacts facts_;
  std::optional<std::int64_t> runner_;
  std::optional<RunnerLock> lock_;
};

/// Now, as 2026-01-31T12:00:00Z. Only for people to read.
std::string utc_now();

/// The name of this machine.
std::string host_name();

}  // namespace halfturn
