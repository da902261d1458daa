#include "halfturn/notation.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "halfturn/random.h"

namespace halfturn {
namespace {

/// The face turns that a text comes to, or its error.
std::string moves_of(std::string_view text) {
  const auto sequence = parse_moves(text);
  return sequence ? format_moves(sequence->moves) : sequence.error().text();
}

std::string orientation_of(std::string_view text) {
  const auto sequence = parse_moves(text);
  return sequence ? format_rotation(sequence->orientation) : sequence.error().text();
}

Moves random_moves(RandomCubes& random, int length) {
  Moves moves;
  for (int i = 0; i < length; ++i) moves.push_back(kAllMoves[random.below(kMoveCount)]);
  return moves;
}

TEST(ParseMoves, WcaNotationWithAndWithoutSpaces) {
  EXPECT_EQ(moves_of("R U2 F' D L2 B'"), "R U2 F' D L2 B'");
  EXPECT_EQ(moves_of("RU2F'DL2B'"), "R U2 F' D L2 B'");
  EXPECT_EQ(moves_of("R U2F' DL2 B'"), "R U2 F' D L2 B'");
  EXPECT_EQ(moves_of(""), "");
  EXPECT_EQ(moves_of(" \t\r\n "), "");
  EXPECT_EQ(moves_of("\tR\nU\r\nF\rD\vL\fB "), "R U F D L B");
}

TEST(ParseMoves, Amounts) {
  EXPECT_EQ(moves_of("R1 R2 R3 R R'"), "R R2 R' R R'");
  EXPECT_EQ(moves_of("R2' R'2"), "R2 R2");
  EXPECT_EQ(moves_of("R3' R'3"), "R R");
  EXPECT_EQ(moves_of("R1' R'1"), "R' R'");
  EXPECT_EQ(moves_of("R1U3F2D1L2B3"), "R U' F2 D L2 B'");
}

TEST(ParseMoves, EveryPrime) {
  for (const char* prime :
       {"'", "`", "\u2019", "\u2018", "\u2032", "\u02BC", "\u00B4", "\u201B", "\u02B9", "\uFF07"}) {
    EXPECT_EQ(moves_of(std::string("R") + prime + "U2" + prime + "F" + prime + "2"), "R' U2 F2") << prime;
    EXPECT_EQ(moves_of(std::string("(R U)") + prime), "U' R'") << prime;
  }
}

TEST(ParseMoves, OddWhiteSpaceAndByteOrderMark) {
  EXPECT_EQ(moves_of("\uFEFFR\u00A0U\u202FF\u2003D\u200BL\u3000B"), "R U F D L B");
  EXPECT_EQ(parse_moves("\uFEFFR K").error().column, 3u) << "the mark takes no column";
}

TEST(ParseMoves, Comments) {
  EXPECT_EQ(moves_of("R U // the first two, and anything ( K 9\nF // more\r\nD//\nL"), "R U F D L");
  EXPECT_EQ(moves_of("// nothing"), "");
  EXPECT_EQ(moves_of("R//U\r F"), "R F") << "a CR alone ends a line";
  EXPECT_EQ(moves_of("R// \xFF\xC3 \nU"), "R U") << "a comment may hold any bytes";
}

TEST(ParseMoves, WideMovesBecomeTheOppositeFaceAndARotation) {
  const struct {
    const char *wide, *small, *face, *rotation;
  } cases[] = {{"Uw", "u", "D", "y"},  {"Rw", "r", "L", "x"},  {"Fw", "f", "B", "z"},
               {"Dw", "d", "U", "y'"}, {"Lw", "l", "R", "x'"}, {"Bw", "b", "F", "z'"}};
  for (const auto& c : cases) {
    for (const std::string& text : {std::string(c.wide), std::string(c.small)}) {
      EXPECT_EQ(moves_of(text), c.face);
      EXPECT_EQ(orientation_of(text), c.rotation);
      EXPECT_EQ(moves_of(text + "2"), std::string(c.face) + "2");
      EXPECT_EQ(orientation_of(text + "2"), std::string(1, c.rotation[0]) + "2");
      EXPECT_EQ(moves_of(text + "'"), std::string(c.face) + "'");
      EXPECT_EQ(orientation_of(text + text + "'"), "");
    }
  }
  EXPECT_EQ(moves_of("Rw2'Rw'2"), "L2 L2");
}

TEST(ParseMoves, SlicesAndRotations) {
  EXPECT_EQ(moves_of("M"), "R L'");
  EXPECT_EQ(orientation_of("M"), "x'");
  EXPECT_EQ(moves_of("E"), "U D'");
  EXPECT_EQ(orientation_of("E"), "y'");
  EXPECT_EQ(moves_of("S"), "F' B");
  EXPECT_EQ(orientation_of("S"), "z");
  EXPECT_EQ(moves_of("M'"), "R' L");
  EXPECT_EQ(moves_of("M2"), "R2 L2");
  EXPECT_EQ(orientation_of("M2"), "x2");
  for (const char* rotation : {"x", "y", "z", "x2", "y'", "z3", "x2'"}) EXPECT_EQ(moves_of(rotation), "");
  EXPECT_EQ(orientation_of("x y z"), format_rotation(Symmetry::x() * Symmetry::y() * Symmetry::z()));
}

TEST(ParseMoves, LettersNameFacesAsTheCubeIsHeld) {
  // After x the face that was in front is on top, and so on.
  EXPECT_EQ(moves_of("x U"), "F");
  EXPECT_EQ(moves_of("x F"), "D");
  EXPECT_EQ(moves_of("y F"), "R");
  EXPECT_EQ(moves_of("z U"), "L");
  EXPECT_EQ(moves_of("x y R"), "U");
  EXPECT_EQ(moves_of("M U"), "R L' B");
  EXPECT_EQ(moves_of("x M2 x' R"), "R2 L2 R");
  // As its holder sees it, a turn and then a rotation is the rotation and then the turn of where the layer
  // went.
  EXPECT_EQ(parse_moves("U x")->position(), Cube::of(Move(Face::B, 1)));
  EXPECT_EQ(parse_moves("x U")->position(), Cube::of(Move(Face::U, 1)));
  EXPECT_EQ(parse_moves("x y2 z' R")->position(), Cube::of(Move(Face::R, 1)));
}

TEST(ParseMoves, Brackets) {
  EXPECT_EQ(moves_of("(R U)"), "R U");
  EXPECT_EQ(moves_of("(R U)3F"), "R U R U R U F");
  EXPECT_EQ(moves_of("(R U2 F')'"), "F U2 R'");
  EXPECT_EQ(moves_of("(R U)2'"), "U' R' U' R'");
  EXPECT_EQ(moves_of("(R U)'2"), "U' R' U' R'");
  EXPECT_EQ(moves_of("((R U)2 F)2"), "R U R U F R U R U F");
  EXPECT_EQ(moves_of("(R (U F)')'"), "U F R'");
  EXPECT_EQ(moves_of("(R U)12"), moves_of("(((R U)2)2)3"));
  EXPECT_EQ(moves_of("()"), "");
  EXPECT_EQ(moves_of("( () )1000000' R"), "R");
  EXPECT_EQ(moves_of("(R // inside )\n U)2"), "R U R U");
  EXPECT_EQ(moves_of("(R)x2"), "R");
  EXPECT_EQ(orientation_of("(R)x2"), "x2") << "a rotation, not a repeat";
}

TEST(ParseMoves, RepeatsGoOnInTheFrameThatTheyReached) {
  EXPECT_EQ(moves_of("(R y)4"), moves_of("R y R y R y R y"));
  EXPECT_EQ(moves_of("(R y)4"), "R B L F");
  EXPECT_EQ(orientation_of("(R y)4"), "");
  EXPECT_EQ(orientation_of("(R y)3"), "y'");
  EXPECT_EQ(moves_of("(M U)4"), moves_of("M U M U M U M U"));
}

TEST(ParseMoves, CommutatorsAndConjugates) {
  EXPECT_EQ(moves_of("[R, U]"), "R U R' U'");
  EXPECT_EQ(moves_of("[R:U]"), "R U R'");
  EXPECT_EQ(moves_of("[R U2 F', D]2"), "R U2 F' D F U2 R' D' R U2 F' D F U2 R' D'");
  EXPECT_EQ(moves_of("[R, U]'"), "U R U' R'");
  EXPECT_EQ(moves_of("[F: [R, U]]"), "F R U R' U' F'");
  EXPECT_EQ(moves_of("[[R: U], D2]"), "R U R' D2 R U' R' D2");
  EXPECT_EQ(moves_of("[(R U)2: F2] B"), "R U R U F2 U' R' U' R' B");
  // With rotations: what is done as held is undone as held.
  EXPECT_EQ(parse_moves("[x: R U]")->position(), parse_moves("x R U x'")->position());
  EXPECT_EQ(parse_moves("[M, U2]")->position(), parse_moves("M U2 M' U2")->position());
}

TEST(ParseMoves, UndoneBracketsUndoRotationsToo) {
  for (const char* text : {"R y", "Rw U M2 z F", "x (R y u)3 E S' z2", "(x y R)'"}) {
    const std::string both = std::string("(") + text + ")(" + text + ")'";
    const auto sequence = parse_moves(both);
    ASSERT_TRUE(sequence.ok()) << sequence.error().text();
    EXPECT_TRUE(cancelled(sequence->moves).empty()) << both;
    EXPECT_EQ(sequence->orientation, Symmetry()) << both;
    const auto other_way = parse_moves(std::string("(") + text + ")'" + text);
    EXPECT_TRUE(cancelled(other_way->moves).empty());
    EXPECT_EQ(other_way->orientation, Symmetry());
  }
}

TEST(ParseMoves, StaysWithinItsLimits) {
  EXPECT_EQ(parse_moves("(R)1000000")->moves.size(), kMaxParsedMoves);
  EXPECT_EQ(parse_moves("((R U F D)250)1000")->moves.size(), kMaxParsedMoves);
  EXPECT_EQ(parse_moves("(M)500000")->moves.size(), kMaxParsedMoves);
  EXPECT_TRUE(parse_moves("(x)1000000").ok());
  EXPECT_TRUE(parse_moves(std::string(100, '(') + "R" + std::string(100, ')')).ok());
  EXPECT_EQ(parse_moves(std::string(100'000, 'R'))->moves.size(), 100'000u);
  // Empty brackets cost nothing, however often they are repeated.
  std::string empty = "(";
  for (int i = 0; i < 99; ++i) empty += "(";
  for (int i = 0; i < 100; ++i) empty += ")1000000'";
  EXPECT_TRUE(parse_moves(empty).ok());
}

struct BadText {
  std::string text;
  std::size_t line, column;
  std::string message, hint;
};

TEST(ParseMoves, ErrorsSayWhatWhereAndWhatWouldBeRight) {
  const std::string moves =
      "the moves are U R F D L B, wide moves such as Rw or r, slices M E S and rotations x y z";
  const std::string turns_of_r = "the turns are R, R2 and R', or R1, R2 and R3";
  const std::string too_long = "the sequence is too long once its repeats are written out";
  const std::string wide = "wide moves are Uw Rw Fw Dw Lw Bw or u r f d l b";
  const std::string amount_hint = "an amount follows its move or bracket without a space: R2, (R U)2";
  const std::string square =
      "a commutator is [A, B], which is A B A' B'; a conjugate is [A: B], which is A B A'";
  const std::string brackets = "groups have round brackets: (R U R' U')3";
  const std::string repeats = "a repeat count follows its bracket directly: (R U R' U')3";
  const std::vector<BadText> cases = {
      // Letters.
      {"R K", 1, 3, "unknown move 'K'", moves},
      {"k", 1, 1, "unknown move 'k'", moves},
      {"R\nU F\n  Q", 3, 3, "unknown move 'Q'", moves},
      {"R\r\nU\r\nQ", 3, 1, "unknown move 'Q'", moves},
      {"R\rQ", 2, 1, "unknown move 'Q'", moves},
      {"R U // fine\n\nF A", 3, 3, "unknown move 'A'", moves},
      {"R X", 1, 3, "unknown move 'X'", "rotations are lower case: x"},
      {"Y", 1, 1, "unknown move 'Y'", "rotations are lower case: y"},
      {"Z", 1, 1, "unknown move 'Z'", "rotations are lower case: z"},
      {"R m2", 1, 3, "unknown move 'm'", "slices are upper case: M"},
      {"e", 1, 1, "unknown move 'e'", "slices are upper case: E"},
      {"s", 1, 1, "unknown move 's'", "slices are upper case: S"},
      {"R W", 1, 3, "'W' has no face before it", "a small w follows its face without a space: Rw"},
      {"R w", 1, 3, "'w' has no face before it", "a small w follows its face without a space: Rw"},
      {"R U Mw", 1, 5, "'Mw' is no move: only faces have a wide form", wide},
      {"xw", 1, 1, "'xw' is no move: only faces have a wide form", wide},
      {"R rw'", 1, 3, "'rw' is wide twice", "write Rw or r"},
      // Amounts.
      {"R4", 1, 2, "'R4' is no move: 4 cannot be an amount", turns_of_r},
      {"U R0", 1, 4, "'R0' is no move: 0 cannot be an amount", turns_of_r},
      {"R'5", 1, 3, "'R5' is no move: 5 cannot be an amount", turns_of_r},
      {"R12", 1, 2, "'R12' is no move: 12 cannot be an amount", turns_of_r},
      {"R02", 1, 2, "'R02' is no move: 02 cannot be an amount", turns_of_r},
      {"Rw4", 1, 3, "'Rw4' is no move: 4 cannot be an amount",
       "the turns are Rw, Rw2 and Rw', or Rw1, Rw2 and Rw3"},
      {"R123456789012345", 1, 2, "'R123456789012...' is no move: 123456789012... cannot be an amount",
       turns_of_r},
      {"R''", 1, 3, "two primes after one another", "a prime turns back (R'), a 2 turns twice (R2)"},
      {"R'2'", 1, 4, "two primes after one another", "a prime turns back (R'), a 2 turns twice (R2)"},
      {"R2'2", 1, 4, "two amounts after one another", "an amount is one number and at most one prime"},
      {"2R", 1, 1, "'2R' has a number before the move",
       "an amount follows its move: R2; two layers together are Rw"},
      {"U 3Rw", 1, 3, "'3Rw' has a number before the move",
       "on the 3x3x3 a wide move turns two layers: write Rw"},
      {"2r", 1, 1, "'2r' has a number before the move", "on the 3x3x3 a wide move turns two layers: write r"},
      {"2M", 1, 1, "'2M' has a number before the move", "an amount follows its move: M2"},
      {"R 2", 1, 3, "the amount '2' has no move before it", amount_hint},
      {"(R U) 3 F", 1, 7, "the amount '3' has no move before it", amount_hint},
      {"2", 1, 1, "the amount '2' has no move before it", amount_hint},
      {"' R", 1, 1, "the prime has no move before it", "a prime follows its move without a space: R'"},
      {"R \u2019", 1, 3, "the prime has no move before it", "a prime follows its move without a space: R'"},
      // Brackets.
      {"U (R U", 1, 3, "the bracket '(' is never closed", "write ')' where the group ends"},
      {"(R (U F) D", 1, 1, "the bracket '(' is never closed", "write ')' where the group ends"},
      {"R)", 1, 2, "')' closes a bracket that was never opened", "remove it, or write '(' before the group"},
      {"(R U)0", 1, 6, "a bracket cannot be repeated 0 times",
       "a repeat count is 1 or more; leave the group out if it is not wanted"},
      {"(R)1000001", 1, 4, "the repeat count 1000001 is too large", "a repeat count is at most 1000000"},
      {"()99999999999999999999999999", 1, 3, "the repeat count 999999999999... is too large",
       "a repeat count is at most 1000000"},
      {"(R)2''", 1, 6, "two primes after one another", "a prime turns back (R'), a 2 turns twice (R2)"},
      {"(R U)500001", 1, 5, too_long, "at most 1000000 moves are read"},
      {"(M)500001", 1, 3, too_long, "at most 1000000 moves are read"},
      {"((((x)1000)1000)1000)1000", 1, 16, too_long, "at most 1000000 moves are read"},
      {"(R)1000000 y", 1, 12, too_long, "at most 1000000 moves are read"},
      {std::string(101, '('), 1, 101, "brackets are nested more than 100 deep", "write some of them out"},
      {std::string(1'000'000, '('), 1, 101, "brackets are nested more than 100 deep",
       "write some of them out"},
      // Other characters.
      {"R, U", 1, 2, "unexpected character ','",
       "moves stand side by side, with spaces between them or without"},
      {"R; U", 1, 2, "unexpected character ';'",
       "moves stand side by side, with spaces between them or without"},
      {"R / U", 1, 3, "unexpected character '/'", "a comment starts with //"},
      {"R]", 1, 2, "']' closes a bracket that was never opened", square},
      {"R [U, F", 1, 3, "the bracket '[' is never closed", square},
      {"[R U]", 1, 1, "the square brackets have neither a comma nor a colon in them",
       square + "; other groups have round brackets"},
      {"[]", 1, 1, "the square brackets have neither a comma nor a colon in them",
       square + "; other groups have round brackets"},
      {"[, U]", 1, 2, "nothing stands before ','", square},
      {"[R: ]", 1, 5, "nothing stands behind ':'", square},
      {"[R, U, F]", 1, 6, "a second ',' in one pair of square brackets", square},
      {"[R: U, F]", 1, 6, "a second ',' in one pair of square brackets", square},
      {"[R, U)", 1, 6, "')' closes a '['", "the bracket that was opened last ends with ']'"},
      {"([R, U)]", 1, 7, "')' closes a '['", "the bracket that was opened last ends with ']'"},
      {"(R U]", 1, 5, "']' closes a '('", "the bracket that was opened last ends with ')'"},
      {"[(R, U)]", 1, 4, "unexpected character ','",
       "moves stand side by side, with spaces between them or without"},
      {"R: U", 1, 2, "unexpected character ':'", square},
      {"[(R)400000, (U)400000]", 1, 22, too_long, "at most 1000000 moves are read"},
      {std::string(101, '['), 1, 101, "brackets are nested more than 100 deep", "write some of them out"},
      {"{R}", 1, 1, "unexpected character '{'", brackets},
      {"R}", 1, 2, "unexpected character '}'", brackets},
      {"(R)*3", 1, 4, "unexpected character '*'", repeats},
      {"(R)^3", 1, 4, "unexpected character '^'", repeats},
      {"(R)\u00D73", 1, 4, "unexpected character '\u00D7' (U+00D7)", repeats},
      {"R-", 1, 2, "unexpected character '-'", "a turn back is written R', a half turn R2"},
      {"R\"", 1, 2, "unexpected character '\"'", "a turn back is written R', a half turn R2"},
      {"R\u2033", 1, 2, "unexpected character '\u2033' (U+2033)",
       "a turn back is written R', a half turn R2"},
      {"R?", 1, 2, "unexpected character '?'", moves},
      // Columns count characters, not bytes.
      {"R\u2019\u00A0U\u2019 K", 1, 7, "unknown move 'K'", moves},
      {"R \u0412", 1, 3, "unexpected character '\u0412' (U+0412)", moves},
      {"R \U0001F600", 1, 3, "unexpected character '\U0001F600' (U+1F600)", moves},
      {std::string("R \0 U", 5), 1, 3, "unexpected character U+0000", moves},
      {"R\x1B[31m", 1, 2, "unexpected character U+001B", moves},
      {"R \u202E", 1, 3, "unexpected character U+202E", moves},
      // Bytes that are not UTF-8.
      {"R \xFF", 1, 3, "the byte 0xFF is not valid UTF-8", "save the text as UTF-8"},
      {"R\x92", 1, 2, "the byte 0x92 is not valid UTF-8", "save the text as UTF-8"},
      {"R \xC3", 1, 3, "the byte 0xC3 is not valid UTF-8", "save the text as UTF-8"},
      {"R \xE2\x80", 1, 3, "the byte 0xE2 is not valid UTF-8", "save the text as UTF-8"},
      {"R \xC0\xA7", 1, 3, "the byte 0xC0 is not valid UTF-8", "save the text as UTF-8"},      // overlong '
      {"R \xED\xA0\x80", 1, 3, "the byte 0xED is not valid UTF-8", "save the text as UTF-8"},  // surrogate
      {"R \xF4\x90\x80\x80", 1, 3, "the byte 0xF4 is not valid UTF-8", "save the text as UTF-8"},
      {"R \xE2R\x99", 1, 3, "the byte 0xE2 is not valid UTF-8", "save the text as UTF-8"},
  };
  for (const BadText& bad : cases) {
    const auto result = parse_moves(bad.text);
    const std::string shown = bad.text.substr(0, 60);
    ASSERT_FALSE(result.ok()) << shown;
    EXPECT_EQ(result.error().message, bad.message) << shown;
    EXPECT_EQ(result.error().hint, bad.hint) << shown;
    EXPECT_EQ(result.error().line, bad.line) << shown;
    EXPECT_EQ(result.error().column, bad.column) << shown;
    EXPECT_EQ(result.error().kind, ErrorKind::bad_input) << shown;
  }
}

TEST(AllOrders, TurnsOfOppositeFacesInEitherOrder) {
  const auto orders = [](const char* text) {
    std::vector<std::string> texts;
    for (const Moves& moves : all_orders(parse_moves(text)->moves)) texts.push_back(format_moves(moves));
    return texts;
  };
  using Texts = std::vector<std::string>;
  EXPECT_EQ(orders(""), Texts{""});
  EXPECT_EQ(orders("R U L"), Texts{"R U L"});
  EXPECT_EQ(orders("R L'"), (Texts{"R L'", "L' R"}));
  EXPECT_EQ(orders("U2 R L F B'"), (Texts{"U2 R L F B'", "U2 L R F B'", "U2 R L B' F", "U2 L R B' F"}));
  // All different, and all the same position.
  const Moves checkers = parse_moves("R2 L2 U2 D2 F2 B2")->moves;
  const std::vector<Moves> all = all_orders(checkers);
  EXPECT_EQ(all.size(), 8u);
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(Cube().after(all[i]), Cube().after(checkers));
    for (std::size_t k = 0; k < i; ++k) EXPECT_NE(all[i], all[k]);
  }
}

TEST(FormatMoves, BothNotationsReadBack) {
  EXPECT_EQ(format_moves({}), "");
  EXPECT_EQ(format_moves({}, Notation::numeric), "");
  const Moves some = {Move(Face::R, 1), Move(Face::U, 2), Move(Face::F, 3)};
  EXPECT_EQ(format_moves(some), "R U2 F'");
  EXPECT_EQ(format_moves(some, Notation::numeric), "R1U2F3");
  RandomCubes random(11);
  for (int i = 0; i < 2000; ++i) {
    const Moves moves = random_moves(random, static_cast<int>(random.below(40)));
    EXPECT_EQ(parse_moves(format_moves(moves))->moves, moves);
    EXPECT_EQ(parse_moves(format_moves(moves, Notation::numeric))->moves, moves);
  }
}

TEST(FormatRotation, ShortestTextReadsBack) {
  EXPECT_EQ(format_rotation(Symmetry()), "");
  EXPECT_EQ(format_rotation(Symmetry::x()), "x");
  EXPECT_EQ(format_rotation(Symmetry::y() * Symmetry::y()), "y2");
  EXPECT_EQ(format_rotation(Symmetry::z().inverse()), "z'");
  EXPECT_EQ(format_rotation(Symmetry::x() * Symmetry::y()), "x y");
  int none = 0, one = 0, two = 0;
  for (int s = 0; s < kSymmetryCount; s += 2) {
    const Symmetry rotation = Symmetry::from_index(s);
    const std::string text = format_rotation(rotation);
    const auto sequence = parse_moves(text);
    ASSERT_TRUE(sequence.ok()) << text;
    EXPECT_TRUE(sequence->moves.empty()) << text;
    EXPECT_EQ(sequence->orientation, rotation) << text;
    ++(text.empty() ? none : text.find(' ') == std::string::npos ? one : two);
  }
  EXPECT_EQ(none, 1);
  EXPECT_EQ(one, 9);
  EXPECT_EQ(two, 14);
}

TEST(Inverse, UndoesAndIsItsOwnInverse) {
  EXPECT_EQ(format_moves(inverse(parse_moves("R U2 F'")->moves)), "F U2 R'");
  EXPECT_TRUE(inverse({}).empty());
  RandomCubes random(12);
  for (int i = 0; i < 500; ++i) {
    const Moves moves = random_moves(random, 25);
    EXPECT_EQ(inverse(inverse(moves)), moves);
    EXPECT_EQ(Cube().after(inverse(moves)), Cube().after(moves).inverse());
  }
}

TEST(SeenThrough, MovesAndPositionsAgree) {
  RandomCubes random(13);
  for (int s = 0; s < kSymmetryCount; ++s) {
    const Symmetry symmetry = Symmetry::from_index(s);
    const Moves moves = random_moves(random, 25);
    EXPECT_EQ(Cube().after(seen_through(moves, symmetry)), Cube().after(moves).seen_through(symmetry));
  }
  EXPECT_EQ(format_moves(seen_through(parse_moves("R U2 F'")->moves, Symmetry::from_index(1))), "L' U2 F");
}

TEST(Cancelled, Examples) {
  const auto shortened = [](const char* text) { return format_moves(cancelled(parse_moves(text)->moves)); };
  EXPECT_EQ(shortened("R R"), "R2");
  EXPECT_EQ(shortened("R R'"), "");
  EXPECT_EQ(shortened("R R2"), "R'");
  EXPECT_EQ(shortened("R2 R2 U"), "U");
  EXPECT_EQ(shortened("R L R"), "R2 L");
  EXPECT_EQ(shortened("L R"), "R L") << "the first of URF DLB comes first";
  EXPECT_EQ(shortened("D2 U' D2 U"), "");
  EXPECT_EQ(shortened("F U R R' U' F'"), "");
  EXPECT_EQ(shortened("F U D R R' U' F"), "F D F");
  EXPECT_EQ(shortened("B F R L L' R' F"), "F2 B");
  EXPECT_EQ(shortened("R U R' U'"), "R U R' U'");
  EXPECT_EQ(shortened(""), "");
}

TEST(Cancelled, KeepsThePositionAndLeavesNothingToCancel) {
  RandomCubes random(14);
  for (int i = 0; i < 3000; ++i) {
    Moves moves;
    // Few faces, so that much cancels.
    for (int k = 0; k < 20; ++k) {
      const Face face = random.below(3) == 0 ? Face::U : random.below(2) == 0 ? Face::R : Face::L;
      moves.emplace_back(face, 1 + static_cast<int>(random.below(3)));
    }
    const Moves shorter = cancelled(moves);
    EXPECT_EQ(Cube().after(shorter), Cube().after(moves));
    EXPECT_EQ(cancelled(shorter), shorter);
    EXPECT_TRUE(cancelled([&] {
                  Moves both = moves;
                  for (Move move : inverse(moves)) both.push_back(move);
                  return both;
                }())
                    .empty());
    for (std::size_t k = 1; k < shorter.size(); ++k)
      EXPECT_TRUE(moves_after(shorter[k - 1]).has(shorter[k])) << format_moves(shorter);
  }
}

TEST(CountMoves, ThreeMetrics) {
  const auto count = [](const char* text) { return count_moves(parse_moves(text)->moves); };
  EXPECT_EQ(count(""), (MoveCount{0, 0, 0}));
  EXPECT_EQ(count("R U2 F'"), (MoveCount{3, 4, 3}));
  EXPECT_EQ(count("R L'"), (MoveCount{2, 2, 1}));
  EXPECT_EQ(count("L' R"), (MoveCount{2, 2, 1}));
  EXPECT_EQ(count("R L"), (MoveCount{2, 2, 2}));
  EXPECT_EQ(count("F2 B2"), (MoveCount{2, 4, 1}));
  EXPECT_EQ(count("F2 B"), (MoveCount{2, 3, 2}));
  EXPECT_EQ(count("R L' R"), (MoveCount{3, 3, 2})) << "a turn is half of one slice at most";
  EXPECT_EQ(count("R L' R L'"), (MoveCount{4, 4, 2}));
  EXPECT_EQ(count("R U L'"), (MoveCount{3, 3, 3}));
  EXPECT_EQ(count("M E S"), (MoveCount{6, 6, 3}));
  EXPECT_EQ(count("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"), (MoveCount{20, 28, 19}));
}

}  // namespace
}  // namespace halfturn
