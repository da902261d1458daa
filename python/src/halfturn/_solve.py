"""Short and shortest solutions."""

from __future__ import annotations

import threading
from typing import Any, Callable, Dict, Iterable, List, Optional, Tuple

from . import _native
from ._arguments import (CubeLike, Folder, Progress, chosen, coerces, folder_of, seconds, threads_of, whole,
                         whole_or_none)
from ._errors import InputError, partial_as

METRICS = ("half", "quarter")
_DIAMETER = {"half": 20, "quarter": 26}
# Every cube has a solution of the diameter, and all but a few are found at once. The rest end here.
_USUAL_SECONDS = 10.0
_USUAL_SECONDS_FOR_SEVERAL = 1.0


class Solution(str):
    """The best solution that was found, as text; more about it in its attributes.

    solutions    all that were collected, shortest first, this one included
    length       its length, counted in `metric`
    metric       "half" or "quarter"
    target_met   whether all that were asked for are at most max_moves long; True without max_moves
    proved       whether it is known that nothing is shorter
    lower_bound  nothing is shorter than this, as far as was proved; 0 if nothing was
    probes       how many phase-1 solutions were tried; 0 for an OptimalSolver
    """

    solutions: Tuple[str, ...]
    length: int
    metric: str
    target_met: bool
    proved: bool
    lower_bound: int
    probes: int

    def __new__(cls, solutions: Iterable[str], metric: str, target_met: bool, proved: bool, lower_bound: int = 0,
                probes: int = 0) -> "Solution":
        every = tuple(solutions)
        self = super().__new__(cls, every[0])
        self.solutions = every
        self.length = length_of(every[0], metric)
        self.metric = metric
        self.target_met = target_met
        self.proved = proved
        self.lower_bound = lower_bound
        self.probes = probes
        return self

    def __reduce__(self) -> Any:
        return Solution, (self.solutions, self.metric, self.target_met, self.proved, self.lower_bound, self.probes)


Solution.__module__ = "halfturn"


def length_of(moves: str, metric: str) -> int:
    """The length of a sequence of face turns."""
    turns = moves.split()
    return len(turns) + (sum(turn.endswith("2") for turn in turns) if metric == "quarter" else 0)


