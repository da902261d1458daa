#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "stage/pattern/pattern_space.h"
#include "stage/search/table_reader.h"

namespace halfturn::stage {

/// A pattern's space and the content of its table.
struct PatternTable {
  const PatternSpace* space = nullptr;
  std::span<const std::byte> content;
};

/// The group of the bottom symmetries, by their indices.
class BottomSymmetryGroup {
 public:
  BottomSymmetryGroup();
  /// The bottom symmetry that equals `first` followed by `second`.
  int then(int first, int second) const {
    return then_[static_cast<std::size_t>(first)][static_cast<std::size_t>(second)];
  }
  int inverse(int bottom_symmetry) const { return inverse_[static_cast<std::size_t>(bottom_symmetry)]; }

 private:
  std::array<std::array<int, kBottomSymmetryCount>, kBottomSymmetryCount> then_{};
  std::array<int, kBottomSymmetryCount> inverse_{};
};

/// Chooses which tables, read through which bottom symmetries, bound the distance to a goal.
///
/// Made for a set of tables, which must outlive it. Once all goals are planned and all contents set, any
/// number of threads may read.
class BoundPlanner {
 public:
  explicit BoundPlanner(std::vector<PatternTable> tables) : tables_(std::move(tables)) {}

  /// The table readers to search a goal with, as numbers for reader(). Leaves out those whose bound never
  /// exceeds that of another, and those that do not pay for their reads. Empty if the tables do not cover the
  /// goal with at most kMostReaders: then it cannot be searched.
  std::vector<int> readers_for(const Goal& goal);

  /// The table that a reader reads.
  std::size_t table_of(int number) const { return uses_[static_cast<std::size_t>(number)].table; }
  /// Sets the content of a table that was not open yet when the planner was made.
  void set_content(std::size_t table, std::span<const std::byte> content);

  /// Whether any reader so far reads this table.
  bool reads(std::size_t table) const;

  const TableReader& reader(int number) const { return *readers_[static_cast<std::size_t>(number)]; }
  std::size_t size() const { return readers_.size(); }

 private:
  struct TableUse {
    std::size_t table = 0;
    int bottom_symmetry = 0;
  };
  int number_of(TableUse use);
  std::unique_ptr<TableReader> make(TableUse use);
  std::vector<TableUse> worth_reading(std::vector<TableUse> uses, const Goal& goal) const;
  void add_orientation(std::span<const TableUse> uses, std::vector<TableUse>& chosen) const;
  bool is_loose(const TableUse& use, const Goal& goal) const;
  bool covers(std::span<const TableUse> uses, const Goal& goal) const;

  BottomSymmetryGroup symmetries_;
  std::vector<PatternTable> tables_;
  std::vector<TableUse> uses_;
  std::vector<std::unique_ptr<TableReader>> readers_;
  std::vector<std::unique_ptr<std::vector<PatternSpace::RowOf>>> rows_;
};

}  // namespace halfturn::stage
