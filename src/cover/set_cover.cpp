#include "cover/set_cover.h"

#include <algorithm>
#include <utility>

#include "cover/annealing.h"

namespace halfturn {

namespace {

/// Some of the numbers 0 .. count - 1, from which any can be taken out at once.
class NumberBag {
 public:
  explicit NumberBag(std::size_t count) : place_(count) {}

  bool empty() const { return numbers_.empty(); }
  std::size_t size() const { return numbers_.size(); }
  std::size_t operator[](std::size_t i) const { return numbers_[i]; }
  auto begin() const { return numbers_.begin(); }
  auto end() const { return numbers_.end(); }

  void put(std::size_t number) {
    place_[number] = numbers_.size();
    numbers_.push_back(number);
  }
  void take(std::size_t number) {
    const std::size_t last = numbers_.back();
    numbers_[place_[number]] = last;
    place_[last] = place_[number];
    numbers_.pop_back();
  }

 private:
  std::vector<std::size_t> numbers_;
  std::vector<std::size_t> place_;
};

class Exchanges {
  using Weights = std::vector<std::int64_t>;

 public:
  Exchanges(const SetCover& problem, const SetCoverOptions& options)
      : problem_(problem),
        sample_size_(options.sample_size),
        chance_(options.seed),
        is_chosen_(problem.costs.size(), false),
        chosen_(problem.costs.size()),
        unmet_(problem.members_of.size()),
        met_(problem.members_of.size(), 0),
        sum_(problem.members_of.size(), 0),
        weights_(options.weights.empty() ? Weights(problem.members_of.size(), 1) : options.weights),
        worth_(problem.costs.size(), 0),
        changed_at_(problem.costs.size(), 0),
        may_return_(problem.costs.size(), true) {
    for (std::size_t d = 0; d < met_.size(); ++d) unmet_.put(d);
    for (std::size_t s = 0; s < worth_.size(); ++s)
      for (const std::size_t d : problem.demands_of[s]) worth_[s] += weights_[d];
    while (!unmet_.empty()) {
      std::size_t most = 0;
      for (std::size_t s = 1; s < worth_.size(); ++s)
        if (is_chosen_[most] || (!is_chosen_[s] && compared(s, most) > 0)) most = s;
      flip(most);
    }
    drop_while_complete();
  }

  const SetChoice& best() const { return best_; }

  void exchange() {
    ++now_;
    if (!chosen_.empty()) drop(least_of_some());
    while (!unmet_.empty() && add_for(unmet_[pick(unmet_.size())])) raise_unmet();
    raise_unmet();
    drop_while_complete();
  }

 private:
  std::size_t pick(std::size_t count) { return Chance::pick(chance_.next(), count); }

  /// Above zero where the first set is worth more for its cost; below where the second is.
  std::int64_t compared(std::size_t a, std::size_t b) const {
    return worth_[a] * problem_.costs[b] - worth_[b] * problem_.costs[a];
  }

  /// Whether `a` should rather be dropped than `b`: the older of equals.
  bool rather_dropped(std::size_t a, std::size_t b) const {
    const std::int64_t difference = compared(a, b);
    return difference < 0 || (difference == 0 && changed_at_[a] < changed_at_[b]);
  }
  bool rather_added(std::size_t a, std::size_t b) const {
    const std::int64_t difference = compared(a, b);
    return difference > 0 || (difference == 0 && changed_at_[a] < changed_at_[b]);
  }

  /// Of some chosen sets the one to drop; not what has just been added.
  std::size_t least_of_some() {
    std::size_t least = chosen_[pick(chosen_.size())];
    for (int i = 1; i < sample_size_; ++i) {
      const std::size_t s = chosen_[pick(chosen_.size())];
      if (s != last_added_ && (least == last_added_ || rather_dropped(s, least))) least = s;
    }
    return least;
  }

