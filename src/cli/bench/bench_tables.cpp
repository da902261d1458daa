#include <fmt/core.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>

#include "cli/bench/bench.h"
#include "halfturn/phase1.h"
#include "halfturn/phase2.h"
#include "halfturn/random.h"

namespace halfturn::cli {

namespace {

constexpr std::size_t kWalkMoves = 10'000;
constexpr std::size_t kWalks = 10'000;
constexpr std::size_t kSolves = 1'000'000;
constexpr std::size_t kQuickly = 100;  // factor by which a quick run does less
using Walk = std::array<Move, kWalkMoves>;

/// A folder that is removed when this is destroyed.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(std::filesystem::path path) : path_(std::move(path)) {}
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

Walk random_walk() {
  RandomCubes random(20);
  Walk walk;
  for (Move& move : walk) move = Move::from_index(static_cast<int>(random.below(kMoveCount)));
  return walk;
}

Result<void> bench_build(const TableStore& store, const TableKind& kind, Run run, BenchReport& report) {
  const Stopwatch watch;
  std::optional<double> computed;
  run.progress = [&, show = run.progress](const Progress& progress) {
    if (progress.step == "writing" && !computed) computed = watch.seconds();
    show(progress);
  };
  if (const Result<TableData> built = store.build(kind, true, run); !built) return built.error();
  const double total = watch.seconds();
  report.add(fmt::format("build {}", kind.name), total, "s");
  report.add(fmt::format("build {}, computing alone", kind.name), computed.value_or(total), "s");
  return {};
}

/// Time to open both tables and get a first answer from each.
Result<void> bench_open(const TableStore& store, const Run& run, BenchReport& report) {
  const Stopwatch watch;
  const Result<Phase1Table> phase1 = Phase1Table::open(store, Residency::mapped, run);
  if (!phase1) return phase1.error();
  const Result<Phase2Table> phase2 = Phase2Table::open(store, Residency::mapped, run);
  if (!phase2) return phase2.error();
  const Cube cube = Cube().after({Move{Face::R, 1}, Move{Face::U, 1}, Move{Face::F, 1}});
  int sum = phase1->distance(phase1->coordinates().coset_of(cube));
  sum += phase2->distance(*phase2->coordinates().position_of(Cube::of(Move{Face::R, 2})));
  report.add("open both tables, first answer of each", watch.seconds(), "s", static_cast<std::uint64_t>(sum));
  return {};
}

void bench_walks(const Phase1Table& table, const Walk& walk, std::size_t walks, std::size_t solves,
                 BenchReport& report) {
  const Phase1Coordinates& coordinates = table.coordinates();
  const double to_nanoseconds = 1e9 / static_cast<double>(walks * kWalkMoves);
  Phase1Coset coset;
  {
    std::uint64_t sum = 0;
    const Stopwatch watch;
    for (std::size_t i = 0; i < walks; ++i) {
      for (Move move : walk) {
        coset = coordinates.after(coset, move);
        sum += static_cast<std::uint64_t>(table.distance(coset));
      }
    }
    report.add("phase-1 look-up on a walk, distance", watch.seconds() * to_nanoseconds, "ns", sum);
  }
  {
    std::uint64_t sum = 0;
    int togo = 10;
    const Stopwatch watch;
    for (std::size_t i = 0; i < walks; ++i) {
      for (Move move : walk) {
        coset = coordinates.after(coset, move);
        // The next question depends on this answer, as it does in a search.
        const Phase1Table::Answer answer = table.distance_and_moves(coset, togo);
        sum += static_cast<std::uint64_t>(answer.distance) + answer.moves.bits();
        togo = answer.distance;
      }
    }
    report.add("phase-1 look-up on a walk, with moves", watch.seconds() * to_nanoseconds, "ns", sum);
  }
  {
    std::uint64_t sum = 0;
    const Stopwatch watch;
    for (std::size_t i = 0; i < solves; ++i) {
      coset = coordinates.after(coset, walk[i % kWalkMoves]);
      for (Move move : table.solve(coset)) sum += static_cast<std::uint64_t>(move.index()) + 1;
    }
    report.add("phase-1 solve on a walk", watch.seconds() / static_cast<double>(solves) * 1e6, "us", sum);
  }
}

Result<void> run(const TableStore& store, const Run& run, BenchReport& report) {
  for (const TableKind& kind : {Phase1Table::kind(), Phase2Table::kind()})
    if (Result<void> built = bench_build(store, kind, run, report); !built) return built;
  if (Result<void> opened = bench_open(store, run, report); !opened) return opened;
  const Stopwatch copying;
  const Result<Phase1Table> phase1 = Phase1Table::open(store, Residency::resident, run);
  if (!phase1) return phase1.error();
  report.add("copy phase 1 to 2 MiB pages", copying.seconds(), "s");
  bench_walks(*phase1, random_walk(), kWalks, kSolves, report);
  return {};
}

/// Less of the same, without building: with the tables of the store.
Result<void> run_quickly(const TableStore& store, const Run& run, BenchReport& report) {
  if (Result<void> opened = bench_open(store, run, report); !opened) return opened;
  const Result<Phase1Table> phase1 = Phase1Table::open(store, Residency::mapped, run);
  if (!phase1) return phase1.error();
  bench_walks(*phase1, random_walk(), kWalks / kQuickly, kSolves / kQuickly, report);
  return {};
}

}  // namespace

void bench_tables(Session& session, bool quick) {
  const Result<TableStore> store = session.store();
  if (!store) return session.fail(store.error());
  if (quick) {
    BenchReport report(session, true);
    if (const Result<void> done = run_quickly(*store, session.run_for(*store), report); !done)
      session.fail(done.error());
    return;
  }
  const TemporaryFolder folder(store->directory() / fmt::format("bench-{}", ::getpid()));
  const TableStore own(folder.path());
  BenchReport report(session);
  if (const Result<void> done = run(own, session.run_for(own), report); !done) session.fail(done.error());
}

}  // namespace halfturn::cli
