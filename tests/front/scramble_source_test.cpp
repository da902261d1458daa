#include "front/scramble_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "halfturn/notation.h"
#include "halfturn/random.h"
#include "support/text_input.h"

namespace halfturn::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

using Texts = std::vector<std::string>;

struct Reading {
  Texts rows;  ///< "id: text", or "id! error"
  std::vector<Scramble> scrambles;
  std::map<std::string, std::uint64_t> skipped;
};

Reading read(const std::string& text, std::vector<std::string> events = {}, std::size_t piece = 1 << 16,
             std::vector<std::string> keep = {}, InputKind kind = InputKind::automatic) {
  Reading reading;
  TextInput input(text, piece);
  Result<ScrambleSource> source =
      ScrambleSource::open(input, {.events = std::move(events), .input = kind, .keep = std::move(keep)});
  if (!source) {
    reading.rows = {"refused: " + source.error().text()};
    return reading;
  }
  while (true) {
    Result<std::optional<Scramble>> scramble = source->next();
    EXPECT_TRUE(scramble.ok());
    if (!scramble || !*scramble) break;
    reading.scrambles.push_back(**scramble);
    const Scramble& last = reading.scrambles.back();
    reading.rows.push_back(last.error ? last.id + "! " + last.error->text() : last.id + ": " + last.text);
  }
  reading.skipped = source->skipped();
  return reading;
}

Texts rows(const std::string& text, std::vector<std::string> events = {}) {
  return read(text, std::move(events)).rows;
}

TEST(ScrambleSource, LinesOfScrambles) {
  EXPECT_THAT(rows("R U R' U'\nF2\n"), ElementsAre("1: R U R' U'", "2: F2"));
  EXPECT_THAT(rows("\xEF\xBB\xBF  R U \r\n\r\n# a comment\r\n\t\r\n F2"), ElementsAre("1: R U", "2: F2"));
  EXPECT_THAT(rows("R U // first, then\nF\n"), ElementsAre("1: R U // first, then", "2: F"));
  EXPECT_THAT(rows("UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB\n"),
              ElementsAre(HasSubstr("1: UBUL")));
  EXPECT_THAT(rows("\"R U\"\n"), ElementsAre("1: R U"));
  EXPECT_THAT(rows("R\tU\tF\nD\n"), ElementsAre("1: R\tU\tF", "2: D"));
  EXPECT_THAT(rows(""), IsEmpty());
  EXPECT_THAT(rows("\n# nothing\n"), IsEmpty());
}

TEST(ScrambleSource, LinesWithIds) {
  EXPECT_THAT(rows("a,R U\nb,F2\n"), ElementsAre("a: R U", "b: F2"));
  EXPECT_THAT(rows("a\tR U\nb\tF2"), ElementsAre("a: R U", "b: F2"));
  EXPECT_THAT(rows("a;R U\r\n\r\n#;x\r\n b ; F2 \r\n"), ElementsAre("a: R U", "b: F2"));
  EXPECT_THAT(rows("\"a,b\",R U\n\"1\",\"F2\"\n"), ElementsAre("a,b: R U", "1: F2"));
  EXPECT_THAT(rows("7,R U // one, two\n"), ElementsAre("7: R U // one, two"));
  EXPECT_THAT(rows("id,R U\n"), ElementsAre("id: R U"));
  // Without an id, the number of the scramble.
  EXPECT_THAT(rows("a,R\n,U\nc,F\n"), ElementsAre("a: R", "2: U", "c: F"));
  // An id may look like a move.
  EXPECT_THAT(rows("F2\tR U\nD1\tL\n"), ElementsAre("F2: R U", "D1: L"));
  EXPECT_THAT(rows("1,R U | F2|\n2,D\n"), ElementsAre("1-1: R U", "1-2: F2", "2: D"));
}

TEST(ScrambleSource, AnIdIsOneLine) {
  EXPECT_THAT(rows("\"a\nb\",F\n\"c\r\nd\",R\n"), ElementsAre("a b: F", "c  d: R"));
}

