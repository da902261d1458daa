"""The examples in docstrings and in the README do what they say."""

import doctest
import importlib
import os
import pkgutil
import unittest

import halfturn

README = os.environ.get("HALFTURN_README")


class Examples(unittest.TestCase):
    def test_docstrings(self):
        names = ["halfturn"] + [f"halfturn.{module.name}" for module in pkgutil.iter_modules(halfturn.__path__)
                                if module.name != "_native"]
        attempted = 0
        for name in names:
            with self.subTest(name):
                result = doctest.testmod(importlib.import_module(name))
                self.assertEqual(result.failed, 0)
                attempted += result.attempted
        self.assertGreater(attempted, 80)

    @unittest.skipUnless(README, "HALFTURN_README does not name the README")
    def test_readme(self):
        result = doctest.testfile(README, module_relative=False)
        self.assertEqual(result.failed, 0)
        self.assertGreater(result.attempted, 20)

    @unittest.skipUnless(README, "HALFTURN_README does not name the README")
    def test_readme_names_everything(self):
        with open(README) as file:
            text = file.read()
        results = {"CosetLevel", "CosetResult", "Distribution", "MoveText", "Position", "Repair", "Stage",
                   "StageSolution", "__version__"}
        self.assertEqual([name for name in halfturn.__all__ if f"`{name}" not in text and name not in results], [])


if __name__ == "__main__":
    unittest.main()
