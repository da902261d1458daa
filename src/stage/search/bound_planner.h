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

/// A pattern's space with the content of its table.
struct PatternTable {
  const PatternSpace* space = nullptr;
  std::span<const std::byte> content;
};

/// The bottom symmetries as a group.
class BottomSymmetryGroup {
 public:
  BottomSymmetryGroup();
  /// The bottom symmetry that is the same as one after the other.
  int then(int first, int second) const {
    return then_[static_cast<std::size_t>(first)][static_cast<std::size_t>(second)];
  }
  int inverse(int bottom_symmetry) const { return inverse_[static_cast<std::size_t>(bottom_symmetry)]; }

 private:
  std::array<std::array<int, kBottomSymmetryCount>, kBottomSymmetryCount> then_{};
  std::array<int, kBottomSymmetryCount> inverse_{};
};

/// Which tables, read through which symmetries, bound the distance to which goal.
///
/// Made once for a set of tables, which must outlive it. Any number of threads may read once all contents are
/// known.
class BoundPlanner {
 public:
  explicit BoundPlanner(std::vector<PatternTable> tables) : tables_(std::move(tables)) {}

  /// The table readers that bound the distance to a goal, without those that are never above another one, as
  /// numbers for table reader(). Empty where the tables do not cover the goal, or only more of them than
  /// kMostReaders: then it cannot be searched.
  std::vector<int> readers_for(const Goal& goal);

  /// Which table a table reader reads.
  std::size_t table_of(int number) const { return uses_[static_cast<std::size_t>(number)].table; }
  /// Tells where the content of a table lies, for those that did not know it when the planner was made.
  void set_content(std::size_t table, std::span<const std::byte> content);

  /// Whether any table reader so far reads this table.
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
  bool is_loose(const TableUse& use, const Goal& goal) const;
  bool covers(std::span<const TableUse> uses, const Goal& goal) const;

  BottomSymmetryGroup symmetries_;
  std::vector<PatternTable> tables_;
  std::vector<TableUse> uses_;
  std::vector<std::unique_ptr<TableReader>> readers_;
  std::vector<std::unique_ptr<std::vector<PatternSpace::RowOf>>> rows_;
};

}  // namespace halfturn::stage
