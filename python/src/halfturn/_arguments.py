"""Checks of what people hand over, and the types of it."""

from __future__ import annotations

import difflib
import math
import numbers
import os
import secrets
from typing import Callable, Iterable, List, Optional, Sequence, Union

from . import _native
from ._errors import InputError

CubeLike = Union[_native.Cube, str]
Folder = Union[str, "os.PathLike[str]"]
Progress = Callable[[str, str, float], object]

MOST_THREADS = 1024
_SLOTS = ("FR", "FL", "BL", "BR")


def folder_of(tables: Optional[Folder]) -> str:
    """The folder of tables: the one given, or that of the program."""
    if tables is None:
        return _native.default_table_folder()
    return os.fspath(tables)


def whole(name: str, value: object, least: int, most: Optional[int] = None) -> int:
    """A whole number within bounds."""
    if isinstance(value, bool) or not isinstance(value, numbers.Integral):
        raise TypeError(f"{name} must be a whole number, not {type(value).__name__}")
    number = int(value)
    if number < least or (most is not None and number > most):
        right = f"{least} or more" if most is None else f"{least} to {most}"
        raise InputError(f"{name} is {number}", f"it can be {right}")
    return number


def whole_or_none(name: str, value: object, least: int, most: Optional[int] = None) -> Optional[int]:
    return None if value is None else whole(name, value, least, most)


def seconds(value: object) -> Optional[float]:
    """A time limit."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise TypeError(f"time must be a number of seconds, not {type(value).__name__}")
    number = float(value)
    if not math.isfinite(number) or number < 0 or number > 1e9:
        raise InputError(f"time is {number}", "it can be 0 to 1e9 seconds, or None")
    return number


def threads_of(value: object) -> int:
    return whole("threads", value, 0, MOST_THREADS)


def seed_of(value: object) -> int:
    return secrets.randbits(64) if value is None else whole("seed", value, 0, 2**64 - 1)


def coerces(errors: str) -> bool:
    """What to do with items that cannot be read."""
    if errors not in ("raise", "coerce"):
        raise InputError(f"errors is {errors!r}", "it can be 'raise' or 'coerce'")
    return errors == "coerce"


def names_in(value: Union[str, Iterable[str]]) -> List[str]:
    """Names in a list, or in a text with commas or blanks between them."""
    if isinstance(value, str):
        return value.replace(",", " ").split()
    return list(value)


def chosen(what: str, name: object, choice: Sequence[str]) -> str:
    """One of several names, in any case."""
    if not isinstance(name, str):
        raise TypeError(f"a {what} is named by a text, not {type(name).__name__}")
    folded = {item.casefold(): item for item in choice}
    found = folded.get(name.strip().casefold())
    if found is None:
        near = difflib.get_close_matches(name.casefold(), list(folded), 1)
        meant = f"; did you mean {folded[near[0]]}?" if near else ""
        raise InputError(f"there is no {what} '{name}'{meant}", f"there are {', '.join(choice)}")
    return found


def slots_of(value: Union[str, Iterable[str], None]) -> int:
    """A set of slots, a bit each; None: all."""
    if value is None:
        return (1 << len(_SLOTS)) - 1
    bits = 0
    for name in names_in(value):
        bits |= 1 << _SLOTS.index(chosen("slot", name, _SLOTS))
    if bits == 0:
        raise InputError("no slot is named", f"there are {', '.join(_SLOTS)}; None means all")
    return bits


def colours_of(value: Optional[str]) -> str:
    """Bottom colours as letters; None: all six."""
    if value is None:
        return _native.COLOURS
    if not isinstance(value, str):
        raise TypeError(f"colours must be a text of letters W Y O R G B, not {type(value).__name__}")
    return value.replace(",", "").replace(" ", "")
