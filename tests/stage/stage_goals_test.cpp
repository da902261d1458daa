#include "stage/stage_goals.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "halfturn/notation.h"
#include "halfturn/random.h"
#include "stage/random_goals.h"

namespace halfturn::reference {
namespace {

using enum Face;
constexpr std::array<Face, 6> kFaces = {U, R, F, D, L, B};

Pieces after(const std::string& moves) {
  Pieces pieces;
  pieces.turn(parse_moves(moves)->moves);
  return pieces;
}

/// The stages that are reached with a face at the bottom.
std::vector<std::string> stages_of(const Pieces& pieces, Face bottom) {
  std::vector<std::string> names;
  for (const Goal& goal : kGoals)
    if (reached(pieces, goal, bottom)) names.emplace_back(goal.name);
  return names;
}

std::vector<std::string> stages_where(bool (*wanted)(const Goal&)) {
  std::vector<std::string> names;
  for (const Goal& goal : kGoals)
    if (wanted(goal)) names.emplace_back(goal.name);
  return names;
}

bool is_pseudo(const Goal& goal) {
  return goal.variant == Variant::pseudo || goal.variant == Variant::pseudo_pair;
}

/// The cross, and of the slots only the named pieces, by the number of their slot.
Pieces only(const Pieces& pieces, Face bottom, const std::vector<std::size_t>& corners,
            const std::vector<std::size_t>& edges) {
  const Frame& frame = frame_of(bottom);
  Pieces kept;
  for (Corner& corner : kept.corners) corner.fill(kOff);
  for (Edge& edge : kept.edges) edge.fill(kOff);
  for (int e : frame.cross) kept.edge(e) = pieces.edge(e);
  for (std::size_t s : corners) kept.corner(frame.slots[s].corner) = pieces.corner(frame.slots[s].corner);
  for (std::size_t s : edges) kept.edge(frame.slots[s].edge) = pieces.edge(frame.slots[s].edge);
  return kept;
}

TEST(PieceList, TurnsAsTheCubeDoes) {
  RandomCubes random(1);
  for (int i = 0; i < 100; ++i) {
    Cube cube = random.next();
    Pieces pieces = Pieces::of(cube);
    for (Move move : kAllMoves) {
      cube.apply(move);
      pieces.turn(move);
      ASSERT_EQ(pieces, Pieces::of(cube)) << format_moves({move});
    }
  }
}

TEST(StageFrame, ASlotHeldAtTheBackLeft) {
  const Frame& frame = frame_of(D);
  EXPECT_EQ(frame.top, U);
  for (const Slot& slot : frame.slots) {
    // From above: F, L, B, R clockwise.
    const std::string sides = {"URFDLB"[static_cast<int>(slot.left)], "URFDLB"[static_cast<int>(slot.back)]};
    EXPECT_TRUE(sides == "LB" || sides == "BR" || sides == "RF" || sides == "FL") << sides;
    if (sides == "LB") {
      EXPECT_EQ(format_moves(inserts(frame, slot)[0]), "L U L'");
      EXPECT_EQ(format_moves(inserts(frame, slot)[1]), "L U' L'");
      EXPECT_EQ(format_moves(inserts(frame, slot)[2]), "B' U B");
      EXPECT_EQ(format_moves(inserts(frame, slot)[3]), "B' U' B");
    }
  }
}

TEST(StageFrame, InsertsDisturbNothingButTheirSlotAndTheTop) {
  for (Face bottom : kFaces) {
    const Frame& frame = frame_of(bottom);
    for (const Slot& slot : frame.slots)
      for (const Moves& insert : inserts(frame, slot)) {
        Pieces pieces;
        pieces.turn(insert);
        EXPECT_EQ(cross_offset(pieces, frame), 0);
        for (const Slot& other : frame.slots) {
          EXPECT_EQ(pieces.corner_solved(other.corner), other.corner != slot.corner);
          EXPECT_EQ(pieces.edge_solved(other.edge), other.edge != slot.edge);
        }
      }
  }
}

TEST(StageGoals, SolvedIsEveryStage) {
  for (Face bottom : kFaces) EXPECT_EQ(stages_of({}, bottom).size(), kGoals.size());
}

TEST(StageGoals, AfterOneMove) {
  for (Move move : kAllMoves) {
    Pieces pieces;
    pieces.turn(move);
    for (Face bottom : kFaces) {
      SCOPED_TRACE(testing::Message() << format_moves({move}) << ", bottom " << static_cast<int>(bottom));
      if (bottom == move.face())
        EXPECT_EQ(stages_of(pieces, bottom), stages_where(is_pseudo));
      else if (bottom == opposite(move.face()))
        EXPECT_EQ(stages_of(pieces, bottom).size(), kGoals.size());
      else
        EXPECT_TRUE(stages_of(pieces, bottom).empty());
    }
  }
}

TEST(StageGoals, APairThatIsOut) {
  const auto all_but_f2l = stages_where([](const Goal& goal) { return goal.number < 4; });
  // R and F turns alone flip no edge for one of the axes.
  for (const char* out : {"R U R'", "R U' R' U2", "R U2 R'", "F' U F U'", "F' U' F"})
    EXPECT_EQ(stages_of(after(out), D), all_but_f2l) << out;
  // The same with two flipped edges on top.
  EXPECT_EQ(stages_of(after("F R U R' U' F' R U R'"), D),
            stages_where([](const Goal& goal) { return goal.number < 4 && goal.variant != Variant::eo; }));
}

TEST(StageGoals, ASlotThatIsNotPaired) {
  // Corner and edge on top, not joined; the other slots stand.
  const auto three_slots = stages_where([](const Goal& goal) {
    return goal.variant == Variant::standard || goal.variant == Variant::pseudo || goal.variant == Variant::eo
               ? goal.number < 4
               : goal.number < 3;
  });
  EXPECT_EQ(stages_of(after("R U R' U' R U2 R'"), D), three_slots);
}

TEST(StageGoals, FlippedEdgesOnTopHinderOrientationAlone) {
  EXPECT_EQ(stages_of(after("F R U R' U' F'"), D),
            stages_where([](const Goal& goal) { return goal.variant != Variant::eo; }));
}

TEST(StageGoals, OrientationIsTakenForAnAxisBesideTheBottom) {
  // UR and UF change places and are flipped: oriented for U and D, for which a turn of the top flips.
  Pieces pieces;
  pieces.edge(0) = {F, U};
  pieces.edge(1) = {R, U};
  for (int e : {0, 1})
    for (int axis = 0; axis < 3; ++axis) EXPECT_EQ(edge_oriented(pieces, e, axis), axis == 0);
  EXPECT_EQ(stages_of(pieces, D), stages_where([](const Goal& goal) { return goal.variant != Variant::eo; }));
}

TEST(StageGoals, APseudoSlotMayBeMadeOfTwo) {
  const Pieces two_halves = only({}, D, {0}, {1});
  EXPECT_EQ(stages_of(two_halves, D),
            (std::vector<std::string>{"cross", "pseudo_cross", "pseudo_xcross", "pseudo_cross_pseudo_pair"}));
}

TEST(StageGoals, ThePairIsAFurtherOne) {
  const Pieces one_slot = only({}, D, {2}, {2});
  EXPECT_EQ(stages_of(one_slot, D),
            (std::vector<std::string>{"cross", "xcross", "pseudo_cross", "pseudo_xcross", "cross_pair",
                                      "pseudo_cross_pseudo_pair"}));
}

TEST(StageGoals, AnEdgeThatGoesHomeAloneIsNoPseudoPair) {
  // The corner of slot 0 is right where it is; an insert brings the edge of slot 1 home past it.
  const Frame& frame = frame_of(D);
  Moves out = inserts(frame, frame.slots[1])[0];
  Pieces pieces;
  for (auto move = out.rbegin(); move != out.rend(); ++move) pieces.turn(move->inverse());
  EXPECT_EQ(stages_of(only(pieces, D, {0}, {1}), D), (std::vector<std::string>{"cross", "pseudo_cross"}));
  EXPECT_TRUE(reached(only(pieces, D, {1}, {1}), kGoals[13], D));
}

TEST(StageGoals, HalfOfTheWaysOfAnEdgeAreOriented) {
  RandomCubes random(2);
  for (int axis = 0; axis < 3; ++axis)
    for (int e = 0; e < kEdgeCount; ++e) {
      int oriented = 0;
      for (Face a : kFaces)
        for (Face b : kFaces) {
          Pieces pieces;
          pieces.edge(e) = {a, b};
          if (edge_oriented(pieces, e, axis)) ++oriented;
        }
      EXPECT_EQ(oriented, 12);
    }
  // On a cube the edges that are not are even in number, and a quarter turn of the axis changes four.
  for (int i = 0; i < 100; ++i) {
    const Pieces pieces = Pieces::of(random.next());
    for (Move move : kAllMoves) {
      Pieces moved = pieces;
      moved.turn(move);
      for (int axis = 0; axis < 3; ++axis) {
        int changed = 0;
        int flipped = 0;
        for (int e = 0; e < kEdgeCount; ++e) {
          changed += edge_oriented(pieces, e, axis) != edge_oriented(moved, e, axis) ? 1 : 0;
          flipped += edge_oriented(pieces, e, axis) ? 0 : 1;
        }
        EXPECT_EQ(changed, axis_of(move.face()) == axis && move.quarters() != 2 ? 4 : 0);
        EXPECT_EQ(flipped % 2, 0);
      }
    }
  }
}

/// Every stage is met by positions made for it, and missed by some that are not.
TEST(StageGoals, MadePositionsMeetTheirGoal) {
  RandomGoals random(3);
  std::map<std::string_view, int> missed;
  for (const Goal& goal : kGoals)
    for (Face bottom : kFaces)
      for (int i = 0; i < 4; ++i) {
        const Pieces pieces = Pieces::of(random.meeting(goal, bottom));
        ASSERT_TRUE(reached(pieces, goal, bottom)) << goal.name;
        for (const Goal& other : kGoals)
          if (!reached(pieces, other, bottom)) ++missed[other.name];
      }
  EXPECT_EQ(missed.size(), kGoals.size() - 1);  // all but the pseudo cross
}

/// A stage looks the same however the cube is held, and in the mirror.
TEST(StageGoals, AreTheSameThroughEverySymmetry) {
  RandomGoals random(4);
  for (const Goal& goal : kGoals) {
    const Face bottom = kFaces[static_cast<std::size_t>(random.below(6))];
    const Cube cube = random.moved(random.meeting(goal, bottom), random.below(2));
    const Pieces pieces = Pieces::of(cube);
    for (int s = 0; s < kSymmetryCount; ++s) {
      const Symmetry symmetry = Symmetry::from_index(s);
      const Pieces seen = Pieces::of(cube.seen_through(symmetry));
      for (Face face : kFaces)
        ASSERT_EQ(stages_of(pieces, face), stages_of(seen, symmetry(face))) << goal.name;
    }
  }
}

}  // namespace
}  // namespace halfturn::reference
