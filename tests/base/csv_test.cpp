#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/csv.h"
#include "support/text_input.h"

namespace halfturn::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using Rows = std::vector<std::vector<std::string>>;

std::vector<CsvRecord> records_of(ByteInput& input, const CsvStyle& style = {}) {
  CsvReader reader(input);
  std::vector<CsvRecord> records;
  while (true) {
    Result<std::optional<CsvRecord>> record = reader.next(style);
    EXPECT_TRUE(record.ok());
    if (!record || !*record) return records;
    records.push_back(**std::move(record));
  }
}

std::vector<CsvRecord> records_of(const std::string& text, const CsvStyle& style = {}) {
  TextInput input(text);
  return records_of(input, style);
}

/// The fields alone; a record that cannot be read is "!" and its error.
Rows rows_of(const std::vector<CsvRecord>& records) {
  Rows rows;
  for (const CsvRecord& record : records) {
    rows.emplace_back();
    for (const CsvField& field : record.fields) rows.back().push_back(field.text);
    if (record.error) rows.back().push_back("!" + record.error->text());
  }
  return rows;
}

Rows rows_of(const std::string& text, const CsvStyle& style = {}) {
  return rows_of(records_of(text, style));
}

TEST(CsvReader, ReadsFieldsAndLines) {
  EXPECT_EQ(rows_of("a,b,c\nd,,f\n"), (Rows{{"a", "b", "c"}, {"d", "", "f"}}));
  EXPECT_EQ(rows_of("a,b\r\nc,d\r\n"), (Rows{{"a", "b"}, {"c", "d"}}));
  EXPECT_EQ(rows_of("a,b\nc,d"), (Rows{{"a", "b"}, {"c", "d"}}));
  EXPECT_EQ(rows_of("a,b\r\nc,d\r"), (Rows{{"a", "b"}, {"c", "d"}}));
  EXPECT_EQ(rows_of("\xEF\xBB\xBF"
                    "a,b\n"),
            (Rows{{"a", "b"}}));
  EXPECT_EQ(rows_of("a\tb,c\n", {.separator = '\t'}), (Rows{{"a", "b,c"}}));
  EXPECT_EQ(rows_of("\n\na\n"), (Rows{{""}, {""}, {"a"}}));
  EXPECT_EQ(rows_of("a,"), (Rows{{"a", ""}}));
  EXPECT_THAT(rows_of(""), IsEmpty());
  EXPECT_THAT(rows_of("\xEF\xBB\xBF"), IsEmpty());
}

TEST(CsvReader, ReadsFieldsInQuotes) {
  EXPECT_EQ(rows_of("\"a,b\",\"c\"\"d\",\"\"\n"), (Rows{{"a,b", "c\"d", ""}}));
  EXPECT_EQ(rows_of("1,\"R U\nF D\"\r\n2,\"x\r\ny\"\r\n"), (Rows{{"1", "R U\nF D"}, {"2", "x\r\ny"}}));
  EXPECT_EQ(rows_of("a, \"b\" ,c\n"), (Rows{{"a", "b", "c"}}));
  EXPECT_EQ(rows_of("\"a\""), (Rows{{"a"}}));
  // Within a field that does not begin with one, a quote is a character.
  EXPECT_EQ(rows_of("a\"b,c\"\n"), (Rows{{"a\"b", "c\""}}));
}

TEST(CsvReader, TheLastFieldMayTakeTheRest) {
  const CsvStyle two{.separator = ',', .most_fields = 2};
  EXPECT_EQ(rows_of("a,b,c\nd\n\"e,f\",\"g,h\"\n", two), (Rows{{"a", "b,c"}, {"d"}, {"e,f", "g,h"}}));
  const CsvStyle one{.separator = ',', .most_fields = 1};
  EXPECT_EQ(rows_of("a,b\r\n\"c,d\"\n", one), (Rows{{"a,b"}, {"c,d"}}));
}

