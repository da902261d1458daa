#ifndef HALFTURN_HALFTURN_H
#define HALFTURN_HALFTURN_H

/*
 * halfturn for C: short and shortest solutions of the 3x3x3 cube, the fewest moves for the stages of a CFOP
 * solve, scrambles, and cubes as text. C99; the shared library is libhalfturn.so.0.
 *
 *     halfturn_position position;
 *     halfturn_error error;
 *     halfturn_solver *solver;
 *     halfturn_solutions *solutions;
 *     if (halfturn_parse("R U2 F' D", HALFTURN_ANY, &position, &error)) return complain(&error);
 *     if (halfturn_solver_open(NULL, NULL, NULL, &solver, &error)) return complain(&error);
 *     if (halfturn_solve(solver, &position.cube, NULL, NULL, &solutions, &error)) return complain(&error);
 *     puts(halfturn_solutions_text(solutions, 0));
 *     halfturn_solutions_free(solutions);
 *     halfturn_solver_free(solver);
 *
 * This header goes from simple to advanced: 1 versions, 2 errors, 3 cubes and moves, 4 how work is run,
 * 5 solutions, 6 the solver, 7 scrambles, 8 stages, 9 shortest solutions. docs/c.md has examples.
 *
 * What holds for every function, unless it says otherwise:
 *
 * Results     A function that can fail returns HALFTURN_OK, which is 0, or the reason. It then writes the
 *             reason in words into *error. What it was to produce is left alone, or, if it is a pointer to an
 *             object, set to NULL.
 * NULL        Pointers must not be NULL unless a function says what NULL means. If one is, the function
 *             returns HALFTURN_BAD_ARGUMENT (or the value that it names) and does nothing else. An error may
 *             always be NULL: then nobody is told the reason in words. Arrays without elements may be NULL.
 * Text        A text is in UTF-8 and ends with a zero byte. Places in it are counted in characters.
 * Ownership   What an *_open, *_new or solving function stores through a pointer to a pointer belongs to the
 *             caller, who gives it to the *_free function of its type, once. *_free(NULL) does nothing. All
 *             other memory stays with whoever had it before: the library keeps no pointer to an argument
 *             after the call, and a pointer that it returns is valid as long as the object it was asked from.
 * Threads     A solver, an analyzer and an optimal solver may be used by any number of threads at once, each
 *             call with its own error. Solutions may be read by any number of threads. An object must not be
 *             freed while another thread uses it. Functions without an object may be called by any thread at
 *             any time. A thread must not be cancelled (pthread_cancel) within a call: request a stop.
 * Signals     Only halfturn_stop_request() may be called from a signal handler.
 * Callbacks   They may call any function of the library, but must not free what the running call uses. They
 *             must return: no longjmp.
 * Growth      Structures whose first member is `size` may grow in later versions. Set them to zero and `size`
 *             to sizeof: zero is the default of every member, so halfturn_run run = {sizeof run}; will do.
 *             All other structures and all values of enumerations stay as they are.
 * Machine     The library never prints, never exits and never changes signal handlers. It reads the
 *             environment only to find the default folder of tables.
 */

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define HALFTURN_API __attribute__((visibility("default")))
#else
#define HALFTURN_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* NOLINTBEGIN(modernize-use-using,readability-identifier-naming): these are names in C */

/* ---- 1. Versions ------------------------------------------------------------------------------------- */

/* The version of this header. */
#define HALFTURN_VERSION_MAJOR 0
#define HALFTURN_VERSION_MINOR 2
#define HALFTURN_VERSION_PATCH 0

/* The version of the library that is loaded, as "0.2.0". A constant; never NULL. */
HALFTURN_API const char* halfturn_version(void);

/* The same as numbers. Pointers that are NULL are passed over. */
HALFTURN_API void halfturn_version_numbers(int* major, int* minor, int* patch);

/* ---- 2. Errors --------------------------------------------------------------------------------------- */

/* What a function returns. Later versions may add values: treat an unknown one as a failure. */
typedef enum halfturn_status {
  HALFTURN_OK = 0,               /* done */
  HALFTURN_BAD_INPUT = 1,        /* a text cannot be understood, or a cube is not possible */
  HALFTURN_BAD_ARGUMENT = 2,     /* the call is wrong: NULL, a number out of range, an unknown name */
  HALFTURN_MACHINE = 3,          /* the disk or the operating system failed */
  HALFTURN_DAMAGED = 4,          /* a table exists, but is not what it should be */
  HALFTURN_MISSING = 5,          /* a table does not exist and is not built by itself */
  HALFTURN_STOPPED = 6,          /* a stop was requested, or a callback said so, before the work was done */
  HALFTURN_NO_MEMORY = 7,        /* memory ran out; nothing has leaked, and everything can still be used */
  HALFTURN_BUFFER_TOO_SMALL = 8, /* the array for the result is too small */
  HALFTURN_GAVE_UP = 9,          /* so many random positions in a row did not satisfy the conditions */
  HALFTURN_INTERNAL = 10         /* a mistake of the library; please report it */
} halfturn_status;

