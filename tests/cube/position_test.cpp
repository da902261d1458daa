#include "halfturn/position.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "halfturn/random.h"
#include "sticker_model.h"
#include "support/sanitized.h"

namespace halfturn {
namespace {

using sticker_model::StickerCube;

const std::string kSolved = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
const std::string kSolvedPieces = "UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR";
const std::string kSuperflip = "UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB";
const std::string kSuperflipMoves = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
const std::string kSome = "FBLLURRFBUUFBRFDDFUULLFRDDLRFBLDRFBLUUBFLBDDBUURRBLDDR";
const std::string kSomeMoves = "F U' F2 D' B U R' F' L D' R' U' L U B' D2 R' F U2 D2";

std::string random_token(RandomCubes& random) {
  const char* letters[] = {"U", "R",  "F",  "D",  "L",  "B",  "u",  "r", "f", "d", "l", "b",
                           "M", "Uw", "Rw", "Fw", "Dw", "Lw", "Bw", "E", "S", "x", "y", "z"};
  const char* amounts[] = {"", "2", "'"};
  return std::string(letters[random.below(24)]) + amounts[random.below(3)];
}

TEST(FormatFacelets, AgreesWithStickersTurnedInSpace) {
  for (Move move : kAllMoves) {
    StickerCube model;
    model.turn(format_moves({move}));
    EXPECT_EQ(format_facelets(Cube::of(move)), model.facelets()) << format_moves({move});
  }
  RandomCubes random(21);
  for (int i = 0; i < (kSanitized ? 300 : 2000); ++i) {
    StickerCube model;
    std::string text;
    for (std::uint32_t k = random.below(25) + 1; k > 0; --k) {
      const std::string token = random_token(random);
      text += token + (random.below(2) == 0 ? " " : "");
      model.turn(token);
    }
    const auto position = parse_position(text);
    ASSERT_TRUE(position.ok()) << text << ": " << position.error().text();
    ASSERT_EQ(position->kind, PositionKind::moves) << text;
    EXPECT_EQ(format_facelets(position->cube, position->orientation), model.facelets()) << text;
    const auto again = parse_facelets(model.facelets());
    ASSERT_TRUE(again.ok()) << again.error().text();
    EXPECT_EQ(again->cube, position->cube) << text;
    EXPECT_EQ(again->orientation, position->orientation) << text;
  }
}

TEST(Positions, KnownFigures) {
  EXPECT_EQ(format_facelets(Cube()), kSolved);
  EXPECT_EQ(format_pieces(Cube()), kSolvedPieces);
  EXPECT_EQ(format_facelets(parse_position(kSuperflipMoves)->cube), kSuperflip);
  EXPECT_EQ(format_facelets(parse_position(kSomeMoves)->cube), kSome);
  EXPECT_EQ(parse_position(kSome)->cube, parse_position(kSomeMoves)->cube);
  EXPECT_EQ(format_pieces(parse_position(kSuperflip)->cube),
            "FU RU BU LU FD RD BD LD RF LF RB LB UFR URB UBL ULF DRF DFL DLB DBR");
  // After R the place UR holds the piece FR with its R sticker on R: U shows F.
  EXPECT_EQ(format_pieces(Cube::of(Move(Face::R, 1))),
            "UF FR UB UL DF BR DB DL DR FL UR BL FDR FRU UBL ULF BRD DFL DLB BUR");
}

TEST(Positions, RoundTripsOfFaceletsInAllOrientations) {
  RandomCubes random(22);
  for (int i = 0; i < 5000; ++i) {
    const Cube cube = random.next();
    const Symmetry held = Symmetry::from_index(2 * (i % 24));
    const std::string text = format_facelets(cube, held);
    const auto position = parse_position(text);
    ASSERT_TRUE(position.ok()) << text << ": " << position.error().text();
    EXPECT_EQ(position->kind, PositionKind::facelets);
    EXPECT_EQ(position->cube, cube);
    EXPECT_EQ(position->orientation, held);
    EXPECT_EQ(format_facelets(position->cube, position->orientation), text);
  }
}

TEST(Positions, SolvedInAllOrientations) {
  for (int s = 0; s < kSymmetryCount; s += 2) {
    const Symmetry held = Symmetry::from_index(s);
    const auto facelets = parse_position(format_facelets(Cube(), held));
    ASSERT_TRUE(facelets.ok());
    EXPECT_TRUE(facelets->cube.is_solved());
    EXPECT_EQ(facelets->orientation, held);
    const auto moves = parse_position(format_rotation(held));
    EXPECT_TRUE(moves->cube.is_solved());
    EXPECT_EQ(moves->orientation, held);
  }
}

TEST(Positions, RoundTripsOfPieces) {
  RandomCubes random(23);
  for (int i = 0; i < 5000; ++i) {
    const Cube cube = random.next();
    const std::string text = format_pieces(cube);
    const auto position = parse_position(text);
    ASSERT_TRUE(position.ok()) << text << ": " << position.error().text();
    EXPECT_EQ(position->kind, PositionKind::pieces);
    EXPECT_EQ(position->cube, cube);
    EXPECT_EQ(position->orientation, Symmetry());
    EXPECT_EQ(format_pieces(position->cube), text);
  }
}

TEST(Positions, PiecesAndFaceletsShowTheSameStickers) {
  // Letter i of word p is the colour on the face that letter i of the place's name says.
  RandomCubes random(24);
  for (int i = 0; i < 200; ++i) {
    const Cube cube = random.next();
    const std::string facelets = format_facelets(cube);
    const std::string pieces = format_pieces(cube);
    // UF at words 0, FR at 8, UFR at 12, DBR at 19.
    EXPECT_EQ(pieces.substr(0, 2), (std::string{facelets[7], facelets[19]}));
    EXPECT_EQ(pieces.substr(24, 2), (std::string{facelets[23], facelets[12]}));
    EXPECT_EQ(pieces.substr(36, 3), (std::string{facelets[8], facelets[20], facelets[9]}));
    EXPECT_EQ(pieces.substr(64, 3), (std::string{facelets[35], facelets[51], facelets[17]}));
  }
}

TEST(Positions, WhiteSpaceAndCommentsAreIgnored) {
  std::string rows;
  for (std::size_t i = 0; i < kSome.size(); i += 3) rows += kSome.substr(i, 3) + (i % 9 == 6 ? "\r\n" : " ");
  EXPECT_EQ(parse_position("\uFEFF" + rows)->cube, parse_facelets(kSome)->cube);
  EXPECT_EQ(parse_position(rows)->kind, PositionKind::facelets);
  std::string spaced;
  for (char c : kSome) spaced += std::string(1, c) + "\u00A0";
  EXPECT_EQ(parse_position(spaced)->cube, parse_facelets(kSome)->cube);
  EXPECT_EQ(parse_position("// what I have\n" + kSome + " // there")->cube, parse_facelets(kSome)->cube);
  const std::string pieces = format_pieces(parse_facelets(kSome)->cube);
  std::string lines = pieces + "//end";
  std::replace(lines.begin(), lines.end(), ' ', '\n');
  EXPECT_EQ(parse_position("\uFEFF\t" + lines)->cube, parse_facelets(kSome)->cube);
}

TEST(RecognisePosition, MovesStayMoves) {
  for (const char* text :
       {"", " \n", "R", "R U R' U'", "RU RU RU", "// UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLL", "x y z",
        "(R U R' U')6", "UF UR UB", "R U F D L B", "M2 E2 S2", "UUUUUUUUU"})
    EXPECT_EQ(recognise_position(text), PositionKind::moves) << text;
  for (const char* unit : {"RUR'U'", "R1U3F2", "RU", "RU ", "R U ", "RUF ", "RwUwFwDwLwBw", "R2U2F2D2L2B2",
                           "rufdlbx", "R' ", "UFR ", "M E S U R F "}) {
    std::string text;
    while (text.size() < 400) {
      text += unit;
      EXPECT_EQ(recognise_position(text), PositionKind::moves) << text;
    }
  }
}

TEST(RecognisePosition, RandomSequencesAreMoves) {
  RandomCubes random(25);
  for (int i = 0; i < 20'000; ++i) {
    Moves moves;
    for (std::uint32_t k = random.below(60); k > 0; --k) {
      const MoveMask allowed = moves.empty() ? MoveMask::all() : moves_after(moves.back());
      Move move = kAllMoves[random.below(kMoveCount)];
      while (!allowed.has(move)) move = kAllMoves[random.below(kMoveCount)];
      moves.push_back(move);
    }
    std::string text = format_moves(moves, i % 2 == 0 ? Notation::wca : Notation::numeric);
    if (i % 4 == 0) text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
    ASSERT_EQ(recognise_position(text), PositionKind::moves) << text;
  }
}

TEST(RecognisePosition, NearMissesAreWhatTheyWereMeantToBe) {
  RandomCubes random(26);
  for (int i = 0; i < 2000; ++i) {
    const Cube cube = random.next();
    const std::string facelets = i == 0 ? kSolved : i == 1 ? kSuperflip : format_facelets(cube);
    const std::size_t at = random.below(54);
    for (const char* wrong : {"X", "u", "2", "'", "?", " ", ".", "W", "\xFF", "\u00C9", ""})
      EXPECT_EQ(recognise_position(facelets.substr(0, at) + wrong + facelets.substr(at + 1)),
                PositionKind::facelets);
    EXPECT_EQ(recognise_position(facelets + "U"), PositionKind::facelets);
    EXPECT_EQ(recognise_position(facelets.substr(4)), PositionKind::facelets);
    std::string small = facelets;
    for (char& c : small) c = static_cast<char>(c - 'A' + 'a');
    EXPECT_EQ(recognise_position(small), PositionKind::facelets);
    std::string colours = facelets;
    for (char& c : colours) c = "WRGYOB"[std::string("URFDLB").find(c)];
    EXPECT_EQ(recognise_position(colours), PositionKind::facelets);

    const std::string pieces = format_pieces(cube);
    EXPECT_EQ(recognise_position(pieces.substr(3)), PositionKind::pieces);
    EXPECT_EQ(recognise_position(pieces.substr(0, 63)), PositionKind::pieces);
    EXPECT_EQ(recognise_position(pieces + " UF"), PositionKind::pieces);
    EXPECT_EQ(recognise_position(pieces.substr(0, 35)), PositionKind::pieces) << "the edges alone";
    std::string misspelt = pieces;
    misspelt[4] = 'X';
    EXPECT_EQ(recognise_position(misspelt), PositionKind::pieces);
    misspelt.insert(12, "'");
    EXPECT_EQ(recognise_position(misspelt), PositionKind::pieces);
  }
  EXPECT_EQ(recognise_position(kSome.substr(0, 45)), PositionKind::facelets);
  EXPECT_EQ(recognise_position(kSolved + kSolved), PositionKind::facelets);
  EXPECT_EQ(recognise_position(std::string(54, 'U')), PositionKind::facelets);
}

TEST(ParsePosition, EmptyTextIsTheSolvedCube) {
  for (const char* text : {"", "\uFEFF", " \r\n", "// nothing"}) {
    const auto position = parse_position(text);
    ASSERT_TRUE(position.ok());
    EXPECT_TRUE(position->cube.is_solved());
    EXPECT_EQ(position->orientation, Symmetry());
    EXPECT_EQ(position->kind, PositionKind::moves);
  }
}

struct BadPosition {
  std::string text;
  std::size_t line, column;
  std::string message, hint;
};

void expect_error(const Result<Position>& result, const BadPosition& bad) {
  ASSERT_FALSE(result.ok()) << bad.text;
  EXPECT_EQ(result.error().message, bad.message) << bad.text;
  // What is nearby is tested by itself.
  EXPECT_EQ(result.error().hint.substr(0, result.error().hint.find("; possible would be: ")), bad.hint)
      << bad.text;
  EXPECT_EQ(result.error().line, bad.line) << bad.text;
  EXPECT_EQ(result.error().column, bad.column) << bad.text;
  EXPECT_EQ(result.error().kind, ErrorKind::bad_input) << bad.text;
}

/// The facelets with those at the given indices (U1 is 0) replaced.
std::string with(std::string facelets, std::vector<std::size_t> indices, std::string_view letters) {
  for (std::size_t i = 0; i < indices.size(); ++i) facelets[indices[i]] = letters[i];
  return facelets;
}

/// The facelets exchanged in pairs.
std::string swapped(std::string facelets, std::vector<std::pair<std::size_t, std::size_t>> pairs) {
  for (const auto& [a, b] : pairs) std::swap(facelets[a], facelets[b]);
  return facelets;
}

constexpr const char* kFlipped =
    "an edge is flipped: the number of flipped edges is odd, which no turning of faces can do";
constexpr const char* kFlippedHint = "flip any one edge in its place, or look for an edge that is misread";
constexpr const char* kSwapped = "two pieces are swapped, which no turning of faces can do";
constexpr const char* kSwappedHint =
    "swap any two edges or any two corners, or look for two pieces that are misread";
constexpr const char* kOnce = "every piece is there exactly once; one of the two places is misread";

std::string twisted(const char* way) {
  return std::string("a corner is twisted: the corners together are one third of a turn ") + way +
         " off, which no turning of faces can do";
}
std::string twisted_hint(const char* way) {
  return std::string("twist any one corner ") + way + " in its place, or look for a corner that is misread";
}

TEST(ParseFacelets, EveryMistakeHasItsMessage) {
  const std::string letters = "each facelet is one of U R F D L B: the face whose centre has its colour";
  const std::string nine = "nine letters for each face, in the order U R F D L B";
  const std::string each = "each of the six letters must appear nine times";
  const std::vector<BadPosition> cases = {
      // Characters.
      {with(kSolved, {2}, "X"), 1, 3, "facelet U3 is 'X', which is no face", letters},
      {with(kSolved, {10}, "\xFF"), 1, 11, "the byte 0xFF is not valid UTF-8", "save the text as UTF-8"},
      {kSolved + "!", 1, 55, "a facelet is '!', which is no face", letters},
      {"UUUUUUUUU\nRRRRRRRRR\r\nFFF FFF FGF\nDDDDDDDDD LLLLLLLLL BBBBBBBBB", 3, 10,
       "facelet F8 is 'G', which is no face", letters},
      {"\u00A0" + with(kSolved, {0}, "Q"), 1, 2, "facelet U1 is 'Q', which is no face", letters},
      // Length.
      {kSolved.substr(0, 53), 1, 54, "a cube has 54 facelets, but 53 are written here", nine},
      {kSolved + "U\n", 1, 55, "a cube has 54 facelets, but 55 are written here", nine},
      {kSolved.substr(0, 50) + "\n\n", 1, 51, "a cube has 54 facelets, but 50 are written here", nine},
      // Colours.
      {with(kSolved, {0}, "R"), 0, 0, "not every colour is there nine times: U 8 times, R 10 times", each},
      {std::string(54, 'U'), 0, 0,
       "not every colour is there nine times: U 54 times, R 0 times, F 0 times, D 0 times, L 0 times, B 0 "
       "times",
       each},
      // Centres.
      {swapped(kSolved, {{4, 9}}), 1, 14, "the centres U5 and R5 both have the colour R",
       "the six centres have six different colours"},
      {swapped(kSolved, {{4, 13}}), 1, 32,
       "the centres U5 and D5 have the colours R and D, which do not lie opposite each other",
       "opposite R is L"},
      {swapped(kSolved, {{13, 40}}), 1, 5, "the centres are those of a cube's mirror image",
       "two opposite faces are exchanged; the faces come in the order U R F D L B"},
      // Pieces that do not exist.
      {swapped(kSolved, {{7, 18}}), 1, 20, "the edge at UF has the colour F twice, on U8 and F2",
       "no piece has the same colour twice"},
      {swapped(kSolved, {{19, 30}}), 1, 20, "the edge at UF has the opposite colours U and D, on U8 and F2",
       "no piece has both U and D"},
      {swapped(kSolved, {{8, 22 - 4}}), 1, 21, "the corner at UFR has the colour F twice, on U9 and F3",
       "no piece has the same colour twice"},
      {swapped(kSolved, {{9, 35}}), 1, 10, "the corner at UFR has the opposite colours U and D, on U9 and R1",
       "no piece has both U and D"},
      {swapped(kSolved, {{8, 9}}), 1, 9, "the corner at UFR is a mirror image: RUF clockwise, on U9 R1 F3",
       "the corner with these colours goes RFU clockwise"},
      // Pieces twice and missing.
      {swapped(kSolved, {{7, 34}}), 1, 29,
       "the edge DF is there twice, at UF and at DF, and the edges UF and DB are missing", kOnce},
      {swapped(format_facelets(Cube(), Symmetry::y()), {{7, 34}}), 1, 29,
       "the edge DR is there twice, at UF and at DF, and the edges UR and DL are missing", kOnce},
      {with(kSolved, {8, 9, 20, 33, 53, 42}, "UFLDRB"), 1, 7,
       "the corner ULF is there twice, at UFR and at ULF, and the corners UFR and DLB are missing", kOnce},
      // The three laws.
      {swapped(kSolved, {{7, 19}}), 0, 0, kFlipped, kFlippedHint},
      {with(kSolved, {8, 9, 20}, "FUR"), 0, 0, twisted("clockwise"), twisted_hint("counter-clockwise")},
      {with(kSolved, {8, 9, 20}, "RFU"), 0, 0, twisted("counter-clockwise"), twisted_hint("clockwise")},
      {with(kSolved, {19, 10}, "RF"), 0, 0, kSwapped, kSwappedHint},
  };
  for (const BadPosition& bad : cases) {
    expect_error(parse_facelets(bad.text), bad);
    expect_error(parse_position(bad.text), bad);
  }
  expect_error(parse_facelets(""), {"", 1, 1, "a cube has 54 facelets, but 0 are written here", nine});
  expect_error(parse_facelets(" U"), {" U", 1, 3, "a cube has 54 facelets, but 1 is written here", nine});
}

TEST(ParsePieces, OneByteOrderMarkIsPassedOver) {
  const std::string mark = "\xEF\xBB\xBF";
  for (const std::string& text : {mark + kSolvedPieces, mark + " " + kSolvedPieces}) {
    const auto cube = parse_pieces(text);
    ASSERT_TRUE(cube.ok()) << cube.error().text();
    EXPECT_TRUE(cube->cube.is_solved());
  }
}

TEST(ParsePosition, ASecondByteOrderMarkIsAMistake) {
  const std::string mark = "\xEF\xBB\xBF";
  const std::string message = "there is a byte order mark (U+FEFF) within the text";
  for (const std::string& text : {kSolvedPieces, kSome, std::string("R U F'")}) {
    const auto twice = parse_position(mark + mark + text);
    ASSERT_FALSE(twice.ok()) << text;
    EXPECT_EQ(twice.error().message, message);
    EXPECT_EQ(twice.error().column, 1u) << "the mark that is passed over takes no column";
    const auto later = parse_position(text + " " + mark);
    ASSERT_FALSE(later.ok()) << text;
    EXPECT_EQ(later.error().message, message);
    EXPECT_TRUE(parse_position(mark + text).ok());
    const auto part = parse_position(mark + text, TextExtent::part);
    ASSERT_FALSE(part.ok()) << "the beginning of a part is not the beginning of the text";
    EXPECT_EQ(part.error().message, message);
    EXPECT_EQ(part.error().column, 1u);
  }
}

TEST(ParsePosition, TheFirstMistakeOfAVeryLongListIsFound) {
  constexpr int kLists = kSanitized ? 10'000 : 100'000;
  std::string text;
  for (int i = 0; i < kLists; ++i) text += kSolvedPieces + ' ';
  EXPECT_EQ(parse_position(text).error().message,
            "a piece list has 20 pieces, but " + std::to_string(20 * kLists) + " are written here");
  EXPECT_EQ(parse_position(text).error().column, kSolvedPieces.size() + 2);
  EXPECT_EQ(parse_position(text + "K").error().message, "'K' is no piece: 'K' is no face");
}

TEST(ParsePieces, EveryMistakeHasItsMessage) {
  const std::string places =
      "the places are UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR";
  const auto list = [](std::size_t word, const std::string& instead) {
    std::string text;
    for (std::size_t i = 0, at = 0; i < 20; ++i) {
      const std::size_t length = i < 12 ? 2 : 3;
      text += (i > 0 ? " " : "") + (i == word ? instead : kSolvedPieces.substr(at, length));
      at += length + 1;
    }
    return text;
  };
  const std::vector<BadPosition> cases = {
      {list(1, "XR"), 1, 4, "'XR' is no piece: 'X' is no face",
       "a piece is named by its two or three faces out of U R F D L B"},
      {list(2, "UB,"), 1, 7, "'UB,' is no piece: ',' is no face",
       "a piece is named by its two or three faces out of U R F D L B"},
      {list(2, "ub"), 1, 7, "the piece 'ub' is in lower case", "pieces are written in capital letters: UB"},
      {list(2, "U\xFF"), 1, 7, "the byte 0xFF is not valid UTF-8", "save the text as UTF-8"},
      {list(2, "U"), 1, 7, "'U' is no piece: it has 1 letter",
       "an edge has two letters, a corner three; pieces are separated by spaces"},
      {list(2, "UBUBUBUBUBUBUB"), 1, 7, "'UBUBUBUBUBUB...' is no piece: it has 14 letters",
       "an edge has two letters, a corner three; pieces are separated by spaces"},
      {list(3, "UU"), 1, 10, "'UU' is no piece: it has a colour twice", "no piece has the same colour twice"},
      {list(3, "UD"), 1, 10, "'UD' is no piece: it has two opposite colours",
       "U and D, R and L, F and B lie opposite each other"},
      {list(13, "UBU"), 1, 41, "'UBU' is no piece: it has a colour twice",
       "no piece has the same colour twice"},
      {list(13, "UBF"), 1, 41, "'UBF' is no piece: it has two opposite colours",
       "U and D, R and L, F and B lie opposite each other"},
      {list(12, "URF"), 1, 37, "'URF' is the mirror image of a corner",
       "corners are read the same way round as UFR: write UFR"},
      {list(12, "RFU"), 1, 37, "'RFU' is the mirror image of a corner",
       "corners are read the same way round as UFR: write RUF"},
      {kSolvedPieces.substr(0, 63), 1, 64, "a piece list has 20 pieces, but 19 are written here", places},
      {kSolvedPieces.substr(3), 1, 65, "a piece list has 20 pieces, but 19 are written here", places},
      {kSolvedPieces + "\n UF", 2, 2, "a piece list has 20 pieces, but 21 are written here", places},
      {list(4, "UFR"), 1, 13, "'UFR' is a corner, but stands for the edge place DF",
       "the twelve edges come first, then the eight corners"},
      {list(12, "UF"), 1, 37, "'UF' is an edge, but stands for the corner place UFR",
       "the twelve edges come first, then the eight corners"},
      {list(4, "UF"), 1, 13, "the edge UF is there twice, at UF and at DF, and the edge DF is missing",
       kOnce},
      {list(4, "FU"), 1, 13, "the edge UF is there twice, at UF and at DF, and the edge DF is missing",
       kOnce},
      {list(19, "FRU"), 1, 65,
       "the corner UFR is there twice, at UFR and at DBR, and the corner DBR is missing", kOnce},
      {list(0, "FU"), 0, 0, kFlipped, kFlippedHint},
      {list(12, "FRU"), 0, 0, twisted("clockwise"), twisted_hint("counter-clockwise")},
      {list(12, "RUF"), 0, 0, twisted("counter-clockwise"), twisted_hint("clockwise")},
      {"UR UF" + kSolvedPieces.substr(5), 0, 0, kSwapped, kSwappedHint},
  };
  for (const BadPosition& bad : cases) {
    expect_error(parse_pieces(bad.text), bad);
    expect_error(parse_position(bad.text), bad);
  }
  expect_error(parse_pieces(""), {"", 1, 1, "a piece list has 20 pieces, but 0 are written here", places});
  expect_error(parse_pieces("UF"), {"UF", 1, 3, "a piece list has 20 pieces, but 1 is written here", places});
}

TEST(ByColour, DoesNotDependOnHowTheCubeIsHeld) {
  const Cube expected = parse_position("R U F2 L' D")->cube;
  RandomCubes random(5);
  for (const char* first : {"", "x", "x'", "x2", "z", "z'"})
    for (const char* second : {"", "y", "y'", "y2"}) {
      const std::string rotation = std::string(first) + " " + second;
      EXPECT_EQ(by_colour(*parse_position("R U F2 L' D " + rotation)), expected) << rotation;
      // The same for facelets whose centres are turned.
      const Cube cube = random.next();
      const Symmetry held = parse_moves(rotation)->orientation;
      const std::string facelets = format_facelets(cube.seen_through(held), held);
      EXPECT_EQ(by_colour(*parse_position(facelets)), cube) << facelets;
    }
}

TEST(ByColour, WideMovesTurnTheOtherFace) {
  const auto cube = [](const char* text) { return by_colour(*parse_position(text)); };
  EXPECT_EQ(cube("R U Rw"), cube("R U L"));
  // A wide turn leaves the opposite layer behind; after Rw that of U is the blue one.
  EXPECT_EQ(cube("R U Rw Uw2"), cube("R U L B2"));
  EXPECT_EQ(cube("Rw Uw2"), cube("Rw Uw2 y x2"));
  EXPECT_EQ(cube("M"), cube("R L' x'"));
}

}  // namespace
}  // namespace halfturn
