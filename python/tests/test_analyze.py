"""Stages: lengths, solutions, distributions, frames."""

import csv
import pickle
import unittest

import numpy
import pandas

import halfturn
from halfturn import COLOURS, NOT_COMPUTED, Analyzer, Cube
from tests import simulator
from tests.program import lines_of, needs_program

SCRAMBLES = halfturn.scramble(200, seed=3)


class Lengths(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.analyzer = Analyzer(["cross", "xcross"])

    def test_shape_and_values(self):
        lengths = self.analyzer.many(SCRAMBLES)
        self.assertEqual(lengths.shape, (200, 2, 6))
        self.assertEqual(lengths.dtype, numpy.uint8)
        self.assertTrue(lengths.flags.c_contiguous and lengths.flags.owndata and lengths.flags.writeable)
        self.assertLessEqual(lengths[:, 0].max(), 8)
        self.assertTrue((lengths[:, 1] >= lengths[:, 0]).all())
        numpy.testing.assert_array_equal(lengths, self.analyzer.many(SCRAMBLES, threads=1))
        numpy.testing.assert_array_equal(lengths, self.analyzer.many([Cube(text) for text in SCRAMBLES]))
        numpy.testing.assert_array_equal(lengths, self.analyzer.many(numpy.array(SCRAMBLES)))
        for row, text in zip(lengths[:5], SCRAMBLES):
            found = self.analyzer.analyze(text)
            self.assertEqual([list(found[stage].values()) for stage in self.analyzer.stages], row.tolist())
        self.assertEqual(self.analyzer.many([]).shape, (0, 2, 6))
        numpy.testing.assert_array_equal(self.analyzer.many([""])[0], 0)

    @needs_program
    def test_program_says_the_same(self):
        stages = ["cross", "xcross", "xxcross", "pseudo_cross", "eo_cross"]
        lines = lines_of("analyze", "-", "--stages", ",".join(stages), "--format", "csv", stdin="\n".join(SCRAMBLES[:40]))
        analyzer = Analyzer(stages)
        lengths = analyzer.many(SCRAMBLES[:40])
        suffixes = ["z0", "z2", "z3", "z1", "x3", "x1"]
        for row, text in zip(lengths, csv.DictReader(lines)):
            for stage, cells in zip(analyzer.stages, row):
                self.assertEqual([int(text[f"{stage}_{suffix}"]) for suffix in suffixes], cells.tolist())

    def test_rotations_do_not_matter(self):
        turned = [text + " x y'" for text in SCRAMBLES[:20]] + ["Rw U", "M2"]
        plain = SCRAMBLES[:20] + ["L F", "R2 L2"]
        numpy.testing.assert_array_equal(self.analyzer.many(turned), self.analyzer.many(plain))

    def test_some_colours(self):
        lengths = self.analyzer.many(SCRAMBLES[:10], colours="WY")
        self.assertTrue((lengths[:, :, 2:] == NOT_COMPUTED).all())
        numpy.testing.assert_array_equal(lengths[:, :, :2], self.analyzer.many(SCRAMBLES[:10])[:, :, :2])
        self.assertEqual(COLOURS, "YWORGB")
        self.assertEqual(list(self.analyzer.analyze("R", colours="g")["cross"]), ["G"])

    def test_slots(self):
        every = self.analyzer.many(SCRAMBLES[:30])
        single = [self.analyzer.many(SCRAMBLES[:30], slots=slot) for slot in ("FR", "FL", "BL", "BR")]
        numpy.testing.assert_array_equal(numpy.min([lengths[:, 1] for lengths in single], axis=0), every[:, 1])
        both = self.analyzer.many(SCRAMBLES[:30], slots=["FR", "BL"])
        numpy.testing.assert_array_equal(numpy.minimum(single[0], single[2]), both)

    def test_choice_of_stages(self):
        self.assertEqual(Analyzer("std", size="small").stages, ("cross", "xcross", "xxcross", "xxxcross", "f2l"))
        self.assertEqual(Analyzer("XCross cross").stages, ("xcross", "cross"))
        swapped = Analyzer("xcross,cross").many(SCRAMBLES[:5])
        numpy.testing.assert_array_equal(swapped[:, ::-1], self.analyzer.many(SCRAMBLES[:5]))
        names = [stage.name for stage in halfturn.stages()]
        self.assertEqual(len(set(names)), len(names))
        self.assertTrue(all(stage.purpose and 0 < stage.most_moves <= 20 for stage in halfturn.stages()))

    def test_bad_items(self):
        with self.assertRaises(halfturn.InputError) as caught:
            self.analyzer.many(["R", "K"])
        self.assertEqual((caught.exception.index, caught.exception.column), (1, 1))
        lengths = self.analyzer.many(["K", "R U", None, float("nan"), "R" * 30], errors="coerce")
        self.assertEqual((lengths == NOT_COMPUTED).all(axis=(1, 2)).tolist(), [True, False, True, True, True])
        numpy.testing.assert_array_equal(lengths[1], self.analyzer.many(["R U"])[0])

    def test_wrong_input(self):
        for options in (dict(colours="X"), dict(colours=""), dict(colours="WW"), dict(slots="FF"), dict(slots=[]),
                        dict(threads=-1), dict(errors="pass")):
            with self.assertRaises(halfturn.InputError, msg=options):
                self.analyzer.many(["R"], **options)
        for wrong in ("R", None, 3, ["R", None]):
            with self.assertRaises(TypeError):
                self.analyzer.many(wrong)
        for stages in ("crosss", [], ["cross", "nonsense"]):
            with self.assertRaises(halfturn.InputError):
                Analyzer(stages)
        with self.assertRaisesRegex(halfturn.InputError, "did you mean cross"):
            Analyzer("crosss")
        with self.assertRaises(halfturn.InputError):
            Analyzer("cross", size="tiny")
        with self.assertRaises(TypeError):
            Analyzer([3])
        with self.assertRaises(TypeError):
            self.analyzer.many(["R"], colours=3)

    def test_pickle(self):
        again = pickle.loads(pickle.dumps(self.analyzer))
        numpy.testing.assert_array_equal(again.many(SCRAMBLES[:5]), self.analyzer.many(SCRAMBLES[:5]))


class Solutions(unittest.TestCase):
    def test_they_reach_the_stage(self):
        analyzer = Analyzer("cross,xcross")
        for text in SCRAMBLES[:5]:
            lengths = analyzer.analyze(text)
            for colour in COLOURS:
                found = analyzer.solutions(text, "xcross", colour, count=4)
                self.assertEqual(len(found[0].moves.split()), lengths["xcross"][colour])
                counts = [len(solution.moves.split()) for solution in found]
                self.assertEqual(counts, sorted(counts))
                for solution in found:
                    self.assertTrue(solution.reached)
                    # The rotation, then the moves, as a person does it; white up and green in front again after.
                    reached = Cube.by_colour(f"{text} {solution.rotation} {solution.moves}")
                    self.assertEqual(analyzer.analyze(reached)["xcross"][colour], 0)

    def test_white_cross_by_its_stickers(self):
        analyzer = Analyzer("cross")
        for text in SCRAMBLES[:20]:
            solution, = analyzer.solutions(text, "cross", "Y")
            self.assertEqual(solution.rotation, "")  # yellow is at the bottom
            facelets = simulator.after(simulator.SOLVED, text + " " + solution.moves)
            crossed = [facelets[place] for place in (28, 30, 32, 34)] + [facelets[place] for place in (16, 25, 43, 52)]
            self.assertEqual("".join(crossed), "DDDDRFLB")

    def test_prefer(self):
        analyzer = Analyzer("cross")
        plain = analyzer.solutions(SCRAMBLES[0], "cross", "W", count=50)
        preferred = analyzer.solutions(SCRAMBLES[0], "cross", "W", count=50, prefer="RUF")
        shortest = min(len(solution.moves.split()) for solution in plain)

        def outside(solution):
            return sum(move[0] not in "RUF" for move in solution.moves.split())

        best = [solution for solution in preferred if len(solution.moves.split()) == shortest]
        self.assertEqual([outside(solution) for solution in best], sorted(outside(solution) for solution in best))
        self.assertEqual(len(preferred), 50)

    def test_limits_and_wrong_input(self):
        analyzer = Analyzer("cross")
        self.assertEqual(analyzer.solutions(SCRAMBLES[0], "cross", "W", max_moves=1), [])
        self.assertEqual(analyzer.solutions("", "cross", "W")[0].moves, "")
        for arguments in (("xcross", "W"), ("cross", "X"), ("cross", "WY"), ("cross", "")):
            with self.assertRaises(halfturn.InputError, msg=arguments):
                analyzer.solutions("R", *arguments)
        with self.assertRaises(halfturn.InputError):
            analyzer.solutions("R", "cross", "W", count=0)
        with self.assertRaises(halfturn.InputError):
            analyzer.solutions("R", "cross", "W", prefer="XYZ")


class Distributions(unittest.TestCase):
    def test_cross(self):
        cross, = halfturn.distribution("cross")
        self.assertEqual(cross.positions, 190_080)
        self.assertEqual(sum(cross.counts), cross.positions)
        self.assertEqual(cross.counts[8], 102)
        self.assertAlmostEqual(sum(cross.shares), 1)

    def test_choices(self):
        one, any_slot = halfturn.distribution("xcross")
        self.assertEqual(one.positions, 72_990_720)
        self.assertEqual(any_slot.positions, 695_280_402_432_000)
        self.assertEqual(sum(any_slot.counts), any_slot.positions)

    def test_several_colours(self):
        six, = halfturn.distribution("cross", "WYORGB")
        self.assertEqual(sum(six.counts), 980_995_276_800)
        self.assertAlmostEqual(six.mean, 4.80946, 5)
        two, = halfturn.distribution("xcross", "WY")
        self.assertEqual(sum(two.counts), 43_252_003_274_489_856_000)

    def test_wrong_input(self):
        with self.assertRaises(halfturn.InputError):
            halfturn.distribution("nonsense")
        with self.assertRaises(halfturn.Error):
            halfturn.distribution("xcross", "WYO")
        with self.assertRaises(halfturn.InputError):
            halfturn.distribution("cross", "X")


class Frames(unittest.TestCase):
    def test_frame(self):
        solves = pandas.DataFrame({"scramble": SCRAMBLES[:5] + ["K", None]}, index=list("abcdefg"))
        frame = halfturn.analyze_frame(solves["scramble"])
        self.assertEqual(list(frame.index), list("abcdefg"))
        self.assertEqual(list(frame.columns), [f"{stage}_{colour}" for stage in ("cross", "xcross") for colour in COLOURS])
        self.assertTrue((frame.dtypes == "UInt8").all())
        self.assertEqual(frame.isna().all(axis=1).tolist(), [False] * 5 + [True] * 2)
        lengths = Analyzer().many(SCRAMBLES[:5])
        numpy.testing.assert_array_equal(frame.iloc[:5].to_numpy(dtype="uint8").reshape(5, 2, 6), lengths)
        self.assertEqual(list(halfturn.analyze_frame(solves["scramble"], "cross", colours="w").columns), ["cross_W"])
        joined = solves.join(frame)
        self.assertEqual(joined.shape, (7, 13))

    def test_other_columns(self):
        self.assertEqual(len(halfturn.analyze_frame(pandas.Series([], dtype=object))), 0)
        self.assertEqual(halfturn.analyze_frame(["R U", "F"]).index.tolist(), [0, 1])
        categories = pandas.Series(["R U", "R U"], dtype="category")
        self.assertEqual(halfturn.analyze_frame(categories)["cross_W"].nunique(), 1)
        with self.assertRaises(halfturn.InputError):
            halfturn.analyze_frame(pandas.Series(["K"]), errors="raise")


if __name__ == "__main__":
    unittest.main()