/* The name of a status in small letters, "ok", "bad_input", ..; "unknown" for other numbers. A constant. */
HALFTURN_API const char* halfturn_status_name(int status);

/*
 * Why a function failed. A plain structure of the caller, which needs no preparation and is never freed.
 * Every function that has an error as its last parameter fills it: after success, status is HALFTURN_OK, the
 * texts are empty and the numbers 0. Texts that are too long end with "...".
 */
typedef struct halfturn_error {
  int32_t status;     /* the same as the function returned */
  int32_t reserved;   /* 0 */
  uint64_t line;      /* 1-based line in the text; 0: no place */
  uint64_t column;    /* 1-based column in the line, in characters rather than bytes; 0: no place */
  uint64_t index;     /* 0-based place in the array that was given; 0 also where there is none */
  char message[1024]; /* what is wrong, without a full stop */
  char hint[1024];    /* what would be right, or what to do; may be empty */
  char table[64];     /* the name of the table to build (halfturn tables build NAME), if that would help */
} halfturn_error;

/* ---- 3. Cubes and moves ------------------------------------------------------------------------------ */

/*
 * A position of the cube relative to its centres. A plain value: copy it, compare it by memcmp (it has no
 * padding), store it. Each byte describes a place: bits 0 .. 3 the number of the piece that is there, bits 4
 * and 5 how it is turned. Corner places are URF UFL ULB UBR DFR DLF DBL DRB, edge places UR UF UL UB DR DF DL
 * DB FR FL BL BR; a piece has the number of the place where it is solved. Turn of a corner 0 .. 2: its first
 * sticker (U or D) lies on the place's letter with that number. Turn of an edge 0 or 1 likewise.
 *
 * Functions that take a cube return HALFTURN_BAD_INPUT if no turning of faces leads to it.
 */
typedef struct halfturn_cube {
  uint8_t corners[8];
  uint8_t edges[12];
} halfturn_cube;

/*
 * A move is a number 0 .. 17: U U2 U' R R2 R' F F2 F' D D2 D' L L2 L' B B2 B'. Functions that take moves
 * return HALFTURN_BAD_ARGUMENT for a greater number; error->index says which move it was.
 */
typedef uint8_t halfturn_move;

/* How lengths are counted. */
typedef enum halfturn_metric {
  HALFTURN_HALF_TURNS = 0,   /* every turn of a face counts as one */
  HALFTURN_QUARTER_TURNS = 1 /* a half turn counts as two */
} halfturn_metric;

/* How a cube is written. */
typedef enum halfturn_kind {
  HALFTURN_ANY = 0,   /* any of the following, recognised by its shape; the empty text is the solved cube */
  HALFTURN_MOVES = 1, /* the moves that lead to it from solved */
  HALFTURN_FACELETS = 2, /* 54 letters, or ? where one is unknown */
  HALFTURN_PIECES = 3    /* twenty pieces, UF UR UB .. */
} halfturn_kind;

/* A cube as somebody holds it. */
typedef struct halfturn_position {
  halfturn_cube cube;      /* faces named by where they are now: this is what to solve */
  halfturn_cube by_colour; /* the same turned to white up and green in front: this is what to analyse */
  uint8_t orientation; /* the rotation from the latter to the former, 0 for none: a number of the library */
  uint8_t kind;        /* a halfturn_kind, not HALFTURN_ANY: how it was written */
  uint8_t reserved[2]; /* 0 */
} halfturn_position;

/* Bytes for the texts of a cube, with the zero at the end. */
#define HALFTURN_FACELETS_SIZE 55
#define HALFTURN_PIECES_SIZE 68

/* Bytes that are enough for the text of so many moves, with the zero at the end. */
#define HALFTURN_MOVES_TEXT_SIZE(count) (3 * (count) + 1)

/* The longest sequence that halfturn_parse_moves() accepts. */
#define HALFTURN_MOST_PARSED_MOVES 1000000

/* Sets *cube to the solved cube. Does nothing if cube is NULL. */
HALFTURN_API void halfturn_cube_solved(halfturn_cube* cube);

/* 1 if the cube is solved, else 0; also 0 for NULL. */
HALFTURN_API int halfturn_cube_is_solved(const halfturn_cube* cube);

/*
 * Reads a cube: moves with wide moves, slices, rotations, brackets, commutators and comments; facelets in any
 * of the 24 ways to hold the cube, by faces URFDLB or by colours WRGYOB; or pieces. docs/formats.md says what
 * is accepted.
 *   kind  a halfturn_kind: what the text must be
 * Fails with
 *   HALFTURN_BAD_INPUT     the text cannot be understood, or the cube is not possible; line and column say
 *                          where, except for faults that concern the whole cube (a twisted corner, a flipped
 *                          edge, two exchanged pieces)
 *   HALFTURN_BAD_ARGUMENT  text or position is NULL, or kind is no halfturn_kind
 *   HALFTURN_NO_MEMORY
 */