  void drop_while_complete() {
    while (unmet_.empty() && !chosen_.empty()) {
      if (best_.empty() || cost_ < best_cost_) {
        best_ = is_chosen_;
        best_cost_ = cost_;
      }
      std::size_t least = chosen_[0];
      for (const std::size_t s : chosen_)
        if (rather_dropped(s, least)) least = s;
      drop(least);
    }
  }

  void drop(std::size_t s) {
    flip(s);
    changed_at_[s] = now_;
    may_return_[s] = false;
  }

  /// Adds the best set that meets the demand. False where none may be added, or none is cheap enough.
  bool add_for(std::size_t demand) {
    const std::size_t none = worth_.size();
    std::size_t most = none;
    for (const std::size_t s : problem_.members_of[demand])
      if (may_return_[s] && (most == none || rather_added(s, most))) most = s;
    if (most == none || cost_ + problem_.costs[most] >= best_cost_) return false;
    flip(most);
    changed_at_[most] = now_;
    last_added_ = most;
    return true;
  }

  void raise_unmet() {
    for (const std::size_t d : unmet_) {
      ++weights_[d];
      for (const std::size_t s : problem_.members_of[d]) ++worth_[s];
    }
  }

  void flip(std::size_t s) {
    const bool in = !is_chosen_[s];
    is_chosen_[s] = in;
    cost_ += in ? problem_.costs[s] : -problem_.costs[s];
    in ? chosen_.put(s) : chosen_.take(s);
    for (const std::size_t d : problem_.demands_of[s]) {
      const std::int64_t change = in ? -weights_[d] : weights_[d];
      met_[d] += in ? 1 : -1;
      sum_[d] += in ? s : -s;
      const int others = in ? met_[d] - 1 : met_[d];  // that are chosen
      if (others == 0) {
        in ? unmet_.take(d) : unmet_.put(d);
        for (const std::size_t member : problem_.members_of[d]) worth_[member] += member == s ? 0 : change;
      } else if (others == 1) {
        worth_[in ? sum_[d] - s : sum_[d]] += change;
      }
      for (const std::size_t member : problem_.members_of[d]) may_return_[member] = 1;
    }
  }

  const SetCover& problem_;
  int sample_size_;
  Chance chance_;
  std::vector<bool> is_chosen_;
  NumberBag chosen_;
  NumberBag unmet_;
  std::vector<int> met_;                   // by demand: how many of its members are chosen
  std::vector<std::size_t> sum_;           // by demand: their numbers added up, so that a single one is known
  Weights weights_;                        // by demand
  std::vector<std::int64_t> worth_;        // by set: weights of the demands that it alone meets or would meet
  std::vector<std::uint64_t> changed_at_;  // by set: the exchange that added or dropped it last
  std::vector<char> may_return_;           // by set: whether something near it changed since it was dropped
  std::uint64_t now_ = 0;
  std::size_t last_added_ = problem_.costs.size();
  std::int64_t cost_ = 0;
  SetChoice best_;
  std::int64_t best_cost_ = 0;
};

}  // namespace

std::uint16_t SetCover::add(std::int64_t cost, std::vector<std::uint16_t> demands) {
  const auto number = static_cast<std::uint16_t>(costs.size());
  for (const std::uint16_t d : demands) members_of[d].push_back(number);
  costs.push_back(cost);
  demands_of.push_back(std::move(demands));
  return number;
}

SetChoice search_set_cover(const SetCover& problem, const SetCoverOptions& options, const Run& run) {
  constexpr std::uint64_t kReports = 100;
  Exchanges search(problem, options);
  for (std::uint64_t i = 0; i < kReports; ++i) {
    const std::uint64_t end = options.exchanges * (i + 1) / kReports;
    for (std::uint64_t e = options.exchanges * i / kReports; e < end; ++e) search.exchange();
    run.report({}, {}, static_cast<double>(i + 1) / static_cast<double>(kReports));
    if (run.stop.stop_requested()) return {};
  }
  return search.best();
}

}  // namespace halfturn
