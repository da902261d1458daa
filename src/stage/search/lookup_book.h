#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "stage/pattern/pattern_space.h"
#include "stage/search/lookup.h"

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

/// Which tables, looked at in which ways, bound the distance to which goal.
///
/// Made once for a set of tables, which must outlive it. Any number of threads may read once all contents are
/// known.
class LookupBook {
 public:
  explicit LookupBook(std::vector<PatternTable> tables) : tables_(std::move(tables)) {}

  /// The lookups that bound the distance to a goal, without those that are never above another one, as
  /// numbers for lookup(). Empty where the tables do not cover the goal, or only more of them than
  /// kMostLookups: then it cannot be searched.
  std::vector<int> lookups_for(const Goal& goal);

  /// Which table a lookup reads.
  std::size_t table_of(int number) const { return ways_[static_cast<std::size_t>(number)].table; }
  /// Tells where the content of a table lies, for those that did not know it when the book was made.
  void set_content(std::size_t table, std::span<const std::byte> content);

  /// Whether any lookup so far reads this table.
  bool reads(std::size_t table) const;

  const Lookup& lookup(int number) const { return *lookups_[static_cast<std::size_t>(number)]; }
  std::size_t size() const { return lookups_.size(); }

 private:
  struct Way {
    std::size_t table = 0;
    int bottom_symmetry = 0;
  };
  int number_of(Way way);
  std::unique_ptr<Lookup> make(Way way);
  std::vector<Way> worth_reading(std::vector<Way> ways, const Goal& goal) const;
  bool is_loose(const Way& way, const Goal& goal) const;
  bool covers(std::span<const Way> ways, const Goal& goal) const;

  BottomSymmetryGroup symmetries_;
  std::vector<PatternTable> tables_;
  std::vector<Way> ways_;
  std::vector<std::unique_ptr<Lookup>> lookups_;
  std::vector<std::unique_ptr<std::vector<PatternSpace::RowOf>>> rows_;
};

}  // namespace halfturn::stage