class Solver:
    """Short solutions, by Kociemba's two-phase algorithm. Opens its tables once; keep it.

    metric    in which lengths are counted: "half" (a turn of a face is one) or "quarter" (a half turn is two)
    tables    the folder of tables; None: that of the program. Tables that are missing are built, in seconds
    resident  whether to copy the tables (740 MB) to memory, which takes a moment and makes many solutions faster;
              None: once a hundred cubes were asked for
    compact   use tables of 37 MB instead, built in about a second; solutions take a few times as long
    threads   how many to use for opening and building; 0: one for each processor
    progress  a function of (task, step, fraction); see the README

    Any number of Python threads may use it at once. The answers do not depend on the number of threads, unless a time
    limit ends the search.

    >>> import halfturn
    >>> solver = halfturn.Solver()
    >>> solver.solve("D2 R' F")
    "F' R D2"
    >>> solver.solve_many(["R U", halfturn.Cube("F2"), ""])
    ["U' R'", 'F2', '']
    """

    def __init__(self, *, metric: str = "half", tables: Optional[Folder] = None, resident: Optional[bool] = None,
                 compact: bool = False, threads: int = 0, progress: Optional[Progress] = None) -> None:
        self.metric = chosen("metric", metric, METRICS)
        self.tables = folder_of(tables)
        self._resident = resident
        self._compact = bool(compact)
        self._native = _native.Solver(self.tables, self.metric, resident, self._compact, threads_of(threads), progress)
        self._optimal: Optional[OptimalSolver] = None
        self._lock = threading.RLock()

    def __repr__(self) -> str:
        return f"Solver(metric={self.metric!r}, tables={self.tables!r})"

    def __reduce__(self) -> Any:
        return _reopened, (Solver, dict(metric=self.metric, tables=self.tables, resident=self._resident,
                                         compact=self._compact))

    def _limits(self, max_moves: Optional[int], time: Optional[float], probes: Optional[int],
                solutions: int) -> _native.Limits:
        max_moves = whole_or_none("max_moves", max_moves, 0, 60)
        time = seconds(time)
        probes = whole_or_none("probes", probes, 1, 2**63 - 1)
        if max_moves is None and time is None and probes is None:
            if solutions == 1:
                max_moves = _DIAMETER[self.metric]
            time = _USUAL_SECONDS if solutions == 1 else _USUAL_SECONDS_FOR_SEVERAL
        return _native.Limits(max_moves, time, probes)

    def solve(self, cube: CubeLike, *, max_moves: Optional[int] = None, time: Optional[float] = None,
              probes: Optional[int] = None, solutions: int = 1, optimal: bool = False, threads: int = 0,
              progress: Optional[Progress] = None,
              on_improvement: Optional[Callable[[str], object]] = None) -> Solution:
        """Solves one cube: a Cube, or a text of moves, facelets or pieces.

        max_moves       stop once enough solutions are this short
        time            stop after so many seconds, with the best found by then
        probes          stop after so many phase-1 solutions: the same result every time
        solutions       how many different ones to collect
        optimal         a shortest solution, proved (see OptimalSolver); takes neither time nor probes
        threads         how many work on this cube; 0: one for each processor
        on_improvement  a function that is called with each shorter solution

        Without a limit: at most 20 moves (26 quarter turns), or the best of ten seconds; of several solutions, the
        best of one second. There is always an answer; if a target was missed, `target_met` says so.

        After Ctrl-C the partial result is the best Solution until then.

        >>> import halfturn
        >>> solver = halfturn.Solver()
        >>> best = solver.solve("R U F", solutions=3, max_moves=10)
        >>> best, best.length, best.target_met
        ("F' U' R'", 3, True)
        >>> len(best.solutions)
        3
        """
        count = whole("solutions", solutions, 1, 1_000_000)
        if optimal:
            return self._solve_optimal(cube, max_moves, time, probes, count, threads, progress, on_improvement)
        limits = self._limits(max_moves, time, probes, count)
        with partial_as(self._solution):
            return self._solution(
                self._native.solve(cube, limits, count, threads_of(threads), progress, on_improvement))

    def _solution(self, raw: _native.SolveTuple) -> Solution:
        solutions, probes, target_met, exhausted = raw
        bound = length_of(solutions[0], self.metric) if exhausted else 0
        return Solution(solutions, self.metric, target_met, exhausted, bound, probes)

    def _solve_optimal(self, cube: CubeLike, max_moves: Optional[int], time: Optional[float], probes: Optional[int],
                       solutions: int, threads: int, progress: Optional[Progress],
                       on_improvement: Optional[Callable[[str], object]]) -> Solution:
        if max_moves is not None or time is not None or probes is not None or solutions != 1:
            raise InputError("optimal does not go with max_moves, time, probes or solutions",
                             "leave them out, or use an OptimalSolver")
        with self._lock:
            if self._optimal is None:
                self._optimal = OptimalSolver(metric=self.metric, tables=self.tables, threads=threads,
                                              progress=progress)
        found = self._optimal.solve(cube, threads=threads, progress=progress, on_improvement=on_improvement)
        assert found is not None  # without max_moves there is always one
        return found

    def solve_many(self, cubes: Iterable[CubeLike], *, max_moves: Optional[int] = None, time: Optional[float] = None,
                   probes: Optional[int] = None, threads: int = 0, errors: str = "raise",
                   progress: Optional[Progress] = None) -> List[Optional[str]]:
        """Solves many cubes, each on one thread; the limits are for each. Returns texts, in order.

        errors  "raise": an item that cannot be read raises InputError, with its `index`, before anything is solved;
                "coerce": it becomes None in the result

        After Ctrl-C the partial result is the list up to the last cube that was done.

        >>> import halfturn
        >>> halfturn.Solver().solve_many(["R U", "K", None], errors="coerce")
        ["U' R'", None, None]
        """
        return self._native.solve_many(cubes, self._limits(max_moves, time, probes, 1), False, coerces(errors),
                                       threads_of(threads), progress)


