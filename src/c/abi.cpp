// What programs have compiled into them stays as it is for as long as the library is libhalfturn.so.0. If one
// of these fails, the change breaks every such program: make it in another way. Structures that have a `size`
// may grow at their end.
#include <cstddef>

#include "halfturn/halfturn.h"

#define HALFTURN_MEMBER(type, member, at) static_assert(offsetof(type, member) == (at))

static_assert(sizeof(void*) == 8, "the sizes are those of x86-64");

static_assert(sizeof(halfturn_status) == 4);
static_assert(HALFTURN_OK == 0 && HALFTURN_BAD_INPUT == 1 && HALFTURN_BAD_ARGUMENT == 2);
static_assert(HALFTURN_MACHINE == 3 && HALFTURN_DAMAGED == 4 && HALFTURN_MISSING == 5);
static_assert(HALFTURN_STOPPED == 6 && HALFTURN_NO_MEMORY == 7 && HALFTURN_BUFFER_TOO_SMALL == 8);
static_assert(HALFTURN_GAVE_UP == 9 && HALFTURN_INTERNAL == 10);
static_assert(HALFTURN_HALF_TURNS == 0 && HALFTURN_QUARTER_TURNS == 1);
static_assert(HALFTURN_ANY == 0 && HALFTURN_MOVES == 1 && HALFTURN_FACELETS == 2 && HALFTURN_PIECES == 3);
static_assert(HALFTURN_MAPPED == 0 && HALFTURN_RESIDENT == 1);
static_assert(HALFTURN_BEST_TABLES == 0 && HALFTURN_SMALL_TABLES == 1 && HALFTURN_LARGE_TABLES == 2);
static_assert(HALFTURN_YELLOW == 0 && HALFTURN_WHITE == 1 && HALFTURN_ORANGE == 2);
static_assert(HALFTURN_RED == 3 && HALFTURN_GREEN == 4 && HALFTURN_BLUE == 5 && HALFTURN_COLOURS == 6);
static_assert(HALFTURN_SLOT_FR == 1 && HALFTURN_SLOT_FL == 2 && HALFTURN_SLOT_BL == 4 &&
              HALFTURN_SLOT_BR == 8);
static_assert(HALFTURN_NOT_COMPUTED == 255 && HALFTURN_NO_TARGET + 1 == 0);
static_assert(HALFTURN_FACELETS_SIZE == 55 && HALFTURN_PIECES_SIZE == 68);
static_assert(HALFTURN_MOST_SCRAMBLE_MOVES == 20 && HALFTURN_MOST_PARSED_MOVES == 1'000'000);

static_assert(sizeof(halfturn_error) == 2144 && alignof(halfturn_error) == 8);
HALFTURN_MEMBER(halfturn_error, status, 0);
HALFTURN_MEMBER(halfturn_error, line, 8);
HALFTURN_MEMBER(halfturn_error, column, 16);
HALFTURN_MEMBER(halfturn_error, index, 24);
HALFTURN_MEMBER(halfturn_error, message, 32);
HALFTURN_MEMBER(halfturn_error, hint, 1056);
HALFTURN_MEMBER(halfturn_error, table, 2080);

static_assert(sizeof(halfturn_cube) == 20 && alignof(halfturn_cube) == 1);
HALFTURN_MEMBER(halfturn_cube, corners, 0);
HALFTURN_MEMBER(halfturn_cube, edges, 8);

static_assert(sizeof(halfturn_position) == 44 && alignof(halfturn_position) == 1);
HALFTURN_MEMBER(halfturn_position, cube, 0);
HALFTURN_MEMBER(halfturn_position, by_colour, 20);
HALFTURN_MEMBER(halfturn_position, orientation, 40);
HALFTURN_MEMBER(halfturn_position, kind, 41);

static_assert(sizeof(halfturn_scramble) == 44 && alignof(halfturn_scramble) == 1);
HALFTURN_MEMBER(halfturn_scramble, cube, 0);
HALFTURN_MEMBER(halfturn_scramble, count, 20);
HALFTURN_MEMBER(halfturn_scramble, moves, 21);

