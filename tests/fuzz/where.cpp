#include "halfturn/where.h"

#include "fuzz/fuzz.h"

using namespace halfturn;
using fuzz::hold;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  const Result<ViewSet> views = parse_views(text, ViewLetters::colours_or_faces);
  if (!views) fuzz::hold_typed(views.error(), text);

  const Result<std::vector<Condition>> read = parse_conditions(text);
  if (!read) {
    fuzz::hold_typed(read.error(), text);
    return 0;
  }
  hold(!read->empty(), "a text that can be read has a condition");
  for (const Condition& condition : *read) {
    hold(stage_of_name(condition.stage.name()) == condition.stage, "a condition speaks of a stage");
    hold(!condition.views.empty(), "a condition speaks of views");
    hold(condition.lengths < (LengthSet{2} << kMostStageMoves), "a condition speaks of lengths that exist");
    const Result<std::vector<Condition>> again = parse_conditions(condition.text);
    hold(again.ok() && again->size() == 1, "the text of a condition is a condition");
    const Condition& same = again->front();
    hold(same.stage == condition.stage && same.views == condition.views && same.worst == condition.worst &&
             same.lengths == condition.lengths,
         "the text of a condition is that condition");
  }
  if (const Result<void> checked = check_conditions(*read); !checked)
    hold(!checked.error().message.empty(), "an error says what is wrong");
  return 0;
}
