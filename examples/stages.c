/* Draws scrambles whose white cross takes exactly six moves, and prints the fewest moves to cross and xcross
 * on each colour, with a shortest white cross. Usage: stages TABLE_FOLDER SEED */
#include <halfturn/halfturn.h>
#include <stdio.h>
#include <stdlib.h>

enum { SCRAMBLES = 3, STAGES = 2 };

static int complain(const halfturn_error* error) {
  fprintf(stderr, "%s%s%s\n", error->message, error->hint[0] != 0 ? "; " : "", error->hint);
  return 1;
}

int main(int argc, char** argv) {
  static const char* const stages[STAGES] = {"cross", "xcross"};
  static const char* const colours[HALFTURN_COLOURS] = {"yellow", "white", "orange", "red", "green", "blue"};
  halfturn_error error;
  halfturn_scrambler_options scrambler_options = {sizeof scrambler_options, "cross(W)=6", 1, 0, 0, 0};
  halfturn_scrambler* scrambler;
  halfturn_scramble scrambles[SCRAMBLES];
  halfturn_cube cubes[SCRAMBLES];
  halfturn_analyzer* analyzer;
  uint8_t lengths[SCRAMBLES][STAGES][HALFTURN_COLOURS];
  int i, s, v;

  if (argc != 3) {
    fputs("usage: stages TABLE_FOLDER SEED\n", stderr);
    return 2;
  }
  scrambler_options.seed = strtoull(argv[2], NULL, 10);
  if (halfturn_scrambler_open(argv[1], &scrambler_options, NULL, &scrambler, &error) != HALFTURN_OK)
    return complain(&error);
  if (halfturn_analyzer_open(argv[1], stages, STAGES, NULL, NULL, &analyzer, &error) != HALFTURN_OK)
    return complain(&error);
  if (halfturn_scrambles(scrambler, SCRAMBLES, NULL, scrambles, NULL, &error) != HALFTURN_OK)
    return complain(&error);

  for (i = 0; i < SCRAMBLES; ++i) cubes[i] = scrambles[i].cube;
  if (halfturn_analyze(analyzer, cubes, SCRAMBLES, NULL, NULL, &lengths[0][0][0], NULL, &error) !=
      HALFTURN_OK)
    return complain(&error);

  for (i = 0; i < SCRAMBLES; ++i) {
    char text[HALFTURN_MOVES_TEXT_SIZE(HALFTURN_MOST_SCRAMBLE_MOVES)];
    halfturn_solutions* ways;
    if (halfturn_moves_text(scrambles[i].moves, scrambles[i].count, text, sizeof text, &error) != HALFTURN_OK)
      return complain(&error);
    printf("%s\n", text);
    for (s = 0; s < STAGES; ++s) {
      printf("  %-6s", stages[s]);
      for (v = 0; v < HALFTURN_COLOURS; ++v) printf("  %s %d", colours[v], lengths[i][s][v]);
      printf("\n");
    }
    if (halfturn_stage_solutions(analyzer, &cubes[i], "cross", HALFTURN_WHITE, NULL, NULL, &ways, &error) !=
        HALFTURN_OK)
      return complain(&error);
    printf("  white cross after z2: %s\n", halfturn_solutions_text(ways, 0));
    halfturn_solutions_free(ways);
  }
  halfturn_analyzer_free(analyzer);
  halfturn_scrambler_free(scrambler);
  return 0;
}
