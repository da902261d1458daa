#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "halfturn/result.h"
#include "halfturn/stage.h"

/// Statistics over the CSV that `halfturn analyze` prints: how long the stages of a solve are, for each
/// choice of bottom colours. Everything is counted row by row as it comes; no row is kept, so a file of any
/// length takes the same memory.
namespace halfturn::stats {

/// The largest number of moves that a cell may hold.
inline constexpr int kMostMoves = 63;
/// A cell without a number: not computed.
inline constexpr std::uint8_t kEmpty = 255;

/// The numbers of moves of one stage in one row, in the order of the columns; each at most kMostMoves, or
/// kEmpty.
using Cells = std::array<std::uint8_t, kViewCount>;

/// A choice of bottom colours. Its value in a row is the least among its colours, and there is none where any
/// of them is empty.
enum class Subset : std::uint8_t { W, Y, O, R, G, B, WY, BG, OR, BGOR, ORWY, BGWY, BGORWY };

inline constexpr std::size_t kSubsetCount = 13;
inline constexpr std::array<Subset, kSubsetCount> kAllSubsets = {
    Subset::W,  Subset::Y,  Subset::O,    Subset::R,    Subset::G,    Subset::B,     Subset::WY,
    Subset::BG, Subset::OR, Subset::BGOR, Subset::ORWY, Subset::BGWY, Subset::BGORWY};

constexpr std::size_t index_of(Subset subset) {
  return static_cast<std::size_t>(subset);
}
std::string_view name_of(Subset subset);  ///< its colours in alphabetical order: "W", "WY", "BGORWY"
inline int size_of(Subset subset) {
  return static_cast<int>(name_of(subset).size());
}
/// The choice with these colours, in any order and either case; none where it is not one of the thirteen.
std::optional<Subset> subset_named(std::string_view name);

/// By subset: its value in one row, or kEmpty.
using SubsetValues = std::array<std::uint8_t, kSubsetCount>;
SubsetValues values_of(const Cells& cells);
inline bool is_complete(const SubsetValues& values) {
  return values.back() != kEmpty;
}

/// How often each number of moves occurred.
class Distribution {
 public:
  void add(int moves, std::uint64_t times = 1) { counts_[static_cast<std::size_t>(moves)] += times; }
  void add(const Distribution& other);

  std::uint64_t count() const;
  std::uint64_t count_of(int moves) const { return counts_[static_cast<std::size_t>(moves)]; }
  bool empty() const { return count() == 0; }

  /// These are 0 where there is nothing.
  int min() const;
  int max() const;
  double mean() const;
  double deviation() const;           ///< of the sample, with count - 1; 0 below two
  double standard_error() const;      ///< of the mean: deviation / sqrt(count)
  int percentile(int percent) const;  ///< the least value such that so many per cent are at most it
  int mode() const;                   ///< the most frequent value; the least of several
  double share(int moves) const;      ///< of all, 0 to 1

  friend bool operator==(const Distribution&, const Distribution&) = default;

 private:
  std::array<std::uint64_t, kMostMoves + 1> counts_{};
};

/// The mean for subsets of one size, and what that saves.
struct NeutralityStep {
  int colours = 1;   ///< 1, 2, 4 or 6
  double mean = 0;   ///< over all subsets of this size
  double saved = 0;  ///< moves fewer than with one colour
  double step = 0;   ///< moves fewer than with the size before
};

/// Whether subsets that a symmetry of the cube carries into each other have the same mean, as far as chance
/// allows. See docs/stats.md.
struct SymmetryCheck {
  std::vector<Subset> subsets;
  std::vector<double> means;    ///< by subset
  double standard_error = 0;    ///< of one mean
  double spread = 0;            ///< largest mean less smallest
  double expected_spread = 0;   ///< the mean spread where the true means are equal
  double largest_ordinary = 0;  ///< what a spread exceeds once in twenty times where they are equal
  bool ordinary() const { return spread <= largest_ordinary; }
};

/// One stage, counted.
class StageStatistics {
 public:
  explicit StageStatistics(std::string name) : name_(std::move(name)) {}

  /// Takes in one row, as its cells or as what values_of() makes of them.
  void add(const SubsetValues& values) {
    if (!is_complete(values)) return add_incomplete(values);
    for (std::size_t i = 0; i < kSubsetCount; ++i) complete_[i].add(values[i]);
    const std::uint64_t singles =
        std::uint64_t{values[0]} + values[1] + values[2] + values[3] + values[4] + values[5];
    const std::uint64_t pairs = std::uint64_t{values[6]} + values[7] + values[8];
    squared_single_sums_ += singles * singles;
    squared_pair_sums_ += pairs * pairs;
  }
  void add(const Cells& cells) { add(values_of(cells)); }

  const std::string& name() const { return name_; }
  /// Over the rows in which all cells of the subset are filled.
  Distribution distribution(Subset subset) const;
  /// Over the rows in which all six cells are filled. What compares subsets with each other is taken from
  /// these: the same rows for all.
  const Distribution& complete(Subset subset) const { return complete_[index_of(subset)]; }
  std::uint64_t complete_rows() const { return complete_.back().count(); }

  /// How many moves fewer than with W alone; none without complete rows.
  std::optional<double> saved_against_white(Subset subset) const;
  /// For 1, 2, 4 and 6 colours; empty without complete rows.
  std::vector<NeutralityStep> neutrality() const;
  /// Of the six single colours, and of the three pairs of opposite ones; none below two complete rows.
  std::optional<SymmetryCheck> single_symmetry() const;
  std::optional<SymmetryCheck> pair_symmetry() const;

