#include <algorithm>
#include <cmath>

#include "halfturn/stats.h"

namespace halfturn::stats {

namespace {

constexpr std::array<std::string_view, kSubsetCount> kSubsetNames = {
    "W", "Y", "O", "R", "G", "B", "WY", "BG", "OR", "BGOR", "ORWY", "BGWY", "BGORWY"};

/// Which cell has this colour at the bottom.
consteval std::size_t cell_of(char colour) {
  return index_of(*std::ranges::find(kAllViews, colour, colour_of));
}

/// The lesser of two values; kEmpty if either is.
std::uint8_t least(std::uint8_t a, std::uint8_t b) {
  return std::max(a, b) == kEmpty ? kEmpty : std::min(a, b);
}

/// The range (largest minus smallest) of independent standard normal values.
struct NormalRange {
  double mean;
  double in_19_of_20;  // not exceeded in 19 of 20 cases
};

/// For 3 values or 6.
NormalRange normal_range(std::size_t values) {
  return values == 3 ? NormalRange{1.6926, 3.3145} : NormalRange{2.5344, 4.0301};
}

std::uint64_t sum_of(const Distribution& distribution, int power) {
  std::uint64_t sum = 0;
  for (int moves = 0; moves <= kMostMoves; ++moves)
    sum += static_cast<std::uint64_t>(power == 2 ? moves * moves : moves) * distribution.count_of(moves);
  return sum;
}

/// The interval of the mean of a value of which every row has one, given the sum of the squares of `times`
/// the value.
std::optional<Interval> interval_around(double mean, std::uint64_t squares, double times,
                                        std::uint64_t rows) {
  if (rows < 2) return std::nullopt;
  const auto n = static_cast<double>(rows);
  const double variance =
      std::max(0.0, static_cast<double>(squares) / (times * times) - n * mean * mean) / (n - 1);
  const double half = student_factor(n - 1) * std::sqrt(variance / n);
  return Interval{mean - half, mean + half};
}

}  // namespace

std::string_view name_of(Subset subset) {
  return kSubsetNames[index_of(subset)];
}

std::optional<Subset> subset_named(std::string_view name) {
  std::string letters(name);
  for (char& letter : letters)
    if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
  std::ranges::sort(letters);
  for (const Subset subset : kAllSubsets)
    if (letters == name_of(subset)) return subset;
  return std::nullopt;
}

SubsetValues values_of(const Cells& cells) {
  const std::uint8_t w = cells[cell_of('W')];
  const std::uint8_t y = cells[cell_of('Y')];
  const std::uint8_t o = cells[cell_of('O')];
  const std::uint8_t r = cells[cell_of('R')];
  const std::uint8_t g = cells[cell_of('G')];
  const std::uint8_t b = cells[cell_of('B')];
  const std::uint8_t wy = least(w, y);
  const std::uint8_t bg = least(b, g);
  const std::uint8_t orange_red = least(o, r);
  const std::uint8_t bgor = least(bg, orange_red);
  return {w, y, o, r, g, b, wy, bg, orange_red, bgor, least(orange_red, wy), least(bg, wy), least(bgor, wy)};
}

RowSquares::Squares RowSquares::total() const {
  Squares total = squares_;
  const auto square = [](std::uint32_t number) { return std::uint64_t{number} * number; };
  for (std::size_t i = 0; i < count_; ++i) {
    const std::uint32_t singles = waiting_[i].singles;
    total.singles += square(singles);
    total.pairs += square(waiting_[i].pairs);
    total.fours += square(waiting_[i].fours);
    // No colour alone is better than the pairs and fours it is in, so no difference is negative.
    total.saved[0] += square(singles - 2u * waiting_[i].pairs);
    total.saved[1] += square(singles - 2u * waiting_[i].fours);
    total.saved[2] += square(singles - 6u * waiting_[i].best);
  }
  return total;
}

void RowSquares::take_waiting() {
  squares_ = total();
  count_ = 0;
}

void StageStatistics::add_incomplete(const SubsetValues& values) {
  for (std::size_t i = 0; i < kSubsetCount; ++i)
    if (values[i] != kEmpty) incomplete_[i].add(values[i]);
}

Distribution StageStatistics::distribution(Subset subset) const {
  Distribution all = complete_[index_of(subset)];
  all.add(incomplete_[index_of(subset)]);
  return all;
}

std::optional<double> StageStatistics::saved_against_white(Subset subset) const {
  if (complete_rows() == 0) return std::nullopt;
  return complete(Subset::W).mean() - complete(subset).mean();
}

std::vector<NeutralityStep> StageStatistics::neutrality() const {
  std::vector<NeutralityStep> steps;
  if (complete_rows() == 0) return steps;
  for (const int size : {1, 2, 4, 6}) {
    double sum = 0;
    int subsets = 0;
    for (const Subset subset : kAllSubsets) {
      if (size_of(subset) != size) continue;
      sum += complete(subset).mean();
      ++subsets;
    }
    NeutralityStep step{.colours = size, .mean = sum / subsets};
    if (!steps.empty()) {
      step.saved = steps.front().mean - step.mean;
      step.step = steps.back().mean - step.mean;
    }
    steps.push_back(step);
  }
  const std::uint64_t rows = complete_rows();
  const RowSquares::Squares squares = squares_.total();
  steps[0].mean_interval = interval_around(steps[0].mean, squares.singles, 6, rows);
  steps[1].mean_interval = interval_around(steps[1].mean, squares.pairs, 3, rows);
  steps[2].mean_interval = interval_around(steps[2].mean, squares.fours, 3, rows);
  steps[3].mean_interval = complete(Subset::BGORWY).mean_interval();
  for (std::size_t i = 1; i < steps.size(); ++i)
    steps[i].saved_interval = interval_around(steps[i].saved, squares.saved[i - 1], 6, rows);
  return steps;
}

std::optional<SymmetryCheck> StageStatistics::symmetry(std::vector<Subset> subsets,
                                                       std::uint64_t squared_sums) const {
  const std::uint64_t rows = complete_rows();
  if (rows < 2) return std::nullopt;
  SymmetryCheck check{.subsets = std::move(subsets)};
  const auto n = static_cast<double>(rows);
  const auto k = static_cast<double>(check.subsets.size());
  std::uint64_t squares = 0;
  double variances = 0;
  for (const Subset subset : check.subsets) {
    const Distribution& distribution = complete(subset);
    check.means.push_back(distribution.mean());
    squares += sum_of(distribution, 2);
    variances += distribution.deviation() * distribution.deviation();
  }
  check.standard_error = std::sqrt(variances / k / n);
  const auto [low, high] = std::ranges::minmax(check.means);
  check.spread = high - low;

  // The values of one row are correlated, which shifts all means alike and does not spread them. The noise is
  // what remains of the variance without that of the rows' means and of the colours' means.
  const double within_rows = static_cast<double>(check.subsets.size() * squares - squared_sums) / k;
  double overall = 0;
  for (const double mean : check.means) overall += mean / k;
  double between_colours = 0;
  for (const double mean : check.means) between_colours += n * (mean - overall) * (mean - overall);
  const double residual = std::max(0.0, within_rows - between_colours) / ((n - 1) * (k - 1));
  const double noise = std::sqrt(residual / n);
  const NormalRange range = normal_range(check.subsets.size());
  check.expected_spread = range.mean * noise;
  check.largest_ordinary = range.in_19_of_20 * noise;
  return check;
}

std::optional<SymmetryCheck> StageStatistics::single_symmetry() const {
  return symmetry({Subset::W, Subset::Y, Subset::O, Subset::R, Subset::G, Subset::B},
                  squares_.total().singles);
}

std::optional<SymmetryCheck> StageStatistics::pair_symmetry() const {
  return symmetry({Subset::WY, Subset::BG, Subset::OR}, squares_.total().pairs);
}

void IncrementStatistics::add(const SubsetValues& from, const SubsetValues& to) {
  const bool complete = is_complete(from) && is_complete(to);
  complete_ += complete ? 1u : 0u;
  if (complete) {
    // The usual case: no branch in the loop, so that it can be vectorised.
    for (std::size_t i = 0; i < kSubsetCount; ++i) {
      const int difference = to[i] - from[i];
      sums_[i] += difference;
      squares_[i] += static_cast<std::uint64_t>(difference * difference);
    }
    return;
  }
  for (std::size_t i = 0; i < kSubsetCount; ++i) {
    if (from[i] == kEmpty || to[i] == kEmpty) continue;
    const int difference = to[i] - from[i];
    ++incomplete_[i];
    sums_[i] += difference;
    squares_[i] += static_cast<std::uint64_t>(difference * difference);
  }
}

double IncrementStatistics::mean(Subset subset) const {
  const std::uint64_t all = count(subset);
  return all == 0 ? 0 : static_cast<double>(sums_[index_of(subset)]) / static_cast<double>(all);
}

double IncrementStatistics::deviation(Subset subset) const {
  const std::uint64_t all = count(subset);
  if (all < 2) return 0;
  const auto n = static_cast<double>(all);
  const double squares = static_cast<double>(squares_[index_of(subset)]) - n * mean(subset) * mean(subset);
  return std::sqrt(std::max(0.0, squares) / (n - 1));
}

}  // namespace halfturn::stats
