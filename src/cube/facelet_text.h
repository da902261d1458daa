#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "base/text.h"
#include "halfturn/geometry.h"
#include "halfturn/result.h"
#include "halfturn/symmetry.h"

/// The 54 facelets of a cube as somebody wrote them, before anybody asks which pieces they show.
namespace halfturn::detail {

/// The colours are named by faces: by the letters themselves, or W R G Y O B as U R F D L B.
struct WrittenFacelets {
  std::array<std::optional<Face>, kFaceletCount> colour;  ///< none: written as ?
  std::array<base::TextPlace, kFaceletCount> place{};
  bool by_colour = false;  ///< written with W R G Y O B
  std::array<char, kFaceCount> letters{};

  /// The letter that stands for a colour in this text.
  char letter(Face named) const { return letters[static_cast<std::size_t>(named)]; }
  /// How often each colour is there.
  std::array<int, kFaceCount> counts() const;
  bool has_unknown() const;
};

/// U1 .. U9, R1 .. R9, ..
std::string facelet_name(std::size_t index);

Result<WrittenFacelets> read_facelet_text(std::string_view text);

/// An Error where a colour is there more than nine times, or less often without an unknown facelet.
std::optional<Error> check_colour_counts(const WrittenFacelets& written);

/// How the cube is held: the rotation that takes each colour to the face where its centre lies. A centre that
/// is the only unknown one is filled in. Colours W R G Y O B may be arranged on the faces in any way: where
/// no rotation of the usual arrangement explains the centres, the colours are renamed after the faces of
/// their centres, and the cube counts as held as it is.
Result<Symmetry> read_centres(WrittenFacelets& written);

}  // namespace halfturn::detail