TEST(ScrambleSource, ABadLineCostsItself) {
  EXPECT_THAT(
      rows("a,R U\nR U\nb,\nc,K\n"),
      ElementsAre(
          "a: R U",
          "2! line 2: there is no id on this line, or no ',' behind it (lines before it have an id and "
          "a scramble)",
          "b! line 3: there is no scramble on this line", "c: K"));
  EXPECT_THAT(rows("R K\n5,R U\n"), ElementsAre(HasSubstr("1! line 1: there is no id"), "5: R U"));
  EXPECT_THAT(rows("1,R\n2,\"U\n3,F\n"),
              ElementsAre("1: R", HasSubstr("2! line 2, column 3: the quote that begins here is not closed"),
                          "3: F"));
  EXPECT_THAT(rows(std::string("1,R\n2,U\0F\n3,F\n", 14)),
              ElementsAre("1: R", "2! line 2: there is a NUL byte on this line", "3: F"));
  // A short list in which nothing can be read is still a list.
  EXPECT_THAT(rows("x,R K\n"), ElementsAre("x: R K"));
  EXPECT_THAT(rows("R K\n"), ElementsAre("1: R K"));
}

TEST(ScrambleSource, TablesWithAHeader) {
  EXPECT_THAT(rows("id,scramble\n7,R U\n"), ElementsAre("7: R U"));
  EXPECT_THAT(rows("Scramble\nR U\nF2 // a, b\n"), ElementsAre("1: R U", "2: F2 // a, b"));
  EXPECT_THAT(rows("Time\tSCRAMBLE\tScramble ID\n9.5\tR U\tx\n"), ElementsAre("x: R U"));
  EXPECT_THAT(rows("No.;Time;Comment;Scramble;Date\n1;9.5;\"good; \"\"luck\"\"\";R U;today\n"),
              ElementsAre("1: R U"));
  EXPECT_THAT(rows("# made by hand\n\nscramble_id,scramble\n#1,R\n\n,,\n2,U\n"),
              ElementsAre("#1: R", "2: U"));
  EXPECT_THAT(rows("id,scramble\n7,\"R U\nF2\"\n8,D\n"), ElementsAre("7-1: R U", "7-2: F2", "8: D"));
  EXPECT_THAT(rows("\"id\",\"scramble\"\r\n\"a,b\",\"R U\"\r\n"), ElementsAre("a,b: R U"));
  EXPECT_THAT(rows("what,scramble,ever\n1,R,x\n2,U,y\n"), ElementsAre("1: R", "2: U"));
  EXPECT_THAT(rows("id,scramble\n"), IsEmpty());
  EXPECT_THAT(rows("id,scramble"), IsEmpty());
  EXPECT_THAT(
      rows("id,name,scramble\n1,a,R\n2,b\n3,c,\n4,d,U,more\n"),
      ElementsAre("1: R",
                  "2! line 3: this row ends after 2 of at least 3 columns (each row has a field for each "
                  "column of the header)",
                  "3! line 4: there is no scramble on this line", "4: U"));
}

const std::string kOldExport =
    "scrambleId\tcompetitionId\teventId\troundTypeId\tgroupId\tisExtra\tscrambleNum\tscramble\n"
    "22001\tA2013\t333\tf\tA\t0\t1\tR U\n"
    "22002\tA2013\t222\tf\tA\t0\t1\tR U R\n"
    "22003\tA2013\t333bf\tf\tA\t0\t1\tR U Rw Uw2\n"
    "22004\tA2013\t333mbf\tf\tA\t0\t1\tR U Fw'|F2|D Rw\n"
    "22005\tA2013\tminx\tf\tA\t0\t1\tR++ D++\n"
    "22006\tA2013\tminx\tf\tA\t0\t2\tR++ D--\n"
    "22007\tA2013\t333oh\tf\tA\t0\t1\tL\n";

TEST(ScrambleSource, TheOldExportOfTheWca) {
  const Reading all = read(kOldExport);
  EXPECT_THAT(all.rows, ElementsAre("22001: R U", "22003: R U Rw Uw2", "22004-1: R U Fw'", "22004-2: F2",
                                    "22004-3: D Rw", "22007: L"));
  EXPECT_THAT(all.skipped, ElementsAre(Pair("222", 1), Pair("minx", 2)));
  const Reading some = read(kOldExport, {"333", "333oh"});
  EXPECT_THAT(some.rows, ElementsAre("22001: R U", "22007: L"));
  EXPECT_THAT(some.skipped,
              ElementsAre(Pair("222", 1), Pair("333bf", 1), Pair("333mbf", 1), Pair("minx", 2)));
}

