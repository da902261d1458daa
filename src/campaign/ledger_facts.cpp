// Reading what a campaign is. Anybody may have written into the file, so nothing is taken to be possible.

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

#include "campaign/checksum_text.h"
#include "campaign/ledger.h"

namespace halfturn {

namespace {

[[noreturn]] void refuse(std::string what) {
  throw sql::Failure(SQLITE_CORRUPT, std::move(what));
}

std::uint64_t seed_in(const std::string& text) {
  std::uint64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [stopped_at, problem] = std::from_chars(text.data(), end, number);
  if (problem != std::errc() || stopped_at != end || text.empty())
    refuse(fmt::format("campaign.seed is '{}' and should be a number from 0 on", text));
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
    if (!value) refuse(fmt::format("{} is '{}' and should be 16 hexadecimal digits", name, text));
    return *value;
  };
  std::string version = row.text(first_column);
  if (!is_version(version)) refuse("program_version should be one short word");
  return {std::move(version), checksum(1, "program_checksum"), checksum(2, "table_checksum"),
          checksum(3, "cover_checksum")};
}

void CampaignLedger::read_facts() {
  sql::Statement row = database_.prepare(
      "SELECT cover, prove, first, count, seed, cover_size, created, program_version, program_checksum, "
      "table_checksum, cover_checksum, next FROM campaign");
  if (!row.step()) refuse("it does not say what the campaign is");
  const std::optional<CoverKind> cover = cover_kind_named(row.text(0));
  if (!cover) refuse(fmt::format("there is no cover '{}'", row.text(0)));
  const std::uint64_t prove = row.natural(1, kDeepestCosetLevel);
  if (prove == 0) refuse("campaign.prove is 0 and should be at least 1");
  facts_.plan.parameters = {*cover, static_cast<int>(prove)};
  facts_.cover_size = row.natural(5);
  if (facts_.cover_size != halfturn::cover_size(*cover))
    refuse(fmt::format("campaign.cover_size is {} and should be {}: so many cosets has the cover {}",
                       facts_.cover_size, halfturn::cover_size(*cover), row.text(0)));
  const std::uint64_t count = row.natural(3, facts_.cover_size);
  if (row.null(2)) {
    facts_.plan.cosets = CosetSample{count, seed_in(row.text(4))};
  } else {
    const std::uint64_t first = row.natural(2, facts_.cover_size);
    facts_.plan.cosets = CosetRange{first, first + count};
  }
  if (const Result<void> fits = check_plan(facts_.plan, facts_.cover_size); !fits)
    refuse(fits.error().text());
  (void)row.natural(11, count);
  facts_.created = row.text(6);
  facts_.identity = identity_in(row, 7);
  if (row.step()) refuse("it has two campaigns");
}

void CampaignLedger::check_sample() const {
  const auto* sample = std::get_if<CosetSample>(&facts_.plan.cosets);
  // Both columns hold each number once, so these five numbers tell all.
  sql::Statement row = database_.prepare(
      "SELECT count(*) AS sample_size, coalesce(min(position), 0), coalesce(max(position), 0) AS "
      "last_position, coalesce(min(coset), 0) AS first_coset, coalesce(max(coset), 0) AS last_coset FROM "
      "sample");
  row.step();
  const std::uint64_t count = sample != nullptr ? sample->count : 0;
  if (row.natural(0) != count)
    refuse(fmt::format("the sample has {} cosets and should have {}", row.natural(0), count));
  if (count == 0) return;
  if (row.integer(1) != 0 || row.natural(2) != count - 1)
    refuse(fmt::format("the sample has the positions {} to {} and should have 0 to {}", row.integer(1),
                       row.integer(2), count - 1));
  (void)row.natural(3, facts_.cover_size - 1);
  (void)row.natural(4, facts_.cover_size - 1);
}

void CampaignLedger::check_units() const {
  const auto* range = std::get_if<CosetRange>(&facts_.plan.cosets);
  sql::Statement row = database_.prepare(
      range != nullptr
          ? "SELECT coset, position FROM unit WHERE coset < ?1 OR coset >= ?2 OR position IS NOT coset - ?1 "
            "LIMIT 1"
          : "SELECT unit.coset, unit.position FROM unit LEFT JOIN sample ON sample.position = unit.position "
            "WHERE sample.coset IS NOT unit.coset LIMIT 1");
  if (range != nullptr) row.bind(range->first, range->end);
  if (row.step())
    refuse(fmt::format("unit: coset {} at position {} is not part of the campaign", row.integer(0),
                       row.integer(1)));
}

Result<bool> CampaignLedger::sample_is_drawn(const Run& run) const {
  const auto* sample = std::get_if<CosetSample>(&facts_.plan.cosets);
  if (sample == nullptr) return true;
  const sql::Interruptible interruptible(database_, run.stop);
  return guarded([&]() -> Result<bool> {
    const std::vector<std::uint64_t> drawn = draw_sample(*sample, facts_.cover_size);
    sql::Statement rows = database_.prepare("SELECT coset FROM sample ORDER BY position");
    for (const std::uint64_t coset : drawn)
      if (!rows.step() || rows.natural(0) != coset) return false;
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
    if (!identity) refuse(fmt::format("event: '{}' names no program and table", earlier.text(0)));
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
