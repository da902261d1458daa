"""Callbacks: on the calling thread, with their exceptions passed on; threads; tables that are built."""

import os
import subprocess
import sys
import tempfile
import threading
import unittest

import numpy

import halfturn
from tests import simulator


class Trouble(Exception):
    pass


class Progress(unittest.TestCase):
    def test_building_tables(self):
        with tempfile.TemporaryDirectory() as folder:
            reports = []
            analyzer = halfturn.Analyzer("cross,xcross", tables=os.path.join(folder, "new", "tables"),
                                         progress=lambda *report: reports.append(report + (threading.get_ident(),)))
            self.assertEqual(analyzer.analyze("R")["cross"]["Y"], 1)
            self.assertTrue(os.listdir(os.path.join(folder, "new", "tables")))
            self.assertTrue(reports)
            for task, step, fraction, thread in reports:
                self.assertIsInstance(task, str)
                self.assertIsInstance(step, str)
                self.assertTrue(0 <= fraction <= 1)
                self.assertEqual(thread, threading.get_ident())

    def test_lists_end_at_one(self):
        for call in (lambda progress: halfturn.solve_many(["R"] * 300, progress=progress),
                     lambda progress: halfturn.Analyzer().many(["R"] * 300, progress=progress),
                     lambda progress: halfturn.scramble(50, progress=progress),
                     lambda progress: halfturn.OptimalSolver().solve_many(["R"] * 5, progress=progress)):
            reports = []
            call(lambda *report: reports.append(report))
            self.assertEqual(reports[-1][2], 1.0)

    def test_an_exception_passes_on(self):
        def raises(*_):
            raise Trouble("of a callback")

        cubes = halfturn.random_cubes(400, seed=1)
        for call in (lambda: halfturn.solve_many(cubes, max_moves=18, progress=raises),
                     lambda: halfturn.Analyzer("f2l").many(cubes, progress=raises),
                     lambda: halfturn.scramble(10, progress=raises),
                     lambda: halfturn.solve(cubes[0], time=60, on_improvement=raises),
                     lambda: halfturn.OptimalSolver().solve(cubes[0], on_excluded=raises),
                     lambda: halfturn.CosetSolver().explore("R", engine="set", search_depth=11, on_level=raises)):
            with self.assertRaisesRegex(Trouble, "of a callback") as caught:
                call()
            self.assertTrue(hasattr(caught.exception, "partial"))
        # Everything still works, so the GIL and the locks are where they were.
        self.assertEqual(halfturn.solve("R"), "R'")

    def test_a_callback_may_call_again(self):
        inner = []

        def again(task, step, fraction):
            inner.append(halfturn.solve("R U"))

        halfturn.solve_many(["F"] * 200, progress=again)
        self.assertEqual(set(inner), {"U' R'"})

    def test_a_callback_may_open_while_it_is_opened(self):
        script = """
import halfturn, tempfile, os
folder = tempfile.TemporaryDirectory()
for name in os.listdir(halfturn.default_table_folder()):
    if name == "phase1.table":   # the small one is built, so that there is progress to report
        os.symlink(os.path.join(halfturn.default_table_folder(), name), os.path.join(folder.name, name))
inner = []
def again(*report):
    if not inner: inner.append(halfturn.solve("R U", tables=folder.name))
print(halfturn.solve("R", tables=folder.name, progress=again), *inner)
"""
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=300)
        self.assertEqual(done.stdout.strip(), "R' U' R'", done.stderr)

    def test_not_a_function(self):
        with self.assertRaises(TypeError):
            halfturn.solve_many(["R"], progress="bar")

    @unittest.skipUnless(__import__("importlib").util.find_spec("tqdm"), "tqdm is not installed")
    def test_tqdm(self):
        import io

        import tqdm

        out = io.StringIO()
        with tqdm.tqdm(total=100, unit="%", file=out) as bar:
            halfturn.solve_many(["R U F"] * 300, progress=lambda task, step, fraction: bar.update(100 * fraction - bar.n))
            self.assertEqual(bar.n, 100)


class Threads(unittest.TestCase):
    def test_two_at_once(self):
        cubes = halfturn.random_cubes(2000, seed=8)
        solver, analyzer = halfturn.Solver(), halfturn.Analyzer()
        lengths = analyzer.many(cubes)
        found = {}

        def work(name, part):
            found[name] = (solver.solve_many(part, threads=1), analyzer.many(part, threads=1),
                           [solver.solve(cube, threads=1) for cube in part[:50]])

        threads = [threading.Thread(target=work, args=(name, cubes[name::2])) for name in (0, 1)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for name in (0, 1):
            solutions, rows, singles = found[name]
            self.assertTrue(all(simulator.after(cube.facelets, moves) == simulator.SOLVED
                                for cube, moves in zip(cubes[name::2], solutions)))
            numpy.testing.assert_array_equal(rows, lengths[name::2])
            self.assertEqual(singles, solutions[:50])

    def test_others_run_meanwhile(self):
        """A long call leaves the interpreter to other threads."""
        counted = []
        over = threading.Event()

        def count():
            while not over.is_set():
                counted.append(1)
                over.wait(0.001)

        thread = threading.Thread(target=count)
        thread.start()
        halfturn.solve(halfturn.random_cubes(1, seed=1)[0], time=0.5)
        over.set()
        thread.join()
        self.assertGreater(len(counted), 10)

    def test_a_shared_scrambler(self):
        scrambler = halfturn.Scrambler("cross(W)=4", seed=3)
        found = []
        threads = [threading.Thread(target=lambda: found.extend(scrambler.cubes(50))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(set(found), set(halfturn.random_cubes(200, "cross(W)=4", 3)))


    def test_threads_that_are_left_at_the_end(self):
        """Daemon threads in the middle of work do not bring the interpreter down."""
        script = """
import halfturn, threading, time, sys
solver, analyzer = halfturn.Solver(), halfturn.Analyzer("f2l", size="small")
cubes = halfturn.random_cubes(1000, seed=1)
def again():
    while True:
        solver.solve(cubes[0], max_moves=12, time=0.05)
for work in (again, again, lambda: analyzer.many(cubes), lambda: halfturn.random_cubes(10**9),
             lambda: solver.solve(cubes[1], max_moves=12, time=600, progress=print)):
    threading.Thread(target=work, daemon=True).start()
time.sleep(0.2)
print("over")
"""
        for _ in range(5):
            done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=300)
            self.assertEqual((done.returncode, done.stdout.split()[-1]), (0, "over"), done.stderr)


class Tables(unittest.TestCase):
    def test_folder(self):
        self.assertEqual(halfturn.default_table_folder(), os.environ["HALFTURN_TABLES"])
        with self.assertRaises(TypeError):
            halfturn.Solver(tables=3)
        with tempfile.NamedTemporaryFile() as file:
            with self.assertRaises(halfturn.MachineError):
                halfturn.Analyzer("cross", tables=os.path.join(file.name, "inside"))

    def test_a_damaged_table(self):
        with tempfile.TemporaryDirectory() as folder:
            halfturn.Analyzer("cross", tables=folder)
            name = os.path.join(folder, "stage-cross.table")
            with open(name, "r+b") as file:
                file.truncate(100)
            with self.assertRaises(halfturn.MachineError) as caught:
                halfturn.Analyzer("cross", tables=folder)
            self.assertEqual(caught.exception.kind, "damaged")
            self.assertTrue(caught.exception.hint)
            self.assertNotIsInstance(caught.exception, ValueError)


if __name__ == "__main__":
    unittest.main()