TEST(ScrambleSource, TheNewExportOfTheWcaInAnyOrder) {
  EXPECT_THAT(rows("id\tcompetition_id\tevent_id\tround_type_id\tgroup_id\tis_extra\tscramble_num\tscramble\n"
                   "7\tA2025\t333ft\tf\tA\t0\t1\tR U\n8\tA2025\tsq1\tf\tA\t0\t1\t(1,0)/\n"),
              ElementsAre("7: R U"));
  EXPECT_THAT(rows("scramble\tevent_id\tscramble_num\tid\tcompetition_id\nR U\t333fm\t1\t7\tA2025\n"),
              ElementsAre("7: R U"));
}

TEST(ScrambleSource, MultiBlindInAllItsForms) {
  const std::string header = "id\tevent_id\tscramble\n";
  for (const char* cell : {"R|U|F", "\"R\nU\nF\"", "\"R\r\nU\r\n\r\nF\r\n\"", "R\\nU\\nF", " R | U || F |"})
    EXPECT_THAT(rows(header + "9\t333mbf\t" + cell + "\n10\t333\tD\n"),
                ElementsAre("9-1: R", "9-2: U", "9-3: F", "10: D"))
        << cell;
  EXPECT_THAT(rows(header + "9\t333mbf\tR\n"), ElementsAre("9: R"));
  // Where the event has one scramble a cell, lines are part of it, and a bar is an error.
  EXPECT_THAT(rows(header + "9\t333\t\"R\nU\"\n10\t333\tR|U\n"), ElementsAre("9: R\nU", "10: R|U"));
  // Where nobody tells events apart, neither a bar nor a line end means anything else.
  EXPECT_THAT(rows("id,scramble\n9,\"R\nU\"\n10,F|D\n"),
              ElementsAre("9-1: R", "9-2: U", "10-1: F", "10-2: D"));
  // Without ids every scramble has its number.
  EXPECT_THAT(rows("event_id\tscramble\n333mbf\tR|U\n333\tF\n"), ElementsAre("1: R", "2: U", "3: F"));
}

TEST(ScrambleSource, RefusesWhatIsNoListOfScrambles) {
  EXPECT_THAT(
      rows("id,algorithm,name\n1,R U,x\n"),
      ElementsAre(HasSubstr("refused: line 1: this looks like the header of a table, but it names no column "
                            "'scramble' (lines of 'scramble' or 'id,scramble' are right, or a CSV")));
  std::string prose;
  for (int i = 0; i < 12; ++i) prose += "This is a line of a letter.\n\n";
  EXPECT_THAT(rows(prose),
              ElementsAre(HasSubstr("refused: line 1: neither this line nor those after it are")));
  EXPECT_THAT(rows("\xFF\xFEi\0d\0"),
              ElementsAre(HasSubstr("refused: the input is UTF-16 (save it as UTF-8)")));
  EXPECT_THAT(rows(std::string("\x7f"
                               "ELF\0\1\2",
                               7)),
              ElementsAre(HasSubstr("it has NUL bytes")));
  EXPECT_THAT(rows("1,R U\n", {"333"}),
              ElementsAre(HasSubstr("refused: --events needs an input that tells events")));
  EXPECT_THAT(rows("id,scramble\n1,R U\n", {"333"}), ElementsAre(HasSubstr("refused: --events needs")));
}

TEST(ScrambleSource, NamesWhatIsNoText) {
  const auto begins = [](const char* what) {
    return ElementsAre(HasSubstr(std::string("refused: ") + what));
  };
  EXPECT_THAT(rows("\x1F\x8B\x08 and so on\n"), begins("the input is a gzip file (unpack it first"));
  EXPECT_THAT(rows("PK\x03\x04 and so on\n"), begins("the input is a zip file"));
  EXPECT_THAT(rows("%PDF-1.7\n"), begins("the input is a PDF document"));
  EXPECT_THAT(rows("SQLite format 3\n"), begins("the input is an SQLite database"));
  EXPECT_THAT(rows(std::string("R\0 \0U\0\n\0", 8)), begins("the input looks like UTF-16"));
  EXPECT_THAT(rows(std::string("\0R\0 \0U\0\n", 8)), begins("the input looks like UTF-16"));
}

