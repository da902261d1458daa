#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "campaign/result_judge.h"
#include "campaign/result_rows.h"
#include "campaign/runner_lock.h"
#include "campaign/sqlite.h"
#include "halfturn/campaign.h"
#include "halfturn/campaign_report.h"

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
  /// `sample`: the cosets of a plan that is a sample, all of them, in their order.
  static Result<void> create(const std::filesystem::path& folder, const CampaignFacts& facts,
                             const std::vector<std::uint64_t>& sample);
  /// Checks that the file is a sound database and that the campaign, its sample and the cosets that were
  /// taken up are possible and belong together; its results are checked when they are read.
  static Result<CampaignLedger> open(const std::filesystem::path& folder, bool to_write,
                                     const std::stop_token& stop);

  const CampaignFacts& facts() const { return facts_; }
  /// A cover to judge results by, which would be made otherwise.
  void use(std::shared_ptr<const Cover> cover) { given_cover_ = std::move(cover); }
  void use(std::shared_ptr<const CoverToJudgeBy> cover) { cover_ = std::move(cover); }
  std::shared_ptr<const CoverToJudgeBy> cover() const { return cover_to_judge_by(); }

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
  /// Puts all failed cosets (or those alone that could not be worked on), or one, back into the queue.
  /// Returns how many. Their results stay in the ledger.
  Result<std::uint64_t> reopen_failed(std::optional<std::uint64_t> only, bool errors_only);
  /// Ends what enlist() began; gives back what is still claimed.
  Result<void> retire();

  /// What follows ends early where a stop is requested, with an Error of kind stopped and nothing changed. A
  /// result that does not show what the campaign asks for is an Error of kind damaged.
  /// Reads and judges all results, on several threads where there are many.
  Result<CampaignSurvey> survey(const Run& run) const;
  Result<void> each_result(const std::function<Result<void>(const CosetRecord&)>& use, const Run& run) const;
  /// The results of several ledgers, by the cosets' numbers. `use` is told which ledger it is.
  static Result<void> each_merged(std::span<const CampaignLedger* const> ledgers, bool anything_accepted,
                                  const Run& run,
                                  const std::function<Result<void>(std::size_t, const CosetRecord&)>& use);
  /// Whether all results count; with `anything_accepted`, whatever program and table they were made with.
  Result<void> check_results(bool anything_accepted, const Run& run) const;
  /// What the results that count were made with, each once, in a fixed order.
  Result<std::vector<CampaignIdentity>> identities(const Run& run) const;
  /// Whether the sample is the one that its seed draws; also true of a range.
  Result<bool> sample_is_drawn(const Run& run) const;
  /// Returns how many results of each of the others were taken over. All or nothing.
  Result<std::vector<std::uint64_t>> import(std::span<const CampaignLedger* const> others, bool accept_change,
                                            const Run& run);
  /// Writes down results of the next cosets, which nobody has worked on, until nothing is left or so many are
  /// done. Returns how many.
  Result<std::uint64_t> rehearse(std::uint64_t most,
                                 const std::function<CosetRecord(std::uint64_t)>& make_up);

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
      if (database_.stop_requested()) return stopped();
      return error_of(failure, file());
    }
  }
  static Error stopped() { return {ErrorKind::stopped, "stopped", {}}; }
  static Error error_of(const sql::Failure& failure, const std::filesystem::path& file);

  /// Between two batches the ledger is free for writers, however slowly the reader goes on.
  static constexpr std::size_t kBatch = 1000;
  static constexpr std::int64_t kEndOfCosets = std::numeric_limits<std::int64_t>::max();

  static constexpr const char* kDamagedHint =
      "keep the file; put back a copy, or save what can be read with sqlite3's .recover";

  Result<void> check_kind(bool to_write) const;
  void read_facts();
  void check_sample() const;
  void check_cosets() const;
  Result<void> check_room() const;
  void log(std::string_view what, std::string_view detail, std::optional<std::uint64_t> coset = {}) const;
  void release_cosets_of_dead_runners(std::vector<std::string>& notes) const;
  void remove_locks_left_behind() const;
  /// The next cosets that nobody has taken up. They are not given out again, so somebody must claim them or
  /// write down their results, in the same transaction.
  std::vector<std::uint64_t> next_free(std::uint64_t most) const;
  /// A coset's position in the campaign's order; none if it is not part of the campaign.
  std::optional<std::uint64_t> position_of(std::uint64_t index) const;
  /// The coset that comes so many after the first of this shard.
  std::optional<std::uint64_t> nth_of_shard(std::uint64_t n) const;
  /// Inserts a result of another campaign if this one lacks it; returns whether it did.
  bool take_over(const CosetRecord& record, ResultWriter& writer) const;
  /// Decides about results. With `anything_accepted`, whatever program and table they were made with.
  ResultJudge result_judge(bool anything_accepted) const;
  /// Throws a Failure that names the faults where one of them does not count.
  static void judge(const std::vector<CosetRecord>& records, const ResultJudge& judge);
  /// The next results of a reader of this ledger, judged, in a transaction of its own. `database`: the
  /// reader's.
  void read_judged(const sql::Database& database, ResultReader& reader, const ResultJudge& judge,
                   std::int64_t last, std::int64_t end, std::size_t most,
                   std::vector<CosetRecord>& records) const;
  class SurveyPart;
  void survey_results(const ResultJudge& judge_by, const Run& run, SurveyPart& whole) const;
  void survey_runners(CampaignStatus& status) const;
  const std::shared_ptr<const CoverToJudgeBy>& cover_to_judge_by() const;
  /// The outcome of a finished coset, whose result must count.
  CosetOutcome judged_outcome(std::uint64_t index) const;
  /// What results may have been made with: first what the campaign has now, then what it had earlier and what
  /// came with imports.
  const std::vector<CampaignIdentity>& accepted() const;
  void note_accepted(const CampaignIdentity& identity) const;

  std::filesystem::path folder_;
  sql::Database database_;
  CampaignFacts facts_;
  std::shared_ptr<const Cover> given_cover_;
  mutable std::shared_ptr<const CoverToJudgeBy> cover_;  // made for the first result that is judged
  mutable std::vector<CampaignIdentity> accepted_;       // as of this event:
  mutable std::optional<std::int64_t> accepted_as_of_;
  std::optional<std::int64_t> runner_;
  std::optional<RunnerLock> lock_;
};

/// The version and the checksums of an identity in columns of a row, from this one on. Throws a Failure.
CampaignIdentity identity_in(const sql::Statement& row, int first_column);
/// The same as one line of text; and back, none if it is none.
std::string identity_text(const CampaignIdentity& identity);
std::optional<CampaignIdentity> identity_named(std::string_view text);
/// Whether a program's version is one short word, as the ledger and proof files need it.
bool is_version(std::string_view text);

/// Now, as 2026-01-31T12:00:00Z. Only for people to read.
std::string utc_now();

/// The name of this machine.
std::string host_name();

}  // namespace halfturn
