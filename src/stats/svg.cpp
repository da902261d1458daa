#include "stats/svg.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace halfturn::stats {

namespace {

/// Length in bytes of the UTF-8 character at the beginning; 0 where there is none, or none that XML allows.
std::size_t character_length(std::string_view text) {
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return first >= 0x20 && first != 0x7F ? 1 : 0;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  const bool too_long = (first == 0xE0 && byte(1) < 0xA0) || (first == 0xF0 && byte(1) < 0x90);
  const bool surrogate = first == 0xED && byte(1) >= 0xA0;
  const bool too_large = first == 0xF4 && byte(1) >= 0x90;
  const bool no_character = first == 0xEF && byte(1) == 0xBF && byte(2) >= 0xBE;
  return too_long || surrogate || too_large || no_character ? 0 : length;
}

/// 12.5, 3, -0.25: two decimals at most, so that files are small and the same everywhere.
std::string number(double value) {
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text == "-0" ? "0" : text;
}

/// Of a character's first byte, as a part of the font's size; the others have none. As in DejaVu Sans, the
/// widest of the usual fonts, rounded up, so that nothing touches with any of them.
double byte_width(char c) {
  constexpr auto kHundredths = std::to_array<unsigned char>(
      {32, 41, 46, 84, 64, 96, 78, 28, 40,  40, 50, 84, 32, 37, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
       64, 64, 34, 34, 84, 84, 84, 54, 100, 69, 69, 70, 78, 64, 58, 78, 76, 30, 30, 66, 56, 87, 75, 79,
       61, 79, 70, 64, 62, 74, 69, 99, 69,  62, 69, 40, 34, 40, 84, 50, 50, 62, 64, 55, 64, 62, 36, 64,
       64, 28, 28, 58, 28, 98, 64, 62, 64,  64, 42, 53, 40, 64, 60, 82, 60, 60, 53, 64, 34, 64, 84});
  const auto byte = static_cast<unsigned char>(c);
  if ((byte & 0xC0) == 0x80) return 0;
  if (byte >= ' ' && byte - ' ' < static_cast<int>(kHundredths.size()))
    return kHundredths[byte - ' '] / 100.0;
  return 1;
}

constexpr double kBold = 1.15;  // how much wider bold letters are, on the whole

std::string list(const std::vector<Point>& points) {
  std::string text;
  for (const Point& point : points)
    text += fmt::format("{}{},{}", text.empty() ? "" : " ", number(point.x), number(point.y));
  return text;
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    if (length == 0)
      out += "\xEF\xBF\xBD";  // the replacement character
    else if (text[0] == '&')
      out += "&amp;";
    else if (text[0] == '<')
      out += "&lt;";
    else if (text[0] == '>')
      out += "&gt;";
    else if (text[0] == '"')
      out += "&quot;";
    else
      out += text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out;
}

double text_width(std::string_view text, double size, bool bold) {
  double width = 0;
  for (const char c : text) width += byte_width(c);
  return width * size * (bold ? kBold : 1);
}

Svg::Svg(double width, double height, std::string_view title) {
  out_ = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
      "role=\"img\" "
      "font-family=\"Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif\">\n<title>{2}</title>\n",
      number(width), number(height), escaped(title));
  // White stripes over a colour, to tell bars apart without it: rising, falling, level and crossed.
  constexpr std::array<std::string_view, kTextures - 1> kStripes = {
      "M-2,2 l4,-4 M0,8 l8,-8 M6,10 l4,-4", "M-2,6 l4,4 M0,0 l8,8 M6,-2 l4,4", "M0,2 h8 M0,6 h8",
      "M0,8 l8,-8 M0,0 l8,8"};
  out_ += "<defs>\n";
  for (std::size_t i = 0; i < kStripes.size(); ++i)
    out_ += fmt::format(
        "<pattern id=\"stripes{}\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\"><path d=\"{}\" "
        "stroke=\"#ffffff\" stroke-width=\"1.4\" fill=\"none\"/></pattern>\n",
        i + 1, kStripes[i]);
  out_ += "</defs>\n";
  rectangle({0, 0, width, height}, "#ffffff");
}

void Svg::rectangle(const Box& box, std::string_view fill) {
  out_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n", number(box.x),
                      number(box.y), number(box.width), number(box.height), fill);
}

