#include "cube/facelet_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "cube/pieces.h"

namespace halfturn::detail {

namespace {

using base::error_at;
using base::TextPlace;
using base::TextReader;

constexpr std::string_view kColourLetters = "WRGYOB";

struct WrittenLetter {
  char32_t code;
  TextPlace place;
};

std::size_t centre_index(std::size_t face) {
  return static_cast<std::size_t>(centre_facelet(static_cast<Face>(face)));
}

/// W, G, Y and O are colours and not faces; U, F, D and L the other way round.
bool is_by_colour(const std::vector<WrittenLetter>& letters) {
  const auto is_one_of = [](std::string_view some) {
    return [some](const WrittenLetter& letter) {
      const char32_t capital = base::capital(letter.code);
      return capital < 0x80 && some.find(static_cast<char>(capital)) != std::string_view::npos;
    };
  };
  return std::ranges::count_if(letters, is_one_of("WGYO")) >
         std::ranges::count_if(letters, is_one_of("UFDL"));
}

std::optional<Face> colour_of(char32_t code, bool by_colour) {
  const char32_t capital = base::capital(code);
  if (!by_colour) return face_of_letter(capital);
  if (capital >= 0x80) return std::nullopt;
  const std::size_t index = kColourLetters.find(static_cast<char>(capital));
  return index == std::string_view::npos ? std::nullopt : std::optional(static_cast<Face>(index));
}

Error wrong_letter(const WrittenLetter& letter, std::size_t index, bool by_colour) {
  if (base::is_never_text(letter.code)) return base::never_text_error(letter.code, letter.place);
  const std::string what =
      index < kFaceletCount ? fmt::format("facelet {}", facelet_name(index)) : std::string("a facelet");
  return by_colour ? error_at(letter.place,
                              fmt::format("{} is {}, which is no colour", what, base::describe(letter.code)),
                              "each facelet is one of W R G Y O B, or ? where it is unknown")
                   : error_at(letter.place,
                              fmt::format("{} is {}, which is no face", what, base::describe(letter.code)),
                              "each facelet is one of U R F D L B: the face whose centre has its colour");
}

/// The face of the centre that has this colour, for each colour. An Error where a centre is unknown or two
/// are the same.
Result<FaceMap> faces_of_centres(const WrittenFacelets& written) {
  FaceMap face_of_colour{};
  std::array<bool, kFaceCount> seen{};
  for (std::size_t f = 0; f < kFaceCount; ++f) {
    const std::size_t here = centre_index(f);
    if (!written.colour[here])
      return error_at(written.place[here], fmt::format("the centre {} is unknown", facelet_name(here)),
                      "at most one of the six centres may be ?, because the others tell which it is");
    const Face colour = *written.colour[here];
    const auto c = static_cast<std::size_t>(colour);
    if (seen[c])
      return error_at(written.place[here],
                      fmt::format("the centres {} and {} both have the colour {}",
                                  facelet_name(centre_index(static_cast<std::size_t>(face_of_colour[c]))),
                                  facelet_name(here), written.letter(colour)),
                      "the six centres have six different colours");
    seen[c] = true;
    face_of_colour[c] = static_cast<Face>(f);
  }
  return face_of_colour;
}

/// If just one centre is unknown and the others differ, it has the colour that is left.
void fill_in_centre(WrittenFacelets& written) {
  std::optional<std::size_t> unknown;
  std::array<bool, kFaceCount> seen{};
  for (std::size_t f = 0; f < kFaceCount; ++f) {
    const std::optional<Face> colour = written.colour[centre_index(f)];
    if (colour)
      seen[static_cast<std::size_t>(*colour)] = true;
    else if (unknown)
      return;
    else
      unknown = centre_index(f);
  }
  if (!unknown || std::ranges::count(seen, false) != 1) return;
  written.colour[*unknown] = static_cast<Face>(std::ranges::find(seen, false) - seen.begin());
}

/// What keeps the centres from being those of a cube that is only held in another way.
std::optional<Error> rotation_fault(const WrittenFacelets& written, const FaceMap& face_of_colour) {
  for (std::size_t f = 0; f < 3; ++f) {
    const Face here = *written.colour[centre_index(f)];
    const Face there = *written.colour[centre_index(f + 3)];
    if (there != opposite(here))
      return error_at(
          written.place[centre_index(f + 3)],
          fmt::format("the centres {} and {} have the colours {} and {}, which do not lie opposite each "
                      "other",
                      facelet_name(centre_index(f)), facelet_name(centre_index(f + 3)), written.letter(here),
                      written.letter(there)),
          fmt::format("opposite {} is {}", written.letter(here), written.letter(opposite(here))));
  }
  if (Symmetry::from_images(face_of_colour[0], face_of_colour[1], face_of_colour[2]).is_reflection())
    return error_at(written.place[centre_index(0)], "the centres are those of a cube's mirror image",
                    "two opposite faces are exchanged; the faces come in the order U R F D L B");
  return std::nullopt;
}

}  // namespace

std::array<int, kFaceCount> WrittenFacelets::counts() const {
  std::array<int, kFaceCount> count{};
  for (const std::optional<Face>& here : colour)
    if (here) ++count[static_cast<std::size_t>(*here)];
  return count;
}

bool WrittenFacelets::has_unknown() const {
  return std::ranges::any_of(colour, [](const std::optional<Face>& here) { return !here; });
}

std::string facelet_name(std::size_t index) {
  return fmt::format("{}{}", letter_of(static_cast<Face>(index / 9)), index % 9 + 1);
}

Result<WrittenFacelets> read_facelet_text(std::string_view text) {
  std::vector<WrittenLetter> letters;
  TextReader reader(text);
  TextPlace behind_last;
  for (reader.skip_blank(); !reader.at_end(); reader.skip_blank()) {
    const TextPlace place = reader.place();
    letters.push_back({reader.next(), place});
    behind_last = reader.place();
  }
  WrittenFacelets written;
  written.by_colour = is_by_colour(letters);
  for (std::size_t f = 0; f < kFaceCount; ++f)
    written.letters[f] = written.by_colour ? kColourLetters[f] : letter_of(static_cast<Face>(f));
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const std::optional<Face> colour = colour_of(letters[i].code, written.by_colour);
    if (!colour && letters[i].code != U'?') return wrong_letter(letters[i], i, written.by_colour);
    if (i >= kFaceletCount) continue;
    written.colour[i] = colour;
    written.place[i] = letters[i].place;
  }
  const std::size_t count = letters.size();
  if (count != kFaceletCount)
    return error_at(
        count < kFaceletCount ? behind_last : letters[kFaceletCount].place,
        fmt::format("a cube has 54 facelets, but {} {} written here", count, count == 1 ? "is" : "are"),
        "nine letters for each face, in the order U R F D L B");
  return written;
}

