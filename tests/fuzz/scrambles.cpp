#include "fuzz/reading.h"

using namespace halfturn;
using fuzz::hold;

namespace {

/// All that comes of reading a text piece by piece, as text.
std::string outcome(std::string_view text, std::size_t piece) {
  fuzz::TextInput input(text, piece);
  Result<ScrambleSource> source = ScrambleSource::open(input);
  if (!source) {
    fuzz::hold_error(source.error(), text);
    return source.error().text();
  }
  const auto lines =
      static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return c == '\n' || c == '\r'; })) +
      1;
  std::string told;
  std::uint64_t end = 0;
  while (true) {
    const Result<std::optional<Scramble>> next = source->next();
    hold(next.ok(), "an input that does not fail is read to its end");
    if (!*next) break;
    const Scramble& scramble = **next;
    hold(!scramble.id.empty(), "every scramble has an id");
    hold(scramble.id.find('\n') == std::string::npos, "an id is one line");
    hold(scramble.line <= lines && (scramble.line == 0) != scramble.where.empty(),
         "a scramble has its place");
    hold(scramble.end >= end && scramble.end <= text.size(), "scrambles come in order");
    end = scramble.end;
    told += fuzz::line_of(scramble);
    if (const Result<Cube> cube = cube_of(scramble); !cube) {
      fuzz::hold_error(cube.error(), text);
      told += cube.error().text() + '\n';
    } else {
      hold(!scramble.error && !scramble.text.empty(), "a cube comes of a text");
    }
  }
  for (const auto& [event, count] : source->skipped()) told += event + ' ' + std::to_string(count) + '\n';
  return told;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  const std::string whole = outcome(text, size + 1);
  for (const std::size_t piece : {std::size_t{1}, std::size_t{7}})
    hold(outcome(text, piece) == whole, "how an input is cut into pieces does not matter");
  return 0;
}
