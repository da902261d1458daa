"""The fewest moves for the stages of a CFOP solve."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Iterable, List, NamedTuple, Optional, Tuple, Union

from . import _native
from ._arguments import (CubeLike, Folder, Progress, chosen, coerces, colours_of, folder_of, names_in, slots_of,
                         threads_of, whole)
from ._errors import InputError, partial_as

if TYPE_CHECKING:
    import numpy
    import numpy.typing
    import pandas

#: The value of a cell that was not asked for, could not be computed, or was not reached before Ctrl-C.
NOT_COMPUTED: int = _native.NOT_COMPUTED
#: The bottom colours, in the order of the last axis: yellow, white, orange, red, green, blue.
COLOURS: str = _native.COLOURS

Stages = Union[str, Iterable[str]]
USUAL_STAGES = ("cross", "xcross")


class Stage(NamedTuple):
    """A stage that can be analysed: what stages() returns."""

    name: str
    variant: str
    purpose: str  #: what must be solved
    most_moves: int  #: the most moves that it can take


class StageSolution(NamedTuple):
    """Moves that reach a stage."""

    moves: str  #: as executed on the cube held with the colour at the bottom
    rotation: str  #: how to turn the cube for that, from white up, green in front
    reached: str  #: slots, pairs and the like, for people


class Distribution(NamedTuple):
    """How many positions of a stage's pieces take how many moves: exact."""

    stage: str
    fixed: str  #: what is held fixed, for people
    positions: int
    counts: Tuple[int, ...]  #: by number of moves

    @property
    def mean(self) -> float:
        return sum(moves * count for moves, count in enumerate(self.counts)) / self.positions

    @property
    def shares(self) -> Tuple[float, ...]:
        """The counts as parts of 1."""
        return tuple(count / self.positions for count in self.counts)


for _class in (Stage, StageSolution, Distribution):
    _class.__module__ = "halfturn"


def stages() -> List[Stage]:
    """All stages of all variants.

    >>> import halfturn
    >>> [stage.name for stage in halfturn.stages() if stage.variant == "std"]
    ['cross', 'xcross', 'xxcross', 'xxxcross', 'f2l']
    """
    return [Stage(*facts) for facts in _native.stages()]


def _chosen_stages(names: Stages) -> Tuple[str, ...]:
    """The stages that are named, by themselves or by their variant, none twice."""
    catalogue = stages()
    variants = list(dict.fromkeys(stage.variant for stage in catalogue))
    every = [stage.name for stage in catalogue]
    aliases = {"xxxxcross": "f2l", "eo_xxxxcross": "eo_f2l"}
    found: List[str] = []
    for name in names_in(names):
        folded = name.strip().casefold() if isinstance(name, str) else name
        if folded == "all":
            found += every
        elif folded in variants and folded not in every:
            found += [stage.name for stage in catalogue if stage.variant == folded]
        else:
            found.append(chosen("stage", aliases.get(folded, name), every))
    if not found:
        raise InputError("no stage is named", f"there are {', '.join(every)}; or a variant: {', '.join(variants)}, all")
    return tuple(dict.fromkeys(found))


