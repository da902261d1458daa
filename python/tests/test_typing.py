"""The stub of the compiled module agrees with it in names and arguments; mypy accepts the package, and catches mistakes."""

import ast
import inspect
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import halfturn
from halfturn import _native

PACKAGE = pathlib.Path(halfturn.__file__).parent


def stub():
    """{name: arguments, or None for what is no function} of the stub; methods as Class.name."""
    found = {}

    def add(node, prefix):
        if isinstance(node, ast.FunctionDef):
            decorators = [getattr(decorator, "id", "") for decorator in node.decorator_list]
            arguments = None if "property" in decorators else [
                argument.arg for argument in node.args.posonlyargs + node.args.args if argument.arg != "self"]
            found[prefix + node.name] = arguments
        elif isinstance(node, ast.ClassDef):
            found[node.name] = None
            for inner in node.body:
                add(inner, node.name + ".")
        elif isinstance(node, ast.AnnAssign):
            found[prefix + node.target.id] = None

    for node in ast.parse((PACKAGE / "_native.pyi").read_text()).body:
        add(node, "")
    return found


def module():
    """The same of the module, by what pybind11 writes into docstrings."""
    found = {}

    def arguments_of(name, doc):
        signature = re.match(re.escape(name) + r"\((.*)\) -> ", doc or "")
        if signature is None:
            return None
        # Types in brackets hold commas of their own.
        plain = re.sub(r"\[[^\[\]]*\]", "", re.sub(r"\[[^\[\]]*\]", "", signature.group(1)))
        names = [argument.split(":")[0].strip() for argument in plain.split(",") if argument.strip()]
        return [argument for argument in names if argument != "self"]

    for name, value in vars(_native).items():
        if name.startswith("__") and name != "__version__":
            continue
        found[name] = arguments_of(name, value.__doc__) if inspect.isroutine(value) else None
        if inspect.isclass(value):
            for inner, method in vars(value).items():
                if isinstance(method, property):
                    found[f"{name}.{inner}"] = None
                elif callable(method) or isinstance(method, staticmethod):
                    doc = getattr(value, inner).__doc__
                    arguments = arguments_of(inner, doc)
                    if arguments is not None:
                        found[f"{name}.{inner}"] = arguments
    return found


class Stub(unittest.TestCase):
    def test_names_and_arguments(self):
        ours, real = stub(), module()
        # Python's own protocols name their arguments as they please.
        for found in (ours, real):
            for name in found:
                if re.search(r"\.__(?!init__)\w+__$", name) and found[name] is not None:
                    found[name] = [len(found[name])]
        self.maxDiff = None
        self.assertEqual(dict(sorted(ours.items())), dict(sorted(real.items())))

    def test_something_is_compared(self):
        self.assertEqual(stub()["Solver.solve_many"], ["cubes", "limits", "inverted", "coerce", "threads", "progress"])
        self.assertGreater(len(module()), 50)

    def test_marked_as_typed(self):
        self.assertTrue((PACKAGE / "py.typed").exists())

    def test_everything_public_is_described(self):
        for name in halfturn.__all__:
            value = getattr(halfturn, name)
            if inspect.isclass(value) or inspect.isroutine(value):
                self.assertTrue(value.__doc__ and len(value.__doc__) > 20, name)


@unittest.skipUnless(shutil.which("mypy"), "mypy is not installed")
class Mypy(unittest.TestCase):
    def mypy(self, code):
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder) / "script.py"
            script.write_text(code)
            done = subprocess.run(["mypy", "--strict", "--ignore-missing-imports", "--cache-dir", folder, str(script)],
                                  capture_output=True, text=True, cwd=folder, env={"MYPYPATH": str(PACKAGE.parent),
                                                                                   "PATH": "/usr/bin:/bin"})
            return done.stdout

    def test_right_and_wrong_use(self):
        right = """
import halfturn
from typing import List, Optional
moves: str = halfturn.solve("R U", max_moves=20)
number: int = halfturn.solve("R U").length
many: List[Optional[str]] = halfturn.solve_many(["R", halfturn.Cube("U") * ~halfturn.Cube("F")])
one: str = halfturn.scramble(where="cross(W)=7")
several: List[str] = halfturn.scramble(3)
cell: int = int(halfturn.Analyzer("cross").many(["R"])[0, 0, 0])
mean: float = halfturn.distribution("cross")[0].mean
"""
        self.assertIn("Success", self.mypy(right))
        for wrong in ("halfturn.solve(3)", "halfturn.solve('R', max_moves='20')", "halfturn.Cube('R') * 3",
                      "x: int = halfturn.scramble(3)", "halfturn.nothing()"):
            self.assertIn("error", self.mypy("import halfturn\n" + wrong + "\n"), wrong)


if __name__ == "__main__":
    unittest.main()
