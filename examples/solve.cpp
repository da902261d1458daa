// Solves a cube twice: quickly, and as well as a tenth of a second allows. Usage: solve TABLE_FOLDER POSITION
#include <chrono>
#include <cstdio>

#include "halfturn/notation.h"
#include "halfturn/position.h"
#include "halfturn/solve.h"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: solve TABLE_FOLDER POSITION\n", stderr);
    return 2;
  }
  const halfturn::Result<halfturn::Position> position = halfturn::parse_position(argv[2]);
  if (!position) {
    std::fprintf(stderr, "%s\n", position.error().text().c_str());
    return 2;
  }
  // Missing tables are built in the folder. A program that solves many cubes asks for Residency::resident
  // instead: the copy takes a moment, and then every look-up is faster.
  const halfturn::TableStore store(argv[1]);
  const auto solver = halfturn::Solver::open(store, {.residency = halfturn::Residency::mapped}, {});
  if (!solver) {
    std::fprintf(stderr, "%s\n", solver.error().text().c_str());
    return 3;
  }

  const halfturn::SolveResult quick = solver->solve(position->cube, {}, {});  // at most 20 moves
  std::printf("quick: %s (%zu)\n", halfturn::format_moves(quick.best()).c_str(), quick.best().size());

  halfturn::SolveOptions patient;
  patient.max_moves.reset();
  patient.time = std::chrono::milliseconds(100);
  const halfturn::SolveResult better = solver->solve(position->cube, patient, {});
  std::printf("patient: %s (%zu)\n", halfturn::format_moves(better.best()).c_str(), better.best().size());
  return 0;
}
