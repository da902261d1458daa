#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "halfturn/coset.h"
#include "halfturn/cover.h"
#include "halfturn/phase1.h"
#include "halfturn/result.h"
#include "halfturn/run.h"

/// Campaigns: days of work on many cosets, recorded one by one, so that a process that ends loses at
/// most the coset it works on. docs/campaign.md says what is recorded and what is promised.
namespace halfturn {

struct CampaignSurvey;
struct CampaignFacts;

/// What is to be shown of every coset of a campaign.
struct CampaignParameters {
  CoverKind cover = CoverKind::with_inverses;
  int prove = 20;          ///< show that each position is within this many moves
  bool rehearsal = false;  ///< results are made up, to try out a cluster: they show nothing

  friend bool operator==(const CampaignParameters&, const CampaignParameters&) = default;
};

/// Does the work on one coset. A result with `stopped`, or an Error of kind stopped, gives the coset back.
using CosetRunner =
    std::function<Result<CosetResult>(Phase1Coset coset, const CampaignParameters&, const std::stop_token&)>;

/// The cosets `first` .. `end` - 1 of the cover, in this order.
struct CosetRange {
  std::uint64_t first = 0;
  std::uint64_t end = 0;

  friend bool operator==(const CosetRange&, const CosetRange&) = default;
};

/// `count` different cosets of the cover, all choices equally likely, in random order, so that those done at
/// any time are a random sample too. The same seed gives the same cosets on every machine.
struct CosetSample {
  std::uint64_t count = 0;
  std::uint64_t seed = 0;

  friend bool operator==(const CosetSample&, const CosetSample&) = default;
};

inline constexpr std::uint64_t kLargestSample = 10'000'000;

/// Every `count`-th coset of a campaign, in its order, from the one at position `index` on: what one of
/// several folders has to do.
struct CampaignShard {
  std::uint64_t index = 0;
  std::uint64_t count = 1;

  friend bool operator==(const CampaignShard&, const CampaignShard&) = default;
};

struct CampaignPlan {
  CampaignParameters parameters;
  std::variant<CosetRange, CosetSample> cosets;
  CampaignShard shard = {};

  std::uint64_t whole_count() const;  ///< of all shards together
  std::uint64_t count() const;        ///< of this shard
};

/// An Error where the plan does not fit a cover of this size, or its sample exceeds kLargestSample.
Result<void> check_plan(const CampaignPlan& plan, std::uint64_t cover_size);

/// The cosets of a whole sample, in their order. `count` must not exceed `cover_size`.
std::vector<std::uint64_t> draw_sample(CosetSample sample, std::uint64_t cover_size);

/// What results depend on besides the parameters. A campaign keeps the one it was created with, or the last
/// that was accepted.
struct CampaignIdentity {
  std::string program_version;
  std::uint64_t program_checksum = 0;  ///< of the program's file
  std::uint64_t table_checksum = 0;    ///< of the phase-1 table's content
  std::uint64_t cover_checksum = 0;    ///< of the cosets and their numbers; see checksum_of()

  friend bool operator==(const CampaignIdentity&, const CampaignIdentity&) = default;
};

/// The cover's own checksum().
std::uint64_t checksum_of(const Cover& cover);

/// The program that works on a campaign. The library does not know it.
struct CampaignProgram {
  std::string version;
  std::filesystem::path file;  ///< its checksum changes with every build, unlike the version
};

/// The checksum of a program's file.
Result<std::uint64_t> checksum_of(const CampaignProgram& program);

enum class CosetOutcome : std::uint8_t {
  proved,    ///< the bound holds for every position
  unproved,  ///< the work is done, and positions are left
  error,     ///< the work could not be done
};

/// "proved", "unproved", "error"; and back.
std::string_view to_string(CosetOutcome outcome);
std::optional<CosetOutcome> outcome_named(std::string_view name);

/// A time in seconds since 1970, as 2026-01-31T12:00:00Z.
std::string utc_text(std::int64_t time);

/// What the ledger holds about one finished piece of work.
struct CosetRecord {
  std::uint64_t index = 0;  ///< the coset's number in the cover
  Phase1Coset coset;
  CampaignParameters parameters;
  CampaignIdentity identity;
  CosetOutcome outcome = CosetOutcome::error;
  std::optional<std::uint64_t> remaining;  ///< positions left; none if the work could not be done
  std::string message;                     ///< of an error
  std::vector<CosetLevel> levels;
  double seconds = 0;        ///< wall-clock time of the whole coset
  int threads = 0;           ///< of its process
  int at_once = 1;           ///< processes of the campaign at work on this host when it began
  std::string host;          ///< name of the machine
  std::int64_t started = 0;  ///< seconds since 1970, UTC

