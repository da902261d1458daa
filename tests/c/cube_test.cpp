// Cubes and moves through the interface for C, compared with the C++ library. Needs no tables.

#include <algorithm>
#include <cstring>
#include <string>

#include "c/c_support.h"
#include "halfturn/notation.h"
#include "halfturn/position.h"
#include "halfturn/stage.h"

namespace halfturn::testing {
namespace {

std::string facelets_by_c(const halfturn_cube& cube, int orientation = 0) {
  char text[HALFTURN_FACELETS_SIZE];
  std::memset(text, 'x', sizeof text);
  halfturn_error error;
  EXPECT_STATUS(HALFTURN_OK, halfturn_cube_facelets(&cube, orientation, text, &error));
  EXPECT_EQ(text[HALFTURN_FACELETS_SIZE - 1], 0);
  return text;
}

std::string pieces_by_c(const halfturn_cube& cube) {
  char text[HALFTURN_PIECES_SIZE];
  std::memset(text, 'x', sizeof text);
  halfturn_error error;
  EXPECT_STATUS(HALFTURN_OK, halfturn_cube_pieces(&cube, text, &error));
  EXPECT_EQ(text[HALFTURN_PIECES_SIZE - 1], 0);
  return text;
}

TEST(CVersion, IsThatOfTheHeader) {
  int major = -1;
  int minor = -1;
  int patch = -1;
  halfturn_version_numbers(&major, &minor, &patch);
  EXPECT_EQ(major, HALFTURN_VERSION_MAJOR);
  EXPECT_EQ(minor, HALFTURN_VERSION_MINOR);
  EXPECT_EQ(patch, HALFTURN_VERSION_PATCH);
  EXPECT_EQ(halfturn_version(),
            std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch));
  halfturn_version_numbers(nullptr, nullptr, nullptr);
}

TEST(CStatus, HasANameForEach) {
  EXPECT_STREQ(halfturn_status_name(HALFTURN_OK), "ok");
  std::vector<std::string> names;
  for (int status = HALFTURN_OK; status <= HALFTURN_INTERNAL; ++status) {
    const std::string name = halfturn_status_name(status);
    EXPECT_NE(name, "unknown");
    EXPECT_EQ(std::ranges::count(names, name), 0) << name;
    names.push_back(name);
  }
  for (const int other : {-1, HALFTURN_INTERNAL + 1, 1000})
    EXPECT_STREQ(halfturn_status_name(other), "unknown");
}

TEST(CCube, SolvedIsSolved) {
  halfturn_cube cube;
  std::memset(&cube, 0xAA, sizeof cube);
  halfturn_cube_solved(&cube);
  EXPECT_EQ(bytes_of(cube), bytes_of(as_c(Cube())));
  EXPECT_EQ(halfturn_cube_is_solved(&cube), 1);
  EXPECT_EQ(facelets_by_c(cube), "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB");
  const halfturn_cube turned = as_c(Cube().after(Move(Face::R, 2)));
  EXPECT_EQ(halfturn_cube_is_solved(&turned), 0);
}

TEST(CCube, GoesToTextAndBack) {
  for (const Cube& cube : some_cubes(300)) {
    const halfturn_cube c = as_c(cube);
    EXPECT_EQ(facelets_by_c(c), format_facelets(cube));
    EXPECT_EQ(pieces_by_c(c), format_pieces(cube));
    halfturn_error error;
    halfturn_position position;
    const auto expect_read = [&](const std::string& text, int kind, int was) {
      std::memset(&position, 0xAA, sizeof position);
      ASSERT_STATUS(HALFTURN_OK, halfturn_parse(text.c_str(), kind, &position, &error));
      EXPECT_EQ(bytes_of(position.cube), bytes_of(c));
      EXPECT_EQ(bytes_of(position.by_colour), bytes_of(c));
      EXPECT_EQ(position.orientation, 0);
      EXPECT_EQ(position.kind, was);
      EXPECT_EQ(position.reserved[0] + position.reserved[1], 0);
    };
    expect_read(format_facelets(cube), HALFTURN_ANY, HALFTURN_FACELETS);
    expect_read(format_facelets(cube), HALFTURN_FACELETS, HALFTURN_FACELETS);
    expect_read(format_pieces(cube), HALFTURN_ANY, HALFTURN_PIECES);
    expect_read(format_pieces(cube), HALFTURN_PIECES, HALFTURN_PIECES);
  }
}

TEST(CCube, IsReadAsHeldAndByColour) {
  for (const char* text : {"R U F x", "Rw U M' y2 // a comment", "[R, U] z'", "", "(R U R' U')6", "x y z"})
    for (const int kind : {HALFTURN_ANY, HALFTURN_MOVES}) {
      const Position expected = parse_position(text).value();
      halfturn_error error;
      halfturn_position position;
      ASSERT_STATUS(HALFTURN_OK, halfturn_parse(text, kind, &position, &error)) << text;
      EXPECT_EQ(bytes_of(position.cube), bytes_of(as_c(expected.cube))) << text;
      EXPECT_EQ(bytes_of(position.by_colour), bytes_of(as_c(by_colour(expected)))) << text;
      EXPECT_EQ(position.orientation, expected.orientation.index()) << text;
      EXPECT_EQ(position.kind, HALFTURN_MOVES);
      // The orientation is understood by the way back, too.
      const std::string held = facelets_by_c(position.cube, position.orientation);
      EXPECT_EQ(held, format_facelets(expected.cube, expected.orientation));
      halfturn_position again;
      ASSERT_STATUS(HALFTURN_OK, halfturn_parse(held.c_str(), HALFTURN_FACELETS, &again, &error));
      EXPECT_EQ(bytes_of(again.cube), bytes_of(position.cube)) << text;
      EXPECT_EQ(again.orientation, position.orientation) << text;
    }
}

TEST(CCube, IsComposedInvertedAndTurned) {
  const std::vector<Cube> cubes = some_cubes(100);
  halfturn_error error;
  for (std::size_t i = 0; i + 1 < cubes.size(); ++i) {
    const halfturn_cube a = as_c(cubes[i]);
    const halfturn_cube b = as_c(cubes[i + 1]);
    halfturn_cube result;
    ASSERT_STATUS(HALFTURN_OK, halfturn_cube_compose(&a, &b, &result, &error));
    EXPECT_EQ(bytes_of(result), bytes_of(as_c(cubes[i] * cubes[i + 1])));
    ASSERT_STATUS(HALFTURN_OK, halfturn_cube_invert(&a, &result, &error));
    EXPECT_EQ(bytes_of(result), bytes_of(as_c(cubes[i].inverse())));
    // The result may be an argument.
    ASSERT_STATUS(HALFTURN_OK, halfturn_cube_compose(&a, &result, &result, &error));
    EXPECT_EQ(halfturn_cube_is_solved(&result), 1);
    result = a;
    ASSERT_STATUS(HALFTURN_OK, halfturn_cube_invert(&result, &result, &error));
    EXPECT_EQ(bytes_of(result), bytes_of(as_c(cubes[i].inverse())));
    for (std::uint8_t move = 0; move < kMoveCount; ++move) {
      result = a;
      ASSERT_STATUS(HALFTURN_OK, halfturn_cube_apply(&result, &move, 1, &result, &error));
      EXPECT_EQ(bytes_of(result), bytes_of(as_c(cubes[i].after(Move::from_index(move)))));
    }
    ASSERT_STATUS(HALFTURN_OK, halfturn_cube_apply(&a, nullptr, 0, &result, &error));
    EXPECT_EQ(bytes_of(result), bytes_of(a));
  }
}

TEST(CCube, ImpossibleOnesAreNamed) {
  halfturn_cube solved;
  halfturn_cube_solved(&solved);
  struct Broken {
    halfturn_cube cube;
    const char* says;
  };
  std::vector<Broken> all(7, {solved, ""});
  all[0] = {halfturn_cube{}, "edge"};
  all[1].cube.corners[0] = 0x10, all[1].says = "twist";
  all[2].cube.edges[3] = 0x13, all[2].says = "flip";
  std::swap(all[3].cube.corners[1], all[3].cube.corners[2]), all[3].says = "swap";
  all[4].cube.edges[11] = 12, all[4].says = "12";
  all[5].cube.corners[7] = 0xF7, all[5].says = "15";
  all[6].cube.edges[0] = 0x20, all[6].says = "2";
  for (const Broken& broken : all) {
    halfturn_error error;
    EXPECT_STATUS(HALFTURN_BAD_INPUT, halfturn_cube_check(&broken.cube, &error));
    EXPECT_EQ(error.status, HALFTURN_BAD_INPUT);
    EXPECT_NE(std::string(error.message).find(broken.says), std::string::npos)
        << error.message << ", expected: " << broken.says;
    // Everything that takes a cube refuses it, and leaves its result alone.
    halfturn_cube result = solved;
    char text[HALFTURN_PIECES_SIZE] = "untouched";
    EXPECT_EQ(halfturn_cube_compose(&solved, &broken.cube, &result, &error), HALFTURN_BAD_INPUT);
    EXPECT_EQ(halfturn_cube_compose(&broken.cube, &solved, &result, &error), HALFTURN_BAD_INPUT);
    EXPECT_EQ(halfturn_cube_invert(&broken.cube, &result, &error), HALFTURN_BAD_INPUT);
    EXPECT_EQ(halfturn_cube_apply(&broken.cube, nullptr, 0, &result, &error), HALFTURN_BAD_INPUT);
    EXPECT_EQ(halfturn_cube_facelets(&broken.cube, 0, text, &error), HALFTURN_BAD_INPUT);
    EXPECT_EQ(halfturn_cube_pieces(&broken.cube, text, &error), HALFTURN_BAD_INPUT);
    int reached = 7;
    EXPECT_EQ(halfturn_stage_reached(&broken.cube, "cross", 0, 0, &reached, &error), HALFTURN_BAD_INPUT);
    EXPECT_EQ(reached, 7);
    EXPECT_EQ(bytes_of(result), bytes_of(solved));
    EXPECT_STREQ(text, "untouched");
    EXPECT_EQ(halfturn_cube_is_solved(&broken.cube), 0);
  }
  for (const Cube& cube : some_cubes(50)) {
    const halfturn_cube fine = as_c(cube);
    EXPECT_EQ(halfturn_cube_check(&fine, nullptr), HALFTURN_OK);
  }
}

/// Bytes of any kind: near a possible cube, and far from one.
TEST(CCube, AnyBytesAreJudgedAsTheLibraryDoes) {
  RandomCubes random(23);
  int possible = 0;
  for (int i = 0; i < 30'000; ++i) {
    halfturn_cube cube = as_c(random.next());
    auto* bytes = reinterpret_cast<std::uint8_t*>(&cube);
    for (std::uint32_t changes = random.below(4); changes > 0; --changes) {
      const std::uint32_t at = random.below(sizeof cube);
      if (random.below(2) == 0)
        bytes[at] = static_cast<std::uint8_t>(random.below(256));
      else
        std::swap(bytes[at], bytes[random.below(sizeof cube)]);
    }
    PlacedCorners corners;
    PlacedEdges edges;
    for (std::size_t p = 0; p < corners.size(); ++p)
      corners[p] = {cube.corners[p] % 16, cube.corners[p] / 16};
    for (std::size_t p = 0; p < edges.size(); ++p) edges[p] = {cube.edges[p] % 16, cube.edges[p] / 16};
    const Result<Cube> judge = Cube::from_pieces(corners, edges);
    halfturn_error error;
    ASSERT_EQ(halfturn_cube_check(&cube, &error), judge ? HALFTURN_OK : HALFTURN_BAD_INPUT);
    EXPECT_EQ(error.message, judge ? std::string() : judge.error().message);
    if (judge) ++possible;
  }
  EXPECT_GT(possible, 1000);
  EXPECT_LT(possible, 29'000);
}

TEST(CText, FaultsHaveTheirPlace) {
  const std::string solved = format_facelets(Cube());
  std::string wrong_letter = solved;
  wrong_letter[10] = 'K';
  std::string twisted = solved;  // the corner URF, turned in its place
  twisted[8] = 'F', twisted[9] = 'U', twisted[20] = 'R';
  const struct {
    std::string text;
    int kind;
    std::size_t line, column;
  } cases[] = {
      {"R U K", HALFTURN_ANY, 1, 5},
      {"R U\nF2 (R U", HALFTURN_ANY, 2, 4},
      {"R \xE2\x80\x99 U", HALFTURN_MOVES, 1, 3},
      {"R\n\n  [R, U", HALFTURN_MOVES, 3, 3},
      {"R \xFF U", HALFTURN_MOVES, 1, 3},
      {wrong_letter, HALFTURN_ANY, 1, 11},
      {wrong_letter, HALFTURN_FACELETS, 1, 11},
      {solved.substr(0, 53), HALFTURN_FACELETS, 0, 0},
      {twisted, HALFTURN_FACELETS, 0, 0},
      {"UF UR", HALFTURN_PIECES, 0, 0},
      {solved, HALFTURN_PIECES, 0, 0},
      {"", HALFTURN_FACELETS, 0, 0},
      {"", HALFTURN_PIECES, 0, 0},
  };
  for (const auto& one : cases) {
    halfturn_error error;
    halfturn_position position;
    std::memset(&position, 0x55, sizeof position);
    const halfturn_position before = position;
    EXPECT_STATUS(HALFTURN_BAD_INPUT, halfturn_parse(one.text.c_str(), one.kind, &position, &error))
        << one.text;
    EXPECT_EQ(error.status, HALFTURN_BAD_INPUT) << one.text;
    // The judge: the same message at the same place.
    const auto judge = [&]() -> Error {
      if (one.kind == HALFTURN_ANY) return parse_position(one.text).error();
      if (one.kind == HALFTURN_FACELETS) return parse_facelets(one.text).error();
      if (one.kind == HALFTURN_PIECES) return parse_pieces(one.text).error();
      return parse_moves(one.text).error();
    }();
    EXPECT_EQ(error.message, judge.message);
    EXPECT_EQ(error.hint, judge.hint);
    EXPECT_EQ(error.line, judge.line) << one.text;
    EXPECT_EQ(error.column, judge.column) << one.text;
    if (one.column > 0) {
      EXPECT_EQ(error.line, one.line) << one.text;
      EXPECT_EQ(error.column, one.column) << one.text;
    }
    EXPECT_EQ(std::memcmp(&position, &before, sizeof position), 0) << "it was written to: " << one.text;
    EXPECT_EQ(halfturn_parse(one.text.c_str(), one.kind, &position, nullptr), HALFTURN_BAD_INPUT);
  }
}

TEST(CText, ErrorsAreClearedAndCut) {
  halfturn_error error;
  std::memset(&error, 0x7F, sizeof error);
  halfturn_position position;
  EXPECT_EQ(halfturn_parse("R K", HALFTURN_ANY, &position, &error), HALFTURN_BAD_INPUT);
  EXPECT_EQ(error.column, 3U);
  EXPECT_EQ(halfturn_parse("R U", HALFTURN_ANY, &position, &error), HALFTURN_OK);
  EXPECT_EQ(error.status, HALFTURN_OK);
  EXPECT_EQ(error.line + error.column + error.index, 0U);
  EXPECT_STREQ(error.message, "");
  EXPECT_STREQ(error.hint, "");
  EXPECT_STREQ(error.table, "");

  // A name of two-byte characters, longer than the message can be: cut between two of them, wherever it
  // begins.
  for (std::size_t shift = 0; shift < 2; ++shift) {
    std::string name(shift, 'a');
    for (int i = 0; i < 2000; ++i) name += "\xC3\xA9";
    int reached = 0;
    halfturn_cube solved;
    halfturn_cube_solved(&solved);
    EXPECT_EQ(halfturn_stage_reached(&solved, name.c_str(), 0, 0, &reached, &error), HALFTURN_BAD_ARGUMENT);
    const std::string message = error.message;
    EXPECT_GE(message.size(), sizeof error.message - 2);
    EXPECT_EQ(message.substr(message.size() - 3), "...");
    EXPECT_EQ(static_cast<unsigned char>(message[message.size() - 4]), 0xA9);
  }
}

TEST(CMoves, AreReadWrittenInvertedAndCounted) {
  for (const std::string text :
       {"R U2 F' D", "Rw M2 x U", "", "(R U R' U')3 // six", "U D U2", "[R: [U, F2]] y"}) {
    const MoveSequence expected = parse_moves(text).value();
    const std::size_t length = expected.moves.size();
    halfturn_error error;
    std::vector<halfturn_move> moves(length + 1, 99);
    std::size_t count = 77;
    std::uint8_t orientation = 77;
    ASSERT_STATUS(HALFTURN_OK,
                  halfturn_parse_moves(text.c_str(), moves.data(), length, &count, &orientation, &error));
    EXPECT_EQ(count, length);
    EXPECT_EQ(as_moves(moves.data(), count), expected.moves);
    EXPECT_EQ(moves[length], 99) << "written beyond the end";
    EXPECT_EQ(orientation, expected.orientation.index());

    std::vector<char> written(HALFTURN_MOVES_TEXT_SIZE(length), 'x');
    ASSERT_STATUS(HALFTURN_OK,
                  halfturn_moves_text(moves.data(), count, written.data(), written.size(), &error));
    EXPECT_EQ(std::string(written.data()), format_moves(expected.moves));
    // Exactly as many bytes as the text needs, and one too few.
    const std::size_t needed = format_moves(expected.moves).size() + 1;
    EXPECT_STATUS(HALFTURN_OK, halfturn_moves_text(moves.data(), count, written.data(), needed, &error));
    written.assign(written.size(), 'x');
    EXPECT_STATUS(HALFTURN_BUFFER_TOO_SMALL,
                  halfturn_moves_text(moves.data(), count, written.data(), needed - 1, &error));
    EXPECT_EQ(written[0], 'x');

    for (const Metric metric : kAllMetrics) {
      std::size_t sum = 0;
      ASSERT_STATUS(HALFTURN_OK,
                    halfturn_moves_length(moves.data(), count, static_cast<int>(metric), &sum, &error));
      EXPECT_EQ(sum, static_cast<std::size_t>(halfturn::length(expected.moves, metric)));
    }
    std::vector<halfturn_move> back(length + 1, 99);
    ASSERT_STATUS(HALFTURN_OK, halfturn_moves_invert(moves.data(), count, back.data(), &error));
    EXPECT_EQ(as_moves(back.data(), count), inverse(expected.moves));
    EXPECT_EQ(back[length], 99);
    ASSERT_STATUS(HALFTURN_OK, halfturn_moves_invert(back.data(), count, back.data(), &error));
    EXPECT_EQ(as_moves(back.data(), count), expected.moves);

    if (length == 0) continue;
    moves.assign(length + 1, 99);
    count = 0;
    EXPECT_STATUS(HALFTURN_BUFFER_TOO_SMALL,
                  halfturn_parse_moves(text.c_str(), moves.data(), length - 1, &count, nullptr, &error));
    EXPECT_EQ(count, length);
    EXPECT_EQ(moves[0], 99);
    EXPECT_STATUS(HALFTURN_BUFFER_TOO_SMALL,
                  halfturn_parse_moves(text.c_str(), nullptr, 0, &count, nullptr, &error));
    EXPECT_EQ(count, length);
  }
}

TEST(CMoves, NumbersThatAreNoneAreNamed) {
  const halfturn_move moves[] = {0, 17, 18, 3};
  halfturn_error error;
  halfturn_cube cube;
  halfturn_cube_solved(&cube);
  halfturn_move result[4] = {50, 50, 50, 50};
  char text[HALFTURN_MOVES_TEXT_SIZE(4)];
  std::size_t length = 50;
  EXPECT_EQ(halfturn_cube_apply(&cube, moves, 4, &cube, &error), HALFTURN_BAD_ARGUMENT);
  EXPECT_EQ(error.index, 2U);
  EXPECT_EQ(halfturn_cube_is_solved(&cube), 1);
  EXPECT_EQ(halfturn_moves_invert(moves, 4, result, &error), HALFTURN_BAD_ARGUMENT);
  EXPECT_EQ(error.index, 2U);
  EXPECT_EQ(result[0], 50);
  EXPECT_EQ(halfturn_moves_text(moves, 4, text, sizeof text, &error), HALFTURN_BAD_ARGUMENT);
  EXPECT_EQ(halfturn_moves_length(moves, 4, 0, &length, &error), HALFTURN_BAD_ARGUMENT);
  EXPECT_EQ(length, 50U);
  EXPECT_EQ(halfturn_moves_length(moves, 2, 2, &length, &error), HALFTURN_BAD_ARGUMENT);
  EXPECT_EQ(halfturn_moves_length(moves, 2, -1, &length, &error), HALFTURN_BAD_ARGUMENT);
  EXPECT_EQ(halfturn_moves_length(moves, 2, 1, &length, &error), HALFTURN_OK);
  EXPECT_EQ(length, 2U);
}

TEST(CText, NumbersOutOfRangeAreRefused) {
  halfturn_error error;
  halfturn_position position;
  for (const int kind : {-1, 4, 1000}) {
    EXPECT_EQ(halfturn_parse("R", kind, &position, &error), HALFTURN_BAD_ARGUMENT);
    EXPECT_STRNE(error.message, "");
  }
  halfturn_cube cube;
  halfturn_cube_solved(&cube);
  char text[HALFTURN_FACELETS_SIZE];
  int rotations = 0;
  for (int orientation = -2; orientation < 60; ++orientation)
    if (halfturn_cube_facelets(&cube, orientation, text, &error) == HALFTURN_OK)
      ++rotations;
    else
      EXPECT_EQ(error.status, HALFTURN_BAD_ARGUMENT);
  EXPECT_EQ(rotations, 24);
}

TEST(CStages, HaveNamesAndCanBeReached) {
  std::size_t count = 0;
  while (halfturn_stage_name(count) != nullptr) ++count;
  EXPECT_EQ(count, all_stages().size());
  for (std::size_t i = 0; i < count; ++i)
    EXPECT_EQ(halfturn_stage_name(i), std::string(all_stages()[i].name()));
  EXPECT_EQ(halfturn_stage_name(static_cast<std::size_t>(-1)), nullptr);

  const auto reached = [](const char* moves, const char* stage, int colour, unsigned slots) {
    halfturn_position position;
    halfturn_error error;
    EXPECT_EQ(halfturn_parse(moves, HALFTURN_MOVES, &position, &error), HALFTURN_OK);
    int answer = -1;
    EXPECT_STATUS(HALFTURN_OK,
                  halfturn_stage_reached(&position.by_colour, stage, colour, slots, &answer, &error));
    return answer;
  };
  EXPECT_EQ(reached("", "f2l", HALFTURN_YELLOW, 0), 1);
  EXPECT_EQ(reached("U", "f2l", HALFTURN_YELLOW, 0), 1);
  EXPECT_EQ(reached("U", "cross", HALFTURN_WHITE, 0), 0);
  EXPECT_EQ(reached("R U R'", "xcross", HALFTURN_YELLOW, 0), 1);
  EXPECT_EQ(reached("R U R'", "xcross", HALFTURN_YELLOW, HALFTURN_SLOT_FR), 0);
  EXPECT_EQ(reached("R U R'", "xcross", HALFTURN_YELLOW, HALFTURN_SLOT_BL), 1);
  EXPECT_EQ(reached("R U R' x2", "cross", HALFTURN_YELLOW, 0), 1);

  halfturn_cube solved;
  halfturn_cube_solved(&solved);
  halfturn_error error;
  int answer = -1;
  EXPECT_EQ(halfturn_stage_reached(&solved, "crross", 0, 0, &answer, &error), HALFTURN_BAD_ARGUMENT);
  EXPECT_NE(std::string(error.hint).find("xcross"), std::string::npos);
  EXPECT_EQ(halfturn_stage_reached(&solved, "cross", 6, 0, &answer, &error), HALFTURN_BAD_ARGUMENT);
  EXPECT_EQ(halfturn_stage_reached(&solved, "cross", -1, 0, &answer, &error), HALFTURN_BAD_ARGUMENT);
  EXPECT_EQ(halfturn_stage_reached(&solved, "cross", 0, 16, &answer, &error), HALFTURN_BAD_ARGUMENT);
  EXPECT_EQ(answer, -1);
}

TEST(CFolder, TheDefaultOneCanBeAskedFor) {
  const char* before = std::getenv("HALFTURN_TABLES");
  const std::string kept = before == nullptr ? "" : before;
  ::setenv("HALFTURN_TABLES", "/some/where", 1);
  char folder[12];
  halfturn_error error;
  EXPECT_STATUS(HALFTURN_OK, halfturn_default_folder(folder, sizeof folder, &error));
  EXPECT_STREQ(folder, "/some/where");
  folder[0] = 'x';
  EXPECT_STATUS(HALFTURN_BUFFER_TOO_SMALL, halfturn_default_folder(folder, sizeof folder - 1, &error));
  EXPECT_NE(std::string(error.hint).find("12"), std::string::npos) << error.hint;
  EXPECT_EQ(folder[0], 'x');
  EXPECT_STATUS(HALFTURN_BUFFER_TOO_SMALL, halfturn_default_folder(folder, 0, &error));
  if (before == nullptr)
    ::unsetenv("HALFTURN_TABLES");
  else
    ::setenv("HALFTURN_TABLES", kept.c_str(), 1);
}

}  // namespace
}  // namespace halfturn::testing
