#include "sample/where_algebra.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "sample/condition_parse.h"
#include "stage/pattern/goals.h"

namespace halfturn {

namespace stage {

namespace {

Error too_many() {
  return {ErrorKind::bad_input,
          fmt::format("written out, these are more than {} alternatives", kMostAlternatives),
          "use fewer 'or', or ranges such as cross(W)=4..6"};
}

/// Whether both speak of the same length, which may be a different one in each.
bool same_subject(const Condition& a, const Condition& b) {
  return a.stage == b.stage && a.views == b.views && a.slots == b.slots && a.worst == b.worst;
}

/// Makes one of two alternatives that differ in the lengths of one condition at most; false if they differ in
/// more.
bool merge(Conditions& into, const Conditions& other) {
  if (into.size() != other.size()) return false;
  std::size_t different = into.size();
  for (std::size_t i = 0; i < into.size(); ++i) {
    if (!same_subject(into[i], other[i])) return false;
    if (into[i].lengths == other[i].lengths) continue;
    if (different != into.size()) return false;
    different = i;
  }
  if (different == into.size()) return true;
  Condition& condition = into[different];
  if ((condition.lengths | other[different].lengths) == condition.lengths) return true;
  condition.lengths |= other[different].lengths;
  condition.text += " or " + other[different].text;
  return true;
}

}  // namespace

Result<Where> either(Where first, Where second) {
  for (Conditions& alternative : second.alternatives)
    if (std::ranges::none_of(first.alternatives,
                             [&](Conditions& known) { return merge(known, alternative); }))
      first.alternatives.push_back(std::move(alternative));
  if (first.alternatives.size() > kMostAlternatives) return too_many();
  return first;
}

Result<Where> each(Where first, const Where& second) {
  if (first.alternatives.size() * second.alternatives.size() > kMostAlternatives) return too_many();
  Where result;
  if (second.alternatives.empty()) return result;
  const auto join = [&result](Conditions joined, const Conditions& more) {
    joined.insert(joined.end(), more.begin(), more.end());
    result.alternatives.push_back(std::move(joined));
  };
  for (Conditions& ours : first.alternatives) {
    for (std::size_t i = 0; i + 1 < second.alternatives.size(); ++i) join(ours, second.alternatives[i]);
    // The last one takes the conditions themselves, so that a long list is not copied for each that joins.
    join(std::move(ours), second.alternatives.back());
  }
  return result;
}

/// The text of the opposite. Two nots cancel, so that a text does not grow with every one.
std::string negated_text(const std::string& text) {
  const bool is_merged = text.find(" or ") != std::string::npos;
  if (!is_merged) return text.starts_with("not ") ? text.substr(4) : "not " + text;
  if (text.starts_with("not (")) {
    int open = 0;
    std::size_t at = 4;
    do open += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
    while (++at < text.size() && open > 0);
    if (at == text.size()) return text.substr(5, text.size() - 6);
  }
  return "not (" + text + ")";
}

Result<Where> opposite_of(const Where& where) {
  Where result{{{}}};
  for (const Conditions& alternative : where.alternatives) {
    // Not all of these hold: one of them does not.
    if (alternative.size() > kMostAlternatives) return too_many();
    Where none;
    for (Condition condition : alternative) {
      condition.lengths = kEveryLength & ~condition.lengths;
      condition.text = negated_text(condition.text);
      none.alternatives.push_back({std::move(condition)});
    }
    Result<Where> joined = each(std::move(result), none);
    if (!joined) return joined;
    result = std::move(*joined);
  }
  return result;
}

}  // namespace stage

Result<Where> both(const Where& first, const Where& second) {
  return stage::each(first, second);
}

std::string name_of(const StageBySlots& stage) {
  std::string name(stage.stage.name());
  if (stage.slots != kEverySlot) name += ' ' + stage::names_of_slots(stage.slots);
  return name;
}

bool holds(const Condition& condition, const StageRow& row) {
  int length = condition.worst ? 0 : 255;
  for (const View view : condition.views) {
    if (row[view] == kNotComputed) return false;
    length = condition.worst ? std::max<int>(length, row[view]) : std::min<int>(length, row[view]);
  }
  return length <= kMostStageMoves && (condition.lengths >> length & 1u) != 0;
}

}  // namespace halfturn
