#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "halfturn/cube.h"
#include "halfturn/halfturn.h"
#include "halfturn/move.h"
#include "halfturn/random.h"

/// What the tests of the interface for C share. They are compiled with the C++ library, which is the judge.
namespace halfturn::testing {

/// As halfturn.h describes it, without the code of the interface.
inline halfturn_cube as_c(const Cube& cube) {
  halfturn_cube result{};
  for (int p = 0; p < 8; ++p)
    result.corners[p] = static_cast<std::uint8_t>(cube.corner_at(p).piece + 16 * cube.corner_at(p).turn);
  for (int p = 0; p < 12; ++p)
    result.edges[p] = static_cast<std::uint8_t>(cube.edge_at(p).piece + 16 * cube.edge_at(p).turn);
  return result;
}

inline std::vector<std::uint8_t> bytes_of(const halfturn_cube& cube) {
  const auto* first = reinterpret_cast<const std::uint8_t*>(&cube);
  return {first, first + sizeof cube};
}

inline std::vector<Cube> some_cubes(std::size_t count, std::uint64_t seed = 17) {
  RandomCubes random(seed);
  std::vector<Cube> cubes(count);
  for (Cube& cube : cubes) cube = random.next();
  return cubes;
}

inline std::vector<halfturn_cube> as_c(const std::vector<Cube>& cubes) {
  std::vector<halfturn_cube> result;
  for (const Cube& cube : cubes) result.push_back(as_c(cube));
  return result;
}

inline Moves as_moves(const halfturn_move* moves, std::size_t count) {
  Moves result;
  for (std::size_t i = 0; i < count; ++i) result.push_back(Move::from_index(moves[i]));
  return result;
}

inline Moves solution_at(const halfturn_solutions* solutions, std::size_t index = 0) {
  std::size_t count = 0;
  const halfturn_move* moves = halfturn_solutions_moves(solutions, index, &count);
  EXPECT_NE(moves, nullptr);
  return moves == nullptr ? Moves{} : as_moves(moves, count);
}

/// The folder that ctest has filled.
inline const char* table_folder() {
  const char* folder = std::getenv("HALFTURN_TEST_TABLES");
  EXPECT_NE(folder, nullptr) << "run through ctest, or set HALFTURN_TEST_TABLES to a folder of tables";
  return folder != nullptr ? folder : "/nonexistent";
}

/// Frees what it holds. Give put() to the function that opens.
template <class T, void (*Free)(T*)>
class Owned {
 public:
  Owned() = default;
  ~Owned() { Free(pointer_); }
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  T** put() {
    Free(pointer_);
    pointer_ = nullptr;
    return &pointer_;
  }
  T* get() const { return pointer_; }

 private:
  T* pointer_ = nullptr;
};
using OwnedSolver = Owned<halfturn_solver, halfturn_solver_free>;
using OwnedSolutions = Owned<halfturn_solutions, halfturn_solutions_free>;
using OwnedScrambler = Owned<halfturn_scrambler, halfturn_scrambler_free>;
using OwnedAnalyzer = Owned<halfturn_analyzer, halfturn_analyzer_free>;
using OwnedOptimal = Owned<halfturn_optimal, halfturn_optimal_free>;
using OwnedStop = Owned<halfturn_stop, halfturn_stop_free>;

/// A structure of options with all members zero but its size.
template <class Options>
Options defaults() {
  Options options{};
  options.size = sizeof(Options);
  return options;
}

#define EXPECT_STATUS(expected, call) \
  EXPECT_EQ(expected, call) << error.message << "; " << error.hint << "; column " << error.column
#define ASSERT_STATUS(expected, call) \
  ASSERT_EQ(expected, call) << error.message << "; " << error.hint << "; column " << error.column

}  // namespace halfturn::testing