TEST(CsvReader, DoesNotDependOnHowTheInputComes) {
  const std::string text =
      "\xEF\xBB\xBFid,text\r\n1,\"a\"\"b\r\nc\"\r\n\r\n2, \"d\" \n\"open,\n3,e\n4,\"f\"g\n5,\"\"\"h\"";
  const Rows whole = rows_of(text);
  ASSERT_EQ(whole.size(), 8u);
  for (std::size_t piece = 1; piece < text.size(); ++piece) {
    TextInput input(text, piece);
    EXPECT_EQ(rows_of(records_of(input)), whole) << "in pieces of " << piece;
  }
}

TEST(CsvReader, KnowsPlaces) {
  const std::string text = "\xEF\xBB\xBFid,x\n\"a\nb\",\xC3\xA4\xC3\xB6,\"c\"\nd\n";
  const std::vector<CsvRecord> records = records_of(text);
  ASSERT_EQ(records.size(), 3u);
  EXPECT_EQ(records[0].line, 1u);
  EXPECT_EQ(records[0].end, 8u);
  EXPECT_EQ(records[0].fields[1].column, 4u);
  EXPECT_EQ(records[1].line, 2u);
  EXPECT_EQ(records[1].fields[0].line, 2u);
  EXPECT_EQ(records[1].fields[0].column, 2u);
  EXPECT_TRUE(records[1].fields[0].quoted);
  EXPECT_EQ(records[1].fields[1].line, 3u);
  EXPECT_EQ(records[1].fields[1].column, 4u);
  EXPECT_EQ(records[1].fields[2].column, 8u) << "in characters, not in bytes";
  EXPECT_EQ(records[2].line, 4u);
  EXPECT_EQ(records[2].end, text.size());
}

TEST(CsvReader, AQuoteThatIsNotClosedCostsItsLine) {
  const std::vector<CsvRecord> records = records_of("a,b\nc,\"d\ne,f\ng,h");
  EXPECT_EQ(rows_of(records), (Rows{{"a", "b"},
                                    {"c",
                                     "!line 2, column 3: the quote that begins here is not closed (a field "
                                     "in quotes ends with a quote, "
                                     "and a quote within it is doubled)"},
                                    {"e", "f"},
                                    {"g", "h"}}));
  // The same where another quote far below seems to close it.
  const Rows rows = rows_of("c,\"d\ne,f\ng,\"h\"\n");
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_THAT(rows[0],
              ElementsAre("c", HasSubstr("line 1, column 3: there is something behind the closing quote")));
  EXPECT_THAT(rows[1], ElementsAre("e", "f"));
  EXPECT_THAT(rows[2], ElementsAre("g", "h"));
}

constexpr std::size_t kLineOfLines = 64;

/// So many bytes of short lines.
std::string lines_of(std::size_t bytes) {
  std::string text(bytes, 'x');
  for (std::size_t end = kLineOfLines; end <= bytes; end += kLineOfLines) text[end - 1] = '\n';
  return text;
}

TEST(CsvReader, AVeryLongLineCostsItself) {
  const std::string longest(kLongestRecord - 2, 'x');
  EXPECT_EQ(rows_of(longest + "\nb\n"), (Rows{{longest}, {"b"}}));
  for (const std::size_t length : {kLongestRecord + (1 << 17), 5 * kLongestRecord}) {
    const Rows rows = rows_of("a\n" + std::string(length, 'x') + "\nb\n");
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_THAT(rows[1],
                ElementsAre(HasSubstr(
                    "!line 2: this line is longer than 1 MiB (a line has at most 1,048,576 bytes)")));
    EXPECT_THAT(rows[2], ElementsAre("b"));
  }
  const Rows open = rows_of("\"" + lines_of(2 * kLongestRecord));
  EXPECT_THAT(open.front(),
              ElementsAre(HasSubstr("!line 1, column 1: the quote that begins here is not closed")));
  EXPECT_EQ(open.size(), 2 * kLongestRecord / kLineOfLines);
}

