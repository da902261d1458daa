#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "cube/pieces.h"
#include "halfturn/notation.h"

namespace halfturn {
namespace {

using base::describe;
using base::error_at;
using base::is_digit;
using base::is_prime;
using base::TextPlace;
using base::TextReader;

constexpr std::size_t kMaxBracketDepth = 100;

/// What a letter means on a cube as it is held: turns of up to two outer faces, then a rotation of the whole
/// cube.
struct Turn {
  struct FaceTurn {
    Face face = Face::U;
    int quarters = 0;  // 0: none
  };
  std::array<FaceTurn, 2> faces;
  Face rotation_axis = Face::U;
  int rotation_quarters = 0;

  /// What it weighs against kMaxParsedMoves. A rotation turns no face, but still costs time and memory.
  constexpr std::size_t cost() const { return faces[1].quarters != 0 ? 2 : 1; }
};

/// The letters; a face with a w behind it is the letter kWideOffset further on.
constexpr std::string_view kLetters = "URFDLBurfdlbMESxyz";
constexpr std::size_t kWideOffset = 6;

constexpr std::array<Turn, kLetters.size()> kTurns = [] {
  using enum Face;
  std::array<Turn, kLetters.size()> turns{};
  for (std::size_t f = 0; f < kFaceCount; ++f) {
    const Face face = static_cast<Face>(f);
    turns[f] = {{{{face, 1}, {}}}, U, 0};
    // Two layers turned one way are the whole cube turned that way, with the third layer turned back.
    turns[kWideOffset + f] = {{{{opposite(face), 1}, {}}}, static_cast<Face>(axis_of(face)), f < 3 ? 1 : -1};
  }
  turns[12] = {{{{R, 1}, {L, -1}}}, R, -1};  // M goes with L
  turns[13] = {{{{U, 1}, {D, -1}}}, U, -1};  // E goes with D
  turns[14] = {{{{F, -1}, {B, 1}}}, F, 1};   // S goes with F
  turns[15] = {{}, R, 1};
  turns[16] = {{}, U, 1};
  turns[17] = {{}, F, 1};
  return turns;
}();

/// One letter with its amount.
struct Step {
  std::uint8_t letter;    // index in kTurns
  std::uint8_t quarters;  // 1 .. 3

  Step inverse() const { return {letter, static_cast<std::uint8_t>(4 - quarters)}; }
};

std::optional<std::size_t> letter_index(char32_t code) {
  if (code >= 0x80) return std::nullopt;
  const std::size_t index = kLetters.find(static_cast<char>(code));
  return index == std::string_view::npos ? std::nullopt : std::optional(index);
}

/// Carries the steps out in space: the letters name faces as the cube is held at that moment.
MoveSequence carried_out(const std::vector<Step>& steps) {
  constexpr std::array<Symmetry, 3> kQuarter = {Symmetry::y(), Symmetry::x(), Symmetry::z()};
  MoveSequence sequence;
  Symmetry original;  // from where a face is held to where it was at first
  for (const Step& step : steps) {
    const Turn& turn = kTurns[step.letter];
    for (const auto& [face, quarters] : turn.faces)
      if (quarters != 0) sequence.moves.emplace_back(original(face), quarters * step.quarters);
    if (turn.rotation_quarters == 0) continue;
    const Symmetry quarter = kQuarter[static_cast<std::size_t>(axis_of(turn.rotation_axis))];
    const int quarters = (turn.rotation_quarters * step.quarters + 4) % 4;
    for (int i = 0; i < quarters; ++i) sequence.orientation = sequence.orientation * quarter;
    original = sequence.orientation.inverse();
  }
  return sequence;
}

/// A count and a prime, in either order, each at most once.
struct Amount {
  std::size_t count = 1;  // never more than kMaxParsedMoves + 1, however many digits there are
  bool back = false;
  std::string digits;  // as written, the first few
  TextPlace digits_place;
};

/// Reads the steps that a text spells. Brackets are kept on a stack of its own, so that no input can make it
/// recurse, and are written out when they close, so that the steps are always those of the text so far.
class MoveParser {
 public:
  explicit MoveParser(std::string_view text) : reader_(text) {}

