"""Builds the compiled module with CMake; everything else is in pyproject.toml.

HALFTURN_LIBRARY  a build folder of the project, or the folder with halfturnConfig.cmake of an installed one: its libraries
                  are linked, and nothing but the module is compiled. Without it, the libraries are compiled too.
CMAKE_ARGS        further arguments for CMake
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parent
NEEDS = "it needs g++ 12, cmake 3.25, ninja, and the headers of fmt, zlib, xxHash, utfcpp, SQLite and Python"


def version() -> str:
    rules = PROJECT / "CMakeLists.txt"
    if not rules.exists():
        sys.exit(f"halfturn: {rules} is missing: this package is built from a clone of the whole project")
    found = re.search(r"project\(halfturn VERSION ([0-9.]+)", rules.read_text())
    if found is None:
        sys.exit(f"halfturn: {rules} names no version")
    return found.group(1)


class BuildByCMake(build_ext):
    """Configures and builds in build/python of the project, where a second run finds what the first has made."""

    def build_extension(self, ext: Extension) -> None:
        import pybind11

        folder = PROJECT / "build" / "python" / sys.implementation.cache_tag
        library = os.environ.get("HALFTURN_LIBRARY")
        configure = ["cmake", "-S", str(HERE), "-B", str(folder), f"-DPython_EXECUTABLE={sys.executable}",
                     f"-Dpybind11_DIR={pybind11.get_cmake_dir()}",
                     f"-Dhalfturn_DIR={Path(library).resolve()}" if library else "-Uhalfturn_DIR"]
        configure += shlex.split(os.environ.get("CMAKE_ARGS", ""))
        if shutil.which("ninja") and not (folder / "Makefile").exists():
            configure += ["-G", "Ninja"]
        try:
            subprocess.run(configure, check=True)
            subprocess.run(["cmake", "--build", str(folder), "--target", "_native", "--parallel"], check=True)
        except FileNotFoundError:
            sys.exit(f"halfturn: there is no cmake; {NEEDS}")
        except subprocess.CalledProcessError as error:
            sys.exit(f"halfturn: the build failed ({error}); {NEEDS}")
        target = Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(folder / Path(self.get_ext_filename("_native")).name, target)


setup(version=version(), ext_modules=[Extension("halfturn._native", sources=[])], cmdclass={"build_ext": BuildByCMake})
