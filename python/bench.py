"""Measures the package beside the command-line program, on the same cubes with the same threads. Nothing else may run.

    HALFTURN_PROGRAM=build/release/src/cli/halfturn python python/bench.py [--cubes N] [--rounds N]

Rates are of the work alone: the time that the program, or the package, takes for one cube (start, opening and copying the
tables) is taken off. The best of the rounds counts. Last column: the package's rate divided by the program's.
"""

import argparse
import os
import subprocess
import tempfile
import threading
import time

import halfturn


def seconds_of(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def program_seconds(program, command, lines, threads, rounds):
    """The program's time for the lines, without that for reading as few as make it copy its tables."""
    with tempfile.TemporaryDirectory() as folder:
        few, many = os.path.join(folder, "few"), os.path.join(folder, "many")
        for name, part in ((few, lines[:200]), (many, lines)):
            with open(name, "w") as file:
                file.write("\n".join(part) + "\n")

        def run(name):
            subprocess.run([program, *command, name, "--threads", str(threads), "--output", os.path.join(folder, "out"),
                            "--format", "csv"], check=True, capture_output=True)
            os.remove(os.path.join(folder, "out"))

        run(few)
        return (min(seconds_of(lambda: run(many)) for _ in range(rounds))
                - min(seconds_of(lambda: run(few)) for _ in range(rounds))), len(lines) - 200


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cubes", type=int, default=200_000, help="to analyse; a fifth of them is solved")
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    program = os.environ.get("HALFTURN_PROGRAM", "halfturn")
    texts = halfturn.scramble(arguments.cubes, seed=2026)
    fewer = texts[:len(texts) // 5]
    solver, analyzer = halfturn.Solver(resident=True), halfturn.Analyzer("cross,xcross", resident=True)
    jobs = {
        "solve, 20 moves": (fewer, ["solve"], lambda part, threads: solver.solve_many(part, threads=threads)),
        "analyze, cross and xcross": (texts, ["analyze", "--stages", "cross,xcross"],
                                      lambda part, threads: analyzer.many(part, threads=threads)),
    }
    print(f"{'':28} {'threads':>7} {'program':>10} {'package':>10} {'ratio':>6}")
    for name, (lines, command, call) in jobs.items():
        call(lines[:200], 0)
        for threads in (1, 2):
            theirs, count = program_seconds(program, command, lines, threads, arguments.rounds)
            ours = min(seconds_of(lambda: call(lines, threads)) for _ in range(arguments.rounds))
            print(f"{name:28} {threads:>7} {count / theirs:>8,.0f}/s {len(lines) / ours:>8,.0f}/s "
                  f"{len(lines) / ours / (count / theirs):>6.2f}", flush=True)

    print("\nTwo Python threads, each with threads=1, against one:")
    for name, (lines, _, call) in jobs.items():
        def in_two():
            halves = [threading.Thread(target=call, args=(lines[part::2], 1)) for part in (0, 1)]
            for half in halves:
                half.start()
            for half in halves:
                half.join()

        one = min(seconds_of(lambda: call(lines, 1)) for _ in range(arguments.rounds))
        two = min(seconds_of(in_two) for _ in range(arguments.rounds))
        print(f"{name:28} {one / two:.2f} times as fast")

    single = texts[:2000]
    took = min(seconds_of(lambda: [solver.solve(text, threads=1) for text in single]) for _ in range(arguments.rounds))
    print(f"\none call of Solver.solve() for each cube: {1e3 * took / len(single):.3f} ms")


if __name__ == "__main__":
    main()