TEST(ScrambleSource, LinesMayEndInCrAlone) {
  EXPECT_THAT(rows("R U\rF D\r\rL"), ElementsAre("1: R U", "2: F D", "3: L"));
  EXPECT_THAT(rows("id,scramble\ra,R U\rb,F\r"), ElementsAre("a: R U", "b: F"));
  EXPECT_THAT(rows("a,R\r\nb,U\rc,F\n"), ElementsAre("a: R", "b: U", "c: F"));
  const Reading whole = read("a,R\r\nb,K\rc,F\r");
  for (const std::size_t piece : {1u, 2u, 3u})
    EXPECT_EQ(read("a,R\r\nb,K\rc,F\r", {}, piece).rows, whole.rows);
  EXPECT_EQ(whole.scrambles.at(2).line, 3u);
  EXPECT_EQ(whole.scrambles.at(2).end, 13u);
}

TEST(ScrambleSource, CommentsOfBothKinds) {
  EXPECT_THAT(rows("// made by hand\nR U\n  // more, with a comma\n# and\nF // end\n"),
              ElementsAre("1: R U", "2: F // end"));
  EXPECT_THAT(rows("a,R\n// b,U\nc,F\n"), ElementsAre("a: R", "c: F"));
}

TEST(ScrambleSource, ACommaBetweenBracketsSeparatesNothing) {
  EXPECT_THAT(rows("[R, U] F\n[R: U]\n"), ElementsAre("1: [R, U] F", "2: [R: U]"));
  EXPECT_THAT(rows("R U\n[R, U]\nx,[R, [U: F]] D\n"), ElementsAre("1: R U", "2: [R, U]", "x: [R, [U: F]] D"));
  EXPECT_THAT(rows("a,[R, U]\nb,F\n[F, D]\n"),
              ElementsAre("a: [R, U]", "b: F", HasSubstr("3! line 3: there is no id on this line")));
  EXPECT_THAT(rows("id,scramble,time\n1,[R, U],9.5\n2,\"[F, D]\",8\n3,[R, U,8\n"),
              ElementsAre("1: [R, U]", "2: [F, D]", "3: [R"));
  // A line in error is not cut there either.
  EXPECT_THAT(rows("[R, U] K\n"), ElementsAre("1: [R, U] K"));
}

TEST(ScrambleSource, SingleLinesOfAListMayHaveIds) {
  EXPECT_THAT(rows("R\nme,U\nF // a, b\n"), ElementsAre("1: R", "me: U", "3: F // a, b"));
  const Reading reading = read("R\n\xC3\xA4, K\n");
  EXPECT_THAT(cube_of(reading.scrambles.at(1)).error().text(), HasSubstr("line 2, column 4: "));
  EXPECT_FALSE(reading.scrambles.at(0).is_named);
  EXPECT_TRUE(reading.scrambles.at(1).is_named);
}

TEST(ScrambleSource, FaceletsByRowsAreCubes) {
  const std::string solved = "UUUUUUUUU\nRRRRRRRRR\nFFFFFFFFF\n\nDDDDDDDDD\nLLLLLLLLL\nBBBBBBBBB\n";
  const std::string one = "UUUUUUUUU\nRRRRRRRRR\nFFFFFFFFF\nDDDDDDDDD\nLLLLLLLLL\nBBBBBBBBB";
  EXPECT_THAT(rows(solved + "# next\n" + solved), ElementsAre("1: " + one, "2: " + one));
  EXPECT_THAT(
      rows(solved + "UUUUUUUUU\n"),
      ElementsAre("1: " + one, HasSubstr("2! line 8: the facelets that begin here end after 1 of 6")));
  // Moves, if somebody says so.
  EXPECT_EQ(read(solved, {}, 99, {}, InputKind::moves).rows.size(), 6u);
  EXPECT_THAT(rows("UUUUUUUUU\nRRRRRRRRR\n"), ElementsAre("1: UUUUUUUUU", "2: RRRRRRRRR"));
}

