"""A second opinion: a cube of 54 stickers in space, which shares nothing with the library.

A sticker is a point of {-1, 0, 1}^3 and the direction in which it faces. A turn rotates the points of one layer, and their
directions with them. x points to the right (R), y up (U), z to the holder (F).
"""

from __future__ import annotations

import random
from typing import Dict, List, Tuple

Vector = Tuple[int, int, int]

OUTWARD: Dict[str, Vector] = {"U": (0, 1, 0), "R": (1, 0, 0), "F": (0, 0, 1), "D": (0, -1, 0), "L": (-1, 0, 0),
                              "B": (0, 0, -1)}
# Where rows and columns of a face run, as its stickers are numbered when one looks at it from outside: the U face with
# B at the top, the D face with F at the top, the others with U at the top.
_RIGHT: Dict[str, Vector] = {"U": (1, 0, 0), "R": (0, 0, -1), "F": (1, 0, 0), "D": (1, 0, 0), "L": (0, 0, 1),
                             "B": (-1, 0, 0)}
_DOWN: Dict[str, Vector] = {"U": (0, 0, 1), "R": (0, -1, 0), "F": (0, -1, 0), "D": (0, 0, -1), "L": (0, -1, 0),
                            "B": (0, -1, 0)}


def _sum(*vectors: Vector) -> Vector:
    return tuple(map(sum, zip(*vectors)))  # type: ignore[return-value]


def _times(factor: int, vector: Vector) -> Vector:
    return tuple(factor * number for number in vector)  # type: ignore[return-value]


def _cross(a: Vector, b: Vector) -> Vector:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def _dot(a: Vector, b: Vector) -> int:
    return sum(x * y for x, y in zip(a, b))


STICKERS: List[Tuple[Vector, Vector]] = [
    (_sum(OUTWARD[face], _times(column, _RIGHT[face]), _times(row, _DOWN[face])), OUTWARD[face])
    for face in "URFDLB" for row in (-1, 0, 1) for column in (-1, 0, 1)]
SOLVED = "".join(face * 9 for face in "URFDLB")


def _clockwise(axis: Vector, vector: Vector) -> Vector:
    """A quarter turn, clockwise for who looks at the face from outside."""
    along = _times(_dot(axis, vector), axis)
    return _sum(along, _cross(vector, axis))


def _quarter_turn(face: str) -> List[int]:
    """The sticker that comes to each place."""
    axis = OUTWARD[face]
    number = {sticker: place for place, sticker in enumerate(STICKERS)}
    source = list(range(54))
    for place, (point, direction) in enumerate(STICKERS):
        if _dot(point, axis) == 1:
            source[number[_clockwise(axis, point), _clockwise(axis, direction)]] = place
    return source


TURNS: Dict[str, List[int]] = {}
for _face in "URFDLB":
    _one = _quarter_turn(_face)
    _two = [_one[place] for place in _one]
    TURNS[_face], TURNS[_face + "2"], TURNS[_face + "'"] = _one, _two, [_two[place] for place in _one]


def after(facelets: str, moves: str) -> str:
    """The facelets after moves."""
    stickers = list(facelets)
    for move in moves.split():
        stickers = [stickers[place] for place in TURNS[move]]
    return "".join(stickers)


def random_moves(generator: random.Random, length: int) -> str:
    """Random turns, no face twice in a row."""
    moves: List[str] = []
    while len(moves) < length:
        move = generator.choice(list(TURNS))
        if not moves or moves[-1][0] != move[0]:
            moves.append(move)
    return " ".join(moves)
