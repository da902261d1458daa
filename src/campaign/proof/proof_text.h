#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "halfturn/campaign_proof.h"
#include "table/file_header.h"

/// The lines of a proof file. docs/proof-file.md describes them.
namespace halfturn {

inline constexpr std::string_view kProofTitle = "halfturn-proof 1";

/// One coset.
struct ProofRow {
  std::uint64_t index = 0;
  Phase1Coset coset;
  CosetOutcome outcome = CosetOutcome::proved;  ///< never an error
  std::optional<std::uint64_t> remaining;
  std::size_t made_with = 0;       ///< which of the claim's, from 1 on
  std::vector<CosetLevel> levels;  ///< depth, total and exact; the rest is not in the file
};

std::string format_head(const ProofClaim& claim);          ///< several lines
std::string format_row(const ProofRow& row);               ///< one line with its end
std::string format_totals(const ProofTotals& totals);      ///< likewise
std::string format_checksum_line(std::uint64_t checksum);  ///< likewise
std::optional<ProofRow> parse_row(std::string_view line);  ///< of exactly what format_row() makes
std::optional<ProofTotals> parse_totals(std::string_view line);

/// Adds up the checksum of a text as the last line of the file holds it.
class ProofChecksum {
 public:
  void add(std::string_view text) { hash_.add(std::as_bytes(std::span(text))); }
  std::uint64_t value() const { return hash_.value(); }

 private:
  ContentHash hash_;
};

/// Takes the text of a proof file in pieces and gives out what it says. An Error where the form is wrong
/// names the line: of kind bad_input where the text is no proof file at all, else damaged.
class ProofReader {
 public:
  struct Uses {
    std::function<Result<void>(const ProofClaim&)> claim;
    std::function<void(const ProofRow&)> row;
    std::function<void(const ProofTotals&)> totals;
  };
  explicit ProofReader(Uses uses) : uses_(std::move(uses)) {}

  Result<void> add(std::string_view piece);
  Result<void> end();  ///< an Error where lines are missing

 private:
  enum class Part { title, prove, cover, cosets, made_with, rows, checksum, nothing };

  Result<void> line(std::string_view text);
  Result<void> head_line(std::string_view text);
  Error wrong(const std::string& what, std::string hint) const;

  Uses uses_;
  std::string rest_;  // the beginning of a line whose end has not come yet
  std::size_t number_ = 0;
  Part part_ = Part::title;
  ProofClaim claim_;
  ProofChecksum checksum_;
};

}  // namespace halfturn
