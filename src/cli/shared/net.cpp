#include "cli/shared/net.h"

#include <fmt/core.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

namespace halfturn::cli {

namespace {

constexpr std::string_view kFaces = "URFDLB";

/// A letter and a blank, on a colour of the 256 that terminals share.
std::string sticker(char facelet, bool coloured) {
  constexpr std::string_view kLetters = "WRGYOB";
  constexpr std::array<int, 6> kColours = {15, 160, 34, 226, 208, 21};
  constexpr std::array<int, 6> kInk = {0, 15, 15, 0, 0, 15};  // what can be read on them
  const std::size_t face = kFaces.find(facelet);
  if (!coloured) return {kLetters[face], ' '};
  return fmt::format("\x1b[38;5;{};48;5;{}m{} \x1b[0m", kInk[face], kColours[face], kLetters[face]);
}

}  // namespace

bool has_colours(int fd) {
  const char* unwanted = std::getenv("NO_COLOR");  // NOLINT(concurrency-mt-unsafe): nobody changes it
  const char* kind = std::getenv("TERM");          // NOLINT(concurrency-mt-unsafe)
  return ::isatty(fd) == 1 && (unwanted == nullptr || *unwanted == 0) &&
         (kind == nullptr || std::string_view(kind) != "dumb");
}

std::string unfolded(std::string_view facelets, bool coloured) {
  constexpr std::array<std::string_view, 3> kBands = {".U..", "LFRB", ".D.."};
  std::string net;
  for (const std::string_view band : kBands)
    for (std::size_t row = 0; row < 3; ++row) {
      std::string line;
      for (const char face : band) {
        const std::size_t f = kFaces.find(face);
        for (std::size_t column = 0; column < 3; ++column)
          line += f == std::string_view::npos ? "  " : sticker(facelets[9 * f + 3 * row + column], coloured);
        line += ' ';
      }
      line.resize(line.find_last_not_of(' ') + 1);
      net += line + '\n';
    }
  return net;
}

}  // namespace halfturn::cli