  Result<MoveSequence> parse() {
    for (reader_.skip_blank(); !reader_.at_end(); reader_.skip_blank()) {
      const char32_t code = reader_.peek();
      std::optional<Error> error;
      if (code == U'(' || code == U'[') {
        error = open_bracket();
      } else if (code == U')' || code == U']') {
        error = close_bracket();
      } else if ((code == U',' || code == U':') && !open_.empty() && open_.back().is_square) {
        error = read_separator();
      } else if (const auto letter = letter_index(code)) {
        error = read_move(*letter);
      } else {
        error = unexpected();
      }
      if (error) return *std::move(error);
    }
    if (!open_.empty())
      return open_.back().is_square
                 ? error_at(open_.back().place, "the bracket '[' is never closed", kSquareHint)
                 : error_at(open_.back().place, "the bracket '(' is never closed",
                            "write ')' where the group ends");
    return carried_out(steps_);
  }

 private:
  static constexpr const char* kSquareHint =
      "a commutator is [A, B], which is A B A' B'; a conjugate is [A: B], which is A B A'";

  struct OpenBracket {
    bool is_square;
    std::size_t first_step;
    std::size_t cost_before;
    TextPlace place;
    // Of square ones, once it is there: the comma or colon, and what stands before it.
    char32_t separator = 0;
    std::size_t second_part = 0;
    std::size_t cost_of_first = 0;
  };

  std::optional<Error> open_bracket() {
    const TextPlace place = reader_.place();
    if (open_.size() == kMaxBracketDepth)
      return error_at(place, fmt::format("brackets are nested more than {} deep", kMaxBracketDepth),
                      "write some of them out");
    const bool is_square = reader_.next() == U'[';
    open_.push_back(
        {.is_square = is_square, .first_step = steps_.size(), .cost_before = cost_, .place = place});
    return std::nullopt;
  }

  std::optional<Error> read_separator() {
    const TextPlace place = reader_.place();
    OpenBracket& bracket = open_.back();
    if (bracket.separator != 0)
      return error_at(place, "a second " + describe(reader_.peek()) + " in one pair of square brackets",
                      kSquareHint);
    if (steps_.size() == bracket.first_step)
      return error_at(place, "nothing stands before " + describe(reader_.peek()), kSquareHint);
    bracket.separator = reader_.next();
    bracket.second_part = steps_.size();
    bracket.cost_of_first = cost_ - bracket.cost_before;
    return std::nullopt;
  }

  /// Behind A B, appends A', and B' as well if it is a commutator.
  std::optional<Error> write_out(const OpenBracket& bracket, TextPlace place) {
    if (bracket.separator == 0)
      return error_at(bracket.place, "the square brackets have neither a comma nor a colon in them",
                      std::string(kSquareHint) + "; other groups have round brackets");
    if (steps_.size() == bracket.second_part)
      return error_at(place, "nothing stands behind " + describe(bracket.separator), kSquareHint);
    const std::size_t end = steps_.size();
    const bool is_commutator = bracket.separator == U',';
    const std::size_t cost_of_both = cost_ - bracket.cost_before;
    cost_ += is_commutator ? cost_of_both : bracket.cost_of_first;
    if (cost_ > kMaxParsedMoves) return too_long(place);
    append_inverse(bracket.first_step, bracket.second_part);
    if (is_commutator) append_inverse(bracket.second_part, end);
    return std::nullopt;
  }

  void append_inverse(std::size_t begin, std::size_t end) {
    for (std::size_t i = end; i-- > begin;) steps_.push_back(steps_[i].inverse());
  }