const std::string kSessions =
    R"({"session1":[[[0,12001],"R U2' R'","good, \"luck\"",1700000000],[[2000,15002,3000],"F2 U'","",1700000100],)"
    R"([[-1,18003],"L2' D","",0],[[0,5],"R K","",0],[[0,5],"","",0],"odd"],)"
    R"("session2":[[[0,4188],"R U' F2","",1548490391]],"session10":[[[0,9000],"D","",1700000200]],)"
    R"("properties":{"sessionData":"{\"1\":{\"name\":\"main\",\"opt\":{}},\"2\":{\"name\":2,)"
    R"(\"opt\":{\"scrType\":\"222so\"}},\"10\":{\"name\":3,\"opt\":{\"scrType\":\"333ni\"}}}"}})";

TEST(ScrambleSource, SessionsOfCsTimer) {
  const Reading all = read(kSessions, {}, 7, {"time", "penalty", "date", "session", "event", "comment"});
  EXPECT_THAT(all.rows, ElementsAre("1-1: R U2' R'", "1-2: F2 U'", "1-3: L2' D", "1-4: R K",
                                    "1-5! session 1, solve 5: there is no scramble",
                                    "1-6! session 1, solve 6: there is no scramble", "10-1: D"));
  EXPECT_THAT(all.skipped, ElementsAre(Pair("222so", 1)));
  EXPECT_THAT(all.scrambles.at(0).kept,
              ElementsAre("12001", "0", "2023-11-14T22:13:20Z", "main", "333", "good, \"luck\""));
  EXPECT_THAT(all.scrambles.at(1).kept,
              ElementsAre("17002", "2000", "2023-11-14T22:15:00Z", "main", "333", ""));
  EXPECT_THAT(all.scrambles.at(2).kept, ElementsAre("DNF", "DNF", "", "main", "333", ""));
  EXPECT_THAT(cube_of(all.scrambles.at(3)).error().text(),
              HasSubstr("session 1, solve 4, column 3: unknown move 'K'"));
  EXPECT_THAT(rows("\xEF\xBB\xBF \n" + kSessions, {"333bf"}), ElementsAre("10-1: D"));
  EXPECT_THAT(rows("{\"a\":1}"),
              ElementsAre(HasSubstr("refused: the input is JSON, but has no sessions of")));
  EXPECT_THAT(rows("{\"a\":"), ElementsAre(HasSubstr("refused: the input begins like JSON, but is none (")));
}

TEST(ScrambleSource, KeepsColumnsByTheirNamesOrBeginnings) {
  const Reading all = read(kOldExport, {"333", "333mbf"}, 99, {"event", "competition", "round"});
  ASSERT_EQ(all.scrambles.size(), 4u);
  EXPECT_THAT(all.scrambles[0].kept, ElementsAre("333", "A2013", "f"));
  EXPECT_THAT(all.scrambles[3].kept, ElementsAre("333mbf", "A2013", "f"));
  const Reading timer =
      read("No.;Time;Comment;Scramble;Date\n1;9.5;\"a\nb\";R U;today\n2;8;;\n", {}, 99, {"time", "Comment"});
  EXPECT_THAT(timer.scrambles.at(0).kept, ElementsAre("9.5", "a b"));
  EXPECT_THAT(timer.scrambles.at(1).kept, ElementsAre("8", ""));
  EXPECT_THAT(
      read("id,scramble,time\n1,R,2\n", {}, 99, {"date"}).rows,
      ElementsAre("refused: --keep: the input has no column 'date' (it has 'id', 'scramble', 'time')"));
  EXPECT_THAT(read("id,scramble,t1,t2\n1,R,2,3\n", {}, 99, {"t"}).rows,
              ElementsAre(HasSubstr("refused: --keep")));
  EXPECT_THAT(
      read("1,R\n", {}, 99, {"time"}).rows,
      ElementsAre(HasSubstr("refused: --keep: the input has no column 'time' (it has no columns with")));
  EXPECT_THAT(
      read("id,scramble,c\n1,R|U," + std::string(1001, 'x') + "\n", {}, 99, {"c"}).rows,
      ElementsAre(HasSubstr("1! line 2: the field to keep in the column 'c' is longer than 1000 bytes")));
}