HALFTURN_API halfturn_status halfturn_parse(const char* text, int kind, halfturn_position* position,
                                            halfturn_error* error);

/*
 * Says whether a cube is possible. Fails with HALFTURN_BAD_INPUT (it is not; the message says which law is
 * broken), HALFTURN_BAD_ARGUMENT (NULL).
 */
HALFTURN_API halfturn_status halfturn_cube_check(const halfturn_cube* cube, halfturn_error* error);

/*
 * *result is the position after moves that take solved to `first`, then moves that take solved to `then`.
 * result may be one of the two. Fails with HALFTURN_BAD_INPUT, HALFTURN_BAD_ARGUMENT (NULL).
 */
HALFTURN_API halfturn_status halfturn_cube_compose(const halfturn_cube* first, const halfturn_cube* then,
                                                   halfturn_cube* result, halfturn_error* error);

/* *result is the position that undoes `cube`. result may be cube. Fails as halfturn_cube_compose() does. */
HALFTURN_API halfturn_status halfturn_cube_invert(const halfturn_cube* cube, halfturn_cube* result,
                                                  halfturn_error* error);

/*
 * *result is the cube after these moves. result may be cube. Fails with HALFTURN_BAD_INPUT (the cube),
 * HALFTURN_BAD_ARGUMENT (NULL; a number that is no move).
 */
HALFTURN_API halfturn_status halfturn_cube_apply(const halfturn_cube* cube, const halfturn_move* moves,
                                                 size_t count, halfturn_cube* result, halfturn_error* error);

/*
 * Writes the 54 facelets, as letters of faces in the order URFDLB, and a zero.
 *   orientation  how the cube is held: 0, or what halfturn_parse() gave
 *   text         HALFTURN_FACELETS_SIZE bytes
 * Fails with HALFTURN_BAD_INPUT (the cube), HALFTURN_BAD_ARGUMENT (NULL; no rotation has this number).
 */
HALFTURN_API halfturn_status halfturn_cube_facelets(const halfturn_cube* cube, int orientation, char* text,
                                                    halfturn_error* error);

/* Writes the twenty pieces and a zero: HALFTURN_PIECES_SIZE bytes. Fails as halfturn_cube_invert() does. */
HALFTURN_API halfturn_status halfturn_cube_pieces(const halfturn_cube* cube, char* text,
                                                  halfturn_error* error);

/*
 * Reads a sequence of moves; wide moves, slices and rotations become turns of faces.
 *   moves        where they go; may be NULL if capacity is 0
 *   capacity     how many fit there
 *   count        how many there are; also set if they do not fit
 *   orientation  how the cube is held afterwards (halfturn_position); may be NULL
 * Fails with
 *   HALFTURN_BAD_INPUT         the text cannot be understood; line and column say where
 *   HALFTURN_BUFFER_TOO_SMALL  *count is more than capacity; nothing was written to moves
 *   HALFTURN_BAD_ARGUMENT (NULL), HALFTURN_NO_MEMORY
 */
HALFTURN_API halfturn_status halfturn_parse_moves(const char* text, halfturn_move* moves, size_t capacity,
                                                  size_t* count, uint8_t* orientation, halfturn_error* error);

/*
 * Writes moves as text, "R U2 F'", and a zero.
 *   size  bytes at text; HALFTURN_MOVES_TEXT_SIZE(count) are always enough
 * Fails with HALFTURN_BUFFER_TOO_SMALL (nothing was written), HALFTURN_BAD_ARGUMENT (NULL; a number that is
 * no move), HALFTURN_NO_MEMORY.
 */
HALFTURN_API halfturn_status halfturn_moves_text(const halfturn_move* moves, size_t count, char* text,
                                                 size_t size, halfturn_error* error);

/*
 * The sequence that undoes this one: `count` moves at result, which may be moves. Fails with
 * HALFTURN_BAD_ARGUMENT (NULL; a number that is no move).
 */
HALFTURN_API halfturn_status halfturn_moves_invert(const halfturn_move* moves, size_t count,
                                                   halfturn_move* result, halfturn_error* error);

/*
 * The length of a sequence. Fails with HALFTURN_BAD_ARGUMENT (NULL; a number that is no move; metric is no
 * halfturn_metric).
 */
HALFTURN_API halfturn_status halfturn_moves_length(const halfturn_move* moves, size_t count, int metric,
                                                   size_t* length, halfturn_error* error);

/* ---- 4. How work is run ------------------------------------------------------------------------------ */

/* A wish to stop. Any number of calls, in any threads, may watch one. */
typedef struct halfturn_stop halfturn_stop;

