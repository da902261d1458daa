// Measures small basic operations. `halfturn bench` measures the engines.
#include <benchmark/benchmark.h>

#include <array>

#include "halfturn/cube.h"
#include "halfturn/phase1.h"
#include "halfturn/phase2.h"
#include "halfturn/position.h"
#include "halfturn/random.h"

namespace halfturn {
namespace {

constexpr std::size_t kCubes = 1024;

std::array<Cube, kCubes> random_cubes() {
  RandomCubes random(1);
  std::array<Cube, kCubes> cubes;
  for (Cube& cube : cubes) cube = random.next();
  return cubes;
}

/// Calls `work` with one cube after another.
template <class Work>
void for_each_cube(benchmark::State& state, Work work) {
  const std::array<Cube, kCubes> cubes = random_cubes();
  std::size_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(work(cubes[i++ % kCubes]));
}

void compose(benchmark::State& state) {
  Cube product;
  for_each_cube(state, [&](const Cube& cube) { return product = product * cube; });
}
BENCHMARK(compose);

void invert(benchmark::State& state) {
  for_each_cube(state, [](const Cube& cube) { return cube.inverse(); });
}
BENCHMARK(invert);

void see_through_symmetry(benchmark::State& state) {
  for_each_cube(state, [](const Cube& cube) { return cube.seen_through(Symmetry::from_index(21)); });
}
BENCHMARK(see_through_symmetry);

void hash(benchmark::State& state) {
  for_each_cube(state, [](const Cube& cube) { return cube.hash(); });
}
BENCHMARK(hash);

void random_cube(benchmark::State& state) {
  RandomCubes random(1);
  for (auto _ : state) benchmark::DoNotOptimize(random.next());
}
BENCHMARK(random_cube);

void coset_of_cube(benchmark::State& state) {
  const auto coordinates = Phase1Coordinates::make();
  for_each_cube(state, [&](const Cube& cube) { return coordinates->coset_of(cube); });
}
BENCHMARK(coset_of_cube);

void coset_after_move(benchmark::State& state) {
  const auto coordinates = Phase1Coordinates::make();
  Phase1Coset coset;
  int i = 0;
  for (auto _ : state) {
    coset = coordinates->after(coset, Move::from_index(i = (i + 7) % kMoveCount));
    benchmark::DoNotOptimize(coset.twist);  // Google Benchmark 1.7 miscompiles for a struct of six bytes
  }
}
BENCHMARK(coset_after_move);

void make_phase1_coordinates(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(Phase1Coordinates::make());
}
BENCHMARK(make_phase1_coordinates);

void make_phase2_coordinates(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(Phase2Coordinates::make());
}
BENCHMARK(make_phase2_coordinates);

void parse_facelets_text(benchmark::State& state) {
  for_each_cube(state, [](const Cube& cube) { return parse_position(format_facelets(cube)).ok(); });
}
BENCHMARK(parse_facelets_text);

}  // namespace
}  // namespace halfturn