  std::optional<Error> close_bracket() {
    const TextPlace place = reader_.place();
    const bool is_square = reader_.peek() == U']';
    if (open_.empty())
      return is_square ? error_at(place, "']' closes a bracket that was never opened", kSquareHint)
                       : error_at(place, "')' closes a bracket that was never opened",
                                  "remove it, or write '(' before the group");
    const OpenBracket bracket = open_.back();
    if (bracket.is_square != is_square)
      return error_at(place, fmt::format("'{}' closes a '{}'", is_square ? ']' : ')', is_square ? '(' : '['),
                      fmt::format("the bracket that was opened last ends with '{}'", is_square ? ')' : ']'));
    if (is_square)
      if (std::optional<Error> error = write_out(bracket, place)) return error;
    reader_.next();
    open_.pop_back();
    const Result<Amount> amount = read_amount();
    if (!amount) return amount.error();
    if (amount->count == 0)
      return error_at(amount->digits_place, "a bracket cannot be repeated 0 times",
                      "a repeat count is 1 or more; leave the group out if it is not wanted");
    if (amount->count > kMaxParsedMoves)
      return error_at(amount->digits_place, fmt::format("the repeat count {} is too large", amount->digits),
                      fmt::format("a repeat count is at most {}", kMaxParsedMoves));
    const std::size_t cost = bracket.cost_before + (cost_ - bracket.cost_before) * amount->count;
    if (cost > kMaxParsedMoves) return too_long(place);
    cost_ = cost;

    const auto begin = [&] { return steps_.begin() + static_cast<std::ptrdiff_t>(bracket.first_step); };
    if (amount->back) {
      // What was done last is undone first. The steps are turns in space, so this undoes rotations as well.
      std::reverse(begin(), steps_.end());
      std::transform(begin(), steps_.end(), begin(), [](Step step) { return step.inverse(); });
    }
    const std::size_t length = steps_.size() - bracket.first_step;
    if (length == 0) return std::nullopt;
    steps_.reserve(bracket.first_step + length * amount->count);
    for (std::size_t i = 1; i < amount->count; ++i)
      for (std::size_t k = 0; k < length; ++k) steps_.push_back(steps_[bracket.first_step + k]);
    return std::nullopt;
  }

  std::optional<Error> read_move(std::size_t letter) {
    const TextPlace place = reader_.place();
    std::string name(1, static_cast<char>(reader_.next()));
    if (reader_.peek() == U'w') {
      if (letter >= 2 * kWideOffset)
        return error_at(place, fmt::format("'{}w' is no move: only faces have a wide form", name),
                        "wide moves are Uw Rw Fw Dw Lw Bw or u r f d l b");
      if (letter >= kWideOffset)
        return error_at(place, fmt::format("'{}w' is wide twice", name),
                        fmt::format("write {}w or {}", kLetters[letter - kWideOffset], name));
      reader_.next();
      letter += kWideOffset;
      name += 'w';
    }
    const Result<Amount> amount = read_amount();
    if (!amount) return amount.error();
    if (!amount->digits.empty() && (amount->digits.size() > 1 || amount->count < 1 || amount->count > 3))
      return error_at(
          amount->digits_place,
          fmt::format("'{}{}' is no move: {} cannot be an amount", name, amount->digits, amount->digits),
          fmt::format("the turns are {0}, {0}2 and {0}', or {0}1, {0}2 and {0}3", name));
    if (cost_ + kTurns[letter].cost() > kMaxParsedMoves) return too_long(place);
    cost_ += kTurns[letter].cost();
    const int quarters = static_cast<int>(amount->count);
    steps_.push_back({static_cast<std::uint8_t>(letter),
                      static_cast<std::uint8_t>(amount->back ? 4 - quarters : quarters)});
    return std::nullopt;
  }

  Result<Amount> read_amount() {
    Amount amount;
    for (;;) {
      const char32_t code = reader_.peek();
      const TextPlace place = reader_.place();
      if (is_digit(code)) {
        if (!amount.digits.empty())
          return error_at(place, "two amounts after one another",
                          "an amount is one number and at most one prime");
        amount.digits_place = place;
        amount.count = read_digits(amount.digits);
      } else if (is_prime(code)) {
        if (amount.back)
          return error_at(place, "two primes after one another",
                          "a prime turns back (R'), a 2 turns twice (R2)");
        reader_.next();
        amount.back = true;
      } else {
        return amount;
      }
    }
  }

