#include "halfturn/campaign.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <ctime>
#include <exception>
#include <mutex>
#include <utility>

#include "base/parallel.h"
#include "campaign/campaign_state.h"
#include "campaign/ledger.h"
#include "campaign/many_files.h"

namespace halfturn {

namespace {

using Clock = std::chrono::steady_clock;

/// After this many errors in a row, the machine is at fault rather than the cosets.
constexpr int kErrorsInARow = 3;

Error wrong_cover() {
  return {
      ErrorKind::damaged, "the cover is not the one that the campaign was created with",
      "its cosets have other numbers there; go on with the program that made it, or create a new campaign"};
}

Error changed(const std::vector<std::string>& texts) {
  return {
      .kind = ErrorKind::damaged,
      .message = fmt::format("something has changed since the campaign began: {}", fmt::join(texts, "; ")),
      .hint = "go on with what it began with, or accept the change, which is then recorded",
      .remedy = Remedy::accept_changed_program};
}

/// Sleeps until a stop is requested, at most for `time`.
void pause(const std::stop_token& stop, std::chrono::milliseconds time) {
  std::mutex mutex;
  std::condition_variable_any nothing;
  std::unique_lock lock(mutex);
  nothing.wait_for(lock, stop, time, [] { return false; });
}

Result<CosetResult> guarded_run(const CosetRunner& runner, Phase1Coset coset,
                                const CampaignParameters& parameters, const std::stop_token& stop) {
  try {
    return runner(coset, parameters, stop);
  } catch (const std::bad_alloc&) {
    return Error{ErrorKind::machine, "not enough memory", {}};
  } catch (const std::exception& problem) {
    return Error{ErrorKind::machine, problem.what(), {}};
  }
}

/// Whether two plans of the same kind have no coset in common for sure.
bool share_nothing(const CampaignPlan& a, const CampaignPlan& b) {
  if (a.cosets.index() != b.cosets.index()) return false;
  if (const auto* range = std::get_if<CosetRange>(&a.cosets)) {
    const auto& other = std::get<CosetRange>(b.cosets);
    if (range->end <= other.first || other.end <= range->first) return true;
  } else if (a.cosets != b.cosets) {
    return false;  // by chance some may be the same
  }
  return a.cosets == b.cosets && a.shard.count == b.shard.count && a.shard.index != b.shard.index;
}

/// One call of Campaign::run.
class WorkLoop {
 public:
  WorkLoop(CampaignLedger& ledger, const Cover& cover, const CampaignIdentity& identity,
           const CosetRunner& runner, const CampaignRunOptions& options, const Run& run)
      : ledger_(ledger), cover_(cover), identity_(identity), runner_(runner), options_(options), run_(run) {}

  Result<CampaignRunSummary> work() {
    if (options_.retry_failed || options_.retry_errors) {
      const Result<std::uint64_t> reopened = ledger_.reopen_failed(options_.only, !options_.retry_failed);
      if (!reopened) return reopened.error();
      if (*reopened > 0) notice(fmt::format("cosets that failed and are tried again: {}", *reopened));
    }
    while (true) {
      if (run_.stop.stop_requested()) return stopped(std::nullopt);
      if (options_.limit && recorded() >= *options_.limit) {
        summary_.limit_reached = true;
        return summary_;
      }
      const Result<CampaignLedger::Answer> answer = ledger_.claim(options_.only);
      if (!answer) return answer.error();
      for (const std::string& note : answer->notes) notice(note);
      if (!answer->claim) {
        summary_.elsewhere = answer->elsewhere;
        if (answer->finished) {
          count(*answer->finished);
          notice(fmt::format("coset {} is done already: {}", *options_.only, to_string(*answer->finished)));
        }
        return summary_;
      }
      if (Result<void> done = work_on(*answer->claim); !done) return done.error();
      if (options_.only) return summary_;
    }
  }

 private:
  std::uint64_t recorded() const { return summary_.proved + summary_.unproved + summary_.errors; }

  void notice(const std::string& text) const {
    if (options_.noticed) options_.noticed(text);
  }

  void count(CosetOutcome outcome) {
    std::uint64_t& counter = outcome == CosetOutcome::proved     ? summary_.proved
                             : outcome == CosetOutcome::unproved ? summary_.unproved
                                                                 : summary_.errors;
    ++counter;
  }

