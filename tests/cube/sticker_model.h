#pragma once

#include <array>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

/// A cube made of 54 coloured stickers in space, turned by moving the stickers. Knows nothing of the library
/// and its tables, and so can judge them.
namespace halfturn::sticker_model {

struct Vector {
  int x = 0, y = 0, z = 0;
  friend bool operator==(const Vector&, const Vector&) = default;
  friend Vector operator+(Vector a, Vector b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Vector operator*(int k, Vector a) { return {k * a.x, k * a.y, k * a.z}; }
};

inline int dot(Vector a, Vector b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline Vector cross(Vector a, Vector b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// x to the right, y up, z towards the reader.
inline Vector normal_of(char face) {
  switch (face) {
    case 'U':
      return {0, 1, 0};
    case 'R':
      return {1, 0, 0};
    case 'F':
      return {0, 0, 1};
    case 'D':
      return {0, -1, 0};
    case 'L':
      return {-1, 0, 0};
    case 'B':
      return {0, 0, -1};
    default:
      throw std::logic_error("no face");
  }
}

struct Sticker {
  Vector cubie;   // -1 .. 1 in each direction
  Vector normal;  // which way it looks
  friend bool operator==(const Sticker&, const Sticker&) = default;
};

inline const std::array<Sticker, 54>& stickers() {
  static const std::array<Sticker, 54> all = [] {
    struct Sheet {
      char face;
      Vector right, down;
    };
    const std::array<Sheet, 6> sheets = {{{'U', {1, 0, 0}, {0, 0, 1}},
                                          {'R', {0, 0, -1}, {0, -1, 0}},
                                          {'F', {1, 0, 0}, {0, -1, 0}},
                                          {'D', {1, 0, 0}, {0, 0, -1}},
                                          {'L', {0, 0, 1}, {0, -1, 0}},
                                          {'B', {-1, 0, 0}, {0, -1, 0}}}};
    std::array<Sticker, 54> made;
    std::size_t i = 0;
    for (const Sheet& sheet : sheets)
      for (int row = -1; row <= 1; ++row)
        for (int column = -1; column <= 1; ++column, ++i)
          made[i] = {normal_of(sheet.face) + row * sheet.down + column * sheet.right, normal_of(sheet.face)};
    return made;
  }();
  return all;
}

/// A quarter turn, clockwise when one looks at the face that `axis` points out of.
inline Vector turned(Vector v, Vector axis) {
  return dot(v, axis) * axis + cross(v, axis);
}

class StickerCube {
 public:
  const std::string& facelets() const { return facelets_; }

  /// One move in WCA notation: a face, a wide move in either form, a slice or a rotation; then nothing, 2 or
  /// '.
  void turn(std::string_view move) {
    char letter = move[0];
    bool layers[3] = {false, false, true};  // whether the layer at -1, 0, 1 along the axis turns
    switch (letter) {
      case 'M':
        letter = 'L', layers[1] = true, layers[2] = false;
        break;
      case 'E':
        letter = 'D', layers[1] = true, layers[2] = false;
        break;
      case 'S':
        letter = 'F', layers[1] = true, layers[2] = false;
        break;
      case 'x':
        letter = 'R', layers[0] = layers[1] = true;
        break;
      case 'y':
        letter = 'U', layers[0] = layers[1] = true;
        break;
      case 'z':
        letter = 'F', layers[0] = layers[1] = true;
        break;
      default:
        if (letter >= 'a') letter = static_cast<char>(letter - 'a' + 'A'), layers[1] = true;
    }
    if (move.find('w') != std::string_view::npos) layers[1] = true;
    const int quarters = move.back() == '2' ? 2 : move.back() == '\'' ? 3 : 1;
    const Vector axis = normal_of(letter);
    for (int q = 0; q < quarters; ++q) {
      std::string after = facelets_;
      for (std::size_t from = 0; from < 54; ++from) {
        const Sticker& sticker = stickers()[from];
        if (!layers[dot(sticker.cubie, axis) + 1]) continue;
        const Sticker moved = {turned(sticker.cubie, axis), turned(sticker.normal, axis)};
        for (std::size_t to = 0; to < 54; ++to)
          if (stickers()[to] == moved) after[to] = facelets_[from];
      }
      facelets_ = after;
    }
  }

 private:
  std::string facelets_ = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
};

}  // namespace halfturn::sticker_model