  /// What the coset cost its machine, which the processes at work share.
  double machine_seconds() const { return seconds / at_once; }
};

/// A process that is at work.
struct CampaignRunner {
  std::int64_t id = 0;
  std::string host;
  std::int64_t pid = 0;
  std::string started;                 ///< UTC, ISO 8601
  std::optional<std::uint64_t> coset;  ///< the one it works on
};

struct CampaignStatus {
  CampaignPlan plan;
  CampaignIdentity identity;
  std::string created;
  std::uint64_t cover_size = 0;
  std::uint64_t total = 0;      ///< cosets of the campaign
  std::uint64_t proved = 0;     ///< the bound holds
  std::uint64_t unproved = 0;   ///< the bound was not shown
  std::uint64_t errors = 0;     ///< the work could not be done
  std::uint64_t running = 0;    ///< claimed by a live process
  std::uint64_t abandoned = 0;  ///< claimed by a process that is gone: the next run takes them up
  std::vector<CampaignRunner> runners;
  std::optional<double> mean_seconds;  ///< per coset, over the latest hundred without errors
  std::vector<CosetRecord> failures;   ///< unproved and errors, without levels; at most kMostFailures
  std::vector<std::string> changes;    ///< of program or table, accepted, with times; oldest first

  std::uint64_t finished() const { return proved + unproved + errors; }
  std::uint64_t left() const { return total - finished(); }
  /// Cosets a second, with the processes that are at work now; none if there is no process or no result.
  std::optional<double> rate() const;
  /// Until all are done, with the processes that are at work now, or with one if there is none; none if there
  /// is no result.
  std::optional<double> remaining_seconds() const;

  static constexpr std::size_t kMostFailures = 1000;
};

struct CampaignRunOptions {
  std::optional<std::uint64_t> limit;  ///< end after this many cosets
  std::optional<std::uint64_t> only;   ///< this coset alone, by its number in the cover
  bool retry_errors = false;           ///< first put cosets that could not be worked on back into the queue
  bool retry_failed = false;   ///< first put failed cosets (only `only`, if given) back into the queue
  bool accept_change = false;  ///< go on with another program or table, and record the change
  /// How long to keep trying to write a result when the disk or another process prevents it.
  std::chrono::milliseconds patience = std::chrono::minutes(10);
  std::function<void(const CosetRecord&)> done;   ///< after a coset has been recorded
  std::function<void(const Error&)> trouble;      ///< a result could not be written yet
  std::function<void(std::string_view)> noticed;  ///< a message: a change, a dead process
};

struct CampaignRunSummary {
  std::uint64_t proved = 0;
  std::uint64_t unproved = 0;
  std::uint64_t errors = 0;
  std::uint64_t elsewhere = 0;  ///< where nothing is left to claim: cosets that other processes still work on
  bool limit_reached = false;   ///< there may be more to do
};

/// What an import made of one folder.
struct ImportedFolder {
  std::filesystem::path folder;
  std::uint64_t taken = 0;       ///< results that were taken over
  std::optional<Error> refused;  ///< why nothing was
};

/// Takes a text, piece by piece. An Error ends the work.
using TextSink = std::function<Result<void>(std::string_view)>;

/// What a proof file says at its end.
struct ProofTotals {
  std::uint64_t cosets = 0;  ///< those that are named
  std::uint64_t proved = 0;
  std::uint64_t unproved = 0;

  friend bool operator==(const ProofTotals&, const ProofTotals&) = default;
};

/// One folder with one ledger. Each object is for one thread; any number of objects, threads and processes
/// may work on the same folder at once.
class Campaign {
 public:
  /// Makes the folder and the ledger. Builds the phase-1 table if it is missing, and checks every byte of it,
  /// because days of work depend on it. Errors: bad_input where the plan does not fit the cover or the folder
  /// has a campaign or another database already; machine; damaged, of the table; stopped.
  static Result<void> create(const std::filesystem::path& folder, const CampaignPlan& plan,
                             const CampaignProgram& program, const TableStore& store, const Run& run);
  /// The same, with an identity and a cover size from the caller.
  static Result<void> create(const std::filesystem::path& folder, const CampaignPlan& plan,
                             const CampaignIdentity& identity, std::uint64_t cover_size);