/*
 * A new stop, not requested yet, for the caller to free. It has a thread of its own that sleeps, with all
 * signals blocked. A child process made by fork() must not use a stop of its parent. Fails with
 * HALFTURN_BAD_ARGUMENT (NULL), HALFTURN_NO_MEMORY, HALFTURN_MACHINE (no thread could be started).
 */
HALFTURN_API halfturn_status halfturn_stop_new(halfturn_stop** stop, halfturn_error* error);

/*
 * Asks all calls that watch the stop to end soon, and those that will watch it to end at once: it stays
 * requested. Any thread may do that, at any time, and any signal handler. Does nothing if stop is NULL.
 */
HALFTURN_API void halfturn_stop_request(halfturn_stop* stop);

/* 1 if a stop was requested, else 0; also 0 for NULL. */
HALFTURN_API int halfturn_stop_requested(const halfturn_stop* stop);

/* No call may watch it any more. */
HALFTURN_API void halfturn_stop_free(halfturn_stop* stop);

/*
 * Tells how far some work has got: a table that is built or read, a search for a shortest solution, positions
 * that are drawn. Always called by the thread that called the library. The texts are valid during the call.
 *   user      as in halfturn_run
 *   task      what is running: a table's name, "depth 12"
 *   step      what it is doing now: "distances", "writing", "search"
 *   fraction  0 .. 1, of the step
 * Returns 0 to go on, anything else to stop: the function then returns HALFTURN_STOPPED.
 */
typedef int (*halfturn_progress)(void* user, const char* task, const char* step, double fraction);

/* How work is run. NULL in its place means all defaults. */
typedef struct halfturn_run {
  size_t size;                /* sizeof(halfturn_run) */
  int32_t threads;            /* 1 .. 1024; 0: one for each processor that the process may use */
  int32_t reserved;           /* 0 */
  halfturn_stop* stop;        /* what to watch; NULL: nothing. Must outlive the call. */
  halfturn_progress progress; /* NULL: nobody wants to know */
  void* user;                 /* handed to progress; may be NULL */
} halfturn_run;

/* Where the content of tables lies. */
typedef enum halfturn_residency {
  /* In the file's pages: opens at once, right for a few questions. If somebody cuts the file meanwhile, the
   * system sends SIGBUS. */
  HALFTURN_MAPPED = 0,
  /* Copied to memory: takes a second, right for hundreds of questions. */
  HALFTURN_RESIDENT = 1
} halfturn_residency;

/*
 * The folder where tables are looked for if none is named: $HALFTURN_TABLES, else $XDG_CACHE_HOME/halfturn,
 * else ~/.cache/halfturn. The program halfturn uses the same.
 *   size  bytes at folder, with the zero at the end
 * Fails with HALFTURN_BUFFER_TOO_SMALL (nothing was written), HALFTURN_BAD_ARGUMENT (NULL),
 * HALFTURN_BAD_INPUT (the environment names no folder). Not to be called while another thread changes the
 * environment.
 */
HALFTURN_API halfturn_status halfturn_default_folder(char* folder, size_t size, halfturn_error* error);

/*
 * What holds for every *_open function:
 *   folder   the folder of tables; NULL: the default folder. It is made if it does not exist. Tables that are
 *            missing or of another version are built there, once: that takes seconds, all processors, and up
 *            to 1 GB of memory and of disk. Threads and processes may open, and build, in one folder at once.
 *   options  NULL: all defaults
 *   run      NULL: all defaults. Progress is reported while tables are built or read.
 * They fail with
 *   HALFTURN_BAD_ARGUMENT  a pointer is NULL, the folder is the empty text, an option is out of range
 *   HALFTURN_BAD_INPUT     the default folder is wanted, and the environment names none
 *   HALFTURN_DAMAGED       a file there is damaged, or is no table; it is left alone
 *   HALFTURN_MACHINE       the folder cannot be made, read or written, the disk is full
 *   HALFTURN_STOPPED, HALFTURN_NO_MEMORY
 */

/* ---- 5. Solutions ------------------------------------------------------------------------------------ */

/* Sequences of moves, shortest first. Immutable: any number of threads may read it. */
typedef struct halfturn_solutions halfturn_solutions;

/* Frees them and all that was asked from them. */
HALFTURN_API void halfturn_solutions_free(halfturn_solutions* solutions);

/* How many there are; 0 for NULL. */
HALFTURN_API size_t halfturn_solutions_count(const halfturn_solutions* solutions);

/*
 * The moves of one; *count says how many. Belongs to the solutions. Never NULL for an index below
 * halfturn_solutions_count(), also where there are no moves; NULL, and *count 0, for other indices and for
 * NULL. count may be NULL.
 */
HALFTURN_API const halfturn_move* halfturn_solutions_moves(const halfturn_solutions* solutions, size_t index,
                                                           size_t* count);

