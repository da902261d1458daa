// Solves random cubes whose shortest length is known, and compares.
//   optimal_known_lengths DATA TABLES [TABLE] [all]
// DATA has a file N.txt of scrambles for each length N. Without `all`, as many of each as take about a minute
// on two processors with the smallest table.

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "halfturn/notation.h"
#include "halfturn/optimal.h"

namespace {

using namespace halfturn;

/// By length, from 15: how many to solve.
constexpr std::array<std::size_t, 5> kSome = {60, 60, 12, 2, 0};

int complain(const std::string& text) {
  fmt::print(stderr, "{}\n", text);
  return 2;
}

}  // namespace

int main(int count, char** words) {
  const std::vector<std::string> given(words + 1, words + count);
  if (given.size() < 2) return complain("usage: optimal_known_lengths DATA TABLES [TABLE] [all]");
  OptimalSolverOptions options{.table = "optimal-700m"};
  bool all = false;
  for (std::size_t i = 2; i < given.size(); ++i) {
    if (given[i] == "all")
      all = true;
    else
      options.table = given[i];
  }
  const Result<OptimalSolver> solver = OptimalSolver::open(TableStore(given[1]), options, {});
  if (!solver) return complain(solver.error().text());

  std::size_t right = 0;
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < kSome.size(); ++i) {
    const int known = 15 + static_cast<int>(i);
    const std::filesystem::path path = std::filesystem::path(given[0]) / fmt::format("{}.txt", known);
    std::ifstream file(path);
    if (!file) return complain(fmt::format("cannot read {}", path.string()));
    std::vector<Cube> cubes;
    for (std::string line; std::getline(file, line) && (all || cubes.size() < kSome[i]);) {
      const Result<MoveSequence> scramble = parse_moves(line);
      if (!scramble) return complain(fmt::format("{}: {}", path.string(), scramble.error().text()));
      cubes.push_back(scramble->position());
    }
    const auto begin = std::chrono::steady_clock::now();
    std::size_t right_here = 0;
    solver->solve_all(cubes, {}, {}, [&](std::size_t index, const OptimalResult& result) {
      const bool is_right = result.complete && result.is_optimal(solver->metric()) &&
                            result.solutions.front().size() == static_cast<std::size_t>(known) &&
                            cubes[index].after(result.solutions.front()).is_solved();
      if (is_right)
        ++right_here;
      else
        fmt::print("{} line {}: expected {} moves, found {}\n", path.filename().string(), index + 1, known,
                   result.solutions.empty() ? "nothing" : format_moves(result.solutions.front()));
    });
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    fmt::print("{} moves: {} of {} right, {:.1f} s\n", known, right_here, cubes.size(), seconds.count());
    right += right_here;
    wrong += cubes.size() - right_here;
  }
  fmt::print("{} of {} lengths right with {}\n", right, right + wrong, solver->table());
  return wrong == 0 && right > 0 ? 0 : 1;
}
