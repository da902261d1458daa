#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// Shapes and text on a white sheet, as SVG. Lengths are in pixels, y grows downwards.
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
  bool upwards = false;  ///< rotated to run from bottom to top
  bool halo = false;     ///< with a white rim, to be legible on lines
};

/// The surfaces of bars: plain, and four kinds of stripes.
inline constexpr std::size_t kTextures = 5;

class Svg {
 public:
  Svg(double width, double height, std::string_view title);

  void rectangle(const Box& box, std::string_view fill);
  /// A rectangle with a texture that tells it from others without its colour; `texture` counts through
  /// kTextures and repeats.
  void bar(const Box& box, std::string_view fill, std::size_t texture);
  /// A thin upright line with a cap at each end, from one height to another.
  void whisker(double x, double low, double high);
  /// A diamond with a rim alone, unlike all of marker(); `fill` may be "none".
  void hollow_mark(Point centre, double radius, std::string_view stroke, std::string_view fill);
  void line(Point from, Point to, std::string_view stroke, double width = 1);
  void polyline(const std::vector<Point>& points, std::string_view stroke, double width);
  void area(const std::vector<Point>& outline, std::string_view fill, double opacity);
  /// A small filled marker; `shape` counts through four shapes and repeats.
  void marker(Point centre, std::size_t shape, std::string_view fill);
  /// `at`: the point of the baseline that the anchor names.
  void text(Point at, std::string_view text, const TextStyle& style);
  /// Like text(), but at most `width` wide: first made smaller, then cut.
  void text_within(double width, Point at, std::string_view text, TextStyle style);

  std::string finish() &&;

 private:
  std::string out_;
};

/// The approximate width of a text, in the widest of the usual fonts.
double text_width(std::string_view text, double size, bool bold = false);

/// The text as XML; bytes that are not allowed become replacement characters.
std::string escaped(std::string_view text);

}  // namespace halfturn::stats
