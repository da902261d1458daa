#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "halfturn/run.h"

/// What every simulated annealing needs, in integers, so that the results are the same on every machine.
namespace halfturn {

/// Random numbers, and the decision whether to accept a rise.
class Chance {
 public:
  explicit Chance(std::uint64_t seed);

  /// The splitmix64 generator: a hashed counter.
  std::uint64_t next() {
    std::uint64_t z = counter_ += 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return z ^ z >> 31;
  }

  /// From the upper half of a random number: one of 0 .. count - 1. `count` must be below 2^32.
  static std::size_t pick(std::uint64_t random, std::uint64_t count) {
    return ((random >> 32) * count) >> 32;
  }

  /// From the lower half: true with probability exp(-rise / temperature), and always if there is no rise.
  bool takes(std::uint64_t random, std::int64_t rise, std::int64_t temperature) const {
    return rise * kScale <= temperature * minus_log_[random % minus_log_.size()];
  }

 private:
  static constexpr std::int64_t kScale = 65536;

  std::uint64_t counter_;
  std::vector<std::int32_t> minus_log_;  // of evenly spread numbers between 0 and 1, times kScale
};

/// Temperature, and penalty for a demand that is not met; both in units of cost.
struct AnnealingStage {
  std::int64_t temperature = 0;
  std::int64_t penalty = 0;
};

/// `steps` proposals, while the temperature falls geometrically and the penalty changes linearly.
struct AnnealingSchedule {
  std::uint64_t steps = 0;
  AnnealingStage first;
  AnnealingStage last;
};

/// Calls `work(steps, stage)` for each stage of the schedule in order, on the caller's thread. False where a
/// stop was requested. Reports progress without task and step: the caller knows what the schedule is part of.
bool for_each_stage(const AnnealingSchedule& schedule, const Run& run,
                    const std::function<void(std::uint64_t, AnnealingStage)>& work);

}  // namespace halfturn
