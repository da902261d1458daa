#include "halfturn/where.h"

#include "fuzz/fuzz.h"

using namespace halfturn;
using fuzz::hold;

namespace {

void hold_condition(const Condition& condition) {
  hold(stage_of_name(condition.stage.name()) == condition.stage, "a condition speaks of a stage");
  hold(!condition.views.empty(), "a condition speaks of views");
  hold(condition.slots != 0 && condition.slots <= kEverySlot, "a condition speaks of slots that exist");
  hold(condition.lengths < (LengthSet{2} << kMostStageMoves), "a condition speaks of lengths that exist");
  const Result<Where> again = parse_where(condition.text);
  hold(again.ok() && again->alternatives.size() == 1 && again->alternatives[0].size() == 1,
       "the text of a condition is a condition");
  const Condition& same = again->alternatives[0][0];
  hold(same.stage == condition.stage && same.views == condition.views && same.slots == condition.slots &&
           same.worst == condition.worst && same.lengths == condition.lengths,
       "the text of a condition is that condition");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  const Result<ViewSet> views = parse_views(text, ViewLetters::colours_or_faces);
  if (!views) fuzz::hold_typed(views.error(), text);

  const Result<Where> read = parse_where(text);
  if (!read) {
    fuzz::hold_typed(read.error(), text);
    return 0;
  }
  hold(!read->alternatives.empty() && read->alternatives.size() <= kMostAlternatives,
       "a text that can be read has some alternatives");
  for (const Conditions& alternative : read->alternatives) {
    hold(!alternative.empty(), "an alternative has a condition");
    for (const Condition& condition : alternative) hold_condition(condition);
  }
  if (const Result<Where> possible = without_impossible(*read); !possible)
    hold(!possible.error().message.empty(), "an error says what is wrong");
  return 0;
}
