"""The drop-in for the package kociemba: results and errors of the same kind."""

import random
import subprocess
import sys
import unittest

import halfturn
import halfturn.kociemba as kociemba
from tests import simulator

SUPERFLIP = "UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB"
CHECKER = simulator.after(simulator.SOLVED, "U2 D2 F2 B2 L2 R2")


class KociembaSolve(unittest.TestCase):
    def test_ten_thousand_cubes(self):
        generator = random.Random(2026)
        longest = 0
        for _ in range(10_000):
            cube = simulator.after(simulator.SOLVED, simulator.random_moves(generator, 40))
            solution = kociemba.solve(cube)
            self.assertIs(type(solution), str)
            self.assertEqual(simulator.after(cube, solution), simulator.SOLVED, cube)
            longest = max(longest, len(solution.split()))
        self.assertLessEqual(longest, 20)

    def test_pattern(self):
        generator = random.Random(7)
        for _ in range(200):
            cube = simulator.after(simulator.SOLVED, simulator.random_moves(generator, 30))
            pattern = simulator.after(simulator.SOLVED, simulator.random_moves(generator, 30))
            self.assertEqual(simulator.after(cube, kociemba.solve(cube, pattern)), pattern)
        self.assertEqual(kociemba.solve(CHECKER, patternstring=CHECKER), "")

    def test_solved_takes_no_moves(self):
        self.assertEqual(kociemba.solve(simulator.SOLVED), "")

    def test_superflip(self):
        solution = kociemba.solve(SUPERFLIP)
        self.assertEqual(simulator.after(SUPERFLIP, solution), simulator.SOLVED)
        self.assertEqual(len(solution.split()), 21)
        self.assertEqual(len(kociemba.solve(SUPERFLIP, max_depth=20).split()), 20)

    def test_blanks_around_are_passed_over(self):
        self.assertEqual(kociemba.solve(" " + simulator.SOLVED + "\n"), "")

    def test_max_depth(self):
        cube = simulator.after(simulator.SOLVED, "R U F L")
        self.assertEqual(len(kociemba.solve(cube, max_depth=4).split()), 4)
        self.assertEqual(kociemba.solve(simulator.SOLVED, max_depth=0), "")
        for too_few in (3, 0, -1):
            with self.assertRaisesRegex(ValueError, "^Error. Probably cubestring is invalid$") as caught:
                kociemba.solve(cube, None, too_few)
            self.assertIn("at most", caught.exception.message)
        with self.assertRaises(TypeError):
            kociemba.solve(cube, max_depth="24")

    def test_impossible_cubes(self):
        flipped = list(simulator.SOLVED)
        flipped[7], flipped[19] = flipped[19], flipped[7]
        twisted = list(simulator.SOLVED)
        twisted[8], twisted[9], twisted[20] = twisted[9], twisted[20], twisted[8]
        swapped = list(simulator.SOLVED)
        swapped[10], swapped[19] = swapped[19], swapped[10]
        for bad in ("", "U", simulator.SOLVED[:-1], simulator.SOLVED + "U", simulator.SOLVED.replace("U", "X"),
                    simulator.SOLVED.lower(), "R" + simulator.SOLVED[1:], "".join(flipped), "".join(twisted),
                    "".join(swapped), "U" * 54, "\0" * 54, "\ud800" * 54, "ü" * 54):
            with self.assertRaises(ValueError, msg=bad) as caught:
                kociemba.solve(bad)
            self.assertEqual(str(caught.exception), "Error. Probably cubestring is invalid")
            self.assertIsInstance(caught.exception, halfturn.InputError)
            self.assertTrue(caught.exception.message)
            with self.assertRaises(ValueError):
                kociemba.solve(simulator.SOLVED, bad)
        for wrong in (None, 54, simulator.SOLVED.encode()):
            with self.assertRaises((TypeError, AttributeError)):
                kociemba.solve(wrong)

    def test_command_line(self):
        def run(*arguments):
            return subprocess.run([sys.executable, "-m", "halfturn.kociemba", *arguments], capture_output=True, text=True)

        self.assertEqual(run(simulator.after(simulator.SOLVED, "R U")).stdout, "U' R'\n")
        self.assertEqual(run("UU").returncode, 2)
        self.assertIn("Probably cubestring is invalid", run("UU").stderr)
        self.assertEqual(run().returncode, 2)


if __name__ == "__main__":
    unittest.main()
