"""Ctrl-C: a real signal to a process in the middle of work that would take minutes."""

import signal
import subprocess
import sys
import time
import unittest

CALLS = {
    # what is prepared, the call, what of its partial result must hold
    "solve": ("solver = halfturn.Solver()", "solver.solve(SUPERFLIP, max_moves=12, time=600)",
              "isinstance(partial, halfturn.Solution) and halfturn.Cube(SUPERFLIP).after(partial).is_solved"),
    "solve_many": ("solver = halfturn.Solver(resident=True); cubes = halfturn.random_cubes(100_000, seed=1)",
                   "solver.solve_many(cubes, max_moves=18)",
                   "len(partial) < 100_000 and all(c.after(m).is_solved for c, m in zip(cubes, partial))"),
    "optimal": ("solver = halfturn.OptimalSolver()", "solver.solve(SUPERFLIP)",
                "partial is None or 0 < partial.lower_bound <= 20 <= partial.length"),
    "optimal many": ("solver = halfturn.OptimalSolver()", "solver.solve_many([SUPERFLIP] * 50)", "len(partial) < 50"),
    "many": ("analyzer = halfturn.Analyzer('xxcross', size='small', resident=True); "
             "cubes = halfturn.random_cubes(50_000, seed=1)",
             "analyzer.many(cubes)",
             "partial.shape == (50_000, 1, 6) and (partial[-1] == 255).all()"),
    "analyze": ("analyzer = halfturn.Analyzer('f2l', size='small')",
                "[analyzer.analyze(cube) for cube in halfturn.random_cubes(5000, seed=1)]", "True"),
    "solutions": ("analyzer = halfturn.Analyzer('f2l', size='small'); text = halfturn.scramble(seed=3)",
                  "analyzer.solutions(text, 'f2l', 'W', count=1_000_000)",
                  "isinstance(partial, list) and all(type(s) is halfturn.StageSolution for s in partial)"),
    "scramble": ("", "halfturn.scramble(10_000_000, seed=1)", "partial == halfturn.scramble(len(partial), seed=1)"),
    "scramble where": ("scrambler = halfturn.Scrambler('xxcross(any)>=10', seed=1)", "scrambler.scrambles(1_000_000)",
                       "isinstance(partial, list) and all(2 <= len(text.split()) <= 20 for text in partial)"),
    "random_cubes": ("", "halfturn.random_cubes(10**9, seed=1)", "partial[:9] == halfturn.random_cubes(min(9, len(partial)), seed=1)"),
    "coset": ("solver = halfturn.CosetSolver()", "solver.explore('R U F', engine='set', search_depth=30)",
              "isinstance(partial, halfturn.CosetResult) and [l.fresh for l in partial.levels[:2]] in ([], [2], [2, 18])"),
    "tables": ("folder = tempfile.mkdtemp()", "halfturn.Solver(tables=folder)", "partial is None"),
    "kociemba": ("", "halfturn.kociemba.solve(SUPERFLIP, max_depth=15)", "True"),
}

SCRIPT = """
import halfturn, halfturn.kociemba, tempfile
SUPERFLIP = halfturn.Cube("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2").facelets
{prepare}
print("ready", flush=True)
try:
    {call}
    print("it came to its end")
except KeyboardInterrupt as stop:
    partial = halfturn.partial_result(stop)
    assert {holds}, partial
    assert halfturn.solve("R U") == "U' R'"    # and everything still works
    print("interrupted")
"""


def interrupted(script):
    """What a script printed that gets a Ctrl-C after its first line, and how it ended."""
    # As in a terminal: what a shell starts in the background ignores Ctrl-C, and hands that on to all that it starts.
    as_in_a_terminal = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          preexec_fn=as_in_a_terminal) as process:
        try:
            process.stdout.readline()
            time.sleep(0.5)  # into the middle of the call; any moment will do
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=300)
        finally:
            process.kill()  # nothing goes on computing after its test
    return out, err, process.returncode


def outcome_of(prepare, call, holds):
    out, err, _ = interrupted(SCRIPT.format(prepare=prepare, call=call, holds=holds))
    return out.strip() or err


class Interrupts(unittest.TestCase):
    def test_every_long_call(self):
        for name, case in CALLS.items():
            with self.subTest(name):
                self.assertEqual(outcome_of(*case), "interrupted")

    def test_other_handlers(self):
        """A handler's own exception comes out as it is, with what was done until then."""
        script = """
import halfturn, signal
class TooLate(Exception): pass
def late(*_): raise TooLate
signal.signal(signal.SIGALRM, late)
cubes = halfturn.random_cubes(100_000, seed=1)
halfturn.solve_many(cubes[:200])
signal.setitimer(signal.ITIMER_REAL, 0.5)
try:
    halfturn.solve_many(cubes, max_moves=18)
except TooLate as error:
    print("late", 0 <= len(error.partial) < 100_000)
"""
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=300)
        self.assertEqual(done.stdout.strip(), "late True", done.stderr)

    def test_without_a_handler_of_ours(self):
        """In a script that does nothing about it, Ctrl-C ends the process as usual."""
        script = "import halfturn; print('ready', flush=True); halfturn.random_cubes(10**9)"
        _, err, code = interrupted(script)
        self.assertIn("KeyboardInterrupt", err)
        self.assertEqual(code, -signal.SIGINT)


if __name__ == "__main__":
    unittest.main()
