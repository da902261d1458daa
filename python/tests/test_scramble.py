"""Random cubes and scrambles."""

import unittest

import halfturn
from halfturn import COLOURS, Cube
from tests.program import lines_of, needs_program


class Scrambles(unittest.TestCase):
    def test_one_and_many(self):
        self.assertIsInstance(halfturn.scramble(), str)
        self.assertNotEqual(halfturn.scramble(), halfturn.scramble())
        self.assertEqual(halfturn.scramble(0), [])
        self.assertEqual(halfturn.scramble(3, seed=1), halfturn.scramble(3, seed=1))
        self.assertEqual(halfturn.scramble(3, seed=1)[0], halfturn.scramble(seed=1))
        self.assertNotEqual(halfturn.scramble(3, seed=1), halfturn.scramble(3, seed=2))
        self.assertTrue(all(2 <= len(text.split()) <= 20 for text in halfturn.scramble(200, seed=4)))

    def test_cubes_are_those_of_the_scrambles(self):
        self.assertEqual([Cube(text) for text in halfturn.scramble(100, seed=9)], halfturn.random_cubes(100, seed=9))
        where = "cross(W)<=3"
        self.assertEqual([Cube(text) for text in halfturn.scramble(50, where, 9)], halfturn.random_cubes(50, where, 9))

    def test_one_after_the_other(self):
        for where in (None, "cross(W)=5"):
            scrambler = halfturn.Scrambler(where, seed=5)
            parts = scrambler.cubes(3) + scrambler.cubes(4)
            self.assertEqual(parts, halfturn.random_cubes(7, where, 5))
            self.assertTrue(scrambler.method)

    @needs_program
    def test_program_makes_the_same(self):
        self.assertEqual(halfturn.scramble(30, seed=2026), lines_of("scramble", "-n", "30", "--seed", "2026"))
        where = "cross(W)=7 and xcross(any)>=6"
        self.assertEqual(halfturn.scramble(10, where, 7), lines_of("scramble", "-n", "10", "--seed", "7", "--where", where))

    def test_where(self):
        white = COLOURS.index("W")
        lengths = halfturn.Analyzer().many(halfturn.scramble(40, where="cross(W)=7, xcross(W)<=8", seed=2))
        self.assertTrue((lengths[:, 0, white] == 7).all())
        self.assertTrue((lengths[:, 1, white] <= 8).all())

    def test_wrong_input(self):
        for where in ("", "cross", "cross(W)=", "cross(W)=99", "crross(W)=3", "cross(W)=3 and cross(W)=4"):
            with self.assertRaises(halfturn.InputError, msg=where):
                halfturn.scramble(1, where=where)
        with self.assertRaises(halfturn.InputError) as caught:
            halfturn.scramble(where="cross(Q)=3")
        self.assertIsNotNone(caught.exception.column)
        for options in (dict(n=-1), dict(n=1, seed=-1), dict(n=1, seed=2**64), dict(n=1, threads=-1), dict(n=1, tries=0)):
            with self.assertRaises(halfturn.InputError, msg=options):
                halfturn.scramble(**options)
        for options in (dict(n="3"), dict(n=1.5), dict(n=1, seed="x"), dict(n=1, where=3)):
            with self.assertRaises(TypeError, msg=options):
                halfturn.scramble(**options)

    def test_giving_up_keeps_what_was_found(self):
        # Rare, and drawn from a set that is much larger: few tries find little.
        where = "xxcross(any)>=11"
        with self.assertRaisesRegex(halfturn.InputError, "gave up") as caught:
            halfturn.random_cubes(1000, where=where, seed=1, tries=2000)
        self.assertIsInstance(caught.exception.partial, list)
        with self.assertRaisesRegex(halfturn.InputError, "gave up") as caught:
            halfturn.scramble(1000, where=where, seed=1, tries=2000)
        self.assertTrue(all(isinstance(text, str) for text in caught.exception.partial))


if __name__ == "__main__":
    unittest.main()
