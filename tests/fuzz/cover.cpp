#include "cover/text.h"
#include "fuzz/fuzz.h"

using namespace halfturn;
using fuzz::hold;

namespace {

bool same(const CoverText& one, const CoverText& other) {
  return one.kind == other.kind && one.cost == other.cost && one.class_count == other.class_count &&
         one.made_by == other.made_by && one.chosen == other.chosen;
}

void read(std::string_view text) {
  const Result<CoverText> cover = parse_cover(text);
  if (!cover) return fuzz::hold_error(cover.error(), text);
  hold(cover->chosen.size() == static_cast<std::size_t>(kEdgeClassCount), "each class is chosen or not");
  hold(std::ranges::count(cover->chosen, true) == cover->class_count, "the classes are as many as it says");
  const Result<CoverText> again = parse_cover(format_cover(*cover));
  hold(again.ok() && same(*again, *cover), "a cover that is written can be read again");
}

}  // namespace

/// The text as it is; and with as many zeros behind it as a whole cover lacks, which are too many to guess.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string text(fuzz::text_of(data, size));
  read(text);
  std::size_t digits = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (text[at] != '#') digits += end - at;
    at = end + 1;
  }
  const std::size_t all = (static_cast<std::size_t>(kEdgeClassCount) + 3) / 4;
  if (digits > all) return 0;
  text += '\n' + std::string(all - digits, '0');
  read(text);
  return 0;
}