class Analyzer:
    """The fewest moves for stages of a CFOP solve, for each colour at the bottom. Opens its tables once; keep it.

    stages    names in a list or a text: "cross,xcross"; or of variants: std, pseudo, pair, pseudo_pair, eo, all
    tables, resident, threads, progress  as for Solver; resident None: once fifty cubes were asked for
    size      which tables: "small", "large" (5.5 GB, which `halfturn tables build stages-large` builds) or "best", the
              small ones and those large ones that are there

    A cube is analysed as it lies with white up and green in front, whatever rotations a scramble has. Any number of
    Python threads may use an Analyzer at once.

    >>> import halfturn
    >>> analyzer = halfturn.Analyzer("cross,xcross")
    >>> analyzer.analyze("R U F")["cross"]
    {'Y': 2, 'W': 2, 'O': 2, 'R': 3, 'G': 3, 'B': 2}
    >>> analyzer.many(["R U F", "D2 L"]).shape       # cubes, stages, colours
    (2, 2, 6)
    """

    def __init__(self, stages: Stages = USUAL_STAGES, *, tables: Optional[Folder] = None, size: str = "best",
                 resident: Optional[bool] = None, threads: int = 0, progress: Optional[Progress] = None) -> None:
        self.stages = _chosen_stages(stages)
        self.tables = folder_of(tables)
        self._options = dict(size=size, resident=resident)
        self._native = _native.Analyzer(self.tables, list(self.stages), size, resident, threads_of(threads), progress)

    def __repr__(self) -> str:
        return f"Analyzer({','.join(self.stages)!r}, tables={self.tables!r})"

    def __reduce__(self) -> Any:
        return _reopened, (self.stages, dict(tables=self.tables, **self._options))

    def many(self, cubes: Iterable[CubeLike], *, colours: Optional[str] = None,
             slots: Union[str, Iterable[str], None] = None, threads: int = 0, errors: str = "raise",
             progress: Optional[Progress] = None) -> "numpy.typing.NDArray[numpy.uint8]":
        """The lengths of many cubes, as uint8 of the shape (cubes, stages, 6). The last axis is COLOURS.

        colours  letters of those that are wanted; the others stay NOT_COMPUTED, 255
        slots    reach the stages by these alone: "FR BL", named as the cube is held with the colour at the bottom;
                 stages that need more stay NOT_COMPUTED
        threads  how many; 0: one for each processor
        errors   "raise": an item that cannot be read raises InputError, with its `index`, before anything is computed;
                 "coerce": its row stays NOT_COMPUTED

        After Ctrl-C the partial result is the array, with NOT_COMPUTED where it was not reached.

        >>> import halfturn
        >>> halfturn.Analyzer("cross").many(["R U F", "K"], colours="W", errors="coerce")[:, 0]
        array([[255,   2, 255, 255, 255, 255],
               [255, 255, 255, 255, 255, 255]], dtype=uint8)
        """
        return self._native.many(cubes, colours_of(colours), slots_of(slots), coerces(errors), threads_of(threads),
                                 progress)

    def analyze(self, cube: CubeLike, *, colours: Optional[str] = None,
                slots: Union[str, Iterable[str], None] = None, threads: int = 0) -> Dict[str, Dict[str, int]]:
        """The lengths of one cube, by stage and colour. What was not computed is not there.

        >>> import halfturn
        >>> halfturn.Analyzer().analyze("R U F", colours="WY")
        {'cross': {'Y': 2, 'W': 2}, 'xcross': {'Y': 2, 'W': 2}}
        """
        rows = self._native.one(cube, colours_of(colours), slots_of(slots), threads_of(threads)).tolist()
        return {stage: {colour: length for colour, length in zip(COLOURS, row) if length != NOT_COMPUTED}
                for stage, row in zip(self.stages, rows)}

    def solutions(self, cube: CubeLike, stage: str, colour: str, *, count: int = 1, max_moves: int = 20,
                  slots: Union[str, Iterable[str], None] = None, prefer: Optional[str] = None) -> List[StageSolution]:
        """The shortest solutions of a stage with a colour at the bottom, fewer than `count` if there are no more.

        max_moves  none longer than this
        prefer     faces, "RUF": of equal lengths, first those that turn other faces least and need the fewest regrips

        After Ctrl-C the partial result is the list of those found until then.

        >>> import halfturn
        >>> halfturn.Analyzer("xcross").solutions("R U F", "xcross", "W")
        [StageSolution(moves="D' L'", rotation='z2', reached='BL')]
        """
        stage = chosen("stage", stage, self.stages)
        if len(colours_of(colour)) != 1:
            raise InputError(f"'{colour}' is not one colour", "name one of W Y O R G B")
        with partial_as(_solutions):
            return _solutions(self._native.solutions(
                cube, stage, colours_of(colour), whole("count", count, 1, 1_000_000),
                whole("max_moves", max_moves, 0, 20), slots_of(slots), prefer))

    def frame(self, scrambles: "pandas.Series[str]", *, colours: Optional[str] = None,
              slots: Union[str, Iterable[str], None] = None, threads: int = 0, errors: str = "coerce",
              progress: Optional[Progress] = None) -> "pandas.DataFrame":
        """The lengths of a column of scrambles as a DataFrame with the same index; see analyze_frame()."""
        import pandas

        series = scrambles if isinstance(scrambles, pandas.Series) else pandas.Series(list(scrambles), dtype=object)
        letters = [letter for letter in COLOURS if colours is None or letter in _wanted(colours)]
        lengths = self.many(series.tolist(), colours=colours, slots=slots, threads=threads, errors=errors,
                            progress=progress)
        columns = {}
        for row, stage in enumerate(self.stages):
            for letter in letters:
                cells = lengths[:, row, COLOURS.index(letter)]
                columns[f"{stage}_{letter}"] = pandas.arrays.IntegerArray(cells.copy(), cells == NOT_COMPUTED)
        return pandas.DataFrame(columns, index=series.index)