void Svg::bar(const Box& box, std::string_view fill, std::size_t texture) {
  rectangle(box, fill);
  if (texture % kTextures != 0) rectangle(box, fmt::format("url(#stripes{})", texture % kTextures));
}

void Svg::whisker(double x, double low, double high) {
  constexpr double kCap = 3.5;
  constexpr double kThin = 1.3;
  out_ += fmt::format(
      "<path d=\"M{0},{1} V{2} M{3},{1} H{4} M{3},{2} H{4}\" stroke=\"{5}\" stroke-width=\"{6}\" "
      "fill=\"none\"/>\n",
      number(x), number(low), number(high), number(x - kCap), number(x + kCap), kInk, number(kThin));
}

void Svg::hollow_mark(Point centre, double radius, std::string_view stroke, std::string_view fill) {
  const auto [x, y] = centre;
  out_ +=
      fmt::format("<polygon points=\"{}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"1.5\"/>\n",
                  list({{x, y - radius}, {x + radius, y}, {x, y + radius}, {x - radius, y}}), fill, stroke);
}

void Svg::line(Point from, Point to, std::string_view stroke, double width) {
  out_ += fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"{}\"/>\n",
                      number(from.x), number(from.y), number(to.x), number(to.y), stroke, number(width));
}

void Svg::polyline(const std::vector<Point>& points, std::string_view stroke, double width) {
  out_ += fmt::format(
      "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"/>\n",
      list(points), stroke, number(width));
}

void Svg::area(const std::vector<Point>& outline, std::string_view fill, double opacity) {
  out_ += fmt::format("<polygon points=\"{}\" fill=\"{}\" fill-opacity=\"{}\"/>\n", list(outline), fill,
                      number(opacity));
}

void Svg::marker(Point centre, std::size_t shape, std::string_view fill) {
  const auto [x, y] = centre;
  switch (shape % 4) {
    case 0:
      out_ +=
          fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"4.5\" fill=\"{}\"/>\n", number(x), number(y), fill);
      break;
    case 1:
      rectangle({x - 4, y - 4, 8, 8}, fill);
      break;
    case 2:
      area({{x, y - 5.5}, {x + 5, y + 4}, {x - 5, y + 4}}, fill, 1);
      break;
    default:
      area({{x, y - 5.5}, {x + 5.5, y}, {x, y + 5.5}, {x - 5.5, y}}, fill, 1);
  }
}

void Svg::text(Point at, std::string_view text, const TextStyle& style) {
  const char* anchor = style.anchor == Anchor::middle ? "middle"
                       : style.anchor == Anchor::end  ? "end"
                                                      : "start";
  out_ += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\"", number(at.x), number(at.y),
                      number(style.size), style.colour);
  if (style.anchor != Anchor::start) out_ += fmt::format(" text-anchor=\"{}\"", anchor);
  if (style.bold) out_ += " font-weight=\"bold\"";
  if (style.halo) out_ += " stroke=\"#ffffff\" stroke-width=\"3\" paint-order=\"stroke\"";
  if (style.upwards) out_ += fmt::format(" transform=\"rotate(-90 {} {})\"", number(at.x), number(at.y));
  out_ += fmt::format(">{}</text>\n", escaped(text));
}

void Svg::text_within(double width, Point at, std::string_view words, TextStyle style) {
  constexpr double kSmallest = 0.75;  // of the size that was asked for
  const double wide = text_width(words, style.size, style.bold);
  if (wide <= width) return text(at, words, style);
  style.size *= std::max(kSmallest, width / wide);
  if (text_width(words, style.size, style.bold) <= width) return text(at, words, style);
  // As many whole characters as leave room for the dots.
  double taken = 0;
  std::size_t fitting = 0;
  while (fitting < words.size()) {
    const double next = taken + byte_width(words[fitting]);
    if (next * style.size * (style.bold ? kBold : 1) > width - style.size) break;
    taken = next;
    ++fitting;
  }
  text(at, std::string(words.substr(0, fitting)) + "\xE2\x80\xA6", style);
}

std::string Svg::finish() && {
  out_ += "</svg>\n";
  return std::move(out_);
}

}  // namespace halfturn::stats