/* One as text, "R U2 F'"; the empty text for no moves. NULL where there is none. Belongs to the solutions. */
HALFTURN_API const char* halfturn_solutions_text(const halfturn_solutions* solutions, size_t index);

/*
 * What a solution of a stage reaches, for people: "FL" where it fills that slot. The empty text for solutions
 * of whole cubes. NULL where there is none. Belongs to the solutions.
 */
HALFTURN_API const char* halfturn_solutions_reached(const halfturn_solutions* solutions, size_t index);

/*
 * 1 if the search came to its end. Of the solver: nothing shorter exists. Of the optimal solver: the first is
 * shortest, and with `all` none is missing; if there is none, none of at most max_moves exists. Of a stage:
 * these are the shortest, and if they are fewer than asked for, there are no more. Else 0; also 0 for NULL.
 */
HALFTURN_API int halfturn_solutions_complete(const halfturn_solutions* solutions);

/*
 * 1 if there are as many solutions as asked for, each of at most max_moves; always 1 if no such target was
 * given. Else 0, because a limit ended the search; also 0 for NULL.
 */
HALFTURN_API int halfturn_solutions_target_met(const halfturn_solutions* solutions);

/* No solution is shorter than this, as far as it is proved; 0 if nothing is known, and for NULL. */
HALFTURN_API int halfturn_solutions_lower_bound(const halfturn_solutions* solutions);

/* How many phase-1 solutions were tried: a measure of work of the two-phase algorithm. 0 for NULL. */
HALFTURN_API uint64_t halfturn_solutions_probes(const halfturn_solutions* solutions);

/* ---- 6. The solver: short solutions ------------------------------------------------------------------ */

/* A two-phase solver with its tables, for one metric. Any number of threads may use it at once. */
typedef struct halfturn_solver halfturn_solver;

/* How to open a solver. */
typedef struct halfturn_solver_options {
  size_t size;       /* sizeof(halfturn_solver_options) */
  int32_t metric;    /* a halfturn_metric: in which it looks for short solutions */
  int32_t residency; /* a halfturn_residency */
  int32_t compact; /* not 0: use tables of 37 MB instead of 740, built in about a second; solutions take a few
                      times as long */
  int32_t reserved; /* 0 */
} halfturn_solver_options;

/* max_moves of a solver without a target: the search goes on until another limit ends it. */
#define HALFTURN_NO_TARGET (-1)

/* What to search for, and when to stop: the first limit that is reached ends the search. */
typedef struct halfturn_solve_options {
  size_t size;       /* sizeof(halfturn_solve_options) */
  int32_t max_moves; /* stop once enough solutions are this short, 1 .. 40 in the solver's metric; 0: as many
                        as every cube needs, 20 or 26 quarter turns; or HALFTURN_NO_TARGET */
  int32_t solutions; /* how many different ones to collect, 1 .. 1000; 0: 1 */
  uint64_t time_us;  /* answer with the best found within so many microseconds, up to 10^15; 0: no limit */
  uint64_t probes;   /* stop after trying so many phase-1 solutions; 0: no limit. Unlike a time limit, this
                        gives the same answer every time. */
} halfturn_solve_options;

/*
 * Opens a solver for the caller to free. Its tables take 740 MB on disk for half turns, 37 MB if they are
 * compact, and are built on first use.
 */
HALFTURN_API halfturn_status halfturn_solver_open(const char* folder, const halfturn_solver_options* options,
                                                  const halfturn_run* run, halfturn_solver** solver,
                                                  halfturn_error* error);

/* No thread may use it any more. Solutions that it has given stay valid. */
HALFTURN_API void halfturn_solver_free(halfturn_solver* solver);

/*
 * Solves a cube; all threads of the run work on it. The solutions belong to the caller; there is at least
 * one, and for a solved cube it has no moves. The answer is the same for any number of threads, unless a time
 * limit or a stop ended the search. Reports no progress.
 *   options  NULL: all defaults. Without any limit (HALFTURN_NO_TARGET alone) it runs until it is stopped or
 *            has proved that nothing shorter exists, which may take for ever.
 * Fails with
 *   HALFTURN_BAD_INPUT     the cube is not possible
 *   HALFTURN_BAD_ARGUMENT  NULL, or an option is out of range
 *   HALFTURN_STOPPED       *solutions still holds the best found until then, for the caller to free
 *   HALFTURN_NO_MEMORY
 */
HALFTURN_API halfturn_status halfturn_solve(const halfturn_solver* solver, const halfturn_cube* cube,
                                            const halfturn_solve_options* options, const halfturn_run* run,
                                            halfturn_solutions** solutions, halfturn_error* error);

/*
 * Takes the solutions of one of many cubes. Called in the order of the cubes, from any thread, never two at
 * once. The solutions belong to the library and are valid during the call.
 *   user   as handed to the function that calls it
 *   index  of the cube
 * Returns 0 to go on, anything else to stop: HALFTURN_STOPPED is then returned if cubes are left.
 */
