#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <optional>
#include <utility>

#include "base/parallel.h"
#include "campaign/ledger.h"
#include "campaign/many_files.h"
#include "halfturn/campaign_folders.h"

namespace halfturn {

struct CampaignFolders::State {
  struct Folder {
    std::filesystem::path path;
    CampaignLedger ledger;
  };
  CampaignPlan plan;
  std::vector<Folder> folders;
  std::vector<Refused> refused;
  std::vector<Part> parts;
};

namespace {

/// What the folders are compared with.
struct Reference {
  CampaignFacts facts;
  std::filesystem::path folder;
  bool is_whole = false;
};

/// Why a folder does not belong to the others.
std::optional<Error> why_not_with(const Reference& reference, const CampaignFacts& facts) {
  const CampaignFacts& right = reference.facts;
  if (right.plan.parameters != facts.plan.parameters || right.plan.cosets != facts.plan.cosets ||
      (!reference.is_whole && right.plan.shard.count != facts.plan.shard.count))
    return Error{ErrorKind::bad_input,
                 fmt::format("it is not of the same campaign as {}", reference.folder.string()),
                 "give shards of the same range or sample, all made with the same number of shards"};
  std::vector<std::string> changes = identity_changes(right.identity, facts.identity);
  if (right.identity.cover_checksum != facts.identity.cover_checksum)
    changes.emplace_back("the cover is another one");
  if (changes.empty()) return std::nullopt;
  return Error{
      ErrorKind::damaged,
      fmt::format("it was not made with the same as {}: {}", reference.folder.string(),
                  fmt::join(changes, "; ")),
      fmt::format("there: {}; here: {}", identity_text(right.identity), identity_text(facts.identity))};
}

void add(CampaignStatus& all, const CampaignStatus& part) {
  // Of the times, each part has the mean of its latest hundred.
  const auto weight = [](const CampaignStatus& status) {
    return static_cast<double>(std::min<std::uint64_t>(status.proved + status.unproved, 100));
  };
  if (part.mean_seconds) {
    const double before = all.mean_seconds ? weight(all) : 0;
    all.mean_seconds =
        (all.mean_seconds.value_or(0) * before + *part.mean_seconds * weight(part)) / (before + weight(part));
  }
  all.proved += part.proved;
  all.unproved += part.unproved;
  all.errors += part.errors;
  all.running += part.running;
  all.abandoned += part.abandoned;
  all.runners.insert(all.runners.end(), part.runners.begin(), part.runners.end());
  for (const CosetRecord& failure : part.failures)
    if (all.failures.size() < CampaignStatus::kMostFailures) all.failures.push_back(failure);
  all.changes.insert(all.changes.end(), part.changes.begin(), part.changes.end());
  all.created = std::min(all.created, part.created);
}

}  // namespace

CampaignFolders::CampaignFolders(std::unique_ptr<State> state) : state_(std::move(state)) {}
CampaignFolders::CampaignFolders(CampaignFolders&&) noexcept = default;
CampaignFolders& CampaignFolders::operator=(CampaignFolders&&) noexcept = default;
CampaignFolders::~CampaignFolders() = default;

const CampaignPlan& CampaignFolders::plan() const {
  return state_->plan;
}
const std::vector<CampaignFolders::Refused>& CampaignFolders::refused() const {
  return state_->refused;
}
const std::vector<CampaignFolders::Part>& CampaignFolders::parts() const {
  return state_->parts;
}

Result<CampaignFolders> CampaignFolders::open(const std::vector<std::filesystem::path>& folders,
                                              const std::stop_token& stop,
                                              const std::shared_ptr<const Cover>& cover,
                                              const std::filesystem::path& whole) {
  allow_many_files(2 * folders.size());
  auto state = std::make_unique<State>();
  std::optional<Reference> reference;
  if (!whole.empty()) {
    const Result<CampaignLedger> ledger = CampaignLedger::open(whole, false, stop);
    if (!ledger) return ledger.error();
    reference = Reference{ledger->facts(), whole, true};
  }
  std::map<std::uint64_t, std::filesystem::path> by_shard;
  for (const std::filesystem::path& folder : folders) {
    Result<CampaignLedger> ledger = CampaignLedger::open(folder, false, stop);
    if (!ledger && ledger.error().kind == ErrorKind::stopped) return ledger.error();
    std::optional<Error> error;
    if (!ledger)
      error = ledger.error();
    else if (reference)
      error = why_not_with(*reference, ledger->facts());
    if (!error) {
      const auto [same, fresh] = by_shard.emplace(ledger->facts().plan.shard.index, folder);
      if (!fresh)
        error = Error{ErrorKind::bad_input, fmt::format("{} has the same cosets", same->second.string()),
                      "give each shard once"};
    }
    if (error) {
      if (folders.size() == 1) return *error;
      state->refused.push_back({folder, *error});
      continue;
    }
    if (!reference) reference = Reference{ledger->facts(), folder};
    ledger->use(cover);
    if (!state->folders.empty()) ledger->use(state->folders.front().ledger.cover());
    state->folders.push_back({folder, std::move(*ledger)});
  }
  if (state->folders.empty()) {
    std::string why;
    for (const Refused& one : state->refused)
      why += fmt::format("{}{}", why.empty() ? "" : "; ", one.error.message);
    return Error{
        ErrorKind::missing, fmt::format("none of the {} folders can be used: {}", folders.size(), why), {}};
  }
  state->plan = state->folders.front().ledger.facts().plan;
  // One shard alone is what it is; of several, the whole is meant.
  if (folders.size() > 1) state->plan.shard = {};
  return CampaignFolders(std::move(state));
}

Result<CampaignSurvey> CampaignFolders::survey(const Run& run) {
  std::vector<State::Folder>& folders = state_->folders;
  if (folders.size() == 1 && state_->refused.empty() &&
      state_->plan.shard == folders[0].ledger.facts().plan.shard) {
    Result<CampaignSurvey> one = folders.front().ledger.survey(run);
    if (one) state_->parts = {{folders.front().path, one->status}};
    return one;
  }
  std::vector<std::optional<Result<CampaignSurvey>>> found(folders.size());
  const Run each{.threads = 1, .stop = run.stop, .progress = {}};
  std::atomic<std::size_t> read = 0;
  const bool all_read =
      base::parallel_for(run.threads, folders.size(), run.stop, [&](int worker, std::size_t i) {
        found[i].emplace(folders[i].ledger.survey(each));
        ++read;
        if (worker == 0)
          run.report("results", "reading", static_cast<double>(read) / static_cast<double>(folders.size()));
      });
  if (!all_read) return Error{ErrorKind::stopped, "stopped", {}};

  std::optional<CampaignSurvey> all;
  std::vector<State::Folder> good;
  state_->parts.clear();
  for (std::size_t i = 0; i < folders.size(); ++i) {
    Result<CampaignSurvey>& one = *found[i];
    if (!one) {
      if (one.error().kind == ErrorKind::stopped) return one.error();
      state_->refused.push_back({folders[i].path, one.error()});
      continue;
    }
    state_->parts.push_back({folders[i].path, one->status});
    good.push_back(std::move(folders[i]));
    if (!all) {
      all.emplace(std::move(*one));
      continue;
    }
    add(all->status, one->status);
    all->summary.add(one->summary);
  }
  folders = std::move(good);
  if (!all) return state_->refused.back().error;
  all->status.plan = state_->plan;
  all->status.total = state_->plan.count();
  return std::move(*all);
}

Result<void> CampaignFolders::each_result(const std::function<void(const CosetRecord&)>& use,
                                          const Run& run) const {
  std::vector<const CampaignLedger*> ledgers;
  for (const State::Folder& folder : state_->folders) ledgers.push_back(&folder.ledger);
  return CampaignLedger::each_merged(ledgers, false, run,
                                     [&](std::size_t, const CosetRecord& record) -> Result<void> {
                                       use(record);
                                       return {};
                                     });
}

}  // namespace halfturn