  Error stopped(std::optional<std::uint64_t> given_up) const {
    return {.kind = ErrorKind::stopped,
            .message =
                fmt::format("stopped; {}recorded by this run: {}",
                            given_up ? fmt::format("coset {} is given back, ", *given_up) : "", recorded()),
            .hint = "run it again to go on",
            .remedy = Remedy::resume_campaign};
  }

  Result<void> work_on(const CampaignLedger::Claim& claim) {
    CosetRecord record;
    record.index = claim.index;
    const std::optional<Phase1Coset> coset = cover_.coset(claim.index);
    if (!coset) return wrong_cover();
    record.coset = *coset;
    record.parameters = ledger_.facts().plan.parameters;
    record.identity = identity_;
    record.threads = run_.threads > 0 ? run_.threads : base::default_threads();
    record.at_once = claim.at_once;
    record.host = host_name();
    record.started = std::time(nullptr);
    const auto start = Clock::now();
    Result<CosetResult> result = guarded_run(runner_, record.coset, record.parameters, run_.stop);
    // As the ledger keeps it.
    record.seconds =
        static_cast<double>(
            std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start).count()) /
        1e6;

    // The end of the loop gives the coset back.
    if (result ? result->stopped : result.error().kind == ErrorKind::stopped) return stopped(claim.index);
    if (result) {
      const bool holds = result->proved && *result->proved <= record.parameters.prove;
      record.outcome = holds ? CosetOutcome::proved : CosetOutcome::unproved;
      // What is left of another bound says nothing about this one.
      if (holds || result->remaining > 0) record.remaining = result->remaining;
      record.levels = std::move(result->levels);
    } else {
      record.message = result.error().text();
    }
    if (Result<void> written = write(record); !written) return written.error();
    count(record.outcome);
    if (options_.done) options_.done(record);

    errors_in_a_row_ = record.outcome == CosetOutcome::error ? errors_in_a_row_ + 1 : 0;
    if (errors_in_a_row_ < kErrorsInARow) return {};
    return Error{.kind = result.error().kind,
                 .message = fmt::format("{} cosets failed one after the other; the last: {}", kErrorsInARow,
                                        record.message),
                 .hint = "put it right, then retry what failed",
                 .remedy = Remedy::retry_failed_cosets};
  }

  /// Tries repeatedly, as long as `patience` allows: the result took long to find.
  Result<void> write(const CosetRecord& record) const {
    const auto deadline = Clock::now() + options_.patience;
    while (true) {
      Result<void> written = ledger_.record(record);
      if (written) return {};
      const bool hopeless = written.error().kind != ErrorKind::machine || Clock::now() >= deadline;
      if (hopeless || run_.stop.stop_requested()) {
        Error error = written.error();
        error.message =
            fmt::format("the result of coset {} is not recorded: {}", record.index, error.message);
        return error;
      }
      if (options_.trouble) options_.trouble(written.error());
      pause(run_.stop, std::min<std::chrono::milliseconds>(options_.patience, std::chrono::seconds(5)));
    }
  }

  CampaignLedger& ledger_;
  const Cover& cover_;
  const CampaignIdentity& identity_;
  const CosetRunner& runner_;
  const CampaignRunOptions& options_;
  const Run& run_;
  CampaignRunSummary summary_;
  int errors_in_a_row_ = 0;
};

}  // namespace

Result<void> check_plan(const CampaignPlan& plan, std::uint64_t cover_size) {
  const auto bad = [](std::string message, std::string hint) {
    return Error{ErrorKind::bad_input, std::move(message), std::move(hint)};
  };
  const CampaignShard shard = plan.shard;
  if (shard.count == 0 || shard.index >= shard.count)
    return bad(fmt::format("there is no shard {}/{}", shard.index, shard.count),
               shard.count == 0
                   ? "0/8, for example, is the first of eight"
                   : fmt::format("there are the shards 0/{0} to {1}/{0}", shard.count, shard.count - 1));
  constexpr int kLeastRehearsal = 15;
  if (plan.parameters.rehearsal && plan.parameters.prove < kLeastRehearsal)
    return bad(fmt::format("a rehearsal cannot make up a proof of {}", plan.parameters.prove),
               fmt::format("at least {}", kLeastRehearsal));
  const std::string has =
      fmt::format("the cover {} has the cosets 0 to {}", to_string(plan.parameters.cover), cover_size - 1);
  const auto check_shards = [&]() -> Result<void> {
    if (plan.count() > 0) return {};
    return bad(fmt::format("the shard {}/{} has no coset", shard.index, shard.count),
               fmt::format("make at most {} shards, one a coset", plan.whole_count()));
  };
  if (const auto* range = std::get_if<CosetRange>(&plan.cosets)) {
    if (range->first >= range->end)
      return bad(fmt::format("there is no coset in {}..{}", range->first, range->end),
                 "A..B means the cosets A to B - 1");
    if (range->end > cover_size) return bad(fmt::format("there is no coset {}", range->end - 1), has);
    return check_shards();
  }
  const std::uint64_t count = std::get<CosetSample>(plan.cosets).count;
  if (count == 0) return bad("a sample of no cosets", "give at least 1");
  if (count > cover_size) return bad(fmt::format("there are no {} different cosets to draw", count), has);
  if (count > kLargestSample)
    return bad(fmt::format("a sample of {} is too large", count),
               fmt::format("at most {}; or choose a range", kLargestSample));
  return check_shards();
}