typedef int (*halfturn_solved)(void* user, size_t index, const halfturn_solutions* solutions);

/*
 * Solves many cubes, each on one thread, which is the quickest way for many. Gives the same solutions as
 * halfturn_solve(). Reports as progress the part of the cubes that is done.
 *   cubes   count of them; if one is not possible, none is solved, and error->index says which it is
 *   solved  called for each cube; user is handed to it
 *   done    how many cubes it was called for, in any case; may be NULL
 * Fails as halfturn_solve() does.
 */
HALFTURN_API halfturn_status halfturn_solve_many(const halfturn_solver* solver, const halfturn_cube* cubes,
                                                 size_t count, const halfturn_solve_options* options,
                                                 const halfturn_run* run, halfturn_solved solved, void* user,
                                                 size_t* done, halfturn_error* error);

/* ---- 7. Scrambles ------------------------------------------------------------------------------------ */

/* The longest scramble. */
#define HALFTURN_MOST_SCRAMBLE_MOVES 20

/* A scramble, and the position that it leads to from solved. */
typedef struct halfturn_scramble {
  halfturn_cube cube;
  uint8_t count;                                     /* of the moves, 2 .. 20 */
  halfturn_move moves[HALFTURN_MOST_SCRAMBLE_MOVES]; /* the rest is 0 */
  uint8_t reserved[3];                               /* 0 */
} halfturn_scramble;

/* A source of random positions. One thread at a time. */
typedef struct halfturn_scrambler halfturn_scrambler;

/* How to open a scrambler. */
typedef struct halfturn_scrambler_options {
  size_t size;       /* sizeof(halfturn_scrambler_options) */
  const char* where; /* conditions on the stages of CFOP, "cross(W)=7 and xcross(any)>=8" (docs/where.md);
                        NULL: none */
  int32_t seeded;    /* not 0: use `seed`; 0: use one that the system draws */
  int32_t residency; /* a halfturn_residency, of the tables that turn a position into moves */
  uint64_t seed;     /* the same seed and conditions give the same scrambles on every machine, and the same as
                        halfturn scramble --seed */
  uint64_t tries;    /* give up after so many candidates in a row that fail the conditions; 0: 10^9 */
} halfturn_scrambler_options;

/*
 * Opens a scrambler for the caller to free. Every position that satisfies the conditions, and that takes two
 * moves or more to solve, is equally likely. Besides what all *_open functions fail with:
 *   HALFTURN_BAD_INPUT  `where` cannot be understood (column says where), or asks for what is known to be
 *                       impossible
 */
HALFTURN_API halfturn_status halfturn_scrambler_open(const char* folder,
                                                     const halfturn_scrambler_options* options,
                                                     const halfturn_run* run, halfturn_scrambler** scrambler,
                                                     halfturn_error* error);

/* No thread may use it any more. */
HALFTURN_API void halfturn_scrambler_free(halfturn_scrambler* scrambler);

/* The seed in use, to get the same scrambles again; 0 for NULL. */
HALFTURN_API uint64_t halfturn_scrambler_seed(const halfturn_scrambler* scrambler);

/*
 * The next scrambles. How they are divided into calls does not matter, and nothing is lost by a stop: the
 * next call goes on where this one ended. A second call before the first has returned gives
 * HALFTURN_BAD_ARGUMENT.
 *   scrambles  count of them, in the caller's memory
 *   made       how many were made, in any case, at the beginning of the array; may be NULL
 * Fails with
 *   HALFTURN_GAVE_UP       too many candidates in a row have failed the conditions
 *   HALFTURN_STOPPED
 *   HALFTURN_BAD_ARGUMENT  NULL, an option is out of range, or the scrambler is in use
 *   HALFTURN_DAMAGED, HALFTURN_MACHINE (a table turned out to be damaged), HALFTURN_NO_MEMORY
 */
HALFTURN_API halfturn_status halfturn_scrambles(halfturn_scrambler* scrambler, size_t count,
                                                const halfturn_run* run, halfturn_scramble* scrambles,
                                                size_t* made, halfturn_error* error);

/* ---- 8. Stages of a CFOP solve ----------------------------------------------------------------------- */

/*
 * Stages have names: cross, xcross, xxcross, xxxcross, f2l, and the same with pseudo_, eo_ and others before
 * them. halfturn_stage_name() lists them all. Lengths are half turns.
 */

/* The colour at the bottom, of a cube with white up and green in front before it is turned. */
typedef enum halfturn_colour {
  HALFTURN_YELLOW = 0, /* face D */
  HALFTURN_WHITE = 1,  /* U */
  HALFTURN_ORANGE = 2, /* L */
  HALFTURN_RED = 3,    /* R */
  HALFTURN_GREEN = 4,  /* F */
  HALFTURN_BLUE = 5    /* B */
} halfturn_colour;

