// Finds all shortest solutions of a cube, each proved to be one. Usage: optimal TABLE_FOLDER POSITION
#include <cstdio>

#include "halfturn/notation.h"
#include "halfturn/optimal.h"
#include "halfturn/position.h"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: optimal TABLE_FOLDER POSITION\n", stderr);
    return 2;
  }
  const halfturn::Result<halfturn::Position> position = halfturn::parse_position(argv[2]);
  if (!position) {
    std::fprintf(stderr, "%s\n", position.error().text().c_str());
    return 2;
  }
  // The largest table in the folder that fits into memory; if there is none, the smallest is built (700 MB).
  const halfturn::TableStore store(argv[1]);
  const auto solver = halfturn::OptimalSolver::open(store, {}, {});
  if (!solver) {
    std::fprintf(stderr, "%s\n", solver.error().text().c_str());
    return 3;
  }

  halfturn::OptimalOptions options;
  options.all_within = 0;  // all of the shortest length; leave it out for one
  options.on_excluded = [](int moves) { std::printf("none of %d\n", moves); };
  const halfturn::OptimalResult result = solver->solve(position->cube, options, {});
  for (const halfturn::Moves& solution : result.solutions)
    std::printf("%s (%zu)\n", halfturn::format_moves(solution).c_str(), solution.size());
  return 0;
}
