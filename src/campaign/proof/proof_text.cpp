#include "campaign/proof/proof_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/text.h"
#include "campaign/checksum_text.h"
#include "campaign/ledger.h"

namespace halfturn {

namespace {

/// No line comes near; what is longer is not ours, and need not be kept in memory.
constexpr std::size_t kLongestLine = 4096;
constexpr std::string_view kColumns = "coset twist flip slice outcome left made-with levels";
constexpr const char* kDamagedProof = "get another copy of it, or make it again";

/// Takes the next word off a line whose words stand one blank apart.
std::string_view take_word(std::string_view& rest) {
  const std::size_t end = std::min(rest.find(' '), rest.size());
  const std::string_view word = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return word;
}

template <class Number>
bool read_number(std::string_view word, Number& number) {
  const auto [at, problem] = std::from_chars(word.data(), word.data() + word.size(), number);
  return problem == std::errc() && at == word.data() + word.size() && !word.empty();
}

/// Takes a given word off a line.
bool take(std::string_view& rest, std::string_view wanted) {
  return take_word(rest) == wanted;
}
template <class Number>
bool take_number(std::string_view& rest, Number& number) {
  return read_number(take_word(rest), number);
}

std::string cosets_text(const CampaignPlan& plan) {
  if (const auto* range = std::get_if<CosetRange>(&plan.cosets))
    return fmt::format("range {} {}", range->first, range->end);
  const CosetSample sample = std::get<CosetSample>(plan.cosets);
  return fmt::format("sample {} seed {}", sample.count, sample.seed);
}

bool read_cosets(std::string_view rest, CampaignPlan& plan) {
  const std::string_view kind = take_word(rest);
  if (kind == "range") {
    CosetRange range;
    if (!take_number(rest, range.first) || !take_number(rest, range.end)) return false;
    plan.cosets = range;
    return true;
  }
  CosetSample sample;
  if (kind != "sample" || !take_number(rest, sample.count) || !take(rest, "seed") ||
      !take_number(rest, sample.seed))
    return false;
  plan.cosets = sample;
  return true;
}

std::string cover_text(const ProofClaim& claim) {
  return fmt::format("{} {} {}", to_string(claim.plan.parameters.cover), claim.cover_size,
                     checksum_text(claim.cover_checksum));
}

bool read_cover(std::string_view rest, ProofClaim& claim) {
  const std::optional<CoverKind> cover = cover_kind_named(take_word(rest));
  if (!cover || !take_number(rest, claim.cover_size)) return false;
  claim.plan.parameters.cover = *cover;
  const std::optional<std::uint64_t> checksum = checksum_in(take_word(rest));
  claim.cover_checksum = checksum.value_or(0);
  return checksum.has_value();
}

std::string made_with_text(std::size_t number, const CampaignIdentity& identity) {
  return fmt::format("{} halfturn {} program {} phase-1-table {}", number, identity.program_version,
                     checksum_text(identity.program_checksum), checksum_text(identity.table_checksum));
}

bool read_made_with(std::string_view rest, ProofClaim& claim) {
  const std::string line(rest);
  std::size_t number = 0;
  if (!take_number(rest, number) || number != claim.made_with.size() + 1 || !take(rest, "halfturn"))
    return false;
  CampaignIdentity identity;
  identity.program_version = take_word(rest);
  if (!is_version(identity.program_version) || !take(rest, "program")) return false;
  identity.program_checksum = checksum_in(take_word(rest)).value_or(0);
  if (!take(rest, "phase-1-table")) return false;
  identity.table_checksum = checksum_in(take_word(rest)).value_or(0);
  identity.cover_checksum = claim.cover_checksum;
  if (made_with_text(number, identity) != line) return false;
  claim.made_with.push_back(std::move(identity));
  return true;
}

std::optional<CosetLevel> read_level(std::string_view word) {
  CosetLevel level;
  const std::size_t colon = word.find(':');
  if (colon == std::string_view::npos || !read_number(word.substr(0, colon), level.depth))
    return std::nullopt;
  std::string_view count = word.substr(colon + 1);
  level.exact = !count.ends_with('+');
  if (!level.exact) count.remove_suffix(1);
  std::uint64_t total = 0;
  if (!read_number(count, total)) return std::nullopt;
  level.total = total;
  return level;
}

}  // namespace

std::string format_head(const ProofClaim& claim) {
  std::string text = fmt::format("{}\nprove {}\ncover {}\ncosets {}\n", kProofTitle,
                                 claim.plan.parameters.prove, cover_text(claim), cosets_text(claim.plan));
  for (std::size_t i = 0; i < claim.made_with.size(); ++i)
    text += fmt::format("made-with {}\n", made_with_text(i + 1, claim.made_with[i]));
  return text + fmt::format("columns {}\n", kColumns);
}

std::string format_row(const ProofRow& row) {
  fmt::memory_buffer text;
  fmt::format_to(std::back_inserter(text), "{} {} {} {} {} ", row.index, row.coset.twist, row.coset.flip,
                 row.coset.slice, to_string(row.outcome));
  if (row.remaining)
    fmt::format_to(std::back_inserter(text), "{}", *row.remaining);
  else
    text.push_back('-');
  fmt::format_to(std::back_inserter(text), " {}", row.made_with);
  for (const CosetLevel& level : row.levels)
    if (level.total)
      fmt::format_to(std::back_inserter(text), " {}:{}{}", level.depth, *level.total, level.exact ? "" : "+");
  text.push_back('\n');
  return fmt::to_string(text);
}

std::string format_totals(const ProofTotals& totals) {
  return fmt::format("totals {} cosets {} proved {} unproved\n", totals.cosets, totals.proved,
                     totals.unproved);
}

std::string format_checksum_line(std::uint64_t checksum) {
  return fmt::format("checksum xxh3 {}\n", checksum_text(checksum));
}

std::optional<ProofRow> parse_row(std::string_view line) {
  std::string_view rest = line;
  ProofRow row;
  if (!take_number(rest, row.index) || !take_number(rest, row.coset.twist) ||
      !take_number(rest, row.coset.flip) || !take_number(rest, row.coset.slice))
    return std::nullopt;
  const std::optional<CosetOutcome> outcome = outcome_named(take_word(rest));
  if (!outcome || *outcome == CosetOutcome::error) return std::nullopt;
  row.outcome = *outcome;
  if (const std::string_view left = take_word(rest); left != "-") {
    std::uint64_t number = 0;
    if (!read_number(left, number)) return std::nullopt;
    row.remaining = number;
  }
  if (!take_number(rest, row.made_with)) return std::nullopt;
  while (!rest.empty()) {
    const std::optional<CosetLevel> level = read_level(take_word(rest));
    if (!level) return std::nullopt;
    row.levels.push_back(*level);
  }
  // There is one way to write a row; everything else is somebody's mistake.
  const std::string again = format_row(row);
  if (std::string_view(again).substr(0, again.size() - 1) != line) return std::nullopt;
  return row;
}

std::optional<ProofTotals> parse_totals(std::string_view line) {
  std::string_view rest = line;
  ProofTotals totals;
  if (!take(rest, "totals") || !take_number(rest, totals.cosets) || !take(rest, "cosets") ||
      !take_number(rest, totals.proved) || !take(rest, "proved") || !take_number(rest, totals.unproved))
    return std::nullopt;
  const std::string again = format_totals(totals);
  if (std::string_view(again).substr(0, again.size() - 1) != line) return std::nullopt;
  return totals;
}

Error ProofReader::wrong(const std::string& what, std::string hint) const {
  return {.kind = ErrorKind::damaged, .message = what, .hint = std::move(hint), .line = number_};
}

Result<void> ProofReader::head_line(std::string_view text) {
  std::string_view rest = text;
  const std::string_view word = take_word(rest);
  const auto expect = [&](bool right, Part next, const char* example) -> Result<void> {
    if (!right) return wrong(fmt::format("cannot read {}", base::quoted(text)), example);
    part_ = next;
    return {};
  };
  switch (part_) {
    case Part::title:
      if (text != kProofTitle)
        return Error{.kind = ErrorKind::bad_input,
                     .message = fmt::format("this is no proof file: it begins with {}", base::quoted(text)),
                     .hint = fmt::format("the first line should be '{}'", kProofTitle),
                     .line = number_};
      part_ = Part::prove;
      return {};
    case Part::prove: {
      int& prove = claim_.plan.parameters.prove;
      const bool right = word == "prove" && read_number(rest, prove) && prove >= 1 &&
                         prove <= kDeepestCosetLevel && fmt::format("{}", prove) == rest;
      return expect(right, Part::cover, "prove 20, for example");
    }
    case Part::cover:
      return expect(word == "cover" && read_cover(rest, claim_) && cover_text(claim_) == rest, Part::cosets,
                    "name, size and checksum of a cover");
    case Part::cosets: {
      const bool right =
          word == "cosets" && read_cosets(rest, claim_.plan) && cosets_text(claim_.plan) == rest;
      if (!right) return expect(false, Part::cosets, "cosets range 0 100, or cosets sample 100 seed 1");
      if (const Result<void> fits = check_plan(claim_.plan, claim_.cover_size); !fits)
        return wrong(fits.error().message, fits.error().hint);
      part_ = Part::made_with;
      return {};
    }
    default:
      if (word == "columns" && rest == kColumns) {
        part_ = Part::rows;
        return uses_.claim(claim_);
      }
      return expect(word == "made-with" && read_made_with(rest, claim_), Part::made_with,
                    "made-with, the next number, version and checksums; or the names of the columns");
  }
}

Result<void> ProofReader::line(std::string_view text) {
  ++number_;
  if (part_ == Part::nothing) return wrong("there is a line after the checksum", kDamagedProof);
  if (part_ == Part::checksum) {
    const std::string right = format_checksum_line(checksum_.value());
    if (std::string(text) + '\n' != right)
      return wrong(fmt::format("the last line should be '{}': it or something before it has changed",
                               right.substr(0, right.size() - 1)),
                   kDamagedProof);
    part_ = Part::nothing;
    return {};
  }
  checksum_.add(text);
  checksum_.add("\n");
  if (part_ != Part::rows) return head_line(text);
  if (text.starts_with("totals")) {
    const std::optional<ProofTotals> totals = parse_totals(text);
    if (!totals) return wrong(fmt::format("cannot read {}", base::quoted(text)), kDamagedProof);
    part_ = Part::checksum;
    uses_.totals(*totals);
    return {};
  }
  const std::optional<ProofRow> row = parse_row(text);
  if (!row || row->made_with == 0 || row->made_with > claim_.made_with.size())
    return wrong(fmt::format("cannot read {}", base::quoted(text)),
                 "the columns are " + std::string(kColumns));
  uses_.row(*row);
  return {};
}

Result<void> ProofReader::add(std::string_view piece) {
  while (true) {
    const std::size_t end = piece.find('\n');
    if (end == std::string_view::npos) break;
    Result<void> read;
    if (rest_.empty()) {
      read = line(piece.substr(0, end));
    } else {
      rest_ += piece.substr(0, end);
      read = line(rest_);
      rest_.clear();
    }
    if (!read) return read;
    piece.remove_prefix(end + 1);
  }
  rest_ += piece;
  if (rest_.size() <= kLongestLine) return {};
  ++number_;
  if (part_ == Part::title) return head_line(rest_);
  return wrong(fmt::format("the line is longer than {} characters", kLongestLine), kDamagedProof);
}

Result<void> ProofReader::end() {
  if (part_ == Part::nothing && rest_.empty()) return {};
  ++number_;
  if (part_ == Part::title)
    if (Result<void> title = head_line(rest_); !title) return title;
  return wrong("the file is cut short", kDamagedProof);
}

}  // namespace halfturn
