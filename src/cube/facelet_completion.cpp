#include "cube/facelet_completion.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <vector>

#include "cube/pieces.h"

namespace halfturn::detail {

namespace {

/// How much is tried before a cube counts as too unknown. A camera that misses a few facelets needs hundreds.
constexpr int kMostSteps = 2'000'000;

/// All ways to put the pieces of one type so that they show the known facelets: up to two of each parity,
/// with the turns adding up as on a cube.
template <std::size_t N, std::size_t Places>
class Placements {
 public:
  using Placed = std::array<PlacedPiece, Places>;

  /// `colours_of`: the faces of each piece; `facelets`: where each place shows them; `wanted`: the colour
  /// that is known at a facelet, named by the face of its centre.
  Placements(const std::array<std::array<Face, N>, Places>& colours_of,
             const std::array<std::array<std::uint8_t, N>, Places>& facelets,
             const std::array<std::optional<Face>, kFaceletCount>& wanted) {
    for (std::size_t place = 0; place < Places; ++place)
      for (std::size_t piece = 0; piece < Places; ++piece)
        for (std::size_t turn = 0; turn < N; ++turn) {
          bool fits = true;
          for (std::size_t k = 0; k < N; ++k) {
            const std::optional<Face>& here = wanted[facelets[place][(k + turn) % N]];
            fits = fits && (!here || *here == colours_of[piece][k]);
          }
          if (fits) candidates_[place].push_back({static_cast<int>(piece), static_cast<int>(turn)});
        }
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::ranges::stable_sort(order_, {}, [&](std::size_t place) { return candidates_[place].size(); });
    extend(0, 0, 0);
  }

  bool gave_up() const { return steps_ > kMostSteps; }
  const std::vector<Placed>& of_parity(bool odd) const { return found_[odd ? 1 : 0]; }
  /// A place that no piece fits, if there is one.
  std::optional<std::size_t> hopeless_place() const {
    return candidates_[order_[0]].empty() ? std::optional(order_[0]) : std::nullopt;
  }

 private:
  static constexpr std::size_t kEnough = 2;

  void extend(std::size_t depth, unsigned used, int turns) {
    if (++steps_ > kMostSteps || (found_[0].size() >= kEnough && found_[1].size() >= kEnough)) return;
    if (depth == Places) {
      if (turns % static_cast<int>(N) != 0) return;
      std::vector<Placed>& same_parity = found_[takes_odd_swaps(placed_) ? 1 : 0];
      if (same_parity.size() < kEnough) same_parity.push_back(placed_);
      return;
    }
    const std::size_t place = order_[depth];
    for (const PlacedPiece& candidate : candidates_[place]) {
      const unsigned bit = 1U << static_cast<unsigned>(candidate.piece);
      if ((used & bit) != 0) continue;
      placed_[place] = candidate;
      extend(depth + 1, used | bit, turns + candidate.turn);
    }
  }

  std::array<std::vector<PlacedPiece>, Places> candidates_;
  std::array<std::size_t, Places> order_{};
  Placed placed_{};
  std::array<std::vector<Placed>, 2> found_;
  int steps_ = 0;
};

template <std::size_t N, std::size_t Places>
void show(const std::array<PlacedPiece, Places>& placed,
          const std::array<std::array<Face, N>, Places>& colours_of,
          const std::array<std::array<std::uint8_t, N>, Places>& facelets,
          std::array<Face, kFaceletCount>& colours) {
  for (std::size_t place = 0; place < Places; ++place)
    for (std::size_t k = 0; k < N; ++k)
      colours[facelets[place][(k + static_cast<std::size_t>(placed[place].turn)) % N]] =
          colours_of[static_cast<std::size_t>(placed[place].piece)][k];
}

template <std::size_t N>
Error no_piece_fits(const std::array<std::uint8_t, N>& facelets, const WrittenFacelets& written) {
  std::string names;
  std::string letters;
  for (const std::uint8_t index : facelets) {
    names += (names.empty() ? "" : " ") + facelet_name(index);
    letters += written.colour[index] ? written.letter(*written.colour[index]) : '?';
  }
  return base::error_at(written.place[facelets[0]], fmt::format("no piece shows {} on {}", letters, names),
                        "one of these facelets is misread");
}

}  // namespace

std::optional<Error> fill_in_unknown(WrittenFacelets& written, Symmetry held) {
  std::array<std::optional<Face>, kFaceletCount> wanted;
  for (std::size_t i = 0; i < kFaceletCount; ++i)
    if (written.colour[i]) wanted[i] = held(*written.colour[i]);
  const Placements<2, kEdgeCount> edges(kEdgeFaces, kEdgeFacelets, wanted);
  const Placements<3, kCornerCount> corners(kCornerFaces, kCornerFacelets, wanted);
  if (const auto place = edges.hopeless_place()) return no_piece_fits(kEdgeFacelets[*place], written);
  if (const auto place = corners.hopeless_place()) return no_piece_fits(kCornerFacelets[*place], written);

  std::vector<std::array<Face, kFaceletCount>> cubes;
  for (const bool odd : {false, true})
    for (const auto& placed_edges : edges.of_parity(odd))
      for (const auto& placed_corners : corners.of_parity(odd)) {
        std::array<Face, kFaceletCount> colours{};
        show(placed_edges, kEdgeFaces, kEdgeFacelets, colours);
        show(placed_corners, kCornerFaces, kCornerFacelets, colours);
        cubes.push_back(colours);
      }
  Error error;
  if (cubes.empty() && (edges.gave_up() || corners.gave_up())) {
    error.message = "too many facelets are unknown to tell which cube this is";
    error.hint = "read more of them";
    return error;
  }
  if (cubes.empty()) {
    error.message = "no possible cube has these facelets, whatever the unknown ones are";
    error.hint = "one of the known facelets is misread";
    return error;
  }
  if (cubes.size() > 1) {
    std::string names;
    for (std::size_t i = 0; i < kFaceletCount; ++i)
      if (!written.colour[i] && cubes[0][i] != cubes[1][i])
        names += (names.empty() ? "" : " ") + facelet_name(i);
    error.message = "several possible cubes have these facelets";
    error.hint = fmt::format("two of them differ on {}", names);
    return error;
  }
  const Symmetry colour_of_face = held.inverse();
  for (std::size_t i = 0; i < kFaceletCount; ++i)
    if (!written.colour[i]) written.colour[i] = colour_of_face(cubes[0][i]);
  return std::nullopt;
}

}  // namespace halfturn::detail
