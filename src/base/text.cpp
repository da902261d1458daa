#include "base/text.h"

#include <fmt/core.h>
#include <utf8.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace halfturn::base {
namespace {

std::string encode(char32_t code) {
  std::string bytes;
  utf8::unchecked::append(code, std::back_inserter(bytes));
  return bytes;
}

/// Whether a terminal shows it as itself. Leaves out controls, invisible and direction characters, private
/// ones.
bool is_shown_as_itself(char32_t code) {
  if (code < 0x80) return code >= 0x20 && code != 0x7F;
  if (code < 0xA1 || code == 0xAD || code == 0x61C) return false;
  if ((code >= 0x2028 && code <= 0x202F) || (code >= 0x205F && code <= 0x206F)) return false;
  if (code >= 0x2000 && code <= 0x200F) return false;
  if (code >= 0xE000 && code <= 0xF8FF) return false;
  if ((code >= 0xFE00 && code <= 0xFE0F) || code == 0xFEFF) return false;
  if ((code >= 0xFFF0 && code <= 0xFFFF) || code >= 0xE0000) return false;
  return true;
}

}  // namespace

std::string in_lower_case(std::string text) {
  for (char& letter : text)
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  return text;
}

bool is_wide_blank(char32_t code) {
  switch (code) {
    case 0x85:    // next line
    case 0xA0:    // no-break space
    case 0x2028:  // line and paragraph separators
    case 0x2029:
    case 0x202F:  // narrow no-break space
    case 0x205F:  // mathematical space
    case 0x3000:  // ideographic space
      return true;
    default:
      return code >= 0x2000 && code <= 0x200B;  // typographic spaces, zero width space
  }
}

bool is_prime(char32_t code) {
  switch (code) {
    case U'\'':
    case U'`':
    case 0xB4:    // acute accent
    case 0x2B9:   // modifier letter prime
    case 0x2BC:   // modifier letter apostrophe
    case 0x2018:  // single quotation marks
    case 0x2019:
    case 0x201B:
    case 0x2032:  // prime
    case 0xFF07:  // full-width apostrophe
      return true;
    default:
      return false;
  }
}

TextReader::Decoded TextReader::decode_unusual() const {
  constexpr std::size_t kLongest = 4;  // bytes of a character
  const std::string_view here = text_.substr(offset_, kLongest);
  const auto first = static_cast<unsigned char>(here.front());
  if (first == '\r') return {U'\n', here.starts_with("\r\n") ? 2u : 1u};
  const char* end = here.data();
  if (utf8::find_invalid(end, end + here.size()) == end) return {kBadByte + first, 1};
  const char32_t code = utf8::unchecked::next(end);
  return {code, static_cast<std::size_t>(end - here.data())};
}

char32_t TextReader::next() {
  const Decoded decoded = decode();
  if (decoded.code == kEndOfText) return kEndOfText;
  offset_ += decoded.bytes;
  if (decoded.code == U'\n') {
    ++place_.line;
    place_.column = 1;
  } else {
    ++place_.column;
  }
  return decoded.code;
}

void TextReader::skip_blank() {
  for (;;) {
    if (at_comment()) {
      while (!at_end() && peek() != U'\n') next();
    } else if (is_blank(peek())) {
      next();
    } else {
      return;
    }
  }
}

std::optional<Word> WordReader::next() {
  reader_.skip_blank();
  if (reader_.at_end()) return std::nullopt;
  const TextPlace place = reader_.place();
  const std::size_t first = reader_.offset();
  while (!reader_.at_end() && !reader_.at_comment() && !is_blank(reader_.peek())) reader_.next();
  return Word{text_.substr(first, reader_.offset() - first), place};
}

std::string describe(char32_t code) {
  if (is_bad_byte(code)) return fmt::format("byte 0x{:02X}", static_cast<unsigned>(code - kBadByte));
  const auto number = static_cast<unsigned>(code);
  if (!is_shown_as_itself(code)) return fmt::format("U+{:04X}", number);
  if (code < 0x80) return fmt::format("'{}'", static_cast<char>(code));
  return fmt::format("'{}' (U+{:04X})", encode(code), number);
}

std::string quoted(std::string_view text) {
  constexpr std::size_t kMost = 12;
  std::string shown;
  TextReader reader(text, Mark::keep);
  while (!reader.at_end()) {
    if (reader.place().column > kMost) {
      shown += "...";
      break;
    }
    const char32_t code = reader.next();
    shown += !is_bad_byte(code) && is_shown_as_itself(code) ? encode(code) : "?";
  }
  return fmt::format("'{}'", shown);
}

std::string printable(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    // The usual text has nothing to write out, and is taken as a whole.
    const auto is_plain = [](char c) { return c >= 0x20 && c < 0x7F; };
    const auto plain = static_cast<std::size_t>(std::ranges::find_if_not(text, is_plain) - text.begin());
    shown += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    const auto first = static_cast<unsigned char>(text.front());
    std::size_t bytes = 1;
    if (first == '\n' || first == '\r' || first == '\t') {
      shown += first == '\n' ? "\\n" : first == '\r' ? "\\r" : "\\t";
    } else {
      TextReader reader(text.substr(0, 4), Mark::keep);
      const char32_t code = reader.next();
      bytes = reader.offset();
      if (is_bad_byte(code) || code < 0x80)
        shown += fmt::format("\\x{:02x}", first);
      else if (is_shown_as_itself(code))
        shown += text.substr(0, bytes);
      else
        shown += fmt::format("\\u{{{:x}}}", static_cast<unsigned>(code));
    }
    text.remove_prefix(bytes);
  }
  return shown;
}

std::string grouped(std::uint64_t number) {
  return grouped(std::to_string(number));
}

std::string grouped(std::string digits) {
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ',');
  return digits;
}

Error error_at(TextPlace place, std::string message, std::string hint) {
  Error error;
  error.message = std::move(message);
  error.hint = std::move(hint);
  error.line = place.line;
  error.column = place.column;
  return error;
}

Error never_text_error(char32_t code, TextPlace place) {
  if (code == kByteOrderMarkCode)
    return error_at(place, "there is a byte order mark (U+FEFF) within the text",
                    "only one at the very beginning is passed over: remove this one");
  return error_at(place, fmt::format("the {} is not valid UTF-8", describe(code)), "save the text as UTF-8");
}

}  // namespace halfturn::base