  enum class Access { read, write };
  /// Reads the whole file once, to see that it is sound and that the cosets in it are part of the campaign.
  /// Errors: missing, damaged, machine, stopped. Access::read needs no permission to write.
  /// `cover`: the campaign's, if the caller has it; else it is made for the first result that is read.
  static Result<Campaign> open(const std::filesystem::path& folder, Access access,
                               const std::stop_token& stop = {}, std::shared_ptr<const Cover> cover = {});

  Campaign(Campaign&&) noexcept;
  Campaign& operator=(Campaign&&) noexcept;
  ~Campaign();

  const CampaignPlan& plan() const;

  /// Works with a CosetSolver of its own until nothing is left, the limit is reached or a stop is requested
  /// (an Error of kind stopped; what is recorded stays). Also an Error after three errors in a row, and where
  /// program, table or cover are not those of the campaign; with `accept_change`, only where the cover is
  /// not. That Error says what is different.
  Result<CampaignRunSummary> run(const CampaignProgram& program, const TableStore& store, InstructionSet set,
                                 const CampaignRunOptions& options, const Run& run);
  /// The same, with any runner. `cover` must be of the campaign's kind; `run.threads` is only recorded.
  Result<CampaignRunSummary> run(const Cover& cover, const CampaignIdentity& identity,
                                 const CosetRunner& runner, const CampaignRunOptions& options,
                                 const Run& run = {});

  /// Records made-up results for a plan that is a rehearsal, many at a time, without working on any coset and
  /// without tables: to try out a cluster and what follows on it. Ends like run(); of the options, `limit`,
  /// `accept_change` and `noticed` count.
  Result<CampaignRunSummary> rehearse(const CampaignProgram& program, const CampaignRunOptions& options,
                                      const Run& run);
  Result<CampaignRunSummary> rehearse(const CampaignIdentity& identity, const CampaignRunOptions& options,
                                      const Run& run);

  /// What follows, and run() unless it is to do one coset only, reads every result and takes none for
  /// granted: the bound, the cover, the coset's numbers, the outcome, positions left and levels, the program
  /// and the table must be those of the campaign and agree with each other. An Error of kind damaged names
  /// the coset, what is different, and what it should be. A stop request ends it with an Error of kind
  /// stopped.
  Result<CampaignStatus> status(const Run& run = {}) const;
  Result<CampaignSurvey> survey(const Run& run = {}) const;  ///< include campaign_report.h

  /// The latest result of each finished coset, in ascending order of the cosets' numbers.
  Result<void> each_result(const std::function<void(const CosetRecord&)>& use, const Run& run = {}) const;

  /// Takes over the results that this campaign lacks from others with the same parameters and cover. Leaves
  /// out errors; replaces errors and, by proofs, unproved results. A folder that cannot be read, has another
  /// program or table (unless `accept_change`) or no coset of this campaign is refused, and the others are
  /// taken; of each folder all or nothing.
  Result<std::vector<ImportedFolder>> import(const std::vector<std::filesystem::path>& others,
                                             bool accept_change, const Run& run = {});
  /// The same of one. Returns how many were taken over; an Error if it is refused.
  Result<std::uint64_t> import(const std::filesystem::path& other, bool accept_change, const Run& run = {});

  /// Writes down what is shown so far, in the format of proof files (campaign_proof.h). The same results give
  /// the same text, whoever computed them, when and in whatever order. Errors are left out. Also an Error
  /// where the sample is not the one that its seed draws.
  Result<ProofTotals> export_proof(const TextSink& sink, const Run& run = {}) const;

 private:
  Result<void> check_identity(const CampaignIdentity& identity, bool accept_change) const;
  Result<void> accept_if_changed(const CampaignIdentity& identity, const CampaignRunOptions& options) const;
  Result<void> check_other(const CampaignFacts& there, const std::string& name, bool accept_change) const;

  struct State;
  explicit Campaign(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace halfturn
