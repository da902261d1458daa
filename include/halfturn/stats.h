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
/// choice of bottom colours. Rows are counted as they are read and not kept, so memory does not grow with the
/// length of a file.
namespace halfturn::stats {

/// The largest number of moves that a cell may hold.
inline constexpr int kMostMoves = 63;
/// A cell without a number, which was not computed.
inline constexpr std::uint8_t kEmpty = 255;

/// The numbers of moves of one stage in one row, in the order of kAllViews; each at most kMostMoves, or
/// kEmpty.
using Cells = std::array<std::uint8_t, kViewCount>;

/// A choice of bottom colours. Its value in a row is the least among its colours; kEmpty if any of them is.
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
/// The subset with these colours, in any order and either case; none if it is not one of the thirteen.
std::optional<Subset> subset_named(std::string_view name);

/// By subset: its value in one row, or kEmpty.
using SubsetValues = std::array<std::uint8_t, kSubsetCount>;
SubsetValues values_of(const Cells& cells);
inline bool is_complete(const SubsetValues& values) {
  return values.back() != kEmpty;
}

/// A 95 % confidence interval: in 19 of 20 samples it contains the true value.
struct Interval {
  double low = 0;
  double high = 0;

  double half() const { return (high - low) / 2; }  ///< what is written after +-
};

/// How many standard errors a 95 % interval of a mean reaches to each side, by Student's distribution with so
/// many degrees of freedom, at least 1: 12.71 for 1, 1.96 for many.
double student_factor(double degrees_of_freedom);

/// The interval of Wilson for a share of which `part` of `all` were seen; 0 to 1 if there were none.
Interval share_interval(std::uint64_t part, std::uint64_t all);

/// How often each number of moves occurred.
class Distribution {
 public:
  void add(int moves, std::uint64_t times = 1) { counts_[static_cast<std::size_t>(moves)] += times; }
  void add(const Distribution& other);

  std::uint64_t count() const;
  std::uint64_t count_of(int moves) const { return counts_[static_cast<std::size_t>(moves)]; }
  std::uint64_t count_up_to(int moves) const;  ///< of this number and all below it
  bool empty() const { return count() == 0; }

  /// All of these are 0 for an empty distribution.
  int min() const;
  int max() const;
  double mean() const;
  double deviation() const;             ///< of the sample, with count - 1; 0 below two
  double standard_error() const;        ///< of the mean: deviation / sqrt(count)
  int percentile(int percent) const;    ///< the least value that at least `percent` % do not exceed
  int mode() const;                     ///< the most frequent value; the least if there are several
  double share(int moves) const;        ///< of this number among all, 0 to 1
  double share_up_to(int moves) const;  ///< of this number and all below it

  /// Of the mean, by Student; none below two values, which have no deviation.
  std::optional<Interval> mean_interval() const;
  /// Of shares, by Wilson.
  Interval interval(int moves) const { return share_interval(count_of(moves), count()); }
  Interval interval_up_to(int moves) const { return share_interval(count_up_to(moves), count()); }

  friend bool operator==(const Distribution&, const Distribution&) = default;

 private:
  std::array<std::uint64_t, kMostMoves + 1> counts_{};
};

/// The mean for subsets of one size, and what more colours save.
struct NeutralityStep {
  int colours = 1;   ///< 1, 2, 4 or 6
  double mean = 0;   ///< averaged over all subsets of this size
  double saved = 0;  ///< moves saved against one colour
  double step = 0;   ///< moves saved against the size before
  /// 95 %, from the averages row by row; none with fewer than two rows, or for what one colour saves.
  std::optional<Interval> mean_interval = {};
  std::optional<Interval> saved_interval = {};
};

/// Whether subsets that are equivalent by symmetry have equal means, up to chance. See docs/stats.md.
struct SymmetryCheck {
  std::vector<Subset> subsets;
  std::vector<double> means;    ///< one for each of `subsets`
  double standard_error = 0;    ///< of one mean
  double spread = 0;            ///< largest mean minus smallest
  double expected_spread = 0;   ///< the mean spread if the true means are equal
  double largest_ordinary = 0;  ///< if they are equal, exceeded once in twenty times
  bool ordinary() const { return spread <= largest_ordinary; }
};

/// Sums of squares over rows, for errors: the values of one row are not independent.
class RowSquares {
 public:
  /// The sums of one row over all choices of 1, 2 and 4 colours, and the best of six.
  struct Row {
    std::uint16_t singles = 0;
    std::uint16_t pairs = 0;
    std::uint16_t fours = 0;
    std::uint16_t best = 0;
  };
  /// Of the three sums, and of 6 times what 2, 4 and 6 colours save in the row against one.
  struct Squares {
    std::uint64_t singles = 0;
    std::uint64_t pairs = 0;
    std::uint64_t fours = 0;
    std::array<std::uint64_t, 3> saved = {};
  };

