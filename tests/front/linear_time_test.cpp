// Every reader of foreign text takes time in proportion to its length, whatever it holds.
//
// This is the one test that looks at time: what must not grow with the square of the length is work inside
// memchr, std::find, string moves and the like, which no counter of ours sees. It compares the processor time
// of this thread (not the clock on the wall) for n and 4n bytes, each the least of several runs, and allows 9
// times as much: linear work takes 4 times, quadratic work 16 times. Below a few milliseconds it asks
// nothing, and it measures anew before it complains, so that other work on the machine does not matter.

#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/csv.h"
#include "base/text.h"
#include "front/scramble_source.h"
#include "halfturn/notation.h"
#include "halfturn/position.h"
#include "halfturn/stats_pictures.h"
#include "halfturn/where.h"
#include "stats/figure_list.h"
#include "support/text_input.h"

namespace halfturn::testing {
namespace {

struct NamedText {
  std::string name;
  std::function<std::string(std::size_t)> make;  ///< of about so many bytes
};

struct NamedReader {
  std::string name;
  std::function<void(const std::string&)> read;
};

NamedText repeated(std::string name, std::string before, std::string unit, std::string after = "") {
  return {std::move(name), [=](std::size_t bytes) {
            std::string text = before;
            while (text.size() + unit.size() <= bytes) text += unit;
            return text + after;
          }};
}

/// A header of stages that are all new, with labels that collide in names of files.
NamedText header(std::string name, const std::string& letter) {
  return {std::move(name), [=](std::size_t bytes) {
            std::string text = "id";
            for (int stage = 0; 4 * text.size() < bytes; ++stage) {
              std::string label;
              for (int bit = 0; bit < 10; ++bit) label += (stage >> bit & 1) != 0 ? letter : "_";
              for (const char* view : {"z0", "z2", "z3", "z1", "x3", "x1"}) text += "," + label + "_" + view;
            }
            const auto cells = std::ranges::count(text, ',');
            text += "\n1";
            for (auto i = cells; i > 0; --i) text += ",5";
            return text + '\n';
          }};
}

const std::vector<NamedText>& texts() {
  static const std::vector<NamedText> kTexts = {
      repeated("commas", "", ","),
      repeated("lines of commas", "", ",,,,,,,,\n"),
      repeated("commas in a row", "id,a_z0,a_z2,a_z3,a_z1,a_x3,a_x1\n", ","),
      repeated("quotes", "", "\""),
      repeated("quoted fields", "", "\"\","),
      repeated("open quotes", "", "a\",\"c\n"),
      repeated("open quotes on long lines", "", "a\",\"" + std::string(60, 'c') + "\n"),
      repeated("open quotes below an id", "id,scramble\n", "a\",\"c\n"),
      repeated("quotes that close late", "", "a\",\"c\n", "\"x\n"),
      repeated("an open quote a line", "", "1,\"R\n"),
      repeated("an open quote", "\"", "R\n"),
      repeated("doubled quotes", "\"", "\"\"\n"),
      repeated("blanks", "", " "),
      repeated("blanks before quotes", "", "   \"", ""),
      repeated("line ends", "", "\n"),
      repeated("carriage returns", "", "\r"),
      repeated("marks", "", "\xEF\xBB\xBF"),
      repeated("lines of marks", "", "\xEF\xBB\xBF\n"),
      repeated("moves", "", "R"),
      repeated("moves with blanks", "", "R U' "),
      repeated("lines of moves", "", "R U'\n"),
      repeated("brackets", "", "(R)2"),
      repeated("backward brackets", "", "((R)'U)'"),
      repeated("deep brackets", std::string(99, '('), "R", std::string(99, ')')),
      repeated("open brackets", "", "("),
      repeated("pieces", "", "UF UR UB UL DF DR DB DL FR FL BR BL "),
      repeated("facelets", "", "UUURRRFFFDDDLLLBBB"),
      repeated("comments", "", "// "),
      repeated("lines of comments", "", "# x\n"),
      repeated("bars", "1,", "R|"),
      repeated("bars behind a long id", std::string(900, 'i') + ",", "R|"),
      repeated("a long id", "", "i", ",R"),
      repeated("written line ends", "id,scramble\n1,\"", "R\\n", "\""),
      repeated("conditions", "cross(W)=4", " and cross(W)=4"),
      repeated("conditions after alternatives", "(cross(W)=4 or xcross(Y)=5)", ", cross(W)=4"),
      repeated("alternatives that are one", "cross(W)=4", " or cross(W)=5"),
      repeated("many alternatives", "cross(W)=4", " or cross(W)=4, cross(Y)=5 or xcross(W)=5"),
      repeated("nots", "", "not "),
      repeated("zero bytes", "", std::string(1, '\0')),
      repeated("bytes that are no text", "", "\xFF\xC2\xE2\x80"),
      repeated("a long label", "id,", "x", "_z0"),
      repeated("brackets with commas", "", "[R, ", "]"),
      repeated("sessions", "{\"session1\":[[[0,1],\"R\",\"\",1]", ",[[0,1],\"R\",\"\",1]", "]}"),
      repeated("open arrays", "{\"session1\":", "["),
      repeated("lines that end in CR", "", "R U\r"),
      repeated("rows of facelets", "", "UUUUUUUUU\nRRRRRRRRR\nFFFFFFFFF\nDDDDDDDDD\nLLLLLLLLL\nBBBBBBBBB\n"),
      header("stages", "a"),
      header("colliding stages", "."),
  };
  return kTexts;
}

void read_csv(const std::string& text, std::size_t piece) {
  TextInput input(text, piece);
  CsvReader reader(input);
  while (true) {
    const auto record = reader.next({});
    if (!record || !*record) return;
  }
}

const std::vector<NamedReader>& readers() {
  static const std::vector<NamedReader> kReaders = {
      {"CSV", [](const std::string& text) { read_csv(text, 1 << 16); }},
      {"CSV in small pieces", [](const std::string& text) { read_csv(text, 100); }},
      {"scrambles",
       [](const std::string& text) {
         TextInput input(text, 1 << 16);
         Result<ScrambleSource> source = ScrambleSource::open(input);
         while (source) {
           const auto scramble = source->next();
           if (!scramble || !*scramble) return;
           (void)cube_of(**scramble);
         }
       }},
      {"statistics and pictures",
       [](const std::string& text) {
         stats::Statistics statistics;
         stats::Reader reader(statistics, [](const Error&) {});
         for (std::size_t at = 0; at < text.size(); at += 1000)
           if (!reader.feed(std::string_view(text).substr(at, 1000))) return;
         if (reader.finish()) (void)stats::draw_statistics(statistics, "a file");
       }},
      {"names of pictures",
       [](const std::string& text) {
         stats::FigureList figures;
         for (std::size_t at = 0; at < text.size(); at += 64) figures.add(text.substr(at, 8), "");
       }},
      {"position", [](const std::string& text) { (void)parse_position(text); }},
      {"pieces", [](const std::string& text) { (void)parse_pieces(text); }},
      {"facelets", [](const std::string& text) { (void)parse_facelets(text); }},
      {"moves",
       [](const std::string& text) {
         if (const Result<MoveSequence> moves = parse_moves(text))
           (void)format_moves(cancelled(moves->moves));
       }},
      {"conditions",
       [](const std::string& text) {
         if (const Result<Where> where = parse_where(text)) (void)without_impossible(*where);
       }},
      {"messages", [](const std::string& text) { (void)base::printable(text); }},
  };
  return kReaders;
}

double processor_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double least_time(const NamedReader& reader, const std::string& text, int runs) {
  double least = 1e9;
  for (int i = 0; i < runs; ++i) {
    const double begin = processor_seconds();
    reader.read(text);
    least = std::min(least, processor_seconds() - begin);
  }
  return least;
}

/// Whether four times the text takes about four times the time; measured up to three times.
bool is_linear(const NamedReader& reader, const NamedText& text) {
  constexpr std::size_t kBytes = 60'000;
  constexpr double kTooShortToTell = 0.005;
  constexpr double kMostGrowth = 9;
  const std::string little = text.make(kBytes);
  const std::string much = text.make(4 * kBytes);
  for (int attempt = 0; attempt < 3; ++attempt) {
    const double long_time = least_time(reader, much, attempt + 1);
    if (long_time < kTooShortToTell) return true;
    if (long_time < kMostGrowth * least_time(reader, little, attempt + 1)) return true;
  }
  return false;
}

TEST(LinearTime, WhateverATextHolds) {
  for (const NamedReader& reader : readers())
    for (const NamedText& text : texts())
      EXPECT_TRUE(is_linear(reader, text)) << reader.name << ", given " << text.name;
}

/// The oracle itself: it would notice a reader that is not linear.
TEST(LinearTime, TheTestNoticesQuadraticWork) {
  const NamedReader quadratic{"quadratic", [](const std::string& text) {
                                volatile std::size_t count = 0;
                                for (std::size_t i = 0; i < text.size(); i += 64)
                                  count = count + static_cast<std::size_t>(std::ranges::count(text, 'x'));
                              }};
  EXPECT_FALSE(is_linear(quadratic, repeated("anything", "", "y")));
}

}  // namespace
}  // namespace halfturn::testing