class OptimalSolver:
    """Shortest solutions, with the proof that nothing is shorter. Opens its tables once; keep it.

    metric, tables, threads, progress  as for Solver
    table  the name of the table to use; "" the largest at hand that fits into memory. If there is none, the smallest is
           built: 790 MB with its helper, besides the 740 MB of Solver

    Any number of Python threads may use it at once.

    >>> import halfturn
    >>> solver = halfturn.OptimalSolver()
    >>> best = solver.solve("R2 U2 R2 U2", all_within=0)
    >>> best, best.length, best.proved
    ('U2 R2 U2 R2', 4, True)
    >>> solver.solve("R U F", max_moves=2) is None     # proved: there is none
    True
    """

    def __init__(self, *, metric: str = "half", tables: Optional[Folder] = None, table: str = "", threads: int = 0,
                 progress: Optional[Progress] = None) -> None:
        self.metric = chosen("metric", metric, METRICS)
        self.tables = folder_of(tables)
        self._native = _native.OptimalSolver(self.tables, self.metric, table, threads_of(threads), progress)
        self.table = self._native.table

    def __repr__(self) -> str:
        return f"OptimalSolver(metric={self.metric!r}, table={self.table!r}, tables={self.tables!r})"

    def __reduce__(self) -> Any:
        return _reopened, (OptimalSolver, dict(metric=self.metric, tables=self.tables, table=self.table))

    def solve(self, cube: CubeLike, *, max_moves: Optional[int] = None, all_within: Optional[int] = None,
              lower_bound: int = 0, threads: int = 0, progress: Optional[Progress] = None,
              on_improvement: Optional[Callable[[str], object]] = None,
              on_excluded: Optional[Callable[[int], object]] = None) -> Optional[Solution]:
        """A shortest solution; None if it is proved that there is none of at most `max_moves`.

        all_within      collect all solutions of the shortest length plus this; those that differ only in the order of
                        turns of opposite faces count as one
        lower_bound     nothing is shorter, says the caller; trusted without proof
        on_improvement  a function that is called with each shorter solution
        on_excluded     a function that is called with n once it is proved that there is no solution of n moves or fewer

        After Ctrl-C the partial result is the best Solution until then, with the `lower_bound` that was proved,
        or None if there is none yet.
        """
        with partial_as(self._solution):
            return self._solution(self._native.solve(
                cube, whole_or_none("max_moves", max_moves, 0, 60), whole_or_none("all_within", all_within, 0, 60),
                whole("lower_bound", lower_bound, 0, 60), threads_of(threads), progress, on_improvement, on_excluded))

    def _solution(self, raw: _native.OptimalTuple) -> Optional[Solution]:
        solutions, lower_bound, complete, is_optimal = raw
        return Solution(solutions, self.metric, complete, is_optimal, lower_bound) if solutions else None

    def solve_many(self, cubes: Iterable[CubeLike], *, threads: int = 0, errors: str = "raise",
                   progress: Optional[Progress] = None) -> List[Optional[str]]:
        """A shortest solution for each cube, each on one thread; errors and Ctrl-C as in Solver.solve_many().

        >>> import halfturn
        >>> halfturn.OptimalSolver().solve_many(["R U", "R R"])
        ["U' R'", 'R2']
        """
        return self._native.solve_many(cubes, coerces(errors), threads_of(threads), progress)


def _reopened(engine: Callable[..., Any], options: Dict[str, Any]) -> Any:
    return engine(**options)


_shared_lock = threading.RLock()  # a progress callback, called while one is opened, may ask for another
_shared: Dict[Tuple[str, str], Solver] = {}


def shared_solver(metric: str, tables: Optional[Folder], threads: int, progress: Optional[Progress]) -> Solver:
    """The solver of the module's functions: one for each folder and metric, opened at the first use and then kept."""
    key = (folder_of(tables), chosen("metric", metric, METRICS))
    with _shared_lock:
        if key not in _shared:
            _shared[key] = Solver(metric=key[1], tables=key[0], threads=threads, progress=progress)
        return _shared[key]


def solve(cube: CubeLike, *, metric: str = "half", max_moves: Optional[int] = None, time: Optional[float] = None,
          probes: Optional[int] = None, solutions: int = 1, optimal: bool = False, threads: int = 0,
          tables: Optional[Folder] = None, progress: Optional[Progress] = None,
          on_improvement: Optional[Callable[[str], object]] = None) -> Solution:
    """Solves one cube; the options are those of Solver and Solver.solve(). The tables stay open for the next call.

    >>> import halfturn
    >>> halfturn.solve("D2 R' F")
    "F' R D2"
    >>> halfturn.solve("UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB")      # solved: nothing to do
    ''
    >>> halfturn.solve("R2 U2 R2 U2", optimal=True).proved
    True
    >>> halfturn.solve("R2 U", metric="quarter").length
    3
    """
    solver = shared_solver(metric, tables, threads_of(threads), progress)
    return solver.solve(cube, max_moves=max_moves, time=time, probes=probes, solutions=solutions, optimal=optimal,
                        threads=threads, progress=progress, on_improvement=on_improvement)


def solve_many(cubes: Iterable[CubeLike], *, metric: str = "half", max_moves: Optional[int] = None,
               time: Optional[float] = None, probes: Optional[int] = None, threads: int = 0, errors: str = "raise",
               tables: Optional[Folder] = None, progress: Optional[Progress] = None) -> List[Optional[str]]:
    """Solves many cubes; the options are those of Solver and Solver.solve_many().

    >>> import halfturn
    >>> halfturn.solve_many(["R U", "F2", ""])
    ["U' R'", 'F2', '']
    """
    solver = shared_solver(metric, tables, threads_of(threads), progress)
    return solver.solve_many(cubes, max_moves=max_moves, time=time, probes=probes, threads=threads, errors=errors,
                             progress=progress)