TEST(ScrambleSource, ReadsPositionsAsWhatTheyAreSaidToBe) {
  const std::string cut = "UBULURUFURURFRBRDRFUFLFRFDF";
  const auto error_of = [&](InputKind kind) {
    const Result<Cube> cube = cube_of(read("a," + cut + "\n", {}, 99, {}, kind).scrambles.at(0));
    return cube ? "" : cube.error().text();
  };
  EXPECT_THAT(error_of(InputKind::facelets), HasSubstr("27"));
  EXPECT_EQ(error_of(InputKind::moves), "");
  EXPECT_THAT(error_of(InputKind::pieces), HasSubstr("line 1"));
  EXPECT_THAT(
      error_of(InputKind::automatic),
      HasSubstr("line 1, column 3: 27 letters of faces and nothing else: moves, or facelets that were"));
  EXPECT_THAT(cube_of(read("RUFRUF\n").scrambles.at(0)).ok(), true);
}

TEST(ScrambleSource, TextsHaveNumbersAndTheirPlaces) {
  Result<ScrambleSource> source = ScrambleSource::of_texts({" R U ", "F K"}, {});
  ASSERT_TRUE(source.ok());
  const Scramble first = **source->next();
  const Scramble second = **source->next();
  EXPECT_EQ(first.id + first.text, "1R U");
  EXPECT_EQ(second.id, "2");
  EXPECT_THAT(cube_of(second).error().text(), HasSubstr("argument 2, column 3: unknown move 'K'"));
  EXPECT_EQ(*source->next(), std::nullopt);
}

TEST(ScrambleSource, ALineThatComesByItself) {
  const auto line = [](const char* text) {
    const Scramble scramble = scramble_of_line(text, 7, InputKind::automatic);
    return scramble.id + (scramble.error ? "! " + scramble.error->text() : ": " + scramble.text);
  };
  EXPECT_EQ(line("R U"), "7: R U");
  EXPECT_EQ(line("me,F2"), "me: F2");
  EXPECT_EQ(line("[R, U]"), "7: [R, U]");
  EXPECT_EQ(line("me,K"), "me: K");
  EXPECT_EQ(line(" "), "7! line 7: there is no position on this line");
  EXPECT_EQ(line("me,"), "me! line 7: there is no position on this line");
}

TEST(ScrambleSource, DoesNotDependOnHowTheInputComes) {
  const Reading whole = read(kOldExport);
  for (const std::size_t piece : {1u, 2u, 3u, 7u, 64u})
    EXPECT_EQ(read(kOldExport, {}, piece).rows, whole.rows);
}

