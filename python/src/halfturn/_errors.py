"""The exceptions of the package."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any, Callable, Iterator, Optional


class Error(Exception):
    """Something that went wrong, described so that a person can fix it.

    message  what is wrong
    hint     what would be right, or what to do; may be empty
    line     the line of the text, from 1; of a list the item, from 1; or None
    column   the column of the text, from 1, in characters; or None
    index    the place in a list, from 0; or None
    kind     "bad_input", "machine", "damaged", "missing" or "stopped"
    """

    def __init__(self, message: str, hint: str = "", line: Optional[int] = None, column: Optional[int] = None,
                 index: Optional[int] = None, kind: str = "bad_input") -> None:
        self.message = message
        self.hint = hint
        self.line = line
        self.column = column
        self.index = index
        self.kind = kind
        super().__init__(self._text())

    def _text(self) -> str:
        place = [f"{name} {number}" for name, number in (("line", self.line), ("column", self.column)) if number]
        text = ", ".join(place) + ": " if place else ""
        return text + self.message + (f" ({self.hint})" if self.hint else "")

    def __reduce__(self) -> Any:
        return type(self), (self.message, self.hint, self.line, self.column, self.index, self.kind)


class InputError(Error, ValueError):
    """What was given cannot be understood, or describes nothing possible.

    >>> import halfturn
    >>> try:
    ...     halfturn.solve("R U K")
    ... except ValueError as error:
    ...     print(error.line, error.column, error.message, sep="; ")
    1; 5; unknown move 'K'
    """


class MachineError(Error, RuntimeError):
    """The disk, the memory or a file of tables is not as it should be; `kind` says which."""


def with_partial(exception: BaseException, partial: Any) -> BaseException:
    """An exception that stopped some work, with what was done until then."""
    try:
        setattr(exception, "partial", partial)
    except AttributeError:  # a class with slots: it goes without
        pass
    return exception


def partial_result(exception: BaseException) -> Any:
    """What was done before an exception stopped a long call: Ctrl-C, an exception of a callback or of a signal handler.

    Each call says what that is; None if there is nothing. It is the attribute `partial` of the exception.

    >>> import halfturn
    >>> def stop_at_once(task, step, fraction):
    ...     raise KeyboardInterrupt
    >>> try:
    ...     halfturn.scramble(3, seed=2026, progress=stop_at_once)
    ... except KeyboardInterrupt as stop:
    ...     print(halfturn.partial_result(stop))
    ["R2 U F2 U R2 F2 U2 L2 R2 U' B R2 B U B D F' R U2 F"]
    """
    return getattr(exception, "partial", None)


@contextmanager
def partial_as(convert: Callable[[Any], Any]) -> Iterator[None]:
    """Turns the partial result of an interruption into what the caller documents."""
    try:
        yield
    except BaseException as stop:
        if partial_result(stop) is not None:
            with_partial(stop, convert(partial_result(stop)))
        raise


for _class in (Error, InputError, MachineError):
    _class.__module__ = "halfturn"