  void add(Row row) {
    waiting_[count_++] = row;
    if (count_ == waiting_.size()) take_waiting();
  }
  Squares total() const;

 private:
  void take_waiting();

  Squares squares_;
  std::array<Row, 64> waiting_{};  // squared together, which takes a fraction of the time
  std::size_t count_ = 0;
};

/// The counts of one stage.
class StageStatistics {
 public:
  explicit StageStatistics(std::string name) : name_(std::move(name)) {}

  /// Counts one row, given as its cells or as the result of values_of().
  void add(const SubsetValues& values) {
    if (!is_complete(values)) return add_incomplete(values);
    for (std::size_t i = 0; i < kSubsetCount; ++i) complete_[i].add(values[i]);
    const auto narrow = [](int sum) { return static_cast<std::uint16_t>(sum); };
    squares_.add({narrow(values[0] + values[1] + values[2] + values[3] + values[4] + values[5]),
                  narrow(values[6] + values[7] + values[8]), narrow(values[9] + values[10] + values[11]),
                  values[12]});
  }
  void add(const Cells& cells) { add(values_of(cells)); }

  const std::string& name() const { return name_; }
  /// Over the rows in which all cells of the subset are filled.
  Distribution distribution(Subset subset) const;
  /// Over the rows in which all six cells are filled. Comparisons between subsets use these, so that all
  /// subsets have the same rows.
  const Distribution& complete(Subset subset) const { return complete_[index_of(subset)]; }
  std::uint64_t complete_rows() const { return complete_.back().count(); }

  /// The moves saved against W alone, on average; none without complete rows.
  std::optional<double> saved_against_white(Subset subset) const;
  /// For 1, 2, 4 and 6 colours; empty without complete rows.
  std::vector<NeutralityStep> neutrality() const;
  /// Of the six single colours and of the three pairs of opposite colours; none with fewer than two complete
  /// rows.
  std::optional<SymmetryCheck> single_symmetry() const;
  std::optional<SymmetryCheck> pair_symmetry() const;

 private:
  void add_incomplete(const SubsetValues& values);
  std::optional<SymmetryCheck> symmetry(std::vector<Subset> subsets, std::uint64_t squared_sums) const;

  std::string name_;
  std::array<Distribution, kSubsetCount> complete_;    // rows with all six cells
  std::array<Distribution, kSubsetCount> incomplete_;  // other rows that have the subset's cells
  RowSquares squares_;                                 // of the complete rows
};

/// How much longer a stage is than the one before it, in the rows that have both.
class IncrementStatistics {
 public:
  IncrementStatistics(std::string from, std::string to) : from_(std::move(from)), to_(std::move(to)) {}

  void add(const SubsetValues& from, const SubsetValues& to);

  const std::string& from() const { return from_; }
  const std::string& to() const { return to_; }
  std::uint64_t count(Subset subset) const { return complete_ + incomplete_[index_of(subset)]; }
  double mean(Subset subset) const;       ///< 0 if there are no rows
  double deviation(Subset subset) const;  ///< of the sample, with count - 1; 0 below two

