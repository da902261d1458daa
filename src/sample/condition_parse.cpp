// Parses one condition.

#include "sample/condition_parse.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "base/nearest_name.h"
#include "stage/pattern/goals.h"

namespace halfturn::stage {

namespace {

using base::describe;
using base::error_at;
using base::is_digit;
using base::kEndOfText;
using base::TextPlace;
using base::TextReader;

constexpr int kHugeNumber = 1000;  // larger numbers are cut to this
constexpr std::string_view kSides =
    "a colour W Y O R G B or its name, a face U D L R F B, several of them, any, best or worst";

bool is_letter(char32_t code) {
  return (code >= U'a' && code <= U'z') || (code >= U'A' && code <= U'Z');
}

/// The lengths from `first` to `last`, limited to 0 .. kMostStageMoves.
LengthSet between(int first, int last) {
  LengthSet set = 0;
  for (int n = std::max(first, 0); n <= std::min(last, kMostStageMoves); ++n) set |= LengthSet{1} << n;
  return set;
}

/// FR or RF and so on; 0 if it is no slot.
SlotSet slot_of_name(std::string_view name) {
  constexpr std::array<std::string_view, std::size_t{2}* kSlotCount> kNames = {"fr", "fl", "bl", "br",
                                                                               "rf", "lf", "lb", "rb"};
  const auto known = std::ranges::find(kNames, name);
  return known == kNames.end() ? 0 : 1u << ((known - kNames.begin()) % kSlotCount);
}

/// How many slots a stage needs, all its goals alike.
int slots_needed(Stage stage) {
  int least = kSlotCount;
  for (const StageGoal& goal : goals_of(stage)) least = std::min(least, std::popcount(goal.slots()));
  return least;
}

class ConditionParser {
 public:
  ConditionParser(std::string_view text, TextReader& reader) : text_(text), reader_(reader) {}

  Result<Condition> parse() {
    reader_.skip_blank();
    const std::size_t first = reader_.offset();
    Condition condition;
    if (fail(read_stage(condition)) || fail(read_brackets(condition)) || fail(read_lengths(condition)))
      return *error_;
    condition.text = std::string(text_.substr(first, reader_.offset() - first));
    return condition;
  }

 private:
  bool fail(std::optional<Error> error) {
    error_ = std::move(error);
    return error_.has_value();
  }

  template <class Belongs>
  std::string read_while(Belongs belongs) {
    return take_while(text_, reader_, belongs);
  }

  std::optional<Error> read_stage(Condition& condition) {
    const TextPlace place = reader_.place();
    const char32_t code = reader_.peek();
    const std::string name = base::in_lower_case(read_while(belongs_to_name));
    if (name.empty())
      return error_at(place, "a stage is expected, " + found_instead(code),
                      "as in cross(W)=4 or xcross(any)>=8");
    const std::optional<Stage> stage = stage_of_name(name);
    if (!stage) {
      std::vector<std::string> names;
      for (const Stage known : all_stages()) names.emplace_back(known.name());
      // Besides a name that is close, the whole list would make a long message longer.
      const std::optional<std::string> near = base::nearest_name(name, names);
      return error_at(
          place,
          fmt::format("there is no stage named {}{}", base::quoted(name), base::did_you_mean(name, names)),
          near ? fmt::format("as in {}(W)<=8", *near)
               : fmt::format("the stages are: {}", fmt::join(names, " ")));
    }
    condition.stage = *stage;
    return std::nullopt;
  }

  /// (SIDE), (SIDE, SIDE), (SIDE, SLOT, SLOT)
  std::optional<Error> read_brackets(Condition& condition) {
    reader_.skip_blank();
    if (reader_.peek() != U'(')
      return error_at(reader_.place(), "( is expected behind the stage, " + found_instead(reader_.peek()),
                      fmt::format("in brackets goes {}", kSides));
    SlotSet slots = 0;
    std::optional<TextPlace> first_slot;
    do {
      reader_.next();
      reader_.skip_blank();
      const TextPlace place = reader_.place();
      const char32_t code = reader_.peek();
      const std::string word = read_while(is_letter);
      if (word.empty())
        return error_at(place, "a face or a colour is expected, " + found_instead(code),
                        what_goes_here(condition));
      // FR as the first word are the faces F and R, behind a side it is a slot.
      const SlotSet slot = condition.views.empty() ? 0 : slot_of_name(base::in_lower_case(word));
      if ((slots & slot) != 0) return error_at(place, "this slot comes twice", "name it once");
      slots |= slot;
      if (slot != 0 && !first_slot) first_slot = place;
      if (slot == 0 && fail(read_side(word, place, condition))) return error_;
      reader_.skip_blank();
    } while (reader_.peek() == U',');
    if (reader_.peek() != U')')
      return error_at(reader_.place(), ") is expected, " + found_instead(reader_.peek()),
                      "as in cross(WY)=4 or xcross(W, FR)=6");
    reader_.next();
    if (first_slot) return take_slots(slots, *first_slot, condition);
    return std::nullopt;
  }