static_assert(sizeof(halfturn_run) == 40);
HALFTURN_MEMBER(halfturn_run, size, 0);
HALFTURN_MEMBER(halfturn_run, threads, 8);
HALFTURN_MEMBER(halfturn_run, reserved, 12);
HALFTURN_MEMBER(halfturn_run, stop, 16);
HALFTURN_MEMBER(halfturn_run, progress, 24);
HALFTURN_MEMBER(halfturn_run, user, 32);

static_assert(sizeof(halfturn_solver_options) == 24);
HALFTURN_MEMBER(halfturn_solver_options, size, 0);
HALFTURN_MEMBER(halfturn_solver_options, metric, 8);
HALFTURN_MEMBER(halfturn_solver_options, residency, 12);
HALFTURN_MEMBER(halfturn_solver_options, compact, 16);
HALFTURN_MEMBER(halfturn_solver_options, reserved, 20);

static_assert(sizeof(halfturn_solve_options) == 32);
HALFTURN_MEMBER(halfturn_solve_options, size, 0);
HALFTURN_MEMBER(halfturn_solve_options, max_moves, 8);
HALFTURN_MEMBER(halfturn_solve_options, solutions, 12);
HALFTURN_MEMBER(halfturn_solve_options, time_us, 16);
HALFTURN_MEMBER(halfturn_solve_options, probes, 24);

static_assert(sizeof(halfturn_scrambler_options) == 40);
HALFTURN_MEMBER(halfturn_scrambler_options, size, 0);
HALFTURN_MEMBER(halfturn_scrambler_options, where, 8);
HALFTURN_MEMBER(halfturn_scrambler_options, seeded, 16);
HALFTURN_MEMBER(halfturn_scrambler_options, residency, 20);
HALFTURN_MEMBER(halfturn_scrambler_options, seed, 24);
HALFTURN_MEMBER(halfturn_scrambler_options, tries, 32);

static_assert(sizeof(halfturn_analyzer_options) == 16);
HALFTURN_MEMBER(halfturn_analyzer_options, size, 0);
HALFTURN_MEMBER(halfturn_analyzer_options, tables, 8);
HALFTURN_MEMBER(halfturn_analyzer_options, residency, 12);

static_assert(sizeof(halfturn_analyze_options) == 16);
HALFTURN_MEMBER(halfturn_analyze_options, size, 0);
HALFTURN_MEMBER(halfturn_analyze_options, colours, 8);
HALFTURN_MEMBER(halfturn_analyze_options, slots, 12);

static_assert(sizeof(halfturn_stage_options) == 24);
HALFTURN_MEMBER(halfturn_stage_options, size, 0);
HALFTURN_MEMBER(halfturn_stage_options, solutions, 8);
HALFTURN_MEMBER(halfturn_stage_options, max_moves, 12);
HALFTURN_MEMBER(halfturn_stage_options, slots, 16);
HALFTURN_MEMBER(halfturn_stage_options, reserved, 20);

static_assert(sizeof(halfturn_optimal_options) == 24);
HALFTURN_MEMBER(halfturn_optimal_options, size, 0);
HALFTURN_MEMBER(halfturn_optimal_options, table, 8);
HALFTURN_MEMBER(halfturn_optimal_options, metric, 16);
HALFTURN_MEMBER(halfturn_optimal_options, reserved, 20);

static_assert(sizeof(halfturn_optimal_search) == 24);
HALFTURN_MEMBER(halfturn_optimal_search, size, 0);
HALFTURN_MEMBER(halfturn_optimal_search, max_moves, 8);
HALFTURN_MEMBER(halfturn_optimal_search, lower_bound, 12);
HALFTURN_MEMBER(halfturn_optimal_search, all, 16);
HALFTURN_MEMBER(halfturn_optimal_search, beyond, 20);