 private:
  std::string from_;
  std::string to_;
  std::uint64_t complete_ = 0;                            // rows that have all cells of both stages
  std::array<std::uint64_t, kSubsetCount> incomplete_{};  // other rows that have the subset's cells
  std::array<std::int64_t, kSubsetCount> sums_{};
  std::array<std::uint64_t, kSubsetCount> squares_{};
};

/// The name of a stage in the catalogue (stage.h): f2l for xxxxcross, eo_f2l for eo_xxxxcross, else the same.
std::string_view canonical_stage(std::string_view name);
/// The variant of a stage that is not in the catalogue.
inline constexpr std::string_view kOtherVariant = "other";
/// The variant of a stage, or kOtherVariant.
std::string_view variant_of(std::string_view stage);

/// A data set: the counts of one or more files.
class Statistics {
 public:
  std::uint64_t rows = 0;        ///< that could be read
  std::uint64_t error_rows = 0;  ///< of `rows`, those with a text in the column `error`
  std::uint64_t bad_rows = 0;    ///< that could not be read; not in `rows`

  /// The stage with this canonical name, added if it is new. References stay valid until keep().
  StageStatistics& stage(std::string_view name);
  /// The step between two stages, added if it is new. Null if `to` does not directly follow `from` in a
  /// variant of the catalogue. Pointers stay valid until keep().
  IncrementStatistics* increment(std::string_view from, std::string_view to);

  /// By variant, then in the order of a solve; unknown stages come last, by name.
  std::vector<const StageStatistics*> stages() const;
  std::vector<const IncrementStatistics*> increments() const;
  const StageStatistics* find(std::string_view name) const;

  /// Removes all other stages, and the steps from or to them.
  void keep(const std::vector<std::string>& names);

 private:
  /// The index in all_stages(), or its size for an unknown stage; then the name.
  using Key = std::pair<std::size_t, std::string>;
  static Key key_of(std::string_view name);

  std::map<Key, StageStatistics> stages_;
  std::map<Key, IncrementStatistics> increments_;  // by the later stage
};

/// The most groups that rows are told apart into.
inline constexpr std::size_t kMostGroups = 1000;

/// Data sets by what a column of the rows holds.
struct Groups {
  std::string by;                            ///< the name of the column
  std::map<std::string, Statistics> groups;  ///< at most kMostGroups
  std::uint64_t bad_rows = 0;                ///< that could not be read
};

/// Whether a CSV file that begins so is a later shard of an analysis: it has a row where others have their
/// header, or nothing at all.
bool is_later_shard(std::string_view beginning);

/// Reads CSV files, one after the other and each given in pieces, into a data set, or into one for each
/// group.
///
/// The header is `id`, then columns of text, if any, which only serve to group rows; then in any order six
/// columns for each stage and optionally `error`. Line ends may be
/// CR LF, and the last may be missing. A byte order mark and empty lines are skipped. Fields may be quoted,
/// but not span lines. A row longer than 1 MiB cannot be read. A file after the first may lack the header:
/// then it goes on with the columns of the one before, as the shards of an analysis do, and it may be empty.
class Reader {
 public:
  /// `bad_row` is called for each row that cannot be read and so is left out. `statistics` must outlive this.
  Reader(Statistics& statistics, std::function<void(const Error&)> bad_row);
  /// The same by groups. A row of a further group than there may be cannot be read.
  Reader(Groups& groups, std::function<void(const Error&)> bad_row);
  ~Reader();
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  /// The next bytes of the file, split anywhere. An Error if the header is wrong; do not go on after it.
  Result<void> feed(std::string_view bytes);
  /// Call at the end of each file. An Error if the first file was empty or the header is wrong.
  Result<void> finish();

 private:
  class Rows;
  std::unique_ptr<Rows> rows_;
};

/// The difference between the means of two independent distributions.
struct MeanDifference {
  double difference = 0;      ///< second minus first
  double standard_error = 0;  ///< of the difference; 0 if neither has two values
  /// 95 %, by Welch; none if either has fewer than two values.
  std::optional<Interval> interval = {};
};
MeanDifference difference_of(const Distribution& first, const Distribution& second);

}  // namespace halfturn::stats
