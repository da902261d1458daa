"""halfturn computes with the 3x3x3 Rubik's Cube.

>>> import halfturn
>>> halfturn.solve("D2 R' F")
"F' R D2"

solve, solve_many, Solver            short solutions
OptimalSolver                        shortest ones, proved
Analyzer, analyze_frame              the fewest moves for cross, xcross .. F2L, on every colour
scramble, random_cubes, Scrambler    random cubes of any wanted difficulty
distribution                         how many positions of a stage take how many moves
coset, CosetSolver                   19.5 billion positions at a time
Cube, parse, validate, ..            cubes and moves as text
halfturn.kociemba                    a drop-in for the package kociemba

A cube is a Cube, or a text of moves, 54 facelets or 20 pieces. Whatever is wrong with it is a ValueError that says what,
where, and what would be right. Long work leaves other Python threads running, shows its progress, and ends at Ctrl-C with
what was done until then (partial_result).
"""

from ._analyze import (COLOURS, NOT_COMPUTED, Analyzer, Distribution, Stage, StageSolution, analyze_frame,
                       distribution, stages)
from ._coset import COSET_POSITIONS, CosetLevel, CosetResult, CosetSolver, coset
from ._errors import Error, InputError, MachineError, partial_result
from ._native import __version__, default_table_folder
from ._scramble import Scrambler, random_cubes, scramble
from ._solve import OptimalSolver, Solution, Solver, solve, solve_many
from ._text import Cube, MoveText, Position, Repair, invert, nearest_cubes, parse, parse_moves, simplify, validate

__all__ = [
    "COLOURS", "COSET_POSITIONS", "NOT_COMPUTED", "Analyzer", "CosetLevel", "CosetResult", "CosetSolver", "Cube",
    "Distribution", "Error", "InputError", "MachineError", "MoveText", "OptimalSolver", "Position",
    "Repair", "Scrambler", "Solution", "Solver", "Stage", "StageSolution", "__version__", "analyze_frame", "coset",
    "default_table_folder", "distribution", "invert", "nearest_cubes", "parse", "parse_moves", "partial_result",
    "random_cubes",
    "scramble", "simplify", "solve", "solve_many", "stages", "validate",
]
