"""Random cubes and scrambles, of any wanted difficulty."""

from __future__ import annotations

from typing import Callable, List, Optional, TypeVar, overload

from . import _native
from ._arguments import Folder, Progress, folder_of, seed_of, threads_of, whole
from ._errors import partial_as, partial_result, with_partial
from ._solve import shared_solver

_SCRAMBLE_MOVES = 20
_USUAL_TRIES = 1_000_000_000
_MOST_SCRAMBLES_AT_ONCE = 512
_MOST_CUBES_AT_ONCE = 8192

_Item = TypeVar("_Item")


def _in_lots(total: int, most: int, step: str, progress: Optional[Progress],
             make: Callable[[int], List[_Item]]) -> List[_Item]:
    """All that `make` makes, few at first and then up to `most` at once, so that little is lost by Ctrl-C."""
    made: List[_Item] = []
    at_once = 1
    try:
        while len(made) < total:
            made += make(min(at_once, total - len(made)))
            at_once = min(2 * at_once, most)
            if progress is not None:
                progress("scramble", step, len(made) / total)
    except BaseException as stop:
        with_partial(stop, made + (partial_result(stop) or []))
        raise
    return made


class Scrambler:
    """Random cubes, one after the other: every position, or every one that satisfies conditions, is equally likely.

    where   conditions such as "cross(W)<=4 and xcross(any)>=7"; docs/where.md describes them. None: all positions
    seed    the same seed gives the same cubes on every machine, and those of `halfturn scramble --seed`; None: any
    tables, threads, progress  as for Solver

    Python threads may share it; their calls wait for each other.

    >>> import halfturn
    >>> scrambler = halfturn.Scrambler("cross(W)=2", seed=1)
    >>> easy = scrambler.cubes(3)
    >>> halfturn.Analyzer("cross").many(easy)[:, 0, halfturn.COLOURS.index("W")]
    array([2, 2, 2], dtype=uint8)
    """

    def __init__(self, where: Optional[str] = None, *, seed: Optional[int] = None, tables: Optional[Folder] = None,
                 threads: int = 0, progress: Optional[Progress] = None) -> None:
        if where is not None and not isinstance(where, str):
            raise TypeError(f"where must be a text, not {type(where).__name__}")
        self.where = where
        self.seed = seed_of(seed)
        self.tables = folder_of(tables)
        self._native = _native.RandomCubes(self.tables, where, self.seed, threads_of(threads), progress)

    def __repr__(self) -> str:
        return f"Scrambler({self.where!r}, seed={self.seed})"

    @property
    def method(self) -> str:
        """What candidates are drawn from, for people."""
        return self._native.method

    def cubes(self, n: int, *, tries: int = _USUAL_TRIES, threads: int = 0,
              progress: Optional[Progress] = None) -> List[_native.Cube]:
        """The next n cubes. InputError after so many tries in a row that do not satisfy the conditions.

        After Ctrl-C, and with the InputError, the partial result is the list of those found until then.
        """
        tries, threads = whole("tries", tries, 1, 2**63 - 1), threads_of(threads)
        return _in_lots(whole("n", n, 0), _MOST_CUBES_AT_ONCE, "cubes", progress,
                        lambda count: self._native.next(count, False, tries, threads, None))

    def scrambles(self, n: int, *, tries: int = _USUAL_TRIES, threads: int = 0,
                  progress: Optional[Progress] = None) -> List[str]:
        """Scrambles to the next n cubes, of 2 to 20 moves; cubes that one move solves are passed over.

        After Ctrl-C the partial result is the list of those made until then. InputError as in cubes().

        >>> import halfturn
        >>> halfturn.Scrambler(seed=2026).scrambles(2) == halfturn.scramble(2, seed=2026)
        True
        """
        tries, threads = whole("tries", tries, 1, 2**63 - 1), threads_of(threads)
        limits = _native.Limits(_SCRAMBLE_MOVES, None, None)

        def scrambles_to(cubes: List[_native.Cube]) -> List[str]:
            if not cubes:
                return []  # after Ctrl-C nobody wants to wait for the solver's tables
            solver = shared_solver("half", self.tables, threads, progress)
            return [text or "" for text in solver._native.solve_many(cubes, limits, True, False, threads, None)]

        def make(count: int) -> List[str]:
            with partial_as(scrambles_to):  # of what was found before Ctrl-C, or before giving up
                cubes = self._native.next(count, True, tries, threads, None)
            return scrambles_to(cubes)

        return _in_lots(whole("n", n, 0), _MOST_SCRAMBLES_AT_ONCE, "scrambles", progress, make)


@overload
def scramble(n: None = None, where: Optional[str] = None, seed: Optional[int] = None, *,
             tables: Optional[Folder] = None, threads: int = 0, tries: int = _USUAL_TRIES,
             progress: Optional[Progress] = None) -> str: ...


@overload
def scramble(n: int, where: Optional[str] = None, seed: Optional[int] = None, *, tables: Optional[Folder] = None,
             threads: int = 0, tries: int = _USUAL_TRIES, progress: Optional[Progress] = None) -> List[str]: ...


def scramble(n=None, where=None, seed=None, *, tables=None, threads=0, tries=_USUAL_TRIES,  # type: ignore
             progress=None):
    """One random-state scramble, or a list of n. The options are those of Scrambler and Scrambler.scrambles().

    >>> import halfturn
    >>> halfturn.scramble(seed=2026)
    "R2 U F2 U R2 F2 U2 L2 R2 U' B R2 B U B D F' R U2 F"
    >>> white = halfturn.scramble(2, where="cross(W)=7", seed=1)
    >>> halfturn.Analyzer("cross").many(white)[:, 0, halfturn.COLOURS.index("W")]
    array([7, 7], dtype=uint8)
    """
    count = None if n is None else whole("n", n, 0)
    scrambler = Scrambler(where, seed=seed, tables=tables, threads=threads, progress=progress)
    made = scrambler.scrambles(1 if count is None else count, tries=tries, threads=threads, progress=progress)
    return made[0] if count is None else made


def random_cubes(n: int, where: Optional[str] = None, seed: Optional[int] = None, *,
                 tables: Optional[Folder] = None, threads: int = 0, tries: int = _USUAL_TRIES,
                 progress: Optional[Progress] = None) -> List[_native.Cube]:
    """n random cubes, all equally likely. The options are those of Scrambler and Scrambler.cubes().

    >>> import halfturn
    >>> len(set(halfturn.random_cubes(1000, seed=1)))
    1000
    """
    scrambler = Scrambler(where, seed=seed, tables=tables, threads=threads, progress=progress)
    return scrambler.cubes(n, tries=tries, threads=threads, progress=progress)