std::optional<Error> check_colour_counts(const WrittenFacelets& written) {
  const std::array<int, kFaceCount> count = written.counts();
  const bool has_unknown = written.has_unknown();
  std::string wrong;
  for (std::size_t f = 0; f < kFaceCount; ++f) {
    if (count[f] == 9 || (count[f] < 9 && has_unknown)) continue;
    if (!wrong.empty()) wrong += ", ";
    wrong += fmt::format("{} {} {}", written.letter(static_cast<Face>(f)), count[f],
                         count[f] == 1 ? "time" : "times");
  }
  if (wrong.empty()) return std::nullopt;
  Error error;
  error.message = fmt::format("not every colour is there nine times: {}", wrong);
  error.hint = "each of the six letters must appear nine times";
  return error;
}

Result<Symmetry> read_centres(WrittenFacelets& written) {
  fill_in_centre(written);
  const Result<FaceMap> found = faces_of_centres(written);
  if (!found) return found.error();
  const FaceMap& face_of_colour = *found;
  if (const std::optional<Error> fault = rotation_fault(written, face_of_colour)) {
    if (!written.by_colour) return *fault;
    for (std::optional<Face>& colour : written.colour)
      if (colour) colour = face_of_colour[static_cast<std::size_t>(*colour)];
    const std::array<char, kFaceCount> before = written.letters;
    for (std::size_t c = 0; c < kFaceCount; ++c)
      written.letters[static_cast<std::size_t>(face_of_colour[c])] = before[c];
    return Symmetry();
  }
  return Symmetry::from_images(face_of_colour[0], face_of_colour[1], face_of_colour[2]);
}

}  // namespace halfturn::detail
