"""Cosets, by the engine that needs no 6 GB."""

import unittest

import halfturn


class Cosets(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.solver = halfturn.CosetSolver()

    def test_levels_of_h(self):
        # How many positions of H take n moves, in any moves of the whole cube: the levels of phase 2, and a few more.
        seen = []
        found = self.solver.explore("", engine="set", search_depth=5, on_level=seen.append)
        self.assertEqual([level.fresh for level in found.levels], [1, 10, 67, 456, 3079, 20076])
        self.assertEqual(tuple(seen), found.levels)
        self.assertTrue(all(level.exact for level in found.levels))
        self.assertEqual(found.remaining + found.levels[-1].total, halfturn.COSET_POSITIONS)
        self.assertIsNone(found.proved)

    def test_module_function(self):
        self.assertEqual(halfturn.coset("R U F", engine="set", search_depth=6),
                         self.solver.explore("R U F", engine="set", search_depth=6))

    def test_wrong_input(self):
        for options in (dict(engine="slow"), dict(search_depth=-1), dict(search_depth=31), dict(search_depth=5, depth=4),
                        dict(engine="set", search_depth=3, depth=4), dict(engine="set", search_depth=3, unsolved=1),
                        dict(threads=-1)):
            with self.assertRaises(halfturn.InputError, msg=options):
                self.solver.explore("R", **options)
        for bound in (0, 31, -1):
            with self.assertRaises(halfturn.InputError):
                self.solver.prove("R", bound)
        with self.assertRaises(halfturn.InputError):
            self.solver.prove("K")
        with self.assertRaises(halfturn.InputError):
            halfturn.coset("R", prove=20, search_depth=3)
        with self.assertRaises(TypeError):
            self.solver.explore(None, engine="set")


if __name__ == "__main__":
    unittest.main()
