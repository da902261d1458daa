#include "halfturn/cube.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "halfturn/notation.h"
#include "halfturn/random.h"

namespace halfturn {
namespace {

constexpr int kSamples = 2000;

std::vector<Symmetry> all_symmetries() {
  std::vector<Symmetry> all;
  for (int s = 0; s < kSymmetryCount; ++s) all.push_back(Symmetry::from_index(s));
  return all;
}

int order_of(const Cube& cube) {
  Cube power = cube;
  int order = 1;
  for (; !power.is_solved(); power = power * cube) ++order;
  return order;
}

Cube cube_of(const std::string& moves) {
  return Cube().after(parse_moves(moves).value().moves);
}

TEST(Error, TextPutsPlaceMessageAndHintOnOneLine) {
  Error error;
  error.message = "unknown move 'K'";
  EXPECT_EQ(error.text(), "unknown move 'K'");
  error.hint = "the faces are U R F D L B";
  EXPECT_EQ(error.text(), "unknown move 'K' (the faces are U R F D L B)");
  error.line = 3;
  EXPECT_EQ(error.text(), "line 3: unknown move 'K' (the faces are U R F D L B)");
  error.column = 4;
  EXPECT_EQ(error.text(), "line 3, column 4: unknown move 'K' (the faces are U R F D L B)");
  error.line = 0;
  EXPECT_EQ(error.text(), "column 4: unknown move 'K' (the faces are U R F D L B)");
}

TEST(Cube, ProductsFormAGroup) {
  RandomCubes random(1);
  for (int i = 0; i < kSamples; ++i) {
    const Cube a = random.next(), b = random.next(), c = random.next();
    EXPECT_EQ((a * b) * c, a * (b * c));
    EXPECT_EQ(a * Cube(), a);
    EXPECT_EQ(Cube() * a, a);
    EXPECT_EQ(a * a.inverse(), Cube());
    EXPECT_EQ(a.inverse() * a, Cube());
    EXPECT_EQ((a * b).inverse(), b.inverse() * a.inverse());
    EXPECT_FALSE(a * b == b * a) << "two random cubes all but never commute";
  }
}

TEST(Cube, ProductTakesTheTurnsAlong) {
  // Follows single pieces through a product, from the meaning of "place p holds piece q, turned by t".
  RandomCubes random(2);
  for (int i = 0; i < 200; ++i) {
    const Cube a = random.next(), b = random.next(), product = a * b;
    for (int p = 0; p < kCornerCount; ++p) {
      const PlacedPiece from = b.corner_at(p), original = a.corner_at(from.piece);
      EXPECT_EQ(product.corner_at(p), (PlacedPiece{original.piece, (original.turn + from.turn) % 3}));
    }
    for (int p = 0; p < kEdgeCount; ++p) {
      const PlacedPiece from = b.edge_at(p), original = a.edge_at(from.piece);
      EXPECT_EQ(product.edge_at(p), (PlacedPiece{original.piece, (original.turn + from.turn) % 2}));
    }
  }
}

TEST(Cube, MovesHaveTheirOrderAndInverse) {
  for (Move move : kAllMoves) {
    EXPECT_EQ(order_of(Cube::of(move)), move.quarters() == 2 ? 2 : 4);
    EXPECT_EQ(Cube::of(move).inverse(), Cube::of(move.inverse()));
    EXPECT_EQ(Cube::of(move),
              Cube().after(Moves(static_cast<std::size_t>(move.quarters()), Move(move.face(), 1))));
  }
  for (Move a : kAllMoves) {
    for (Move b : kAllMoves) {
      const bool commute = Cube::of(a) * Cube::of(b) == Cube::of(b) * Cube::of(a);
      EXPECT_EQ(commute, axis_of(a.face()) == axis_of(b.face())) << a.index() << ' ' << b.index();
    }
  }
}

TEST(Cube, AQuarterTurnMovesEightPieces) {
  for (int f = 0; f < kFaceCount; ++f) {
    const Cube cube = Cube::of(Move(static_cast<Face>(f), 1));
    int corners = 0, edges = 0;
    for (int p = 0; p < kCornerCount; ++p) corners += cube.corner_at(p).piece != p;
    for (int p = 0; p < kEdgeCount; ++p) edges += cube.edge_at(p).piece != p;
    EXPECT_EQ(corners, 4);
    EXPECT_EQ(edges, 4);
  }
}

TEST(Cube, KnownOrders) {
  EXPECT_EQ(order_of(cube_of("R U")), 105);
  EXPECT_EQ(order_of(cube_of("R U R' U'")), 6);
  EXPECT_EQ(order_of(cube_of("R U2")), 30);
  EXPECT_EQ(order_of(cube_of("R U'")), 63);
  EXPECT_EQ(order_of(cube_of("R U2 D' B D'")), 1260);  // the largest that there is
  EXPECT_EQ(order_of(cube_of("R2 L2 U2 D2 F2 B2")), 2);
}

TEST(Cube, MovesActOneByOne) {
  RandomCubes random(3);
  for (int i = 0; i < 200; ++i) {
    const Cube start = random.next();
    Moves moves;
    Cube expected = start;
    for (int k = 0; k < 30; ++k) {
      moves.push_back(kAllMoves[random.below(kMoveCount)]);
      expected = expected * Cube::of(moves.back());
    }
    EXPECT_EQ(start.after(moves), expected);
    EXPECT_EQ(start.after(moves), start * Cube().after(moves));
    EXPECT_EQ(start.after(moves).after(inverse(moves)), start);
  }
}

TEST(Symmetry, FortyEightFormAGroup) {
  const auto all = all_symmetries();
  std::set<std::vector<Face>> images;
  int reflections = 0;
  for (Symmetry a : all) {
    std::vector<Face> image;
    for (int f = 0; f < kFaceCount; ++f) image.push_back(a(static_cast<Face>(f)));
    images.insert(image);
    reflections += a.is_reflection() ? 1 : 0;
    EXPECT_EQ(a * a.inverse(), Symmetry());
    EXPECT_EQ(a.inverse() * a, Symmetry());
    EXPECT_EQ(Symmetry::from_images(image[0], image[1], image[2]), a);
    for (int f = 0; f < kFaceCount; ++f)
      EXPECT_EQ(a(opposite(static_cast<Face>(f))), opposite(a(static_cast<Face>(f))));
    for (Symmetry b : all) {
      EXPECT_EQ((a * b)(Face::U), b(a(Face::U)));
      EXPECT_EQ((a * b)(Face::R), b(a(Face::R)));
      EXPECT_EQ((a * b)(Face::F), b(a(Face::F)));
      EXPECT_EQ((a * b).is_reflection(), a.is_reflection() != b.is_reflection());
      for (Symmetry c : all) ASSERT_EQ((a * b) * c, a * (b * c));
    }
  }
  EXPECT_EQ(images.size(), 48u);
  EXPECT_EQ(reflections, 24);
}

TEST(Symmetry, FirstSixteenKeepTheUdAxis) {
  for (Symmetry s : all_symmetries()) EXPECT_EQ(axis_of(s(Face::U)) == 0, s.index() < kUdSymmetryCount);
  for (int s = 0; s < kUdSymmetryCount; ++s) EXPECT_EQ(Symmetry::from_index(s)(moves_of_h()), moves_of_h());
  EXPECT_NE(Symmetry::x()(moves_of_h()), moves_of_h());
}

TEST(Symmetry, RotationsGoAsTheirFacesTurn) {
  EXPECT_EQ(Symmetry::x()(Face::F), Face::U);
  EXPECT_EQ(Symmetry::x()(Face::U), Face::B);
  EXPECT_EQ(Symmetry::x()(Face::R), Face::R);
  EXPECT_EQ(Symmetry::y()(Face::F), Face::L);
  EXPECT_EQ(Symmetry::y()(Face::R), Face::F);
  EXPECT_EQ(Symmetry::y()(Face::U), Face::U);
  EXPECT_EQ(Symmetry::z()(Face::U), Face::R);
  EXPECT_EQ(Symmetry::z()(Face::L), Face::U);
  EXPECT_EQ(Symmetry::z()(Face::F), Face::F);
  for (Symmetry quarter : {Symmetry::x(), Symmetry::y(), Symmetry::z()}) {
    EXPECT_FALSE(quarter.is_reflection());
    EXPECT_NE(quarter * quarter, Symmetry());
    EXPECT_EQ(quarter * quarter * quarter * quarter, Symmetry());
  }
}

TEST(Symmetry, CarriesMovesToMoves) {
  const Symmetry mirror = Symmetry::from_index(1);
  EXPECT_EQ(mirror(Move(Face::R, 1)), Move(Face::L, 3));
  EXPECT_EQ(mirror(Move(Face::U, 1)), Move(Face::U, 3));
  EXPECT_EQ(mirror(Move(Face::F, 2)), Move(Face::F, 2));
  for (Symmetry s : all_symmetries()) {
    for (Move move : kAllMoves) {
      EXPECT_EQ(Cube::of(move).seen_through(s), Cube::of(s(move))) << s.index() << ' ' << move.index();
      EXPECT_TRUE(s(MoveMask::of(move)) == MoveMask::of(s(move)));
    }
    EXPECT_EQ(s(MoveMask::all()), MoveMask::all());
  }
}

TEST(Symmetry, CarriesProductsToProducts) {
  RandomCubes random(4);
  for (Symmetry s : all_symmetries()) {
    for (int i = 0; i < 20; ++i) {
      const Cube a = random.next(), b = random.next();
      EXPECT_EQ((a * b).seen_through(s), a.seen_through(s) * b.seen_through(s));
      EXPECT_EQ(a.inverse().seen_through(s), a.seen_through(s).inverse());
      EXPECT_EQ(a.seen_through(s).seen_through(s.inverse()), a);
      const Symmetry t = Symmetry::from_index(static_cast<int>(random.below(kSymmetryCount)));
      EXPECT_EQ(a.seen_through(s).seen_through(t), a.seen_through(s * t));
    }
  }
}

TEST(Cube, SuperflipLooksTheSameFromEverySide) {
  const Cube superflip = cube_of("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2");
  for (int p = 0; p < kEdgeCount; ++p) EXPECT_EQ(superflip.edge_at(p), (PlacedPiece{p, 1}));
  for (int p = 0; p < kCornerCount; ++p) EXPECT_EQ(superflip.corner_at(p), (PlacedPiece{p, 0}));
  for (Symmetry s : all_symmetries()) EXPECT_EQ(superflip.seen_through(s), superflip);
  for (Move move : kAllMoves) EXPECT_EQ(superflip * Cube::of(move), Cube::of(move) * superflip);
}

/// The pieces of a cube, to be spoilt and put together again.
struct Pieces {
  PlacedCorners corners;
  PlacedEdges edges;

