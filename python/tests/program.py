"""The command-line program, as a judge, where HALFTURN_PROGRAM names it."""

import os
import subprocess
import unittest

PROGRAM = os.environ.get("HALFTURN_PROGRAM")
needs_program = unittest.skipUnless(PROGRAM, "HALFTURN_PROGRAM does not name the program")


def lines_of(*arguments, stdin=None):
    """What it prints, with the tables of HALFTURN_TABLES."""
    done = subprocess.run([PROGRAM, *arguments], input=stdin, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()
