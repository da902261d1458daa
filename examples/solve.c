/* Solves a cube: moves, 54 facelets or 20 pieces. Ctrl-C ends the search with the best solution found until
 * then. Usage: solve TABLE_FOLDER POSITION */
#include <halfturn/halfturn.h>
#include <signal.h>
#include <stdio.h>

static halfturn_stop* stop;

static void on_interrupt(int signal_number) {
  (void)signal_number;
  halfturn_stop_request(stop); /* the one function that a signal handler may call */
}

static int complain(const halfturn_error* error) {
  if (error->column > 0)
    fprintf(stderr, "line %lu, column %lu: ", (unsigned long)error->line, (unsigned long)error->column);
  fprintf(stderr, "%s", error->message);
  if (error->hint[0] != 0) fprintf(stderr, " (%s)", error->hint);
  fputc('\n', stderr);
  return 1;
}

/* Called while tables are built, which happens once and takes some seconds: many times a second. */
static int show_progress(void* user, const char* task, const char* step, double fraction) {
  int* shown = user; /* the percentage that is on the screen */
  const int percent = (int)(100 * fraction);
  if (percent != *shown) fprintf(stderr, "\r%s: %s %3d %%  ", task, step, percent);
  *shown = percent;
  return 0;
}

int main(int argc, char** argv) {
  halfturn_error error;
  halfturn_position position;
  halfturn_solver* solver = NULL;
  halfturn_solutions* solutions = NULL;
  halfturn_solve_options options = {sizeof options, 0, 0, 0, 0};
  int shown = -1;
  halfturn_run run = {sizeof run, 0, 0, NULL, show_progress, &shown};
  halfturn_status status;
  size_t moves = 0;

  if (argc != 3) {
    fputs("usage: solve TABLE_FOLDER POSITION\n", stderr);
    return 2;
  }
  if (halfturn_parse(argv[2], HALFTURN_ANY, &position, &error) != HALFTURN_OK) return complain(&error);

  if (halfturn_stop_new(&stop, &error) != HALFTURN_OK) return complain(&error);
  run.stop = stop;
  signal(SIGINT, on_interrupt);

  status = halfturn_solver_open(argv[1], NULL, &run, &solver, &error);
  if (shown >= 0) fputc('\n', stderr);
  if (status == HALFTURN_OK) {
    options.max_moves = HALFTURN_NO_TARGET; /* as short as a tenth of a second allows */
    options.time_us = 100000;
    status = halfturn_solve(solver, &position.cube, &options, &run, &solutions, &error);
  }
  if (solutions != NULL) { /* after a stop, too */
    halfturn_solutions_moves(solutions, 0, &moves);
    printf("%s (%lu moves)\n", halfturn_solutions_text(solutions, 0), (unsigned long)moves);
  }
  if (status != HALFTURN_OK) complain(&error);

  signal(SIGINT, SIG_DFL);
  halfturn_solutions_free(solutions);
  halfturn_solver_free(solver);
  halfturn_stop_free(stop);
  return status == HALFTURN_OK ? 0 : 1;
}
