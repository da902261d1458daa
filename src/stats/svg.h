#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// Shapes and words on a white sheet, as SVG. Lengths are pixels, y grows downwards.
namespace halfturn::stats {

struct Point {
  double x = 0;
  double y = 0;
};

struct Box {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;

  double right() const { return x + width; }
  double bottom() const { return y + height; }
  bool meets(const Box& other) const {
    return x < other.right() && other.x < right() && y < other.bottom() && other.y < bottom();
  }
};

inline constexpr std::string_view kInk = "#222222";
inline constexpr std::string_view kPaleInk = "#5a5a5a";
inline constexpr std::string_view kGridInk = "#dddddd";

enum class Anchor { start, middle, end };

struct TextStyle {
  double size = 13;
  Anchor anchor = Anchor::start;
  bool bold = false;
  std::string_view colour = kInk;
  bool upwards = false;  ///< turned by a quarter, to be read from below
  bool halo = false;     ///< with a white rim, where lines may run behind it
};

class Svg {
 public:
  Svg(double width, double height, std::string_view title);

  void rectangle(const Box& box, std::string_view fill);
  void line(Point from, Point to, std::string_view stroke, double width = 1);
  void polyline(const std::vector<Point>& points, std::string_view stroke, double width);
  void area(const std::vector<Point>& outline, std::string_view fill, double opacity);
  /// A small filled sign; there are four shapes, taken in turn.
  void marker(Point centre, std::size_t shape, std::string_view fill);
  /// `at` is the end of the base line that the anchor names.
  void text(Point at, std::string_view text, const TextStyle& style);
  /// As text(), but made smaller and then cut where it would be wider.
  void text_within(double width, Point at, std::string_view text, TextStyle style);

  std::string finish() &&;

 private:
  std::string out_;
};

/// About how wide a text comes out, in the widest of the usual fonts.
double text_width(std::string_view text, double size, bool bold = false);

/// As it may stand in XML, whatever its bytes.
std::string escaped(std::string_view text);

}  // namespace halfturn::stats
