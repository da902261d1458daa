"""Cubes and moves as text."""

from __future__ import annotations

from typing import List, NamedTuple, Optional

from . import _native
from ._errors import InputError

Cube = _native.Cube
Cube.__module__ = "halfturn"


class Position(NamedTuple):
    """A cube as somebody holds it: what parse() returns."""

    cube: Cube  #: faces named by where they are
    rotation: str  #: how it was turned from white up, green in front: "x y'", empty if not
    kind: str  #: how it was written: "moves", "facelets" or "pieces"


class MoveText(NamedTuple):
    """A sequence of moves as face turns: what parse_moves() returns."""

    moves: str  #: relative to centres that never move
    rotation: str  #: how the whole cube has turned, from wide moves and slices too
    half_turns: int  #: every face turn counts as one
    quarter_turns: int  #: a half turn counts as two
    slice_turns: int  #: as half_turns, but R L' and the like count as one


class Repair(NamedTuple):
    """A possible cube near facelets that are not: what nearest_cubes() returns."""

    what: str  #: the change: "exchange U4 and F2"
    cube: Cube


def parse(text: str, kind: str = "auto") -> Position:
    """Reads moves, 54 facelets or 20 pieces; `kind` says which, if it is not to be seen from the text.

    >>> import halfturn
    >>> halfturn.parse("R U Rw").rotation
    'x'
    >>> halfturn.parse("UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB").kind
    'facelets'
    """
    return Position(*_native.parse(text, kind))


def validate(text: str, kind: str = "auto") -> Optional[InputError]:
    """What is wrong with a text, or None if it is a possible cube.

    >>> import halfturn
    >>> halfturn.validate("R U R' U'") is None
    True
    >>> halfturn.validate("RUUUUUUUUURRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB").kind
    'bad_input'
    """
    try:
        _native.parse(text, kind)
    except InputError as error:
        return error.with_traceback(None)
    return None


def parse_moves(text: str) -> MoveText:
    """Reads a sequence: wide moves, slices, rotations, brackets, commutators. Counts its turns.

    >>> import halfturn
    >>> halfturn.parse_moves("[R, U] M2")
    MoveText(moves="R U R' U' R2 L2", rotation='x2', half_turns=6, quarter_turns=8, slice_turns=5)
    """
    return MoveText(*_native.parse_moves(text))


def invert(text: str) -> str:
    """The face turns that undo a sequence, as they are seen after it.

    >>> import halfturn
    >>> halfturn.invert("R U2 F'")
    "F U2 R'"
    """
    return _native.invert(text)


def simplify(text: str) -> str:
    """The sequence as face turns, without those that cancel or join.

    >>> import halfturn
    >>> halfturn.simplify("R L R U U'")
    'R2 L'
    """
    return _native.simplify(text)


def nearest_cubes(facelets: str) -> List[Repair]:
    """The possible cubes that differ from impossible facelets by one mistake of a camera or a person.

    >>> import halfturn
    >>> good = halfturn.Cube("R U").facelets
    >>> bad = "R" + good[1:]
    >>> [repair.what for repair in halfturn.nearest_cubes(bad) if repair.cube == halfturn.Cube("R U")]
    ['make U1 U']
    """
    return [Repair(what, cube) for what, cube in _native.nearest_positions(facelets)]


for _class in (Position, MoveText, Repair):
    _class.__module__ = "halfturn"
