"""Cubes and moves as values and as text."""

import copy
import pickle
import random
import unittest

import halfturn
from halfturn import Cube
from tests import simulator


def some_cubes(count=50, seed=5):
    generator = random.Random(seed)
    return [Cube(simulator.random_moves(generator, 25)) for _ in range(count)]


class CubeValue(unittest.TestCase):
    def test_group(self):
        for a, b, c in zip(some_cubes(seed=1), some_cubes(seed=2), some_cubes(seed=3)):
            self.assertEqual((a * b) * c, a * (b * c))
            self.assertEqual(a * ~a, Cube())
            self.assertEqual(~(a * b), ~b * ~a)
            self.assertEqual(a.inverse(), ~a)
            self.assertEqual(a ** 3, a * a * a)
            self.assertEqual(a ** -2, ~a * ~a)
            self.assertEqual(a ** 0, Cube())

    def test_products_are_sequences(self):
        self.assertEqual(Cube("R") * Cube("U"), Cube("R U"))
        self.assertNotEqual(Cube("R") * Cube("U"), Cube("U R"))
        self.assertEqual(Cube("R").after("U"), Cube("R U"))

    def test_forms(self):
        for cube in some_cubes():
            self.assertEqual(Cube(cube.facelets), cube)
            self.assertEqual(Cube(cube.pieces), cube)
            self.assertEqual(Cube(cube.facelets, kind="facelets"), cube)
            self.assertEqual(Cube(cube.pieces, "pieces"), cube)
            self.assertEqual(Cube.from_cubies(cube.corners, cube.edges), cube)
            self.assertEqual(eval(repr(cube)), cube)
            self.assertEqual(str(cube), cube.facelets)
        self.assertEqual(Cube().pieces.split()[:3], ["UF", "UR", "UB"])
        self.assertEqual(Cube().corners, [(place, 0) for place in range(8)])
        self.assertEqual(len(Cube("R").edges), 12)

    def test_equality_and_hash(self):
        cubes = some_cubes()
        self.assertEqual(len(set(cubes) | {Cube(cube.facelets) for cube in cubes}), len(cubes))
        self.assertEqual(Cube("R R"), Cube("R2"))
        self.assertNotEqual(Cube(), "")
        self.assertNotEqual(Cube(), None)
        self.assertFalse(Cube("R") == Cube())

    def test_pickle_and_copy(self):
        for cube in some_cubes():
            for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
                self.assertEqual(pickle.loads(pickle.dumps(cube, protocol)), cube)
            self.assertEqual(copy.deepcopy(cube), cube)

    def test_held_in_other_ways(self):
        self.assertTrue(Cube("x y").is_solved)
        self.assertEqual(Cube("U x"), Cube("B"))
        self.assertEqual(Cube.by_colour("U x"), Cube("U"))
        self.assertEqual(Cube.by_colour("Rw"), Cube("L"))
        self.assertEqual(Cube("R").after("x"), Cube("R x"))
        turned = Cube("R U F").facelets
        self.assertEqual(Cube(turned), Cube("R U F"))

    def test_wrong_input(self):
        for bad in ("K", "R U)", "U" * 54, "UUUUUUUUURRRRRRRRRFFF", "\0", "é", "\ud800", "R" * 20):
            with self.assertRaises(ValueError, msg=repr(bad)):
                Cube(bad)
        for wrong in (None, 3, b"R", ["R"]):
            with self.assertRaises(TypeError):
                Cube(wrong)
        with self.assertRaises(halfturn.InputError):
            Cube("R", kind="colours")
        with self.assertRaises(halfturn.InputError):
            Cube.from_cubies(Cube().corners, Cube().edges[:-1])
        with self.assertRaises(halfturn.InputError):
            Cube.from_cubies([(0, 1)] + Cube().corners[1:], Cube().edges)
        with self.assertRaises(halfturn.InputError):
            Cube.from_cubies([(99, 7)] * 8, [(-5, 3)] * 12)
        with self.assertRaises(TypeError):
            Cube() * "R"
        with self.assertRaises(TypeError):
            Cube() ** 1.5


class Texts(unittest.TestCase):
    def test_parse(self):
        position = halfturn.parse("R U Rw")
        self.assertEqual((position.rotation, position.kind), ("x", "moves"))
        self.assertEqual(position.cube, Cube("R U Rw"))
        self.assertEqual(halfturn.parse(Cube("R").pieces).kind, "pieces")
        self.assertEqual(halfturn.parse("R U (2)").cube, Cube("R U"))
        self.assertEqual(halfturn.parse("R U (3q)").cube, Cube("R U"))

    def test_validate(self):
        self.assertIsNone(halfturn.validate("R U"))
        error = halfturn.validate("R U\nK")
        self.assertEqual((error.line, error.column, error.kind, error.index), (2, 1, "bad_input", None))
        self.assertIn("'K'", error.message)
        self.assertTrue(error.hint)
        self.assertIn(error.message, str(error))
        self.assertIsInstance(pickle.loads(pickle.dumps(error)), halfturn.InputError)
        self.assertEqual(pickle.loads(pickle.dumps(error)).column, 1)

    def test_moves(self):
        self.assertEqual(halfturn.parse_moves("R U2 M'").half_turns, 4)
        self.assertEqual(halfturn.parse_moves("R U2 M'").quarter_turns, 5)
        self.assertEqual(halfturn.parse_moves("R U2 M'").slice_turns, 3)
        generator = random.Random(3)
        for _ in range(50):
            moves = simulator.random_moves(generator, 20)
            self.assertTrue(Cube(moves).after(halfturn.invert(moves)).is_solved)
            self.assertEqual(halfturn.simplify(moves + " " + halfturn.invert(moves)), "")
        for held in ("R x U", "Rw U M", "y F z'"):
            self.assertTrue(Cube(held).after(halfturn.invert(held)).is_solved, held)

    def test_nearest_cubes(self):
        good = Cube("R U F").facelets
        repairs = halfturn.nearest_cubes(("L" if good[0] != "L" else "R") + good[1:])
        self.assertIn(Cube("R U F"), [repair.cube for repair in repairs])
        self.assertEqual(halfturn.nearest_cubes(good), [])


if __name__ == "__main__":
    unittest.main()
