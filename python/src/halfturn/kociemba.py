"""A drop-in for the package `kociemba`: `import halfturn.kociemba as kociemba`.

Differences are listed in the README.
"""

from __future__ import annotations

import sys
from typing import List, Optional

from ._arguments import whole
from ._errors import InputError
from ._solve import shared_solver
from ._text import Cube

__all__ = ["solve"]

_MESSAGE = "Error. Probably cubestring is invalid"
# Every cube has a solution this short, and for all but a few it is found at once. For those few, one that is longer but
# short enough will do, after half a second. A number of probes rather than a time, so that the answer is always the same.
_USUAL_MOVES = 20
_USUAL_PROBES = 3_000_000
_MOST_SECONDS = 60.0


def _invalid(error: InputError) -> InputError:
    """The one message of that package, with what is wrong beside it."""
    invalid = InputError(_MESSAGE)
    invalid.message = error.message
    invalid.hint, invalid.line, invalid.column = error.hint, error.line, error.column
    return invalid


def _read(cubestring: str) -> Cube:
    letters = "".join(cubestring.split())
    foreign = sorted(set(letters) - set("URFDLB"))
    if foreign:
        column = min(cubestring.index(letter) for letter in foreign) + 1
        raise InputError(f"'{cubestring[column - 1]}' is no face", "the letters are U R F D L B", 1, column)
    return Cube(letters, "facelets")


def solve(cubestring: str, patternstring: Optional[str] = None, max_depth: int = 24) -> str:
    """Solves a cube that is given as 54 facelets; the solution is empty if it is solved.

    patternstring  lead to this position instead of the solved one
    max_depth      no solution longer than this

    ValueError if either is no possible cube, or there is no solution of at most max_depth moves; its attributes
    `message` and `hint` say what is wrong.

    >>> import halfturn.kociemba as kociemba
    >>> kociemba.solve("UULUUFUUFRRUBRRURRFFDFFUFFFDDRDDDDDDBLLLLLLLLBRRBBBBBB")
    "U R U' R'"
    >>> kociemba.solve("UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB")
    ''
    >>> kociemba.solve("UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB",
    ...                "UULUUFUUFRRUBRRURRFFDFFUFFFDDRDDDDDDBLLLLLLLLBRRBBBBBB")
    "R U R' U'"
    >>> kociemba.solve("not a cube")
    Traceback (most recent call last):
    halfturn.InputError: Error. Probably cubestring is invalid
    """
    try:
        cube = _read(cubestring)
        if patternstring is not None:
            cube = ~_read(patternstring) * cube
    except InputError as error:
        raise _invalid(error) from error
    most = whole("max_depth", max_depth, -(2**31), 2**31)
    solver = shared_solver("half", None, 0, None)
    found = solver.solve(cube, max_moves=max(0, min(most, _USUAL_MOVES)), probes=_USUAL_PROBES, threads=1)
    if found.length > most >= 0 and not found.proved:
        found = solver.solve(cube, max_moves=min(most, _USUAL_MOVES), time=_MOST_SECONDS)
    if found.length > most:
        known = "there is none" if found.proved else f"none was found in {_MOST_SECONDS:.0f} seconds"
        raise _invalid(InputError(f"no solution of at most {max_depth} moves: {known}", "give more for max_depth"))
    return str.__str__(found)


def _main(arguments: List[str]) -> int:
    if len(arguments) not in (1, 2):
        print("usage: python -m halfturn.kociemba CUBESTRING [PATTERNSTRING]", file=sys.stderr)
        return 2
    try:
        print(solve(arguments[0], arguments[1] if len(arguments) == 2 else None))
    except InputError as error:
        print(f"{error}: {error.message}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(_main(sys.argv[1:]))
