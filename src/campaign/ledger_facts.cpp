// Reading what a campaign is. Anybody may have written into the file, so nothing is taken to be possible.

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

#include "campaign/checksum_text.h"
#include "campaign/ledger.h"

namespace halfturn {

namespace {

std::uint64_t seed_in(const std::string& text) {
  std::uint64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stopped_at, problem] = std::from_chars(text.data(), end, number);
  if (problem != std::errc() || stopped_at != end || text.empty())
    refuse_ledger(fmt::format("campaign.seed is '{}' and should be a number from 0 on", text));
  return number;
}

}  // namespace

bool is_version(std::string_view text) {
  constexpr std::size_t kLongest = 64;
  return !text.empty() && text.size() <= kLongest &&
         std::ranges::all_of(text, [](char c) { return c > ' ' && c <= '~'; });
}

CampaignIdentity identity_in(const sql::Statement& row, int first_column) {
  const auto checksum = [&](int column, const char* name) {
    const std::string text = row.text(first_column + column);
    const std::optional<std::uint64_t> value = checksum_in(text);
    if (!value) refuse_ledger(fmt::format("{} is '{}' and should be 16 hexadecimal digits", name, text));
    return *value;
  };
  std::string version = row.text(first_column);
  if (!is_version(version)) refuse_ledger("program_version should be one short word");
  return {std::move(version), checksum(1, "program_checksum"), checksum(2, "table_checksum"),
          checksum(3, "cover_checksum")};
}

void CampaignLedger::read_facts() {
  sql::Statement row = database_.prepare(
      "SELECT cover, prove, first, count, seed, cover_size, created, program_version, program_checksum, "
      "table_checksum, cover_checksum, next, shard, shards, rehearsal FROM campaign");
  if (!row.step()) refuse_ledger("it does not say what the campaign is");
  const std::optional<CoverKind> cover = cover_kind_named(row.text(0));
  if (!cover) refuse_ledger(fmt::format("there is no cover '{}'", row.text(0)));
  const std::uint64_t prove = row.natural(1, kDeepestCosetLevel);
  if (prove == 0) refuse_ledger("campaign.prove is 0 and should be at least 1");
  facts_.plan.parameters = {*cover, static_cast<int>(prove), row.natural(14, 1) != 0};
  facts_.cover_size = row.natural(5);
  if (facts_.cover_size != halfturn::cover_size(*cover))
    refuse_ledger(fmt::format("campaign.cover_size is {} and should be {}: so many cosets has the cover {}",
                              facts_.cover_size, halfturn::cover_size(*cover), row.text(0)));
  const std::uint64_t count = row.natural(3, facts_.cover_size);
  if (row.null(2)) {
    facts_.plan.cosets = CosetSample{count, seed_in(row.text(4))};
  } else {
    const std::uint64_t first = row.natural(2, facts_.cover_size);
    facts_.plan.cosets = CosetRange{first, first + count};
  }
  facts_.plan.shard = {row.natural(12), row.natural(13)};
  if (const Result<void> fits = check_plan(facts_.plan, facts_.cover_size); !fits)
    refuse_ledger(fits.error().text());
  (void)row.natural(11, facts_.plan.count());
  facts_.created = row.text(6);
  facts_.identity = identity_in(row, 7);
  if (row.step()) refuse_ledger("it has two campaigns");
}

void CampaignLedger::check_sample() const {
  const auto* sample = std::get_if<CosetSample>(&facts_.plan.cosets);
  // Both columns hold each number once, so these five numbers tell all.
  sql::Statement row = database_.prepare(
      "SELECT count(*) AS sample_size, coalesce(min(position), 0), coalesce(max(position), 0) AS "
      "last_position, coalesce(min(coset), 0) AS first_coset, coalesce(max(coset), 0) AS last_coset FROM "
      "sample");
  row.step();
  const std::uint64_t count = sample != nullptr ? facts_.plan.count() : 0;
  if (row.natural(0) != count)
    refuse_ledger(fmt::format("the sample has {} cosets and should have {}", row.natural(0), count));
  if (count == 0) return;
  const CampaignShard shard = facts_.plan.shard;
  const std::uint64_t last = shard.index + (count - 1) * shard.count;
  if (row.integer(1) != static_cast<std::int64_t>(shard.index) || row.natural(2) != last)
    refuse_ledger(fmt::format("the sample has the positions {} to {} and should have {} to {}",
                              row.integer(1), row.integer(2), shard.index, last));
  (void)row.natural(3, facts_.cover_size - 1);
  (void)row.natural(4, facts_.cover_size - 1);
  // With as many as there should be, all different and within these bounds, none is missing.
  if (shard.count > 1)
    if (const auto other = database_.integer("SELECT position FROM sample WHERE position % ? <> ? LIMIT 1",
                                             shard.count, shard.index))
      refuse_ledger(fmt::format("the sample has the position {}, which is not of the shard {}/{}", *other,
                                shard.index, shard.count));
}

