#include <halfturn/halfturn.h>
#include <stdio.h>

int main(void) {
  halfturn_error error;
  halfturn_position position;
  halfturn_solver* solver;
  char facelets[HALFTURN_FACELETS_SIZE];
  int engines;
  if (halfturn_parse("R U R' U'", HALFTURN_ANY, &position, &error) != HALFTURN_OK) return 1;
  if (halfturn_cube_facelets(&position.cube, 0, facelets, &error) != HALFTURN_OK) return 1;
  /* Something of the engines, without building a table: a folder that cannot be. */
  engines = halfturn_solver_open("/dev/null/tables", NULL, NULL, &solver, &error);
  printf("%s %s %s\n", facelets, halfturn_version(), halfturn_status_name(engines));
  return 0;
}
