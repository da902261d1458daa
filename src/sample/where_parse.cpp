// Parses conditions.

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
constexpr int kHugeNumber = 1000;  // larger numbers are cut to this
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

/// The lengths from `first` to `last`, limited to 0 .. kMostStageMoves.
LengthSet between(int first, int last) {
  LengthSet set = 0;
  for (int n = std::max(first, 0); n <= std::min(last, kMostStageMoves); ++n) set |= LengthSet{1} << n;
  return set;
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
    const std::optional<Stage> stage = stage_of_name(name);
    if (!stage) {
      std::vector<std::string_view> names;
      for (const Stage known : all_stages()) names.push_back(known.name());
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
      condition.views = ViewSet::all();
      condition.worst = word == "worst";
    } else {
      const Result<ViewSet> views = parse_views(selector, ViewLetters::colours_or_faces);
      if (!views) {
        Error error = views.error();
        error.line = place.line;
        if (!parse_views(selector.substr(error.column - 1, 1), ViewLetters::colours_or_faces))
          error.hint = fmt::format("between the brackets goes {}", kSelectors);
        error.column += place.column - 1;
        return error;
      }
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

bool holds(const Condition& condition, const StageRow& row) {
  int length = condition.worst ? 0 : 255;
  for (const View view : condition.views) {
    if (row[view] == kNotComputed) return false;
    length = condition.worst ? std::max<int>(length, row[view]) : std::min<int>(length, row[view]);
  }
  return length <= kMostStageMoves && (condition.lengths >> length & 1u) != 0;
}

}  // namespace halfturn
