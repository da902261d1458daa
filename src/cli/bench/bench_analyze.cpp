#include <fmt/core.h>
#include <sys/resource.h>

#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "cli/bench/bench.h"
#include "cli/shared/say.h"
#include "halfturn/analyzer.h"
#include "halfturn/random.h"

namespace halfturn::cli {

namespace {

constexpr std::uint64_t kAnalyzeSeed = 1;
constexpr std::size_t kQuickCubes = 100'000;
constexpr std::size_t kQuickBenchCubes = 2;

/// Processor time of this process so far, all threads together.
double core_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

class AnalyzeBench {
 public:
  AnalyzeBench(Session& session, const TableStore& store, InstructionSet set, BenchReport& report)
      : session_(session), store_(store), set_(set), report_(report) {}

  /// All stages of a variant in all views. The counts are positions expanded and table entries read.
  void variant(const std::string& name, TableSize size, std::size_t cubes) {
    run(stages_of_variant(name), size, cubes, [&](const Measured& measured) {
      const AnalyzeWork& work = measured.work;
      if (const auto [known, is_new] = moves_.try_emplace(name, measured.moves);
          !is_new && known->second != measured.moves)
        session_.fail({.kind = ErrorKind::machine,
                       .message = fmt::format("{}: the small tables say {} moves in all, the large ones {}",
                                              name, grouped(known->second), grouped(measured.moves)),
                       .hint = "a table may be damaged: verify them",
                       .remedy = Remedy::verify_tables});
      const std::string tables = size == TableSize::small ? "small" : "large";
      report_.add(fmt::format("{}, {} tables, core time a cube", name, tables),
                  1e3 * measured.core_seconds / static_cast<double>(cubes), "ms", work.nodes);
      report_.add(fmt::format("{}, {} tables, reads a cube", name, tables),
                  static_cast<double>(work.reads) / static_cast<double>(cubes) / 1e3, "k", work.reads);
    });
  }

  /// Cross and XCross alone. The tables answer these without search, so the count is the sum of all cells.
  void quick(std::size_t count) {
    run({*stage_of_name("cross"), *stage_of_name("xcross")}, TableSize::small, count,
        [&](const Measured& measured) {
          report_.add("cross and xcross, cubes a second", static_cast<double>(count) / measured.seconds / 1e3,
                      "k", measured.moves);
        });
  }

 private:
  struct Measured {
    double core_seconds = 0;
    double seconds = 0;
    std::uint64_t moves = 0;  // all cells added up
    AnalyzeWork work;
  };

  template <class Done>
  void run(const std::vector<Stage>& stages, TableSize size, std::size_t count, Done done) {
    if (session_.stop_token().stop_requested() || session_.exit_code() != kDone) return;
    const Result<Analyzer> analyzer = Analyzer::open(
        store_, {.stages = stages, .residency = Residency::resident, .size = size, .set = set_},
        session_.run_for(store_));
    if (!analyzer) return session_.fail(analyzer.error());
    session_.clear_progress();
    RandomCubes random(kAnalyzeSeed);
    std::vector<Cube> cubes(count);
    for (Cube& cube : cubes) cube = random.next();
    const Run run{.threads = session_.threads(), .stop = session_.stop_token(), .progress = {}};
    const Stopwatch watch;
    const double before = core_seconds();
    Measured measured;
    const Result<std::size_t> finished = analyzer->analyze_all(
        cubes, {.stages = stages}, run, [&](std::size_t, std::span<const StageRow> rows) {
          for (const StageRow& row : rows)
            measured.moves += std::accumulate(row.begin(), row.end(), std::uint64_t{0});
        });
    if (!finished) return session_.fail(finished.error());
    if (*finished != count) return;
    measured.core_seconds = core_seconds() - before;
    measured.seconds = watch.seconds();
    measured.work = analyzer->work();
    done(measured);
  }

  Session& session_;
  const TableStore& store_;
  InstructionSet set_;
  BenchReport& report_;
  std::map<std::string, std::uint64_t> moves_;  // by variant: all cells added up, whatever the tables
};

}  // namespace

void bench_analyze(Session& session, std::size_t cubes, bool quick) {
  const Result<TableStore> store = session.store();
  if (!store) return session.fail(store.error());
  const Result<InstructionSet> set = session.instruction_set();
  if (!set) return session.fail(set.error());
  {
    BenchReport report(session, quick);
    AnalyzeBench bench(session, *store, *set, report);
    if (quick) cubes = kQuickBenchCubes;
    bench.quick(quick ? 1'000 : kQuickCubes);
    for (const std::string_view variant : all_variants())
      bench.variant(std::string(variant), TableSize::small, cubes);
    bool large = !quick;
    for (const TableKind& kind : large_stage_tables())
      large = large && store->status(kind).state == TableState::ready;
    if (large)
      for (const std::string_view variant : all_variants())
        bench.variant(std::string(variant), TableSize::large, cubes);
    else if (!quick)
      say("halfturn: without the large tables: build them with: halfturn tables build stages-large\n");
  }
  if (session.stop_token().stop_requested()) session.fail({ErrorKind::stopped, "stopped", {}});
}

}  // namespace halfturn::cli
