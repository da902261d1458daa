"""Whole cosets of H: 19,508,428,800 positions at a time."""

from __future__ import annotations

import threading
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Tuple

from . import _native
from ._arguments import CubeLike, Folder, Progress, chosen, folder_of, threads_of, whole, whole_or_none
from ._errors import InputError, partial_as

COSET_POSITIONS: int = _native.COSET_POSITIONS
ENGINES = ("fast", "search", "bitmap", "set")
_USUAL_DEPTHS = {"fast": 15, "search": 15, "bitmap": 13, "set": 12}
_DEEPEST = 30


class CosetLevel(NamedTuple):
    """What is known once a level is done."""

    depth: int
    probes: int  #: phase-1 solutions of this length that were tried
    fresh: Optional[int]  #: positions first reached at this depth; None if not counted
    total: Optional[int]  #: positions reached so far; None if not counted
    exact: bool  #: all positions within this depth are reached; else some may be missing


class CosetResult(NamedTuple):
    """What is known of a coset."""

    levels: Tuple[CosetLevel, ...]
    proved: Optional[int]  #: of a proof: the bound, if it holds for every position
    remaining: int  #: positions neither reached nor solved singly
    solved_singly: int  #: positions that the two-phase solver solved within the bound
    unsolved: Tuple[_native.Cube, ...]  #: some of the remaining ones, if they were asked for


for _class in (CosetLevel, CosetResult):
    _class.__module__ = "halfturn"


def _result(raw: Tuple[Any, ...]) -> CosetResult:
    levels, proved, remaining, solved_singly, unsolved = raw
    return CosetResult(tuple(CosetLevel(*level) for level in levels), proved, remaining, solved_singly, tuple(unsolved))


class CosetSolver:
    """Explores cosets of H, the positions that U, D and half turns of the other faces reach, and proves bounds for them.

    A proof, and every engine but "set", takes 6 GB of memory, from the first coset on; keep the solver for the next.
    Opens both tables of Solver. Python threads may share it; their calls wait for each other.

    tables, threads, progress  as for Solver

    >>> import halfturn
    >>> solver = halfturn.CosetSolver()
    >>> [(level.depth, level.fresh) for level in solver.explore("R U F", engine="set", search_depth=6).levels]
    [(3, 2), (4, 18), (5, 117), (6, 862)]
    """

    def __init__(self, *, tables: Optional[Folder] = None, threads: int = 0,
                 progress: Optional[Progress] = None) -> None:
        self.tables = folder_of(tables)
        self._native = _native.CosetSolver(self.tables, threads_of(threads), progress)

    def prove(self, position: CubeLike, bound: int = 20, *, unsolved: int = 0, threads: int = 0,
              progress: Optional[Progress] = None,
              on_level: Optional[Callable[[CosetLevel], object]] = None) -> CosetResult:
        """Shows, if it holds, that every position in the coset of `position` takes at most `bound` moves.

        unsolved  list at most so many of the positions for which it was not shown
        on_level  a function that is called with each CosetLevel when it is done

        After Ctrl-C the partial result is a CosetResult with the levels that were finished.
        """
        with partial_as(_result):
            return _result(self._native.prove(position, whole("bound", bound, 1, _DEEPEST),
                                              whole("unsolved", unsolved, 0, 10**9), threads_of(threads), progress,
                                              _level_callback(on_level)))

    def explore(self, position: CubeLike, *, search_depth: Optional[int] = None, depth: Optional[int] = None,
                engine: str = "fast", unsolved: int = 0, threads: int = 0, progress: Optional[Progress] = None,
                on_level: Optional[Callable[[CosetLevel], object]] = None) -> CosetResult:
        """Finds the positions of the coset of `position`, level by level.

        search_depth  search all sequences of at most so many moves; None: what takes a few seconds
        depth         then go on with prepasses alone to this depth (engine "fast")
        engine        "fast", "search" (no prepasses), "bitmap" (plain search, one thread), or "set": plain search into a
                      hash set, without the 6 GB, for shallow depths

        unsolved, on_level and Ctrl-C as in prove(). The engine "set" lists nothing unsolved.
        """
        engine = chosen("engine", engine, ENGINES)
        search_depth = whole_or_none("search_depth", search_depth, 0, _DEEPEST)
        depth = whole_or_none("depth", depth, 0, _DEEPEST)
        if search_depth is None:
            usual = _USUAL_DEPTHS[engine]
            search_depth = usual if depth is None else min(depth, usual) if engine == "fast" else depth
        if depth is None:
            depth = search_depth
        if depth < search_depth:
            raise InputError(f"the depth, {depth}, is less than that of the search, {search_depth}",
                             "give the same for both, or more")
        if depth > search_depth and engine != "fast":
            raise InputError("only prepasses go deeper than the search, and only the engine fast has them",
                             "give the same depth for both")
        if engine == "set" and unsolved:
            raise InputError("the engine set does not list what it has not reached", "use bitmap, search or fast")
        with partial_as(_result):
            return _result(self._native.explore(position, engine, search_depth, depth, whole("unsolved", unsolved, 0, 10**9),
                                                threads_of(threads), progress, _level_callback(on_level)))


def _level_callback(on_level: Optional[Callable[[CosetLevel], object]]) -> Optional[Callable[[Any], object]]:
    if on_level is None:
        return None
    wanted = on_level
    return lambda raw: wanted(CosetLevel(*raw))


_shared_lock = threading.RLock()
_shared: Dict[str, CosetSolver] = {}


def coset(position: CubeLike, *, prove: Optional[int] = None, search_depth: Optional[int] = None,
          depth: Optional[int] = None, engine: str = "fast", unsolved: int = 0, tables: Optional[Folder] = None,
          threads: int = 0, progress: Optional[Progress] = None,
          on_level: Optional[Callable[[CosetLevel], object]] = None) -> CosetResult:
    """Proves a bound for the coset of a position, or explores it: CosetSolver.prove() with `prove`, else explore().

    The solver, and its 6 GB if they were needed, are kept for the next call; use a CosetSolver to let go of them.

    >>> import halfturn
    >>> found = halfturn.coset("R U F", engine="set", search_depth=5)
    >>> found.levels[-1].total
    137
    """
    folder = folder_of(tables)
    with _shared_lock:
        if folder not in _shared:
            _shared[folder] = CosetSolver(tables=folder, threads=threads, progress=progress)
        solver = _shared[folder]
    if prove is None:
        return solver.explore(position, search_depth=search_depth, depth=depth, engine=engine, unsolved=unsolved,
                              threads=threads, progress=progress, on_level=on_level)
    if search_depth is not None or depth is not None or engine != "fast":
        raise InputError("a proof chooses its depths and its engine itself",
                         "leave out prove, or search_depth, depth and engine")
    return solver.prove(position, prove, unsolved=unsolved, threads=threads, progress=progress, on_level=on_level)