TEST(ScrambleSource, GetsThroughMegabytesOfNothing) {
  EXPECT_THAT(rows(std::string(900'000, '\n') + "1,R U\n"), ElementsAre("1: R U"));
}

TEST(ScrambleSource, GetsThroughAnyBytes) {
  constexpr std::string_view kBytes("\"\n\r\t,;|#\\ \0RU'\xC3\xA4\xEF\xBB\xBF", 19);
  RandomCubes random(17);
  for (int round = 0; round < 3000; ++round) {
    std::string text = kOldExport;
    for (std::uint32_t changes = 1 + random.below(12); changes > 0; --changes) {
      const std::size_t place = random.below(static_cast<std::uint32_t>(text.size()));
      const char byte = kBytes[random.below(kBytes.size())];
      if (random.below(2) == 0)
        text[place] = byte;
      else
        text.insert(place, 1, byte);
    }
    const Reading whole = read(text);
    ASSERT_EQ(read(text, {}, 5).rows, whole.rows) << text;
    std::size_t last_line = 0;
    for (const Scramble& scramble : whole.scrambles) {
      EXPECT_FALSE(scramble.id.empty());
      EXPECT_NE(scramble.text.empty(), !scramble.error) << text;
      EXPECT_GE(scramble.line, last_line) << text;
      last_line = scramble.line;
    }
  }
}

TEST(ScrambleSource, MayBeToldToGiveOneAgain) {
  TextInput input("R\nU\n");
  Result<ScrambleSource> source = ScrambleSource::open(input);
  ASSERT_TRUE(source.ok());
  source->put_back(**source->next());
  EXPECT_EQ((*source->next())->text, "R");
  EXPECT_EQ((*source->next())->id, "2");
  EXPECT_EQ(*source->next(), std::nullopt);
}

TEST(ScrambleSource, GivesAPartWithTheNamesOfTheWhole) {
  const auto part = [](std::uint64_t first, std::uint64_t end) {
    TextInput input("R\nU | F\nx,D\nL\n");
    Result<ScrambleSource> source = ScrambleSource::open(input);
    source->take_only({first, end});
    std::string names;
    while (true) {
      const Result<std::optional<Scramble>> scramble = source->next();
      if (!scramble) return names + scramble.error().text();
      if (!*scramble) return names;
      if (names.empty()) {
        source->put_back(**scramble);  // which changes nothing
        EXPECT_EQ((*source->next())->id, (*scramble)->id);
      }
      names += (*scramble)->id + " ";
    }
  };
  EXPECT_EQ(part(0, 5), "1 2 3 x 5 ");
  EXPECT_EQ(part(2, 4), "3 x ");
  EXPECT_EQ(part(4, 5), "5 ");
  EXPECT_EQ(part(3, 3), "");
  EXPECT_EQ(
      part(3, 7),
      "x 5 the input ends after 5 scrambles, but had 7 or more when they were counted (see that nothing "
      "changes it)");
}

TEST(ScrambleSource, ShardsHaveAlmostEquallyManyRows) {
  for (const std::uint64_t total : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{7}, std::uint64_t{1000},
                                    std::uint64_t{18'000'000'000'000'000'000u}})
    for (const std::uint64_t count : {1u, 2u, 3u, 7u, 11u, 999'999'937u}) {
      const auto shard = [&](std::uint64_t index) { return Shard{index, count}.rows_of(total); };
      EXPECT_EQ(shard(0).first, 0u);
      EXPECT_EQ(shard(count - 1).end, total);
      for (std::uint64_t i = 0; i + 1 < std::min<std::uint64_t>(count, 20); ++i) {
        EXPECT_EQ(shard(i).end, shard(i + 1).first);
        EXPECT_GE(shard(i).end - shard(i).first, total / count);
        EXPECT_LE(shard(i).end - shard(i).first, total / count + 1);
      }
    }
  EXPECT_EQ((Shard{1, 3}.rows_of(7).first), 2u);
  EXPECT_EQ((Shard{1, 3}.rows_of(7).end), 4u);
}

TEST(ScrambleSource, TellsHowMuchOfTheInputIsRead) {
  const std::string text = "# x\na,R U\nb,F\n";
  const Reading reading = read(text);
  ASSERT_EQ(reading.scrambles.size(), 2u);
  EXPECT_EQ(reading.scrambles[0].end, 10u);
  EXPECT_EQ(reading.scrambles[1].end, text.size());
}

/// What a scramble cannot be read for, as a line of a batch.
std::string error_in(const std::string& text, std::size_t index) {
  const Result<Cube> cube = cube_of(read(text).scrambles.at(index));
  return cube ? "" : cube.error().text();
}

TEST(ScrambleSource, ErrorsHaveTheirPlaceInTheInput) {
  EXPECT_THAT(error_in("R U\nR K\n", 1), HasSubstr("line 2, column 3: unknown move 'K'"));
  EXPECT_THAT(error_in("# \xC3\xA4\n\xC3\xA4\xC3\xB6, R U K\n7,R\n", 0),
              HasSubstr("line 2, column 9: unknown move"));
  EXPECT_THAT(error_in("id,event,scramble\n1,333,R\n2,333,\"R\nU K\"\n", 1),
              HasSubstr("line 4, column 3: unknown move 'K'"));
  EXPECT_THAT(error_in("id,event,scramble\n1,333mbf,\"R\nU| K\"\n", 2),
              HasSubstr("line 3, column 4: unknown move"));
  EXPECT_THAT(error_in("1,R\n2,UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBU\n", 1),
              HasSubstr("line 2: not every colour is there nine times"));
}

}  // namespace
}  // namespace halfturn::testing
