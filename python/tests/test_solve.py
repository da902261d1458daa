"""Short and shortest solutions."""

import pickle
import signal
import unittest

import halfturn
from halfturn import Cube
from tests import simulator

CUBES = halfturn.random_cubes(300, seed=11)
SUPERFLIP = Cube("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2")


def solves(cube, moves):
    return simulator.after(cube.facelets, moves) == simulator.SOLVED


class Solve(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.solver = halfturn.Solver()

    def test_one(self):
        for cube in CUBES[:50]:
            for given in (cube, cube.facelets, cube.pieces):
                solution = self.solver.solve(given)
                self.assertTrue(solves(cube, solution))
                self.assertEqual(solution.length, len(solution.split()))
                self.assertLessEqual(solution.length, 20)
                self.assertTrue(solution.target_met)
                self.assertEqual(solution.solutions, (solution,))
                self.assertGreater(solution.probes, 0)

    def test_many_are_those_of_one(self):
        many = self.solver.solve_many(CUBES, probes=500)
        self.assertEqual(many, [str(self.solver.solve(cube, probes=500)) for cube in CUBES])
        self.assertEqual(many, self.solver.solve_many(iter(CUBES), probes=500, threads=1))
        self.assertEqual(many, halfturn.solve_many((cube.facelets for cube in CUBES), probes=500))
        self.assertTrue(all(solves(cube, moves) for cube, moves in zip(CUBES, many)))

    def test_module_functions(self):
        self.assertEqual(halfturn.solve("R U F"), "F' U' R'")
        self.assertEqual(halfturn.solve(""), "")
        self.assertEqual(halfturn.solve_many([]), [])
        self.assertEqual(halfturn.solve_many(["R", Cube("U2")]), ["R'", "U2"])

    def test_limits(self):
        cube = CUBES[0]
        self.assertLessEqual(self.solver.solve(cube, max_moves=19).length, 19)
        few = self.solver.solve(cube, probes=1)
        self.assertTrue(solves(cube, few))
        self.assertLessEqual(few.probes, 1)
        self.assertEqual(few, self.solver.solve(cube, probes=1, threads=1))
        quick = self.solver.solve(cube, time=0.01)
        self.assertTrue(solves(cube, quick))
        missed = self.solver.solve(cube, max_moves=3, time=0.05)
        self.assertFalse(missed.target_met)
        self.assertTrue(solves(cube, missed))
        self.assertTrue(self.solver.solve("R U F L2", max_moves=20).proved)
        self.assertEqual(self.solver.solve("R U F L2").lower_bound, 4)

    def test_several(self):
        best = self.solver.solve("R U F", solutions=5, max_moves=14)
        self.assertEqual(len(best.solutions), 5)
        self.assertEqual(len(set(best.solutions)), 5)
        self.assertTrue(all(solves(Cube("R U F"), moves) for moves in best.solutions))
        self.assertEqual(sorted(best.solutions, key=lambda moves: len(moves.split()))[0], best)

    def test_improvements(self):
        seen = []
        best = self.solver.solve(CUBES[1], time=0.5, on_improvement=seen.append)
        self.assertEqual(seen[-1], best)
        lengths = [len(moves.split()) for moves in seen]
        self.assertEqual(lengths, sorted(lengths, reverse=True))

    def test_quarter_turns(self):
        solver = halfturn.Solver(metric="quarter")
        solution = solver.solve(CUBES[2])
        self.assertTrue(solves(CUBES[2], solution))
        self.assertEqual(solution.length, halfturn.parse_moves(solution).quarter_turns)
        self.assertLessEqual(solution.length, 26)
        self.assertEqual(solver.solve("R2").length, 2)

    def test_resident_or_not(self):
        for resident in (True, False):
            solver = halfturn.Solver(resident=resident)
            self.assertEqual(solver.solve_many(CUBES[:20], probes=50), self.solver.solve_many(CUBES[:20], probes=50))

    def test_a_list_that_is_emptied_meanwhile(self):
        # Texts are read without the GIL; whoever has the list may change it then.
        texts = [f"R U{'2' * (i % 2)} F (D L)3 // {i}" for i in range(400_000)]
        before = signal.signal(signal.SIGALRM, lambda *_: texts.clear())
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.1)
            lengths = halfturn.Analyzer("cross").many(texts, threads=1)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        self.assertEqual(lengths.shape, (400_000, 1, 6))
        self.assertTrue((lengths[:2] == lengths[-2:]).all())

    def test_compact(self):
        solver = halfturn.Solver(compact=True)
        for cube, solution in zip(CUBES[:50], solver.solve_many(CUBES[:50])):
            self.assertTrue(solves(cube, solution))
            self.assertLessEqual(len(solution.split()), 20)
        self.assertEqual(solver.solve(""), "")
        self.assertEqual(pickle.loads(pickle.dumps(solver)).solve("R U"), "U' R'")

    def test_pickle(self):
        solution = self.solver.solve("R U F")
        again = pickle.loads(pickle.dumps(solution))
        self.assertEqual((again, again.length, again.solutions), (solution, 3, solution.solutions))
        self.assertEqual(pickle.loads(pickle.dumps(self.solver)).solve("R U F"), solution)

    def test_wrong_input(self):
        with self.assertRaises(halfturn.InputError) as caught:
            self.solver.solve_many(["R", "U", "R K"])
        self.assertEqual((caught.exception.index, caught.exception.line, caught.exception.column), (2, 3, 3))
        self.assertEqual(self.solver.solve_many(["K", "R", None, 5, "\ud800", "U"], errors="coerce"),
                         [None, "R'", None, None, None, "U'"])
        self.assertEqual(self.solver.solve_many(["K"], errors="coerce"), [None])
        for options in (dict(max_moves=-1), dict(max_moves=1000), dict(time=-1), dict(time=float("nan")), dict(probes=0),
                        dict(threads=-1), dict(threads=10**9), dict(solutions=0), dict(optimal=True, time=1)):
            with self.assertRaises(halfturn.InputError, msg=options):
                self.solver.solve("R", **options)
        for options in (dict(max_moves="20"), dict(time="1"), dict(threads=1.5), dict(progress=3), dict(nonsense=1),
                        dict(max_moves=True)):
            with self.assertRaises(TypeError, msg=options):
                self.solver.solve("R", **options)
        for wrong in (None, 3, b"R", ["R"]):
            with self.assertRaises(TypeError):
                self.solver.solve(wrong)
        for wrong in ("R U", Cube(), None, 3, ["R", None]):
            with self.assertRaises(TypeError, msg=wrong):
                self.solver.solve_many(wrong)
        with self.assertRaises(halfturn.InputError):
            self.solver.solve_many(["R"], errors="ignore")
        with self.assertRaises(halfturn.InputError):
            halfturn.Solver(metric="thirds")


