#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/stopwatch.h"
#include "cli/shared/session.h"

namespace halfturn::cli {

using base::Stopwatch;

/// Prints the figures of a benchmark, as lines while it runs or as JSON when it ends.
class BenchReport {
 public:
  explicit BenchReport(bool json);
  ~BenchReport();
  BenchReport(const BenchReport&) = delete;
  BenchReport& operator=(const BenchReport&) = delete;

  /// `count` is a number that the work must always come to, whatever the machine: a change means changed
  /// behaviour.
  void add(std::string_view what, double value, std::string_view unit,
           std::optional<std::uint64_t> count = {});

 private:
  struct Rows;
  std::unique_ptr<Rows> rows_;  // only for JSON
};

void bench_analyze(Session& session, std::size_t cubes);
void bench_coset(Session& session);
void bench_solve(Session& session);
void bench_tables(Session& session);

}  // namespace halfturn::cli
