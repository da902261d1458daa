"""The simulator agrees with what is known of the cube, and the library with the simulator."""

import random
import unittest

import halfturn
from tests import simulator


class Simulator(unittest.TestCase):
    def test_orders(self):
        for moves, order in (("R", 4), ("R U R' U'", 6), ("R U", 105), ("R U2 D' B D'", 1260)):
            facelets = simulator.SOLVED
            seen = 0
            while True:
                facelets = simulator.after(facelets, moves)
                seen += 1
                if facelets == simulator.SOLVED:
                    break
            self.assertEqual(seen, order, moves)

    def test_library_moves_the_same_stickers(self):
        generator = random.Random(1)
        for _ in range(500):
            moves = simulator.random_moves(generator, generator.randrange(40))
            self.assertEqual(halfturn.Cube(moves).facelets, simulator.after(simulator.SOLVED, moves))


if __name__ == "__main__":
    unittest.main()
