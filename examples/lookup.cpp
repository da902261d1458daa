// Asks the phase-1 table how far a position is from H. Usage: lookup TABLE_FOLDER POSITION
#include <cstdio>
#include <string>

#include "halfturn/notation.h"
#include "halfturn/phase1.h"
#include "halfturn/position.h"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: lookup TABLE_FOLDER POSITION\n", stderr);
    return 2;
  }
  const halfturn::Result<halfturn::Position> position = halfturn::parse_position(argv[2]);
  if (!position) {
    std::fprintf(stderr, "%s\n", position.error().text().c_str());
    return 2;
  }
  // Builds the table in the folder if it is missing.
  const halfturn::TableStore store(argv[1]);
  const auto table = halfturn::Phase1Table::open(store, halfturn::Residency::mapped, {});
  if (!table) {
    std::fprintf(stderr, "%s\n", table.error().text().c_str());
    return 3;
  }
  const halfturn::Phase1Coset coset = table->coordinates().coset_of(position->cube);
  std::printf("%d moves from H: %s\n", table->distance(coset),
              halfturn::format_moves(table->solve(coset)).c_str());
  return 0;
}