/* How many there are. */
#define HALFTURN_COLOURS 6

/* A length that was not asked for, or not computed because of a stop. Never 0, which means no moves. */
#define HALFTURN_NOT_COMPUTED 255

/* Slots for pairs, as bits, as the cube is held with the colour at the bottom. */
#define HALFTURN_SLOT_FR 1
#define HALFTURN_SLOT_FL 2
#define HALFTURN_SLOT_BL 4
#define HALFTURN_SLOT_BR 8

/* The name of a stage, in the order in which the program lists them; NULL from the number of stages on. */
HALFTURN_API const char* halfturn_stage_name(size_t number);

/*
 * Whether a cube has reached a stage: *reached is 1 or 0. Needs no tables.
 *   cube    halfturn_position.by_colour if it was written as somebody holds it
 *   stage   its name
 *   colour  a halfturn_colour
 *   slots   the stage must be reached by these; 0: by any
 * Fails with HALFTURN_BAD_INPUT (the cube), HALFTURN_BAD_ARGUMENT (NULL; no such stage, colour or slots).
 */
HALFTURN_API halfturn_status halfturn_stage_reached(const halfturn_cube* cube, const char* stage, int colour,
                                                    uint32_t slots, int* reached, halfturn_error* error);

/* The tables of some stages. Any number of threads may use it at once. */
typedef struct halfturn_analyzer halfturn_analyzer;

/* Which tables to use. All give the same answers. */
typedef enum halfturn_table_size {
  HALFTURN_BEST_TABLES = 0,  /* the small ones and those large ones that exist */
  HALFTURN_SMALL_TABLES = 1, /* about 400 MB for all stages, built on first use */
  HALFTURN_LARGE_TABLES = 2  /* 5.5 GB for all stages, which are not built by themselves */
} halfturn_table_size;

/* How to open an analyzer. */
typedef struct halfturn_analyzer_options {
  size_t size;       /* sizeof(halfturn_analyzer_options) */
  int32_t tables;    /* a halfturn_table_size */
  int32_t residency; /* a halfturn_residency */
} halfturn_analyzer_options;

/*
 * Opens an analyzer for these stages, for the caller to free.
 *   stages  their names, count of them, none twice; at least one
 * Besides what all *_open functions fail with: HALFTURN_BAD_ARGUMENT (no stage, an unknown one, one twice:
 * error->index says which), HALFTURN_MISSING (large tables are asked for, and error->table does not exist).
 */
HALFTURN_API halfturn_status halfturn_analyzer_open(const char* folder, const char* const* stages,
                                                    size_t count, const halfturn_analyzer_options* options,
                                                    const halfturn_run* run, halfturn_analyzer** analyzer,
                                                    halfturn_error* error);

/* No thread may use it any more. Solutions that it has given stay valid. */
HALFTURN_API void halfturn_analyzer_free(halfturn_analyzer* analyzer);

/* How many stages it was opened for; 0 for NULL. */
HALFTURN_API size_t halfturn_analyzer_stages(const halfturn_analyzer* analyzer);

/* What to analyse. */
typedef struct halfturn_analyze_options {
  size_t size;      /* sizeof(halfturn_analyze_options) */
  uint32_t colours; /* bit n for halfturn_colour n: the others are not computed; 0: all six */
  uint32_t slots;   /* the stages must be reached by these; 0: by any. With too few for a stage, it is not
                       computed */
} halfturn_analyze_options;

/*
 * The least number of moves to each stage, for each colour at the bottom. The colours of one cube are spread
 * over the threads; of several cubes, each runs on one thread. Reports as progress the part of the cubes that
 * is done, if they are several.
 *   cubes    count of them, white up and green in front (halfturn_position.by_colour)
 *   lengths  count * stages * 6 bytes: that of cube c, stage s (in the order of halfturn_analyzer_open) and
 *            colour v is lengths[(c * stages + s) * 6 + v]. All are written, if only as
 *            HALFTURN_NOT_COMPUTED, unless the call is wrong or a cube is not possible.
 *   done     how many cubes were done, in any case, from the first one on; may be NULL
 * Fails with
 *   HALFTURN_BAD_INPUT     a cube is not possible: error->index says which, and none was analysed
 *   HALFTURN_BAD_ARGUMENT  NULL, an option is out of range, or no memory could hold so many lengths
 *   HALFTURN_STOPPED       the lengths of cubes that were not done are HALFTURN_NOT_COMPUTED
 *   HALFTURN_DAMAGED       a table turned out to be damaged
 *   HALFTURN_NO_MEMORY
 */
HALFTURN_API halfturn_status halfturn_analyze(const halfturn_analyzer* analyzer, const halfturn_cube* cubes,
                                              size_t count, const halfturn_analyze_options* options,
                                              const halfturn_run* run, uint8_t* lengths, size_t* done,
                                              halfturn_error* error);

