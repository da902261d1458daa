// Parses conditions joined by and, or, not and brackets.

#include <fmt/core.h>

#include <utility>

#include "base/text.h"
#include "halfturn/where.h"
#include "sample/condition_parse.h"
#include "sample/where_algebra.h"

namespace halfturn {

namespace {

using base::error_at;
using base::TextPlace;
using base::TextReader;

constexpr int kDeepest = 100;  // brackets and nots within each other

class WhereParser {
 public:
  explicit WhereParser(std::string_view text) : text_(text), reader_(text) {}

  Result<Where> parse() {
    Result<Where> where = read_alternatives();
    if (!where || reader_.at_end()) return where;
    const TextPlace place = reader_.place();
    const char32_t code = reader_.peek();
    const std::string word = stage::take_while(text_, reader_, stage::belongs_to_name);
    return error_at(place,
                    word.empty() ? "nothing more is expected, " + stage::found_instead(code)
                                 : fmt::format("nothing more is expected, found {}", base::quoted(word)),
                    code == U')' ? "no bracket is open here" : kJoiners);
  }

 private:
  static constexpr const char* kJoiners = "conditions are joined by 'and' or a comma, or by 'or'";

  /// A and B or C and D. The reader is then behind it and the blanks that follow.
  Result<Where> read_alternatives() {
    Result<Where> all = read_joined();
    while (all && takes("or", U'|')) {
      Result<Where> next = read_joined();
      if (!next) return next;
      all = with_place(stage::either(std::move(*all), std::move(*next)));
    }
    return all;
  }

  Result<Where> read_joined() {
    Result<Where> all = read_factor();
    while (all && takes_and()) {
      Result<Where> next = read_factor();
      if (!next) return next;
      all = with_place(stage::each(std::move(*all), *next));
    }
    return all;
  }

  Result<Where> read_factor() {
    reader_.skip_blank();
    const TextPlace place = reader_.place();
    if (depth_ > kDeepest)
      return error_at(place, fmt::format("brackets and nots are more than {} deep", kDeepest), "use fewer");
    ++depth_;
    Result<Where> where = read_nested();
    --depth_;
    if (where) reader_.skip_blank();
    return where;
  }

  Result<Where> read_nested() {
    if (reader_.peek() == U'!') {
      reader_.next();
      return negated();
    }
    if (takes("not", 0)) return negated();
    if (reader_.peek() != U'(') {
      Result<Condition> condition = stage::parse_condition(text_, reader_);
      if (!condition) return condition.error();
      return Where{{{std::move(*condition)}}};
    }
    reader_.next();
    Result<Where> where = read_alternatives();
    if (!where) return where;
    if (reader_.peek() != U')')
      return error_at(reader_.place(), ") is expected, " + stage::found_instead(reader_.peek()), kJoiners);
    reader_.next();
    return where;
  }

  Result<Where> negated() {
    const Result<Where> where = read_factor();
    if (!where) return where;
    return with_place(stage::opposite_of(*where));
  }

  bool takes_and() {
    if (reader_.peek() != U',') return takes("and", U'&');
    reader_.next();
    return true;
  }

  /// Takes this word, or the sign twice, if it comes next.
  bool takes(std::string_view wanted, char32_t sign) {
    TextReader ahead = reader_;
    const bool is_sign = sign != 0 && ahead.peek() == sign;
    const std::string word =
        is_sign ? stage::take_while(text_, ahead, [&](char32_t c) { return c == sign; })
                : base::in_lower_case(stage::take_while(text_, ahead, stage::belongs_to_name));
    if (is_sign ? word.size() != 2 : word != wanted) return false;
    reader_ = ahead;
    return true;
  }

  /// Too many alternatives are an error where they became too many.
  Result<Where> with_place(Result<Where> where) const {
    if (where) return where;
    return error_at(reader_.place(), where.error().message, where.error().hint);
  }

  std::string_view text_;
  TextReader reader_;
  int depth_ = 0;
};

}  // namespace

Result<Where> parse_where(std::string_view text) {
  return WhereParser(text).parse();
}

}  // namespace halfturn
