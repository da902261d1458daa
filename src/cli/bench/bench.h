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

/// Prints the figures of a benchmark: lines while it runs, or JSON or CSV when destroyed.
class BenchReport {
 public:
  /// `counts_only`: leaves out what depends on the machine, so that reports differ only if behaviour does.
  explicit BenchReport(const Session& session, bool counts_only = false);
  ~BenchReport();
  BenchReport(const BenchReport&) = delete;
  BenchReport& operator=(const BenchReport&) = delete;

  /// `count`: a result that is the same on every machine; a change means changed behaviour.
  void add(std::string_view what, double value, std::string_view unit,
           std::optional<std::uint64_t> count = {});

 private:
  struct Rows;
  const Session& session_;
  std::unique_ptr<Rows> rows_;  // only for JSON and CSV
  bool counts_only_;
};

/// `quick`: a few seconds of the work, for its counts alone, which tests/bench/counts.txt lists.
void bench_analyze(Session& session, std::size_t cubes, bool quick);
void bench_coset(Session& session, bool quick);
void bench_optimal(Session& session, std::size_t cubes, bool quick);
void bench_solve(Session& session, bool quick);
void bench_tables(Session& session, bool quick);

}  // namespace halfturn::cli