class Optimal(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.solver = halfturn.OptimalSolver()

    def test_shortest(self):
        moves = "R U2 F' D L2 B U' R2 F D2 L' B2"
        cube = Cube(moves)
        excluded = []
        best = self.solver.solve(cube, on_excluded=excluded.append)
        self.assertTrue(best.proved)
        self.assertTrue(solves(cube, best))
        self.assertLessEqual(best.length, 12)
        self.assertEqual(best.lower_bound, best.length)
        self.assertEqual(max(excluded), best.length - 1)
        self.assertEqual(halfturn.solve(cube, optimal=True).length, best.length)
        self.assertEqual(self.solver.solve_many([cube, "", "R R"]), [best, "", "R2"])
        self.assertIsNone(self.solver.solve(cube, max_moves=best.length - 1))
        self.assertEqual(self.solver.solve(cube, max_moves=best.length).length, best.length)

    def test_all(self):
        every = self.solver.solve("R2 U2 R2 U2", all_within=2)
        self.assertEqual(len(set(every.solutions)), len(every.solutions))
        self.assertTrue(all(solves(Cube("R2 U2 R2 U2"), moves) for moves in every.solutions))
        self.assertEqual(min(len(moves.split()) for moves in every.solutions), 4)
        self.assertLessEqual(max(len(moves.split()) for moves in every.solutions), 6)

    def test_wrong_input(self):
        with self.assertRaises(halfturn.InputError):
            self.solver.solve("R", max_moves=-1)
        with self.assertRaises(halfturn.InputError):
            self.solver.solve("K")
        with self.assertRaises(halfturn.Error):
            halfturn.OptimalSolver(table="nonsense")
        self.assertEqual(self.solver.solve_many(["K", "R"], errors="coerce"), [None, "R'"])


if __name__ == "__main__":
    unittest.main()