TEST(CsvReader, TheLongestLineDoesNotDependOnHowTheInputComes) {
  const std::string longest(kLongestRecord, 'x');
  for (const std::size_t piece : {std::size_t{1} << 16, std::size_t{1000}, std::size_t{4'000'000}}) {
    TextInput input(longest + "\n" + longest + "x\n\"" + longest + "\"\n1\n", piece);
    const Rows rows = rows_of(records_of(input));
    ASSERT_EQ(rows.size(), 4u) << "in pieces of " << piece;
    EXPECT_EQ(rows[0], std::vector{longest});
    EXPECT_THAT(rows[1], ElementsAre(HasSubstr("longer than 1 MiB")));
    EXPECT_THAT(rows[2], ElementsAre(HasSubstr("is not closed")));
    EXPECT_THAT(rows[3], ElementsAre("1"));
  }
}

TEST(CsvReader, ALineWithTooManyColumnsCostsItself) {
  const std::string most(kMostColumns - 1, ',');
  const Rows rows = rows_of(most + "\n" + most + ",\na,b\n");
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].size(), kMostColumns);
  EXPECT_EQ(rows[1].back(), "!line 2: this line has more than 10,000 columns (more are not read)");
  EXPECT_EQ(rows[2], (std::vector<std::string>{"a", "b"}));
}

TEST(CsvReader, QuotesThatNothingClosesDoNotMakeItReadAllAgain) {
  // Every line leaves a quote open for the next, which closes it and opens another. After some megabytes of
  // vain search, a field in quotes may not go on over further lines; before that it may.
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += "a\",b,\"c\n";
  const std::vector<CsvRecord> records = records_of(text);
  ASSERT_EQ(records.size(), 20'000u);
  for (const CsvRecord& record : records) ASSERT_TRUE(record.error.has_value());
  EXPECT_EQ(records.front().error->message, "this line has more than 10,000 columns");
  const auto on_one_line = std::ranges::count_if(records, [](const CsvRecord& record) {
    return record.error->message == "the quote that begins here is not closed on this line";
  });
  EXPECT_GT(on_one_line, 19'000);
  // What is whole is read as ever, and so is what goes on over lines, once enough has been read without
  // trouble.
  text += "x,\"y\"\n" + lines_of(4 << 20) + "x,\"y\nz\"\n";
  const Rows rows = rows_of(text);
  EXPECT_EQ(rows[20'000], (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(rows.back(), (std::vector<std::string>{"x", "y\nz"}));
}

TEST(CsvReader, LooksAheadAndSkips) {
  TextInput input("a\r\nb\n\nc", 1);
  CsvReader reader(input);
  for (const char* line : {"a", "b", "", "c"}) EXPECT_EQ(*reader.peek_line(), line);
  EXPECT_EQ(*reader.peek_line(), std::nullopt);
  reader.skip_lines(2);
  EXPECT_EQ(*reader.peek_line(), "");
  EXPECT_EQ((*reader.next({}))->line, 3u);
  EXPECT_EQ((*reader.next({}))->fields.front().text, "c");
  EXPECT_EQ(*reader.next({}), std::nullopt);
}

TEST(CsvReader, PassesOnWhatHappenedToItsInput) {
  TextInput input("a\nb", Error{ErrorKind::machine, "the disk is gone", {}});
  CsvReader reader(input);
  EXPECT_EQ((*reader.next({}))->fields.front().text, "a");
  const auto last = reader.next({});
  ASSERT_FALSE(last.ok());
  EXPECT_EQ(last.error().message, "the disk is gone");
}

TEST(CsvField, IsQuotedWhereItMustBe) {
  EXPECT_EQ(csv_field("22001"), "22001");
  EXPECT_EQ(csv_field(""), "");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("a\"b"), "\"a\"\"b\"");
  EXPECT_EQ(csv_field("a\nb"), "\"a\nb\"");
  for (const char* id : {"a,b", "a\"b", "\"", "a\r\nb", ","})
    EXPECT_EQ(rows_of(csv_field(id) + ",1\n"), (Rows{{id, "1"}}));
}

}  // namespace
}  // namespace halfturn::testing