  explicit Pieces(const Cube& cube = {}) {
    for (int p = 0; p < kCornerCount; ++p) corners[static_cast<std::size_t>(p)] = cube.corner_at(p);
    for (int p = 0; p < kEdgeCount; ++p) edges[static_cast<std::size_t>(p)] = cube.edge_at(p);
  }
  Result<Cube> assembled() const { return Cube::from_pieces(corners, edges); }
  std::string error() const {
    const auto result = assembled();
    return result ? "none" : result.error().text();
  }
};

TEST(FromPieces, GivesTheCubeBack) {
  RandomCubes random(5);
  for (int i = 0; i < kSamples; ++i) {
    const Cube cube = random.next();
    const auto result = Pieces(cube).assembled();
    ASSERT_TRUE(result.ok()) << result.error().text();
    EXPECT_EQ(*result, cube);
  }
}

TEST(FromPieces, ChecksRanges) {
  for (int bad : {-1, 8, 15, 1'000'000, -2'000'000'000}) {
    Pieces pieces;
    pieces.corners[3].piece = bad;
    EXPECT_EQ(pieces.error(),
              "the corner at URB has number " + std::to_string(bad) + " (corners are numbered 0 to 7)");
  }
  for (int bad : {-1, 12, 2'000'000'000}) {
    Pieces pieces;
    pieces.edges[0].piece = bad;
    EXPECT_EQ(pieces.error(),
              "the edge at UR has number " + std::to_string(bad) + " (edges are numbered 0 to 11)");
  }
  Pieces twist;
  twist.corners[7].turn = 3;
  EXPECT_EQ(twist.error(), "the corner at DBR is turned by 3 (a corner's twist goes from 0 to 2)");
  twist.corners[7].turn = -1;
  EXPECT_EQ(twist.error(), "the corner at DBR is turned by -1 (a corner's twist goes from 0 to 2)");
  Pieces flip;
  flip.edges[11].turn = 2;
  EXPECT_EQ(flip.error(), "the edge at BR is turned by 2 (an edge's flip goes from 0 to 1)");
}

TEST(FromPieces, NamesPiecesThatAreTwiceAndMissing) {
  Pieces edges;
  edges.edges[5].piece = 0;  // UR at DF
  EXPECT_EQ(
      edges.error(),
      "the edge UR is there twice, at UR and at DF, and the edge DF is missing (every piece is there exactly "
      "once; one of the two places is misread)");
  Pieces corners;
  corners.corners[1].piece = 2;
  corners.corners[0].piece = 2;
  EXPECT_EQ(corners.assembled().error().message,
            "the corner UBL is there twice, at UFR and at UBL, and the corners UFR and ULF are missing");
}

TEST(FromPieces, KeepsTheThreeLaws) {
  RandomCubes random(6);
  for (int i = 0; i < 200; ++i) {
    const Cube cube = random.next();
    Pieces flipped(cube);
    flipped.edges[random.below(kEdgeCount)].turn ^= 1;
    EXPECT_EQ(flipped.assembled().error().message,
              "an edge is flipped: the number of flipped edges is odd, which no turning of faces can do");
    EXPECT_EQ(flipped.assembled().error().hint,
              "flip any one edge in its place, or look for an edge that is misread");

    Pieces twisted(cube);
    int& twist = twisted.corners[random.below(kCornerCount)].turn;
    twist = (twist + 1) % 3;
    EXPECT_EQ(twisted.assembled().error().message,
              "a corner is twisted: the corners together are one third of a turn clockwise off, which no "
              "turning of "
              "faces can do");
    EXPECT_EQ(twisted.assembled().error().hint,
              "twist any one corner counter-clockwise in its place, or look for a corner that is misread");
    twist = (twist + 1) % 3;
    EXPECT_EQ(
        twisted.assembled().error().message,
        "a corner is twisted: the corners together are one third of a turn counter-clockwise off, which no "
        "turning of faces can do");
    EXPECT_EQ(twisted.assembled().error().hint,
              "twist any one corner clockwise in its place, or look for a corner that is misread");

    Pieces swapped(cube);
    const auto a = random.below(kCornerCount), b = (a + 1 + random.below(kCornerCount - 1)) % kCornerCount;
    std::swap(swapped.corners[a], swapped.corners[b]);
    EXPECT_EQ(swapped.assembled().error().message,
              "two pieces are swapped, which no turning of faces can do");
    EXPECT_EQ(swapped.assembled().error().hint,
              "swap any two edges or any two corners, or look for two pieces that are misread");
    std::swap(swapped.edges[a], swapped.edges[b]);
    EXPECT_TRUE(swapped.assembled().ok()) << "a swap of each kind can be reached";
  }
}

TEST(Hash, EqualCubesHaveEqualHashes) {
  RandomCubes random(7);
  for (int i = 0; i < kSamples; ++i) {
    const Cube a = random.next(), b = random.next();
    EXPECT_EQ((a * b).hash(), (b.inverse() * a.inverse()).inverse().hash());
  }
}

TEST(Hash, NoCollisionsAmongManyAndNoDependenceOnTheMachine) {
  RandomCubes random(8);
  std::unordered_set<std::uint64_t> hashes;
  std::set<std::uint32_t> low_halves;
  for (int i = 0; i < 100'000; ++i) {
    const std::uint64_t hash = random.next().hash();
    EXPECT_TRUE(hashes.insert(hash).second);
    low_halves.insert(static_cast<std::uint32_t>(hash));
  }
  // 32 bits alone have about one collision among 100,000; ten would be a bad mixer.
  EXPECT_GT(low_halves.size(), 99'990u);
  // Neighbours differ in few bytes: they must not collide either.
  hashes.clear();
  std::unordered_set<Cube> cubes;
  for (Move a : kAllMoves) {
    for (Move b : kAllMoves) {
      for (Move c : kAllMoves) {
        const Cube cube = Cube().after({a, b, c});
        hashes.insert(cube.hash());
        cubes.insert(cube);
      }
    }
  }
  EXPECT_EQ(cubes.size(), 1u + 18 + 243 + 3240);
  EXPECT_EQ(hashes.size(), cubes.size());
  EXPECT_EQ(Cube().hash(), 0x7CE0352FE885EBB1);
  EXPECT_EQ(Cube::of(Move(Face::R, 1)).hash(), 0xE1A1F2D15CC9327A);
}

}  // namespace
}  // namespace halfturn