  /// Passes over the digits and returns their number, cut off above kMaxParsedMoves. `written` gets them as
  /// they are written, cut off likewise.
  std::size_t read_digits(std::string& written) {
    constexpr std::size_t kMostShown = 12;
    std::size_t count = 0;
    std::size_t digits = 0;
    for (; is_digit(reader_.peek()); ++digits) {
      const char32_t code = reader_.next();
      count = std::min(10 * count + (code - U'0'), kMaxParsedMoves + 1);
      if (digits < kMostShown) written += static_cast<char>(code);
    }
    if (digits > kMostShown) written += "...";
    return count;
  }

  static Error too_long(TextPlace place) {
    return error_at(place, "the sequence is too long once its repeats are written out",
                    fmt::format("at most {} moves are read", kMaxParsedMoves));
  }

  /// The error for a character that cannot stand where it does.
  Error unexpected() {
    const TextPlace place = reader_.place();
    const char32_t code = reader_.peek();
    if (base::is_never_text(code)) return base::never_text_error(code, place);
    if (is_digit(code)) return misplaced_amount();
    if (is_prime(code))
      return error_at(place, "the prime has no move before it",
                      "a prime follows its move without a space: R'");
    switch (code) {
      case U'X':
      case U'Y':
      case U'Z':
        return error_at(place, "unknown move " + describe(code),
                        fmt::format("rotations are lower case: {}", static_cast<char>(code - U'A' + U'a')));
      case U'm':
      case U'e':
      case U's':
        return error_at(place, "unknown move " + describe(code),
                        fmt::format("slices are upper case: {}", static_cast<char>(base::capital(code))));
      case U'w':
      case U'W':
        return error_at(place, fmt::format("{} has no face before it", describe(code)),
                        "a small w follows its face without a space: Rw");
      case U':':
        return error_at(place, "unexpected character ':'", kSquareHint);
      case U',':
      case U';':
        return error_at(place, "unexpected character " + describe(code),
                        "moves stand side by side, with spaces between them or without");
      case U'/':
        return error_at(place, "unexpected character '/'", "a comment starts with //");
      case U'{':
      case U'}':
        return error_at(place, "unexpected character " + describe(code),
                        "groups have round brackets: (R U R' U')3");
      case U'*':
      case U'^':
      case 0xD7:  // the multiplication sign
        return error_at(place, "unexpected character " + describe(code),
                        "a repeat count follows its bracket directly: (R U R' U')3");
      case U'-':
      case U'"':
      case 0x2033:  // the double prime
        return error_at(place, "unexpected character " + describe(code),
                        "a turn back is written R', a half turn R2");
      default:
        break;
    }
    const bool is_letter = base::capital(code) >= U'A' && base::capital(code) <= U'Z';
    return error_at(
        place, (is_letter ? "unknown move " : "unexpected character ") + describe(code),
        "the moves are U R F D L B, wide moves such as Rw or r, slices M E S and rotations x y z");
  }

  /// The error for digits that follow no move.
  Error misplaced_amount() {
    const TextPlace place = reader_.place();
    std::string digits;
    read_digits(digits);
    const auto letter = letter_index(reader_.peek());
    if (!letter)
      return error_at(place, fmt::format("the amount '{}' has no move before it", digits),
                      "an amount follows its move or bracket without a space: R2, (R U)2");
    std::string name(1, static_cast<char>(reader_.next()));
    const bool is_wide = reader_.peek() == U'w' || (*letter >= kWideOffset && *letter < 2 * kWideOffset);
    if (reader_.peek() == U'w') name += 'w';
    if (is_wide)
      return error_at(place, fmt::format("'{}{}' has a number before the move", digits, name),
                      fmt::format("on the 3x3x3 a wide move turns two layers: write {}", name));
    return error_at(
        place, fmt::format("'{}{}' has a number before the move", digits, name),
        fmt::format("an amount follows its move: {0}2{1}", name,
                    *letter < kWideOffset ? fmt::format("; two layers together are {}w", name) : ""));
  }

  TextReader reader_;
  std::vector<Step> steps_;
  std::size_t cost_ = 0;  // of all steps so far
  std::vector<OpenBracket> open_;
};

}  // namespace

Result<MoveSequence> parse_moves(std::string_view text) {
  return MoveParser(text).parse();
}

}  // namespace halfturn
