#include "cli/apply/net.h"

#include <fmt/core.h>

#include <cstddef>

namespace halfturn::cli {

namespace {

/// Two blanks on the sticker's colour, from the 256 colours that terminals share.
std::string sticker(char facelet) {
  int colour = 0;
  switch (facelet) {
    case 'U':
      colour = 15;
      break;
    case 'R':
      colour = 160;
      break;
    case 'F':
      colour = 34;
      break;
    case 'D':
      colour = 226;
      break;
    case 'L':
      colour = 208;
      break;
    default:
      colour = 21;
      break;
  }
  return fmt::format("\x1b[48;5;{}m  \x1b[0m", colour);
}

}  // namespace

std::string coloured_net(std::string_view facelets) {
  // Which face stands where: U above F, then L F R B in a row, D below F. Faces are in the order URFDLB.
  constexpr std::string_view kRows = ".U..LFRB.D..";
  constexpr std::string_view kFaces = "URFDLB";
  std::string net;
  for (std::size_t band = 0; band < 3; ++band) {
    for (std::size_t row = 0; row < 3; ++row) {
      const std::string_view faces = kRows.substr(4 * band, 4);
      for (char face : faces) {
        const std::size_t f = kFaces.find(face);
        for (std::size_t column = 0; column < 3; ++column)
          net += f == std::string_view::npos ? "  " : sticker(facelets[9 * f + 3 * row + column]);
        net += ' ';
      }
      net += '\n';
    }
  }
  return net;
}

}  // namespace halfturn::cli
