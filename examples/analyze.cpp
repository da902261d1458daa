// Prints the fewest moves to cross and XCross on each colour, and a shortest XCross. Usage: analyze
// TABLE_FOLDER SCRAMBLE
#include <cstdio>

#include "halfturn/analyze.h"
#include "halfturn/notation.h"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: analyze TABLE_FOLDER SCRAMBLE\n", stderr);
    return 2;
  }
  const halfturn::Result<halfturn::Position> position = halfturn::parse_position(argv[2]);
  if (!position) {
    std::fprintf(stderr, "%s\n", position.error().text().c_str());
    return 2;
  }
  const halfturn::Cube cube = halfturn::by_colour(*position);  // white up, green in front, however it is held
  // Missing tables are built in the folder. A program that analyses many cubes sets .residency to
  // Residency::resident.
  const std::vector<halfturn::Stage> stages = {*halfturn::stage_of_name("cross"),
                                               *halfturn::stage_of_name("xcross")};
  const halfturn::Run run;
  const halfturn::Result<halfturn::Analyzer> analyzer =
      halfturn::Analyzer::open(halfturn::TableStore(argv[1]), {.stages = stages}, run);
  if (!analyzer) {
    std::fprintf(stderr, "%s\n", analyzer.error().text().c_str());
    return 3;
  }
  const auto rows = analyzer->analyze(cube, {.stages = stages}, run);
  const auto ways = analyzer->solutions(cube, {.stage = stages[1], .view = halfturn::View::D}, run);
  if (!rows || !ways) {  // for example, a table is damaged
    std::fprintf(stderr, "%s\n", (rows ? ways.error() : rows.error()).text().c_str());
    return 3;
  }
  for (const halfturn::View view : halfturn::kAllViews)
    std::printf("%c: cross %d, xcross %d\n", halfturn::colour_of(view), (*rows)[0][view], (*rows)[1][view]);
  for (const halfturn::StageSolution& way : *ways)
    std::printf("yellow down: %s fills %s\n", halfturn::format_moves(way.moves).c_str(), way.reached.c_str());
  return 0;
}
