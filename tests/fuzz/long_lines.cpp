#include "base/csv.h"
#include "base/text.h"
#include "fuzz/reading.h"
#include "halfturn/stats_pictures.h"

using namespace halfturn;
using fuzz::hold;

namespace {

constexpr std::size_t kLongestText = std::size_t{9} << 17;  // more than the longest line

/// A small input spells a long text: a zero byte, a number and a length repeat the bytes before it. So long
/// lines and many columns are found, which no fuzzer makes byte by byte.
std::string spelt_out(std::string_view input) {
  std::string text;
  for (std::size_t i = 0; i < input.size(); ++i) {
    if (input[i] != '\0' || i + 2 >= input.size()) {
      text += input[i];
      continue;
    }
    const auto doublings = static_cast<unsigned char>(input[i + 1]) % 22u;
    const std::size_t length = std::min<std::size_t>(static_cast<unsigned char>(input[i + 2]), text.size());
    const std::string unit = text.substr(text.size() - length);
    for (std::size_t count = std::size_t{1} << doublings; count > 1 && text.size() + length <= kLongestText;
         --count)
      text += unit;
    i += 2;
  }
  return text;
}

/// What every message keeps. Not hold_error(), which looks at the whole text for each of many messages.
void hold_short(const Error& error) {
  hold(!error.message.empty() && error.text().size() < 400, "a message says what is wrong, in short");
}

/// What the lines of a text come to, if it comes in pieces.
std::size_t sum_of_lines(std::string_view text, std::size_t piece) {
  TextBuffer buffer;
  std::size_t sum = 0;
  const auto take = [&] {
    while (const std::optional<TextLine> line = buffer.next_line()) {
      hold(line->text.size() <= kLongestLine, "no line is longer than the longest");
      hold(!line->too_long || line->text.empty(), "a line that is too long is not kept");
      sum = 31 * sum + line->number + line->text.size() + (line->too_long ? 7 : 0);
    }
    hold(buffer.rest().size() <= kLongestLine + piece + 1, "no more than a line is kept");
  };
  for (std::size_t at = 0; at < text.size(); at += piece) {
    buffer.add(text.substr(at, piece));
    take();
  }
  buffer.end();
  take();
  return sum;
}

std::size_t sum_of_records(std::string_view text, std::size_t piece) {
  fuzz::TextInput input(text, piece);
  CsvReader reader(input);
  std::size_t sum = 0;
  while (true) {
    const auto record = reader.next({});
    hold(record.ok(), "an input that does not fail is read to its end");
    if (!*record) return sum;
    hold((*record)->fields.size() <= kMostColumns, "no record has more columns than the most");
    for (const CsvField& field : (*record)->fields) {
      hold(field.text.size() <= kLongestRecord, "no field is longer than the longest record");
      sum = 31 * sum + field.text.size() + field.column;
    }
    if ((*record)->error) hold_short(*(*record)->error);
    sum = 31 * sum + (*record)->line + (*record)->end + ((*record)->error ? 7 : 0);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text = spelt_out(fuzz::text_of(data, size));
  const std::size_t all = text.size() + 1;
  hold(sum_of_lines(text, all) == sum_of_lines(text, 4099), "how a text is cut into pieces does not matter");
  hold(sum_of_records(text, all) == sum_of_records(text, 4099), "nor for records");

  fuzz::TextInput input(text, all);
  Result<ScrambleSource> source = ScrambleSource::open(input);
  // Repeats within a scramble make up to a million moves of a few bytes, so only some are carried out.
  int carried_out = 0;
  while (source) {
    const auto scramble = source->next();
    if (!scramble || !*scramble) break;
    hold((*scramble)->id.size() < 1100, "an id is short, since many rows may have it");
    if (++carried_out < 100) (void)cube_of(**scramble);
  }
  stats::Statistics statistics;
  stats::Reader reader(statistics, [](const Error& error) { hold_short(error); });
  if (reader.feed(text) && reader.finish() && statistics.stages().size() < 50)
    for (const stats::Figure& figure : stats::draw_statistics(statistics, "it"))
      hold(figure.name.size() < 130, "the name of a picture is short");

  const std::string shown = base::printable(text);
  for (const char c : shown)
    hold(static_cast<unsigned char>(c) >= 0x20 && c != 0x7F, "nothing is left that a terminal obeys");
  hold(base::printable(shown) == shown, "what is written out stays as it is");
  return 0;
}
