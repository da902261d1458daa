#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "halfturn/result.h"

/// Reading text that people typed: UTF-8, any line ends, and places for error messages.
namespace halfturn::base {

/// Where a character is. Columns count characters (code points), not bytes.
struct TextPlace {
  std::size_t line = 1;
  std::size_t column = 1;
};

/// What some programs put at the beginning of a file to say that it is UTF-8. One at the very beginning of a
/// text is dropped; anywhere else it is a character that no text should have.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
inline constexpr char32_t kByteOrderMarkCode = 0xFEFF;
/// What to do with a mark at the beginning: drop it, or keep it because this is the middle of a text.
enum class Mark { drop, keep };
/// Stands for "no more text"; no code point.
inline constexpr char32_t kEndOfText = 0xFFFF'FFFF;
/// A byte b that is not part of any UTF-8 character is read as kBadByte + b.
inline constexpr char32_t kBadByte = 0x11'0000;

constexpr bool is_bad_byte(char32_t code) {
  return code >= kBadByte && code < kBadByte + 256;
}
/// Whether no text of any kind should have this character.
constexpr bool is_never_text(char32_t code) {
  return is_bad_byte(code) || code == kByteOrderMarkCode;
}
constexpr bool is_digit(char32_t code) {
  return code >= U'0' && code <= U'9';
}
/// The capital of a lower-case ASCII letter; any other character unchanged.
constexpr char32_t capital(char32_t code) {
  return code >= U'a' && code <= U'z' ? code - U'a' + U'A' : code;
}
/// The same text with small ASCII letters.
std::string in_lower_case(std::string text);
bool is_wide_blank(char32_t code);  ///< white space beyond ASCII
/// White space of any kind, line ends included.
inline bool is_blank(char32_t code) {
  return code < 0x80 ? code == U' ' || (code >= U'\t' && code <= U'\r') : is_wide_blank(code);
}
bool is_prime(char32_t code);  ///< ' and the characters that word processors and phones put in its place

/// Walks through a text character by character. Cheap to copy, so a copy serves to look ahead.
///
/// Skips a byte order mark at the start, unless told to keep it. Reads CR LF, or a CR alone, as one LF. The
/// text must outlive it.
class TextReader {
 public:
  explicit TextReader(std::string_view text, Mark mark = Mark::drop)
      : text_(text),
        offset_(mark == Mark::drop && text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0) {}

  bool at_end() const { return offset_ == text_.size(); }
  TextPlace place() const { return place_; }       ///< of the next character; at the end, just past the last
  std::size_t offset() const { return offset_; }   ///< the same in bytes
  char32_t peek() const { return decode().code; }  ///< the next character, or kEndOfText
  char32_t next();                                 ///< as peek(), and moves past it
  bool at_comment() const {
    return offset_ + 1 < text_.size() && text_[offset_] == '/' && text_[offset_ + 1] == '/';
  }
  void skip_blank();  ///< skips white space and comments

 private:
  struct Decoded {
    char32_t code;
    std::size_t bytes;
  };
  Decoded decode() const {
    if (at_end()) return {kEndOfText, 0};
    const auto first = static_cast<unsigned char>(text_[offset_]);
    if (first < 0x80 && first != '\r') return {first, 1};
    return decode_unusual();
  }
  Decoded decode_unusual() const;  // a CR or a non-ASCII character

  std::string_view text_;
  std::size_t offset_ = 0;
  TextPlace place_;
};

/// A run of text without white space or comments.
struct Word {
  std::string_view text;
  TextPlace place;
};

/// Takes the words of a text one by one, so that a long text needs no memory. The text must outlive it.
class WordReader {
 public:
  explicit WordReader(std::string_view text) : text_(text), reader_(text) {}

  std::optional<Word> next();  ///< nothing at the end

 private:
  std::string_view text_;
  TextReader reader_;
};

/// The characters of a word, which is never the beginning of a text.
inline TextReader characters_of(const Word& word) {
  return TextReader(word.text, Mark::keep);
}

/// A character, made safe for a message: 'K', or 'É' (U+00C9), or U+0007, or byte 0xFF.
std::string describe(char32_t code);

/// A piece of the input, made safe for a message: in quotes, cut if long, nothing unprintable.
std::string quoted(std::string_view text);

/// A text from outside, made safe for a terminal, which would obey some of its characters: those that are not
/// shown as themselves (controls, invisible ones, those that change the direction) and bytes that are no
/// UTF-8 are written out, as \x1b, \n or \u{202e}. All on one line; a backslash stays as it is.
std::string printable(std::string_view text);

/// 2,217,093,120
std::string grouped(std::uint64_t number);
std::string grouped(std::string digits);

Error error_at(TextPlace place, std::string message, std::string hint);

/// The error for a character that is_never_text().
Error never_text_error(char32_t code, TextPlace place);

}  // namespace halfturn::base
