#include "cover/bound.h"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

namespace halfturn {

namespace {

constexpr std::int64_t kUnit = 1 << 20;  // shares are rounded down to this part of a coset

/// The classes of a demand, each once.
struct Members {
  std::array<std::uint16_t, 3> classes{};
  std::uint32_t count = 0;

  explicit Members(const CoverProblem::Demand& demand) {
    for (const std::uint16_t c : demand.classes)
      if (count == 0 || classes[count - 1] != c) classes[count++] = c;
  }
  const std::uint16_t* begin() const { return classes.data(); }
  const std::uint16_t* end() const { return classes.data() + count; }
};

class Sharing {
 public:
  Sharing(const CoverProblem& problem, bool with_inverses)
      : problem_(problem),
        by_kind_(problem.opposites.size()),
        opposites_(problem.opposites),
        prices_(problem.costs.size()),
        given_(problem.costs.size(), 0),
        worth_(problem.demands.size(), 0) {
    for (std::size_t d = 0; d < problem.demands.size(); ++d) {
      members_.emplace_back(problem.demands[d]);
      by_kind_[problem.demands[d].kind].push_back(static_cast<std::uint32_t>(d));
    }
    for (std::size_t k = 0; k < opposites_.size(); ++k)
      if (!with_inverses) opposites_[k] = static_cast<std::uint16_t>(k);
    for (std::size_t c = 0; c < prices_.size(); ++c) prices_[c] = 1.0 / problem.costs[c];
  }

  /// Gives to every demand, or two of opposite kinds, whose price is below `limit`, until none is.
  void give_below(double limit, double fineness) {
    for (std::size_t kind = 0; kind < opposites_.size(); ++kind) {
      if (opposites_[kind] == kind) {
        for (const std::uint32_t d : by_kind_[kind])
          while (price(d) < limit) give(d, d, fineness);
      } else if (opposites_[kind] > kind) {
        std::uint32_t a = cheapest(kind);
        std::uint32_t b = cheapest(opposites_[kind]);
        while (price(a) + price(b) < limit) {
          give(a, b, fineness);
          a = cheapest(kind);
          b = cheapest(opposites_[kind]);
        }
      }
    }
  }

  /// What the shares prove after all are made smaller, so that no class gives more than it has.
  std::uint64_t proved() const {
    double most = 0;
    for (std::size_t c = 0; c < given_.size(); ++c) most = std::max(most, given_[c] / problem_.costs[c]);
    if (most == 0) return 0;
    std::vector<std::int64_t> left(given_.size());
    for (std::size_t c = 0; c < left.size(); ++c) left[c] = kUnit * std::int64_t{problem_.costs[c]};
    std::vector<std::int64_t> shares(worth_.size());
    for (std::size_t d = 0; d < shares.size(); ++d) {
      // The check is here: whatever floating point came to, a class gives no more than it has left.
      shares[d] = std::min(static_cast<std::int64_t>(worth_[d] / most * kUnit), least_left(d, left));
      take(d, shares[d], left);
    }
    // What rounding and scaling left over goes to the demands that can still take it.
    for (std::size_t kind = 0; kind < opposites_.size(); ++kind)
      if (opposites_[kind] == kind)
        for (const std::uint32_t d : by_kind_[kind]) {
          const std::int64_t more = least_left(d, left);
          shares[d] += more;
          take(d, more, left);
        }
    std::vector<std::int64_t> sums(opposites_.size(), 0);
    for (std::size_t d = 0; d < shares.size(); ++d) sums[problem_.demands[d].kind] += shares[d];
    std::int64_t total = 0;
    for (std::size_t kind = 0; kind < sums.size(); ++kind)
      if (opposites_[kind] >= kind) total += std::min(sums[kind], sums[opposites_[kind]]);
    return static_cast<std::uint64_t>((total + kUnit - 1) / kUnit);  // costs are whole numbers
  }

 private:
  double price(std::uint32_t d) const {
    double sum = 0;
    for (const std::uint16_t c : members_[d]) sum += prices_[c];
    return sum;
  }

  std::uint32_t cheapest(std::size_t kind) const {
    return *std::ranges::min_element(by_kind_[kind], {}, [this](std::uint32_t d) { return price(d); });
  }

  /// To two demands, or to one that is named twice.
  void give(std::uint32_t a, std::uint32_t b, double fineness) {
    double amount = std::numeric_limits<double>::max();
    for (const std::uint32_t d : {a, b})
      for (const std::uint16_t c : members_[d]) amount = std::min(amount, double{0} + problem_.costs[c]);
    give_one(a, amount, fineness);
    if (b != a) give_one(b, amount, fineness);
  }

  void give_one(std::uint32_t d, double amount, double fineness) {
    worth_[d] += amount;
    for (const std::uint16_t c : members_[d]) {
      given_[c] += amount;
      prices_[c] *= 1 + fineness * amount / problem_.costs[c];
    }
  }

  std::int64_t least_left(std::size_t d, const std::vector<std::int64_t>& left) const {
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (const std::uint16_t c : members_[d]) least = std::min(least, left[c]);
    return least;
  }

  void take(std::size_t d, std::int64_t amount, std::vector<std::int64_t>& left) const {
    for (const std::uint16_t c : members_[d]) left[c] -= amount;
  }

  const CoverProblem& problem_;
  std::vector<Members> members_;                     // by demand
  std::vector<std::vector<std::uint32_t>> by_kind_;  // demands
  std::vector<std::uint16_t> opposites_;             // by kind; itself where it must be covered in any case
  std::vector<double> prices_;                       // by class: for a coset of it
  std::vector<double> given_;                        // by class: cosets given away
  std::vector<double> worth_;                        // by demand
};

}  // namespace

Result<std::uint64_t> cover_lower_bound(const CoverProblem& problem, const CoverBoundOptions& options,
                                        const Run& run) {
  Sharing sharing(problem, options.kind == CoverKind::with_inverses);
  std::uint64_t best = 0;
  // The cheapest demand there can be at the beginning is a single class.
  double limit = 1.0 / *std::ranges::max_element(problem.costs);
  for (int round = 1; round <= options.rounds; ++round, limit *= 1 + options.fineness) {
    sharing.give_below(limit, options.fineness);
    if (round % 50 == 0 || round == options.rounds) best = std::max(best, sharing.proved());
    run.report("bound", to_string(options.kind), static_cast<double>(round) / options.rounds);
    if (run.stop.stop_requested()) return Error{ErrorKind::stopped, "stopped while looking for a bound", {}};
  }
  return best;
}

std::uint64_t known_cover_bound(CoverKind kind) {
  switch (kind) {
    case CoverKind::all:
      return 138'639'780;
    case CoverKind::plain:
      return 46'268'371;
    case CoverKind::with_inverses:
      return 35'770'440;
  }
  return 0;
}

}  // namespace halfturn
