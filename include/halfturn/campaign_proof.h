#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "halfturn/campaign.h"

/// Proof files: what a campaign has shown, as a text that a stranger can check. docs/proof-file.md describes
/// the format and what checking it means.
namespace halfturn {

/// What a proof file says before its first coset.
struct ProofClaim {
  CampaignPlan plan;
  std::uint64_t cover_size = 0;
  std::uint64_t cover_checksum = 0;
  std::vector<CampaignIdentity> made_with;  ///< each once, in a fixed order
};

/// Hands a text to a sink, piece by piece, and passes on the Error with which the sink ends it.
using ProofSource = std::function<Result<void>(const TextSink&)>;

/// A proof file, compressed by gzip or not; "-" is stdin. Errors: machine, missing, damaged, stopped.
ProofSource proof_file(const std::filesystem::path& file, const std::stop_token& stop);

struct ProofCheckOptions {
  std::uint64_t recompute = 3;  ///< how many cosets, chosen at random from those that are named
  std::uint64_t seed = 0;       ///< decides which; whoever made the file should not be able to guess it
  std::shared_ptr<const Cover> cover = {};  ///< the one of the claim, if the caller has it; else it is made
};

/// A coset that was worked on again.
struct RecomputedCoset {
  std::uint64_t index = 0;
  CosetOutcome claimed = CosetOutcome::error;
  CosetOutcome found = CosetOutcome::error;
  int levels_compared = 0;      ///< exact on both sides
  int levels_not_compared = 0;  ///< said to be exact, but reached here only in part
  double seconds = 0;
};

struct ProofVerdict {
  ProofClaim claim;
  bool read_to_end = false;   ///< the form is right, up to the checksum in the last line
  ProofTotals totals;         ///< counted, not as the file says
  std::uint64_t missing = 0;  ///< cosets that are claimed and not named
  std::vector<RecomputedCoset> recomputed;
  std::vector<std::string> differences;  ///< what is wrong; at most kMostDifferences
  std::uint64_t difference_count = 0;    ///< all of them

  /// Nothing is wrong, and the bound is shown of every coset that is claimed.
  bool holds() const { return difference_count == 0 && missing == 0 && totals.unproved == 0; }

  static constexpr std::size_t kMostDifferences = 20;
};

/// Checks the form and the checksum, that every coset of the claim is named once and in order, that numbers
/// are those of the cover, that sums are right, and then does some cosets again. What is wrong is in the
/// verdict. Errors: bad_input where the text is no proof file, those of the source but `damaged`, those of
/// the runner; stopped.
Result<ProofVerdict> verify_proof(const ProofSource& source, const CosetRunner& runner,
                                  const ProofCheckOptions& options, const Run& run);
/// The same with a CosetSolver, which opens its tables and takes its memory for the first coset.
Result<ProofVerdict> verify_proof(const ProofSource& source, const TableStore& store, InstructionSet set,
                                  const ProofCheckOptions& options, const Run& run);

}  // namespace halfturn