  /// Between the brackets, after what was read there.
  static std::string what_goes_here(const Condition& condition) {
    if (condition.views.empty()) return fmt::format("between the brackets goes {}", kSides);
    return fmt::format("behind a side go slots, FR FL BL BR, or another side: {}", kSides);
  }

  std::optional<Error> read_side(const std::string& word, const TextPlace& place, Condition& condition) {
    const std::string name = base::in_lower_case(word);
    ViewSet views;
    const bool all_sides = name == "any" || name == "best" || name == "worst";
    if (all_sides) {
      views = ViewSet::all();
      condition.worst = name == "worst";
    } else if (const std::optional<View> named = view_of_colour(name)) {
      views = *named;
    } else {
      const Result<ViewSet> letters = parse_views(word, ViewLetters::colours_or_faces);
      if (!letters) {
        Error error = letters.error();
        error.line = place.line;
        if (!parse_views(word.substr(error.column - 1, 1), ViewLetters::colours_or_faces))
          error.hint = what_goes_here(condition);
        error.column += place.column - 1;
        return error;
      }
      views = *letters;
    }
    for (const View view : views)
      if (condition.views.has(view))
        return error_at(place, fmt::format("the {} side is named for a second time", colour_of(view)),
                        "U is W, D is Y, F is G, L is O: each side once");
    condition.views |= views;
    return std::nullopt;
  }

  static std::optional<Error> take_slots(SlotSet slots, const TextPlace& place, Condition& condition) {
    const int needed = slots_needed(condition.stage);
    const std::string_view name = condition.stage.name();
    if (needed == 0)
      return error_at(place, fmt::format("{} fills no slot", name), "leave the slot out, or ask for xcross");
    if (std::popcount(slots) < needed ||
        std::ranges::none_of(goals_of(condition.stage),
                             [&](const StageGoal& goal) { return goal.is_within(slots); }))
      return error_at(place,
                      fmt::format("{} takes {} slots, and only {} {} named", name, needed,
                                  std::popcount(slots), std::popcount(slots) == 1 ? "is" : "are"),
                      "the slots are FR FL BL BR, with commas between them");
    condition.slots = slots;
    return std::nullopt;
  }

  std::optional<Error> read_lengths(Condition& condition) {
    reader_.skip_blank();
    const TextPlace place = reader_.place();
    const char32_t code = reader_.peek();
    const std::string op =
        read_while([](char32_t c) { return c == U'=' || c == U'<' || c == U'>' || c == U'!'; });
    if (op != "=" && op != "==" && op != "!=" && op != "<" && op != "<=" && op != ">" && op != ">=")
      return error_at(place,
                      op.empty() ? "a comparison is expected, " + found_instead(code)
                                 : fmt::format("there is no comparison {}", base::quoted(op)),
                      "one of = != < <= > >=");
    const Result<int> number = read_number();
    if (!number) return number.error();
    int last = *number;
    const bool equality = op == "=" || op == "==" || op == "!=";
    TextReader ahead = reader_;
    ahead.skip_blank();
    if (const TextPlace dots = ahead.place(); ahead.peek() == U'.') {
      reader_ = ahead;
      const std::string range = read_while([](char32_t c) { return c == U'.'; });
      if (range != ".." || !equality)
        return error_at(
            dots, equality ? "a range has two dots" : "a range goes with = or !=", "as in cross(W)=4..6");
      const Result<int> end = read_number();
      if (!end) return end.error();
      last = *end;
      if (last < *number)
        return error_at(dots, fmt::format("the range {}..{} is empty", *number, last),
                        "the smaller number comes first");
    }
    condition.lengths = op == "!="   ? kEveryLength & ~between(*number, last)
                        : equality   ? between(*number, last)
                        : op == "<"  ? between(0, *number - 1)
                        : op == "<=" ? between(0, *number)
                        : op == ">"  ? between(*number + 1, kMostStageMoves)
                                     : between(*number, kMostStageMoves);
    return std::nullopt;
  }

  Result<int> read_number() {
    reader_.skip_blank();
    const TextPlace place = reader_.place();
    const char32_t code = reader_.peek();
    const std::string digits = read_while(is_digit);
    if (digits.empty())
      return error_at(place, "a number of moves is expected, " + found_instead(code), "as in cross(W)=4");
    int number = 0;
    for (const char digit : digits) number = std::min(10 * number + (digit - '0'), kHugeNumber);
    return number;
  }

  std::string_view text_;
  TextReader& reader_;
  std::optional<Error> error_;
};

}  // namespace

std::string found_instead(char32_t code) {
  return code == kEndOfText ? "the text ends" : "found " + describe(code);
}

bool belongs_to_name(char32_t code) {
  return is_letter(code) || is_digit(code) || code == U'_';
}

Result<Condition> parse_condition(std::string_view text, TextReader& reader) {
  return ConditionParser(text, reader).parse();
}

}  // namespace halfturn::stage
