#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "halfturn/stats.h"

namespace halfturn::stats {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kHeader = "id,cross_z0,cross_z2,cross_z3,cross_z1,cross_x3,cross_x1";

/// What came of a text.
struct Reading {
  Statistics statistics;
  std::vector<std::string> bad_rows;
  std::string error;  // none where empty

  Distribution of(const char* stage, Subset subset) const {
    const StageStatistics* found = statistics.find(stage);
    return found == nullptr ? Distribution() : found->distribution(subset);
  }
};

void read_into(Reading& reading, const std::string& text, std::size_t piece = 1 << 20) {
  Reader reader(reading.statistics, [&](const Error& error) { reading.bad_rows.push_back(error.text()); });
  for (std::size_t at = 0; at < text.size(); at += piece)
    if (const Result<void> fed = reader.feed(std::string_view(text).substr(at, piece)); !fed) {
      reading.error = fed.error().text();
      EXPECT_EQ(fed.error().kind, ErrorKind::bad_input);
      return;
    }
  if (const Result<void> finished = reader.finish(); !finished) reading.error = finished.error().text();
}

Reading read(const std::string& text, std::size_t piece = 1 << 20) {
  Reading reading;
  read_into(reading, text, piece);
  return reading;
}

/// Files one after the other, by one reader.
Reading read_all(const std::vector<std::string>& files) {
  Reading reading;
  Reader reader(reading.statistics, [&](const Error& error) { reading.bad_rows.push_back(error.text()); });
  for (const std::string& file : files) {
    Result<void> read = reader.feed(file);
    if (read) read = reader.finish();
    if (!read) {
      reading.error = read.error().text();
      break;
    }
  }
  return reading;
}

TEST(ReaderTest, AFileWithoutAHeaderGoesOnWithTheColumnsBefore) {
  const std::string rows = "1,6,5,7,4,8,3\n2,,,,,,\n";
  const Reading reading = read_all({kHeader + "\n" + rows, "3,6,5,7,4,8,3", "", "\n\n4,6,5,7,4,8,3\n",
                                    "5,7,x,7,7,7,7\n", kHeader + "\n6,6,5,7,4,8,3\n", "7,6,5,7,4,8,3\n"});
  EXPECT_EQ(reading.error, "");
  EXPECT_EQ(reading.statistics.rows, 6u);
  EXPECT_EQ(reading.of("cross", Subset::Y).count_of(6), 5u);
  EXPECT_THAT(reading.bad_rows, ElementsAre(StartsWith("line 1, column 5: 'x' is no number of moves")));
}

TEST(ReaderTest, AnotherHeaderChangesTheColumns) {
  std::string other = kHeader;
  for (std::size_t at = 0; (at = other.find("cross", at)) != std::string::npos; at += 6)
    other.insert(at, "x");
  const Reading reading =
      read_all({kHeader + "\n1,6,5,7,4,8,3\n", other + "\n1,9,9,9,9,9,9\n", "2,8,8,8,8,8,8\n"});
  EXPECT_EQ(reading.error, "");
  EXPECT_EQ(reading.of("cross", Subset::Y).count(), 1u);
  EXPECT_EQ(reading.of("xcross", Subset::Y).count(), 2u);
}

TEST(ReaderTest, ShardZeroComesFirst) {
  EXPECT_EQ(
      read("7,6,5,7,4,8,3\n").error,
      "line 1: there is no header (it looks like a later shard of an analysis: shard 0 has the header, and "
      "comes first)");
  EXPECT_THAT(read("7,me,,,,,,\n").error,
              StartsWith("line 1: there is no header (it looks like a later shard"));
  EXPECT_THAT(read_all({kHeader + "\n1,6,5,7,4,8,3\n", "7,333,6,5,7,4,8,3\n"}).error,
              StartsWith("line 1: there is no header (it looks like a later shard of another analysis"));
  EXPECT_THAT(read_all({kHeader + "\n1,6,5,7,4,8,3\n", "R U R' U'\n"}).error,
              StartsWith("line 1: the first column is 'R U R' U'', not 'id'"));
}

TEST(ReaderTest, KnowsALaterShardByItsFirstLine) {
  for (const char* text : {"", "\n", "1,2,3,4,5,6,7", "\r\n1,me,,,,,,\r\n", "\"a,b\",2,3,4,5,6,7\nx"})
    EXPECT_TRUE(is_later_shard(text)) << text;
  for (const char* text :
       {"id,cross_z0", "\xEF\xBB\xBFid,x\n", "\n\"id\",1,2,3,4,5,6\n", "1,2", "R U", "1,2,3,4,5,6,x"})
    EXPECT_FALSE(is_later_shard(text)) << text;
}

TEST(ReaderTest, CountsRows) {
  const Reading reading = read(kHeader + "\n1,6,5,7,4,8,3\n2,10,11,12,9,12,8\n");
  EXPECT_EQ(reading.error, "");
  EXPECT_THAT(reading.bad_rows, ElementsAre());
  EXPECT_EQ(reading.statistics.rows, 2u);
  EXPECT_EQ(reading.of("cross", Subset::Y).count_of(6), 1u);
  EXPECT_EQ(reading.of("cross", Subset::Y).count_of(10), 1u);
  EXPECT_EQ(reading.of("cross", Subset::W).count_of(11), 1u);
  EXPECT_EQ(reading.of("cross", Subset::O).count_of(12), 1u);
  EXPECT_EQ(reading.of("cross", Subset::R).count_of(9), 1u);
  EXPECT_EQ(reading.of("cross", Subset::G).count_of(8), 1u);
  EXPECT_EQ(reading.of("cross", Subset::B).count_of(3), 1u);
  EXPECT_EQ(reading.of("cross", Subset::BGORWY).count_of(8), 1u);
}

TEST(ReaderTest, AnEmptyCellIsNoNumber) {
  const Reading reading = read(kHeader + "\n1,,5,7,4,8,\n2,,,,,,\n");
  EXPECT_EQ(reading.statistics.rows, 2u);
  EXPECT_EQ(reading.of("cross", Subset::Y).count(), 0u);
  EXPECT_EQ(reading.of("cross", Subset::W).count(), 1u);
  EXPECT_EQ(reading.of("cross", Subset::BG).count(), 0u);
  EXPECT_THAT(reading.bad_rows, ElementsAre());
}

TEST(ReaderTest, TakesFilesAsOtherProgramsWriteThem) {
  for (const std::string& text :
       {"\xEF\xBB\xBF" + kHeader + "\r\n1,6,5,7,4,8,3\r\n2,6,5,7,4,8,3\r\n",  // a byte order mark, CR LF
        kHeader + "\n1,6,5,7,4,8,3\n2,6,5,7,4,8,3",                           // no end of the last line
        kHeader + "\r\n1,6,5,7,4,8,3\r\n2,6,5,7,4,8,3\r",                     // nor here
        "\n" + kHeader + "\n\n1,6,5,7,4,8,3\n\r\n2,6,5,7,4,8,3\n\n",          // empty lines
        kHeader + "\n\"1\",\"6\",5,7,4,8,\"3\"\n\"a,\"\"b\",6,5,7,4,8,3\n",   // quotes
        kHeader + "\n1,06,005,7,4,8,3\nid with words; and \"quotes,6,5,7,4,8,3\n"}) {
    const Reading reading = read(text);
    EXPECT_EQ(reading.error, "") << text;
    EXPECT_THAT(reading.bad_rows, ElementsAre()) << text;
    EXPECT_EQ(reading.statistics.rows, 2u) << text;
    EXPECT_EQ(reading.of("cross", Subset::W).count_of(5), 2u) << text;
    EXPECT_EQ(reading.of("cross", Subset::B).count_of(3), 2u) << text;
  }
}

TEST(ReaderTest, TakesTheColumnsInAnyOrder) {
  const Reading reading = read(
      "id,cross_x1,xcross_z0,cross_z2,xcross_z2,cross_z0,error,cross_z1,cross_z3,cross_x3,"
      "xcross_x1,xcross_x3,xcross_z1,xcross_z3\n1,3,7,5,8,6,,4,7,8,9,9,9,9\n");
  EXPECT_EQ(reading.error, "");
  EXPECT_EQ(reading.of("cross", Subset::W).count_of(5), 1u);
  EXPECT_EQ(reading.of("cross", Subset::B).count_of(3), 1u);
  EXPECT_EQ(reading.of("xcross", Subset::Y).count_of(7), 1u);
  ASSERT_EQ(reading.statistics.increments().size(), 1u);
  EXPECT_EQ(reading.statistics.increments()[0]->mean(Subset::W), 3);
}

TEST(ReaderTest, KnowsOtherPeoplesNames) {
  const Reading reading = read(
      "id,xxxxcross_z0,xxxxcross_z2,xxxxcross_z3,xxxxcross_z1,xxxxcross_x3,xxxxcross_x1,eo_xxxxcross_z0,"
      "eo_xxxxcross_z2,eo_xxxxcross_z3,eo_xxxxcross_z1,eo_xxxxcross_x3,eo_xxxxcross_x1,my own_z0,my own_z2,"
      "my own_z3,my own_z1,my own_x3,my own_x1\n1,1,1,1,1,1,1,2,2,2,2,2,2,3,3,3,3,3,3\n");
  EXPECT_EQ(reading.error, "");
  EXPECT_EQ(reading.of("f2l", Subset::W).count_of(1), 1u);
  EXPECT_EQ(reading.of("eo_f2l", Subset::W).count_of(2), 1u);
  EXPECT_EQ(reading.of("my own", Subset::W).count_of(3), 1u);
}

TEST(ReaderTest, RowsWithAnErrorAreCountedApart) {
  const Reading reading =
      read(kHeader + ",error\n1,6,5,7,4,8,3,\n2,,,,,,,\"line 2: unknown move 'K', sorry\"\n3,,,,,,,bad\n");
  EXPECT_EQ(reading.error, "");
  EXPECT_THAT(reading.bad_rows, ElementsAre());
  EXPECT_EQ(reading.statistics.rows, 3u);
  EXPECT_EQ(reading.statistics.error_rows, 2u);
  EXPECT_EQ(reading.of("cross", Subset::W).count(), 1u);
}

TEST(ReaderTest, SeveralFilesAreTakenTogether) {
  Reading reading;
  read_into(reading, kHeader + "\n1,6,5,7,4,8,3\n");
  read_into(reading,
            "id,cross_z0,cross_z2,cross_z3,cross_z1,cross_x3,cross_x1,xcross_z0,xcross_z2,xcross_z3,"
            "xcross_z1,xcross_x3,xcross_x1\n1,6,5,7,4,8,3,7,7,7,7,8,5\n2,6,5,7,4,8,3,7,7,7,7,8,5\n");
  EXPECT_EQ(reading.statistics.rows, 3u);
  EXPECT_EQ(reading.of("cross", Subset::W).count(), 3u) << "from both";
  EXPECT_EQ(reading.of("xcross", Subset::W).count(), 2u) << "from one";
  ASSERT_EQ(reading.statistics.increments().size(), 1u);
  EXPECT_EQ(reading.statistics.increments()[0]->count(Subset::W), 2u);
}

TEST(ReaderTest, ReadsTheSameHoweverTheFileIsCut) {
  std::string text = "\xEF\xBB\xBF" + kHeader + "\r\n";
  std::mt19937 random(1);
  for (int row = 0; row < 50; ++row) {
    text += std::to_string(row);
    for (int i = 0; i < 6; ++i) text += "," + (random() % 9 == 0 ? "" : std::to_string(random() % 15));
    text += row % 7 == 3 ? ",too much\r\n" : row % 2 == 0 ? "\n" : "\r\n";
  }
  const Reading whole = read(text);
  EXPECT_EQ(whole.statistics.rows, 43u);
  EXPECT_EQ(whole.bad_rows.size(), 7u);
  for (const std::size_t piece : {1u, 2u, 3u, 7u, 64u, 1000u}) {
    const Reading pieces = read(text, piece);
    EXPECT_EQ(pieces.statistics.rows, whole.statistics.rows);
    EXPECT_EQ(pieces.bad_rows, whole.bad_rows);
    for (const Subset subset : kAllSubsets)
      EXPECT_EQ(pieces.of("cross", subset), whole.of("cross", subset)) << piece;
  }
}

TEST(ReaderTest, ABadRowCostsThatRow) {
  const Reading reading = read(kHeader +
                               "\n1,6,5,7,4,8,3\n"                    // line 2
                               "2,6,5,six,4,8,3\n"                    // 3
                               "3,6,5,7,4,8\n"                        // 4
                               "4,6,5,7,4,8,3,9\n"                    // 5
                               "5,6,5,7,4,8,64\n"                     // 6
                               "\xC3\xA4\xC3\xB6,6,-5,7,4,8,3\n"      // 7: columns are characters
                               "7,6,5 ,7,4,8,3\n"                     // 8
                               "8,6,5.0,7,4,8,3\n"                    // 9
                               "\"9,6,5,7,4,8,3\n"                    // 10
                               "\"10\"x,6,5,7,4,8,3\n"                // 11
                               "11,99999999999999999999,5,7,4,8,3\n"  // 12
                               "just words\n"                         // 13
                               "13,6,5,7,4,8,255\n"                   // 14
                               "14,6,5,7,4,8,63\n");                  // 15
  EXPECT_EQ(reading.error, "");
  EXPECT_EQ(reading.statistics.rows, 2u);
  EXPECT_EQ(reading.statistics.bad_rows, 12u);
  EXPECT_EQ(reading.of("cross", Subset::W).count(), 2u) << "nothing of a bad row is counted";
  const std::string range = " (a number from 0 to 63, or nothing)";
  EXPECT_THAT(
      reading.bad_rows,
      ElementsAre(
          "line 3, column 7: 'six' is no number of moves, in the column 'cross_z3'" + range,
          "line 4: this row has 6 fields, the header has 7",
          "line 5: this row has 8 fields, the header has 7",
          "line 6, column 13: '64' is no number of moves, in the column 'cross_x1'" + range,
          "line 7, column 6: '-5' is no number of moves, in the column 'cross_z2'" + range,
          "line 8, column 5: '5 ' is no number of moves, in the column 'cross_z2'" + range,
          "line 9, column 5: '5.0' is no number of moves, in the column 'cross_z2'" + range,
          "line 10, column 1: the quote that begins here is not closed on this line (a quote within a "
          "quoted field is doubled)",
          "line 11, column 1: the quote that begins here is closed before the end of its field (a quote "
          "within a quoted field is doubled)",
          StartsWith("line 12, column 4: '9999"), "line 13: this row has 1 field, the header has 7",
          "line 14, column 14: '255' is no number of moves, in the column 'cross_x1'" + range));
}

TEST(ReaderTest, AQuotedFieldMayLookLikeAWholeRow) {
  const Reading reading = read(kHeader + ",error\n\"1,6,5,7,4,8,3,\"\n");
  EXPECT_THAT(reading.bad_rows, ElementsAre("line 2: this row has 1 field, the header has 8"));
  EXPECT_EQ(reading.statistics.rows, 0u);
}

TEST(ReaderTest, GroupsRowsByAColumnOfText) {
  const std::string cells = kHeader.substr(2) + ",error\n";
  const std::string text = "id,event,note" + cells + "1,333,x,6,5,7,4,8,3,\n2,333oh,,1,1,1,1,1,1,\n" +
                           "3,333,\"a, b\",2,2,2,2,2,2,\n4,,y,,,,,,,bad\n5,333,z,6,5\n";
  Groups groups{.by = "event", .groups = {}};
  int bad = 0;
  Reader reader(groups, [&](const Error&) { ++bad; });
  ASSERT_TRUE(reader.feed(text).ok());
  ASSERT_TRUE(reader.finish().ok());
  EXPECT_EQ(bad, 1);
  EXPECT_EQ(groups.bad_rows, 1u);
  ASSERT_EQ(groups.groups.size(), 3u);
  EXPECT_EQ(groups.groups["333"].rows, 2u);
  EXPECT_EQ(groups.groups["333oh"].rows, 1u);
  EXPECT_EQ(groups.groups[""].error_rows, 1u);
  EXPECT_EQ(groups.groups["333"].find("cross")->distribution(Subset::BGORWY).count_of(3), 1u);
  // Without groups, columns of text are passed over.
  EXPECT_EQ(read(text).statistics.rows, 4u);
  Groups other{.by = "round", .groups = {}};
  Reader refused(other, [](const Error&) {});
  const Result<void> fed = refused.feed(text);
  ASSERT_FALSE(fed.ok());
  EXPECT_EQ(fed.error().text(), "line 1: there is no column 'round' to group by (there are 'event', 'note')");
}

TEST(ReaderTest, HasALimitOfGroups) {
  std::string text = "id,n" + kHeader.substr(2) + "\n";
  for (std::size_t i = 0; i <= kMostGroups; ++i) text += "1," + std::to_string(i) + ",1,1,1,1,1,1\n";
  Groups groups{.by = "n", .groups = {}};
  std::string bad;
  Reader reader(groups, [&](const Error& error) { bad += error.text(); });
  ASSERT_TRUE(reader.feed(text).ok());
  EXPECT_EQ(groups.groups.size(), kMostGroups);
  EXPECT_THAT(bad, StartsWith("line 1002: there are more than 1000 groups"));
}

TEST(ReaderTest, SaysWhatIsWrongWithAHeader) {
  struct Wrong {
    std::string text;
    std::string message;
  };
  const std::vector<Wrong> wrongs = {
      {"", "there is nothing in it (the CSV of an analysis has a column id"},
      {"\n\r\n", "there is nothing in it"},
      {"\xEF\xBB\xBF", "there is nothing in it"},
      {"scramble,cross_z0\n", "line 1: the first column is 'scramble', not 'id'"},
      {"R U F\n", "line 1: the first column is 'R U F', not 'id'"},
      {"id\n1\n", "line 1: there is no stage"},
      {"id,error\n1,\n", "line 1: there is no stage"},
      {"id,time\n", "line 1: the column 'time' is no stage"},
      {"id,_z0\n", "line 1: the column '_z0' is no stage"},
      {kHeader + ",\n", "line 1: the column '' is no stage"},
      {kHeader + ",tab\tbed_z0\n", "is no stage"},
      {"\n\nid,cross_z0,cross_z2,cross_z3,cross_z1,cross_x3\n",
       "line 3: the stage 'cross' has no column that ends in _x1 (a stage has six: _z0 _z2 _z3 _z1 _x3 _x1)"},
      {kHeader + ",cross_z0\n", "line 1: there are two columns 'cross_z0'"},
      {kHeader + ",id\n", "line 1: there are two columns 'id'"},
      {"id,f2l_z0,xxxxcross_z0\n",
       "line 1: 'xxxxcross_z0' is a second name for a column that is there already"},
      {"id,\"cross_z0\n", "line 1: the quote that begins here is not closed on this line"},
  };
  for (const Wrong& wrong : wrongs) {
    const Reading reading = read(wrong.text);
    EXPECT_THAT(reading.error, HasSubstr(wrong.message));
    EXPECT_EQ(reading.statistics.rows, 0u);
    EXPECT_TRUE(reading.statistics.stages().empty()) << "nothing is made of a wrong header";
  }
}

TEST(ReaderTest, AnEndlessLineTakesNoMemoryAndCostsThatLine) {
  const std::string endless(3 << 20, '7');
  const Reading header = read(endless, 1000);
  EXPECT_THAT(header.error,
              StartsWith("line 1: this line is longer than 1 MiB (a line has at most 1,048,576 bytes)"));
  const Reading row = read(kHeader + "\n" + endless + "\n1,6,5,7,4,8,3\n2,6,5,7,4,8\n", 100'000);
  EXPECT_EQ(row.error, "");
  EXPECT_EQ(row.statistics.rows, 1u);
  EXPECT_THAT(row.bad_rows, ElementsAre(StartsWith("line 2: this line is longer"), StartsWith("line 4: ")));
}

TEST(ReaderTest, AnyBytesAreEitherRowsOrBadRows) {
  std::mt19937 random(5);
  constexpr std::string_view kLetters = "0123456789,,,,\"\"\rx-";
  for (int round = 0; round < 300; ++round) {
    std::string text = kHeader + ",error\n";
    std::uint64_t lines = 0;
    for (int row = 0; row < 10; ++row) {
      std::string line = "7,6,5,7,4,8,3,";
      for (unsigned changes = random() % 4; changes > 0; --changes)
        line[random() % line.size()] = kLetters[random() % kLetters.size()];
      lines += 1;
      text += line + "\n";
    }
    const Reading reading = read(text, 1 + random() % 40);
    EXPECT_EQ(reading.statistics.rows + reading.statistics.bad_rows, lines) << text;
    EXPECT_EQ(reading.bad_rows.size(), reading.statistics.bad_rows);
  }
}

}  // namespace
}  // namespace halfturn::stats
