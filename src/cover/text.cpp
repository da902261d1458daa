#include "cover/text.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "base/text.h"

namespace halfturn {

namespace {

constexpr std::size_t kDigits = (kEdgeClassCount + 3) / 4;
constexpr std::size_t kDigitsALine = 64;
constexpr std::string_view kHex = "0123456789abcdef";

Error wrong_line(std::size_t line, std::string message, std::string hint = {}) {
  return {ErrorKind::damaged, std::move(message), std::move(hint), line};
}

template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// Takes in one line "# key: value"; others are remarks. False where the value is none.
bool read_header(std::string_view line, CoverText& cover) {
  const std::size_t colon = line.find(": ");
  if (!line.starts_with("# ") || colon == std::string_view::npos) return true;
  const std::string_view key = line.substr(2, colon - 2);
  const std::string_view value = line.substr(colon + 2);
  const auto store = [value](auto& place) {
    const auto number = number_in<std::remove_reference_t<decltype(place)>>(value);
    if (number) place = *number;
    return number.has_value();
  };
  if (key == "cost") return store(cover.cost);
  if (key == "classes") return store(cover.class_count);
  if (key == "made by") cover.made_by = value;
  if (key != "kind") return true;
  const std::optional<CoverKind> kind = cover_kind_named(value);
  cover.kind = kind.value_or(CoverKind::all);
  return cover.kind != CoverKind::all;
}

}  // namespace

std::string format_cover(const CoverText& cover) {
  std::string text = fmt::format(
      "# A choice of edge classes, one bit each: see docs/cover.md of halfturn.\n# kind: {}\n# cost: {}\n"
      "# classes: {}\n# made by: {}\n",
      to_string(cover.kind), cover.cost, cover.class_count, cover.made_by);
  for (std::size_t digit = 0; digit < kDigits; ++digit) {
    std::size_t value = 0;
    for (std::size_t c = 4 * digit; c < 4 * digit + 4; ++c)
      value = 2 * value + (c < cover.chosen.size() && cover.chosen[c] ? 1 : 0);
    text += kHex[value];
    if ((digit + 1) % kDigitsALine == 0 || digit + 1 == kDigits) text += '\n';
  }
  return text;
}

Result<CoverText> parse_cover(std::string_view text) {
  CoverText cover;
  std::size_t number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    if (line.empty() || line.starts_with('#')) {
      if (!read_header(line, cover))
        return wrong_line(number, fmt::format("cannot read {}", base::quoted(line)));
      continue;
    }
    for (const char c : line) {
      const std::size_t value = kHex.find(c);
      if (value == std::string_view::npos)
        return wrong_line(number, fmt::format("{} is no hexadecimal digit", base::quoted({&c, 1})),
                          "the digits are 0-9a-f");
      for (int bit = 3; bit >= 0; --bit) cover.chosen.push_back((value >> bit & 1) != 0);
    }
  }
  if (cover.chosen.size() != 4 * kDigits)
    return wrong_line(number, fmt::format("there are {} hexadecimal digits", cover.chosen.size() / 4),
                      fmt::format("{} are needed", kDigits));
  cover.chosen.resize(kEdgeClassCount);
  const auto count = static_cast<int>(std::ranges::count(cover.chosen, true));
  if (count != cover.class_count)
    return wrong_line(number, fmt::format("there are {} classes, not the {} that the first lines speak of",
                                          count, cover.class_count));
  return cover;
}

std::uint64_t cost_in_head(std::string_view text) {
  CoverText cover;
  while (text.starts_with('#')) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (!read_header(text.substr(0, end), cover)) break;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return cover.cost;
}

}  // namespace halfturn