void CampaignLedger::check_cosets() const {
  sql::Statement rows = database_.prepare("SELECT coset, position FROM claim");
  while (rows.step()) {
    const std::int64_t coset = rows.integer(0);
    const std::int64_t position = rows.integer(1);
    const auto right = coset < 0 ? std::nullopt : position_of(static_cast<std::uint64_t>(coset));
    if (!right || static_cast<std::int64_t>(*right) != position)
      refuse_ledger(
          fmt::format("claim: coset {} at position {} is not part of the campaign", coset, position));
  }
  // Of a range, whoever reads the results can tell from their numbers.
  if (std::holds_alternative<CosetSample>(facts_.plan.cosets))
    if (const auto other = database_.integer("SELECT coset FROM result WHERE NOT EXISTS (SELECT 1 FROM "
                                             "sample WHERE sample.coset = result.coset) "
                                             "LIMIT 1"))
      refuse_ledger(fmt::format("result: coset {} is not part of the campaign", *other));
  if (const auto both = database_.integer("SELECT claim.coset FROM claim JOIN result USING (coset) LIMIT 1"))
    refuse_ledger(fmt::format("claim: coset {} has a result already", *both));
}

Result<bool> CampaignLedger::sample_is_drawn(const Run& run) const {
  const auto* sample = std::get_if<CosetSample>(&facts_.plan.cosets);
  if (sample == nullptr) return true;
  const sql::Interruptible interruptible(database_, run.stop);
  return guarded([&]() -> Result<bool> {
    const std::vector<std::uint64_t> drawn = draw_sample(*sample, facts_.cover_size);
    sql::Statement rows = database_.prepare("SELECT coset FROM sample ORDER BY position");
    for (std::size_t i = facts_.plan.shard.index; i < drawn.size(); i += facts_.plan.shard.count)
      if (!rows.step() || rows.natural(0) != drawn[i]) return false;
    return !rows.step();
  });
}

const std::vector<CampaignIdentity>& CampaignLedger::accepted() const {
  const std::int64_t latest = database_.integer("SELECT max(id) FROM event").value_or(0);
  if (accepted_as_of_ == latest) return accepted_;
  accepted_.clear();
  const auto add = [this](CampaignIdentity identity) {
    if (std::ranges::find(accepted_, identity) == accepted_.end()) accepted_.push_back(std::move(identity));
  };
  sql::Statement now = database_.prepare(
      "SELECT program_version, program_checksum, table_checksum, cover_checksum FROM campaign");
  if (now.step()) add(identity_in(now, 0));
  sql::Statement earlier = database_.prepare("SELECT detail FROM event WHERE what = 'identity' ORDER BY id");
  while (earlier.step()) {
    const std::optional<CampaignIdentity> identity = identity_named(earlier.text(0));
    if (!identity) refuse_ledger(fmt::format("event: '{}' names no program and table", earlier.text(0)));
    add(*identity);
  }
  accepted_as_of_ = latest;
  return accepted_;
}

void CampaignLedger::note_accepted(const CampaignIdentity& identity) const {
  log("identity", identity_text(identity));
}

std::string identity_text(const CampaignIdentity& identity) {
  return fmt::format("{} {} {} {}", identity.program_version, checksum_text(identity.program_checksum),
                     checksum_text(identity.table_checksum), checksum_text(identity.cover_checksum));
}

std::optional<CampaignIdentity> identity_named(std::string_view text) {
  constexpr std::size_t kDigits = 16;
  constexpr std::size_t kChecksums = 3 * (1 + kDigits);
  if (text.size() <= kChecksums) return std::nullopt;
  const auto checksum = [&](std::size_t i) {
    return checksum_in(text.substr(text.size() - kChecksums + i * (1 + kDigits) + 1, kDigits));
  };
  CampaignIdentity identity{std::string(text.substr(0, text.size() - kChecksums)), checksum(0).value_or(0),
                            checksum(1).value_or(0), checksum(2).value_or(0)};
  // Nothing but what is written this way is read.
  if (!is_version(identity.program_version) || identity_text(identity) != text) return std::nullopt;
  return identity;
}

}  // namespace halfturn