/* Which solutions of a stage to find. */
typedef struct halfturn_stage_options {
  size_t size;       /* sizeof(halfturn_stage_options) */
  int32_t solutions; /* find at most so many, 1 .. 100000; 0: 1 */
  int32_t max_moves; /* find none longer than this, 1 .. 20; 0: any */
  uint32_t slots;    /* the stage must be reached by these; 0: by any */
  uint32_t reserved; /* 0 */
} halfturn_stage_options;

/*
 * The shortest solutions of a stage, by length, then by the order of their moves. They are executed on the
 * cube held with the colour at the bottom: turn it first, by z2 for white, z' orange, z red, x' green, x
 * blue. A stage that is reached already has one solution, without moves. Runs on the caller's thread alone
 * and reports no progress.
 *   cube    white up and green in front
 *   stage   one of those that the analyzer was opened for
 *   colour  a halfturn_colour
 * Fails with
 *   HALFTURN_BAD_INPUT     the cube is not possible
 *   HALFTURN_BAD_ARGUMENT  NULL, an option is out of range, or the analyzer was not opened for the stage
 *   HALFTURN_STOPPED       *solutions still holds those found until then, for the caller to free
 *   HALFTURN_DAMAGED, HALFTURN_NO_MEMORY
 */
HALFTURN_API halfturn_status halfturn_stage_solutions(const halfturn_analyzer* analyzer,
                                                      const halfturn_cube* cube, const char* stage,
                                                      int colour, const halfturn_stage_options* options,
                                                      const halfturn_run* run, halfturn_solutions** solutions,
                                                      halfturn_error* error);

/* ---- 9. Shortest solutions --------------------------------------------------------------------------- */

/* A solver for shortest solutions, for one metric. Any number of threads may use it at once. */
typedef struct halfturn_optimal halfturn_optimal;

/* How to open it. */
typedef struct halfturn_optimal_options {
  size_t size;       /* sizeof(halfturn_optimal_options) */
  const char* table; /* the name of a table; NULL: the largest at hand that fits into memory, or the smallest,
                        which is then built */
  int32_t metric;    /* a halfturn_metric */
  int32_t reserved;  /* 0 */
} halfturn_optimal_options;

/* What to search for. */
typedef struct halfturn_optimal_search {
  size_t size;         /* sizeof(halfturn_optimal_search) */
  int32_t max_moves;   /* ask only for solutions of at most this length, 1 .. 40; 0: any */
  int32_t lower_bound; /* nothing shorter exists, says the caller; trusted, 1 .. 40; 0: nothing is known */
  int32_t all;         /* not 0: every solution that is at most `beyond` longer than the shortest */
  int32_t beyond;      /* 0 .. 40; must be 0 without `all` */
} halfturn_optimal_search;

/*
 * Opens an optimal solver for the caller to free. The smallest table takes 700 MB, besides those of
 * halfturn_solver_open(); it is read into memory. Besides what all *_open functions fail with:
 * HALFTURN_BAD_INPUT (no table of this metric has the name; the hint lists them).
 */
HALFTURN_API halfturn_status halfturn_optimal_open(const char* folder,
                                                   const halfturn_optimal_options* options,
                                                   const halfturn_run* run, halfturn_optimal** optimal,
                                                   halfturn_error* error);

/* No thread may use it any more. Solutions that it has given stay valid. */
HALFTURN_API void halfturn_optimal_free(halfturn_optimal* optimal);

/* The name of the table in use; NULL for NULL. Belongs to the optimal solver. */
HALFTURN_API const char* halfturn_optimal_table(const halfturn_optimal* optimal);

/*
 * A shortest solution of a cube, or all of them; all threads of the run work on it. A random cube takes a
 * second or so, some take minutes. The answer is the same for any table and any number of threads, unless it
 * is stopped. Reports as progress the part of a depth that is done. The solutions belong to the caller; there
 * may be none if max_moves is given. Fails as halfturn_solve() does; after HALFTURN_STOPPED,
 * halfturn_solutions_lower_bound() says what is proved.
 */
HALFTURN_API halfturn_status halfturn_optimal_solve(const halfturn_optimal* optimal,
                                                    const halfturn_cube* cube,
                                                    const halfturn_optimal_search* search,
                                                    const halfturn_run* run, halfturn_solutions** solutions,
                                                    halfturn_error* error);

/* The same for many cubes, each on one thread; all is as for halfturn_solve_many(). */
HALFTURN_API halfturn_status halfturn_optimal_solve_many(const halfturn_optimal* optimal,
                                                         const halfturn_cube* cubes, size_t count,
                                                         const halfturn_optimal_search* search,
                                                         const halfturn_run* run, halfturn_solved solved,
                                                         void* user, size_t* done, halfturn_error* error);

/* NOLINTEND(modernize-use-using,readability-identifier-naming) */

#ifdef __cplusplus
}
#endif

#endif
