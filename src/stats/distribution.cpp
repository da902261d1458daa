#include <cmath>

#include "halfturn/stats.h"

namespace halfturn::stats {

void Distribution::add(const Distribution& other) {
  for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
}

std::uint64_t Distribution::count() const {
  std::uint64_t sum = 0;
  for (const std::uint64_t count : counts_) sum += count;
  return sum;
}

std::uint64_t Distribution::count_up_to(int moves) const {
  std::uint64_t sum = 0;
  for (int i = 0; i <= moves; ++i) sum += count_of(i);
  return sum;
}

int Distribution::min() const {
  for (int moves = 0; moves <= kMostMoves; ++moves)
    if (count_of(moves) > 0) return moves;
  return 0;
}

int Distribution::max() const {
  for (int moves = kMostMoves; moves > 0; --moves)
    if (count_of(moves) > 0) return moves;
  return 0;
}

double Distribution::mean() const {
  const std::uint64_t all = count();
  if (all == 0) return 0;
  std::uint64_t sum = 0;
  for (std::size_t moves = 0; moves < counts_.size(); ++moves) sum += moves * counts_[moves];
  return static_cast<double>(sum) / static_cast<double>(all);
}

double Distribution::deviation() const {
  const std::uint64_t all = count();
  if (all < 2) return 0;
  const double middle = mean();
  double squares = 0;
  for (std::size_t moves = 0; moves < counts_.size(); ++moves) {
    const double distance = static_cast<double>(moves) - middle;
    squares += static_cast<double>(counts_[moves]) * distance * distance;
  }
  return std::sqrt(squares / static_cast<double>(all - 1));
}

double Distribution::standard_error() const {
  const std::uint64_t all = count();
  return all == 0 ? 0 : deviation() / std::sqrt(static_cast<double>(all));
}

int Distribution::percentile(int percent) const {
  // In integers, so that an exact share is not missed by rounding.
  const std::uint64_t wanted = static_cast<std::uint64_t>(percent) * count();
  std::uint64_t reached = 0;
  for (int moves = 0; moves <= kMostMoves; ++moves) {
    reached += count_of(moves);
    if (reached > 0 && 100 * reached >= wanted) return moves;
  }
  return 0;
}

int Distribution::mode() const {
  int best = 0;
  for (int moves = 1; moves <= kMostMoves; ++moves)
    if (count_of(moves) > count_of(best)) best = moves;
  return best;
}

double Distribution::share(int moves) const {
  const std::uint64_t all = count();
  return all == 0 ? 0 : static_cast<double>(count_of(moves)) / static_cast<double>(all);
}

double Distribution::share_up_to(int moves) const {
  const std::uint64_t all = count();
  return all == 0 ? 0 : static_cast<double>(count_up_to(moves)) / static_cast<double>(all);
}

}  // namespace halfturn::stats