std::optional<double> CampaignStatus::rate() const {
  if (!mean_seconds || *mean_seconds <= 0 || runners.empty()) return std::nullopt;
  return static_cast<double>(runners.size()) / *mean_seconds;
}

std::optional<double> CampaignStatus::remaining_seconds() const {
  if (!mean_seconds) return std::nullopt;
  return static_cast<double>(left()) * *mean_seconds /
         static_cast<double>(std::max<std::size_t>(runners.size(), 1));
}

Campaign::Campaign(std::unique_ptr<State> state) : state_(std::move(state)) {}
Campaign::Campaign(Campaign&&) noexcept = default;
Campaign& Campaign::operator=(Campaign&&) noexcept = default;
Campaign::~Campaign() = default;

Result<void> Campaign::create(const std::filesystem::path& folder, const CampaignPlan& plan,
                              const CampaignIdentity& identity, std::uint64_t cover_size) {
  if (Result<void> fits = check_plan(plan, cover_size); !fits) return fits;
  if (!is_version(identity.program_version))
    return Error{ErrorKind::bad_input, "the program's version is not one short word", "0.1.0, for example"};
  std::vector<std::uint64_t> sample;
  if (const auto* wanted = std::get_if<CosetSample>(&plan.cosets)) sample = draw_sample(*wanted, cover_size);
  return CampaignLedger::create(folder, {plan, identity, cover_size, {}}, sample);
}

Result<Campaign> Campaign::open(const std::filesystem::path& folder, Access access,
                                const std::stop_token& stop, std::shared_ptr<const Cover> cover) {
  Result<CampaignLedger> ledger = CampaignLedger::open(folder, access == Access::write, stop);
  if (!ledger) return ledger.error();
  ledger->use(std::move(cover));
  return Campaign(std::make_unique<State>(State{std::move(*ledger)}));
}

const CampaignPlan& Campaign::plan() const {
  return state_->ledger.facts().plan;
}

Result<void> Campaign::check_identity(const CampaignIdentity& identity, bool accept_change) const {
  const CampaignIdentity& remembered = state_->ledger.facts().identity;
  if (identity.cover_checksum != remembered.cover_checksum) return wrong_cover();
  const std::vector<std::string> texts = identity_changes(remembered, identity);
  if (!texts.empty() && !accept_change) return changed(texts);
  return {};
}

Result<void> Campaign::accept_if_changed(const CampaignIdentity& identity,
                                         const CampaignRunOptions& options) const {
  CampaignLedger& ledger = state_->ledger;
  if (Result<void> same = check_identity(identity, options.accept_change); !same) return same.error();
  const std::vector<std::string> texts = identity_changes(ledger.facts().identity, identity);
  if (texts.empty()) return {};
  if (Result<void> accepted = ledger.accept(identity, texts); !accepted) return accepted;
  for (const std::string& text : texts)
    if (options.noticed) options.noticed("accepted and recorded: " + text);
  return {};
}

Result<CampaignRunSummary> Campaign::run(const Cover& cover, const CampaignIdentity& identity,
                                         const CosetRunner& runner, const CampaignRunOptions& options,
                                         const Run& run) {
  CampaignLedger& ledger = state_->ledger;
  if (Result<void> same = check_identity(identity, options.accept_change); !same) return same.error();
  if (cover.size() != ledger.facts().cover_size) return wrong_cover();
  if (Result<void> accepted = accept_if_changed(identity, options); !accepted) return accepted.error();
  // Resuming means to rely on what is there. A job that does one coset relies on that one alone.
  if (!options.only)
    if (const Result<CampaignSurvey> sound = ledger.survey(run);
        !sound && sound.error().kind != ErrorKind::stopped)  // the loop says what a stop means
      return sound.error();
  if (Result<void> enlisted = ledger.enlist(); !enlisted) return enlisted.error();
  Result<CampaignRunSummary> summary = WorkLoop(ledger, cover, identity, runner, options, run).work();
  (void)ledger.retire().ok();  // if this fails, the others find out from the lock
  return summary;
}