_FACE_COLOURS = dict(zip("DULRFB", COLOURS))


def _wanted(colours: str) -> str:
    """The colours that letters of colours or faces name."""
    return "".join(letter if letter in COLOURS else _FACE_COLOURS.get(letter, "")
                   for letter in colours_of(colours).upper())


def _solutions(raw: List[Tuple[str, str, str]]) -> List[StageSolution]:
    return [StageSolution(*solution) for solution in raw]


def _reopened(names: Tuple[str, ...], options: Dict[str, Any]) -> Analyzer:
    return Analyzer(names, **options)


def analyze_frame(scrambles: "pandas.Series[str]", stages: Stages = USUAL_STAGES, *, colours: Optional[str] = None,
                  slots: Union[str, Iterable[str], None] = None, tables: Optional[Folder] = None, threads: int = 0,
                  errors: str = "coerce", progress: Optional[Progress] = None) -> "pandas.DataFrame":
    """The fewest moves for a column of scrambles, as a DataFrame with the same index. Needs pandas.

    The columns are cross_Y, cross_W .. for each stage and colour, of the type UInt8. A scramble that cannot be read, or
    is missing, has NA in its row; with errors="raise" it raises InputError. The options are those of Analyzer and
    Analyzer.many().

    >>> import halfturn, pandas
    >>> solves = pandas.DataFrame({"scramble": ["R U F", None, "D2 L"]}, index=["a", "b", "c"])
    >>> halfturn.analyze_frame(solves["scramble"], "cross", colours="WY")
       cross_Y  cross_W
    a        2        2
    b     <NA>     <NA>
    c        2        1
    """
    analyzer = Analyzer(stages, tables=tables, threads=threads, progress=progress)
    return analyzer.frame(scrambles, colours=colours, slots=slots, threads=threads, errors=errors, progress=progress)


def distribution(stage: str, colours: Optional[str] = None, *, tables: Optional[Folder] = None, threads: int = 0,
                 progress: Optional[Progress] = None) -> List[Distribution]:
    """The exact distribution of a stage's length over all positions of its pieces, for one colour.

    Several where a stage leaves a choice that matters: two slots beside each other, or opposite; for the xcross one
    slot, and any slot. colours: several of them, for the best of several crosses, or two opposite ones for the xcross
    with any slot. Most come with the library; three or five colours are counted, in a minute.

    >>> import halfturn
    >>> cross, = halfturn.distribution("cross")
    >>> cross.counts
    (1, 15, 158, 1394, 9809, 46381, 97254, 34966, 102)
    >>> round(cross.mean, 4)
    5.8121
    >>> any_colour, = halfturn.distribution("cross", "WYORGB")
    >>> round(any_colour.mean, 4)
    4.8095
    >>> [(each.fixed, round(each.mean, 4)) for each in halfturn.distribution("xcross")]
    [('one colour, the slot FR', 7.9757), ('one colour, any slot', 7.3549)]
    """
    every = [known.name for known in stages()]
    raw = _native.distribution(folder_of(tables), chosen("stage", stage, every),
                               "" if colours is None else colours_of(colours), threads_of(threads), progress)
    return [Distribution(name, fixed, positions, tuple(counts)) for name, fixed, positions, counts in raw]