 private:
  void add_incomplete(const SubsetValues& values);
  std::optional<SymmetryCheck> symmetry(std::vector<Subset> subsets, std::uint64_t squared_sums) const;

  std::string name_;
  std::array<Distribution, kSubsetCount> complete_;    // rows with all six cells
  std::array<Distribution, kSubsetCount> incomplete_;  // the others, as far as they have the subset's cells
  // Sums over the complete rows of (sum of the values)^2, from which follows how alike the colours of a row
  // are.
  std::uint64_t squared_single_sums_ = 0;
  std::uint64_t squared_pair_sums_ = 0;
};

/// By how much a stage is longer than the one before it, in the rows that have both.
class IncrementStatistics {
 public:
  IncrementStatistics(std::string from, std::string to) : from_(std::move(from)), to_(std::move(to)) {}

  void add(const SubsetValues& from, const SubsetValues& to);

  const std::string& from() const { return from_; }
  const std::string& to() const { return to_; }
  std::uint64_t count(Subset subset) const { return complete_ + incomplete_[index_of(subset)]; }
  double mean(Subset subset) const;       ///< 0 where there is nothing
  double deviation(Subset subset) const;  ///< of the sample, with count - 1; 0 below two

 private:
  std::string from_;
  std::string to_;
  std::uint64_t complete_ = 0;                            // rows that have all cells of both stages
  std::array<std::uint64_t, kSubsetCount> incomplete_{};  // others that have those of the subset
  std::array<std::int64_t, kSubsetCount> sums_{};
  std::array<std::uint64_t, kSubsetCount> squares_{};
};

/// The name of a stage in the catalogue: f2l for xxxxcross, eo_f2l for eo_xxxxcross, else the same.
std::string_view canonical_stage(std::string_view name);
/// What stands for the variant of a stage that the catalogue (stage.h) does not know.
inline constexpr std::string_view kOtherVariant = "other";
/// The variant of a stage, or kOtherVariant.
std::string_view variant_of(std::string_view stage);

/// A data set: all that was counted, of one file or of several.
class Statistics {
 public:
  std::uint64_t rows = 0;        ///< that were read
  std::uint64_t error_rows = 0;  ///< of these, how many have a text in the column `error`
  std::uint64_t bad_rows = 0;    ///< that could not be read; not among the rows

  /// The stage with this canonical name; made where it is not there yet. References stay good.
  StageStatistics& stage(std::string_view name);
  /// The step between two stages; made where it is not there yet. Null where `to` does not directly follow
  /// `from` in any of the known variants.
  IncrementStatistics* increment(std::string_view from, std::string_view to);

  /// Variant by variant, in the order of a solve; unknown stages come last, by name.
  std::vector<const StageStatistics*> stages() const;
  std::vector<const IncrementStatistics*> increments() const;
  const StageStatistics* find(std::string_view name) const;

  /// Forgets all stages but these, and the steps from or to any other.
  void keep(const std::vector<std::string>& names);

 private:
  /// The place among the known stages, the same for all unknown ones; then the name.
  using Key = std::pair<std::size_t, std::string>;
  static Key key_of(std::string_view name);

  std::map<Key, StageStatistics> stages_;
  std::map<Key, IncrementStatistics> increments_;  // by the later stage
};

/// Reads one CSV, given piece by piece, into a data set.
///
/// The header is `id`, then six columns a stage in any order, and perhaps `error`. Line ends may be CR LF,
/// the last may be missing, a byte order mark is passed over, empty lines too; fields may be quoted, within a
/// line.
class Reader {
 public:
  /// `bad_row` is told of each row that cannot be read; such a row is left out.
  Reader(Statistics& statistics, std::function<void(const Error&)> bad_row);
  ~Reader();
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  /// The next bytes of the file, cut anywhere. An Error where the header is none: then there is no more to
  /// read.
  Result<void> feed(std::string_view bytes);
  /// At the end of the file. An Error where there was nothing in it.
  Result<void> finish();

 private:
  class Rows;
  std::unique_ptr<Rows> rows_;
};

/// The difference between the means of two data sets that have nothing to do with each other.
struct MeanDifference {
  double difference = 0;      ///< second less first
  double standard_error = 0;  ///< of the difference; 0 where neither has two values
};
MeanDifference difference_of(const Distribution& first, const Distribution& second);

/// A picture: SVG, with the name of a file to put it in.
struct Figure {
  std::string name;  ///< letters, digits, _ and -, then ".svg"; no two in a list have the same
  std::string svg;
};

struct NamedDistribution {
  std::string name;
  Distribution distribution;
};

/// Bars for one distribution or several side by side, with the share of each length written on them.
std::string draw_distributions(const std::string& title, const std::string& subtitle,
                               const std::vector<NamedDistribution>& distributions);

/// Pictures of a data set: distributions of each stage, its colours and its pairs of opposite colours
/// compared, and for each variant all stages together and what more colours save. `source` is named in each.
std::vector<Figure> draw_statistics(const Statistics& statistics, const std::string& source);

/// Pictures of two data sets against each other: the means of all stages a variant, and the distribution of
/// each stage that both have.
std::vector<Figure> draw_comparison(const Statistics& first, const std::string& first_name,
                                    const Statistics& second, const std::string& second_name);

}  // namespace halfturn::stats