Result<CampaignSurvey> Campaign::survey(const Run& run) const {
  return state_->ledger.survey(run);
}

Result<CampaignStatus> Campaign::status(const Run& run) const {
  Result<CampaignSurvey> found = survey(run);
  if (!found) return found.error();
  return std::move(found->status);
}

Result<void> Campaign::each_result(const std::function<void(const CosetRecord&)>& use, const Run& run) const {
  return state_->ledger.each_result(
      [&](const CosetRecord& record) -> Result<void> {
        use(record);
        return {};
      },
      run);
}

Result<void> Campaign::check_other(const CampaignFacts& there, const std::string& name,
                                   bool accept_change) const {
  const CampaignFacts& here = state_->ledger.facts();
  if (here.plan.parameters != there.plan.parameters)
    return Error{
        ErrorKind::bad_input, fmt::format("{} asks something else of its cosets", name),
        fmt::format("here: cover {}, prove {}{}", to_string(here.plan.parameters.cover),
                    here.plan.parameters.prove, here.plan.parameters.rehearsal ? ", a rehearsal" : "")};
  if (share_nothing(here.plan, there.plan))
    return Error{ErrorKind::bad_input, fmt::format("{} has no coset of this campaign", name),
                 "import shards, or other parts, of the same range or the same sample"};
  return check_identity(there.identity, accept_change);
}

Result<std::vector<ImportedFolder>> Campaign::import(const std::vector<std::filesystem::path>& others,
                                                     bool accept_change, const Run& run) {
  std::vector<ImportedFolder> folders;
  std::vector<CampaignLedger> ledgers;
  std::vector<std::size_t> folder_of;
  allow_many_files(2 * others.size());  // a ledger and, at times, its journal
  for (const std::filesystem::path& other : others) {
    ImportedFolder& folder = folders.emplace_back();
    folder.folder = other;
    Result<CampaignLedger> ledger = CampaignLedger::open(other, false, run.stop);
    Result<void> good =
        ledger ? check_other(ledger->facts(), other.string(), accept_change) : Result<void>(ledger.error());
    if (good) {
      // All of it, before anything is taken over.
      ledger->use(state_->ledger.cover());
      good = ledger->check_results(accept_change, run);
    }
    if (good && !accept_change) {
      // Somebody may have accepted another program there, for a while.
      const Result<std::vector<CampaignIdentity>> made_with = ledger->identities(run);
      good = made_with ? Result<void>() : made_with.error();
      for (const CampaignIdentity& identity : made_with ? *made_with : std::vector<CampaignIdentity>())
        if (identity != state_->ledger.facts().identity)
          good = Error{.kind = ErrorKind::damaged,
                       .message = fmt::format(
                           "{} has results of another program, table or cover ({})", other.string(),
                           fmt::join(identity_changes(state_->ledger.facts().identity, identity), "; ")),
                       .hint = "accept the change to take them",
                       .remedy = Remedy::accept_foreign_results};
    }
    if (!good && good.error().kind == ErrorKind::stopped)
      return Error{ErrorKind::stopped, "stopped; nothing has been taken over", "import again"};
    if (!good) {
      folder.refused = good.error();
      continue;
    }
    folder_of.push_back(folders.size() - 1);
    ledgers.push_back(std::move(*ledger));
  }
  if (ledgers.empty()) return folders;
  std::vector<const CampaignLedger*> sources;
  for (const CampaignLedger& ledger : ledgers) sources.push_back(&ledger);
  const Result<std::vector<std::uint64_t>> taken = state_->ledger.import(sources, accept_change, run);
  if (!taken) return taken.error();
  for (std::size_t i = 0; i < sources.size(); ++i) folders[folder_of[i]].taken = (*taken)[i];
  return folders;
}

Result<std::uint64_t> Campaign::import(const std::filesystem::path& other, bool accept_change,
                                       const Run& run) {
  const Result<std::vector<ImportedFolder>> folders = import(std::vector{other}, accept_change, run);
  if (!folders) return folders.error();
  if (folders->front().refused) return *folders->front().refused;
  return folders->front().taken;
}

}  // namespace halfturn
