// Conditions as people write them.

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

#include "base/text.h"
#include "halfturn/where.h"

namespace halfturn {

namespace {

using base::describe;
using base::error_at;
using base::is_digit;
using base::kEndOfText;
using base::TextPlace;
using base::TextReader;

constexpr LengthSet kEveryLength = (LengthSet{2} << kMostStageMoves) - 1;
constexpr int kHugeNumber = 1000;  // any longer number is as good as this one
constexpr std::string_view kSelectors =
    "a face U D L R F B, a colour W Y O R G B, several of them, any, best or worst";

bool is_letter(char32_t code) {
  return (code >= U'a' && code <= U'z') || (code >= U'A' && code <= U'Z');
}
bool is_name(char32_t code) {
  return is_letter(code) || is_digit(code) || code == U'_';
}

std::string found(char32_t code) {
  return code == kEndOfText ? "the text ends" : "found " + describe(code);
}

/// The lengths from one number to another, as far as there are such lengths.
LengthSet between(int first, int last) {
  LengthSet set = 0;
  for (int n = std::max(first, 0); n <= std::min(last, kMostStageMoves); ++n) set |= LengthSet{1} << n;
  return set;
}

std::optional<View> view_of_letter(char letter) {
  const auto capital = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  if (const std::optional<View> view = view_of_colour(capital)) return view;
  for (const View view : kAllViews)
    if ("URFDLB"[static_cast<std::size_t>(bottom_of(view))] == capital) return view;
  return std::nullopt;
}

Result<ViewMask> views_at(std::string_view letters, TextPlace place) {
  ViewMask views = 0;
  for (const char letter : letters) {
    const std::optional<View> view = view_of_letter(letter);
    if (!view)
      return error_at(place, fmt::format("{} is no face and no colour", base::quoted({&letter, 1})),
                      fmt::format("between the brackets goes {}", kSelectors));
    const ViewMask bit = 1u << static_cast<unsigned>(*view);
    if ((views & bit) != 0)
      return error_at(place,
                      fmt::format("'{}' names the {} side for a second time", letter, colour_of(*view)),
                      "U is W, D is Y, F is G, L is O: each side once");
    views |= bit;
    ++place.column;
  }
  return views;
}

class ConditionParser {
 public:
  explicit ConditionParser(std::string_view text) : text_(text), reader_(text) {}

  Result<std::vector<Condition>> parse() {
    std::vector<Condition> conditions;
    do {
      Result<Condition> condition = read_condition();
      if (!condition) return condition.error();
      conditions.push_back(std::move(*condition));
      reader_.skip_blank();
      if (reader_.at_end()) return conditions;
    } while (!fail(read_joiner()));
    return *error_;
  }

 private:
  bool fail(std::optional<Error> error) {
    error_ = std::move(error);
    return error_.has_value();
  }

  template <class Belongs>
  std::string read_while(Belongs belongs) {
    const std::size_t first = reader_.offset();
    while (!reader_.at_end() && belongs(reader_.peek())) reader_.next();
    return std::string(text_.substr(first, reader_.offset() - first));
  }

  static std::string lower(std::string text) {
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
  }

  Result<Condition> read_condition() {
    reader_.skip_blank();
    const std::size_t first = reader_.offset();
    Condition condition;
    if (fail(read_stage(condition)) || fail(read_selector(condition)) || fail(read_lengths(condition)))
      return *error_;
    condition.text = std::string(text_.substr(first, reader_.offset() - first));
    return condition;
  }

  std::optional<Error> read_stage(Condition& condition) {
    const TextPlace place = reader_.place();
    const char32_t code = reader_.peek();
    const std::string name = lower(read_while(is_name));
    if (name.empty())
      return error_at(place, "a stage is expected, " + found(code), "as in cross(D)=4 or xcross(any)>=8");
    const std::optional<int> stage = stage_of_name(name);
    if (!stage) {
      std::vector<std::string> names;
      for (const Stage& known : all_stages()) names.push_back(known.name);
      return error_at(place, fmt::format("there is no stage named {}", base::quoted(name)),
                      fmt::format("the stages are: {}", fmt::join(names, " ")));
    }
    condition.stage = *stage;
    return std::nullopt;
  }

  std::optional<Error> read_selector(Condition& condition) {
    reader_.skip_blank();
    if (reader_.peek() != U'(')
      return error_at(reader_.place(), "( is expected behind the stage, " + found(reader_.peek()),
                      fmt::format("in brackets goes {}", kSelectors));
    reader_.next();
    reader_.skip_blank();
    const TextPlace place = reader_.place();
    const char32_t code = reader_.peek();
    const std::string selector = read_while(is_letter);
    if (selector.empty())
      return error_at(place, "a face or a colour is expected, " + found(code),
                      fmt::format("between the brackets goes {}", kSelectors));
    const std::string word = lower(selector);
    if (word == "any" || word == "best" || word == "worst") {
      condition.views = kEveryView;
      condition.worst = word == "worst";
    } else {
      const Result<ViewMask> views = views_at(selector, place);
      if (!views) return views.error();
      condition.views = *views;
    }
    reader_.skip_blank();
    if (reader_.peek() != U')')
      return error_at(reader_.place(), ") is expected, " + found(reader_.peek()), "as in cross(WY)=4");
    reader_.next();
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
                      op.empty() ? "a comparison is expected, " + found(code)
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
            dots, equality ? "a range has two dots" : "a range goes with = or !=", "as in cross(D)=4..6");
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
      return error_at(place, "a number of moves is expected, " + found(code), "as in cross(D)=4");
    int number = 0;
    for (const char digit : digits) number = std::min(10 * number + (digit - '0'), kHugeNumber);
    return number;
  }

  std::optional<Error> read_joiner() {
    const TextPlace place = reader_.place();
    const char32_t code = reader_.peek();
    if (code == U',') {
      reader_.next();
      return std::nullopt;
    }
    const std::string word =
        code == U'&' ? read_while([](char32_t c) { return c == U'&'; }) : lower(read_while(is_name));
    if (word == "and" || word == "&&") return std::nullopt;
    return error_at(place,
                    word.empty() ? "nothing more is expected, " + found(code)
                                 : fmt::format("nothing more is expected, found {}", base::quoted(word)),
                    "conditions are joined by 'and', '&&' or a comma; there is no 'or'");
  }

  std::string_view text_;
  TextReader reader_;
  std::optional<Error> error_;
};

}  // namespace

Result<std::vector<Condition>> parse_conditions(std::string_view text) {
  return ConditionParser(text).parse();
}

Result<ViewMask> parse_views(std::string_view letters) {
  if (letters.empty())
    return Error{ErrorKind::bad_input, "no colour is named",
                 "the colours are W Y O R G B, the faces U D L R F B"};
  return views_at(letters, {});
}

bool holds(const Condition& condition, const StageRow& row) {
  int length = condition.worst ? 0 : 255;
  for (std::size_t v = 0; v < kViewCount; ++v) {
    if ((condition.views >> v & 1u) == 0) continue;
    if (row[v] == kNotComputed) return false;
    length = condition.worst ? std::max<int>(length, row[v]) : std::min<int>(length, row[v]);
  }
  return length <= kMostStageMoves && (condition.lengths >> length & 1u) != 0;
}

}  // namespace halfturn
