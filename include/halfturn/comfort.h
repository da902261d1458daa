#pragma once

#include <compare>
#include <string_view>

#include "halfturn/metric.h"
#include "halfturn/move.h"
#include "halfturn/result.h"

/// How comfortable a sequence is to turn by hand.
namespace halfturn {

/// A set of faces: bit 0 for U, then R F D L B.
using FaceSet = unsigned;

/// The faces that letters name, in either case: "RUF". An Error if there is no letter, or, with its column,
/// if a letter names no face or one named before.
Result<FaceSet> parse_faces(std::string_view letters);

/// The less, the better: first the moves of faces that are not preferred, then the regrips.
struct Comfort {
  int outside = 0;  ///< moves of faces that are not preferred
  int regrips = 0;  ///< how often a hand lets go of the cube, by a simple model
  // NOLINTNEXTLINE(modernize-use-nullptr): sees a 0 that is not there
  friend constexpr auto operator<=>(const Comfort&, const Comfort&) = default;
};

/// The model of two hands that hold L and R, thumbs in front:
///   - Fingers turn U, D and F, without a regrip.
///   - R turns the right wrist up by a quarter, R' down; R2 goes by two quarters either way. From the grip at
///   the
///     start a wrist can be one quarter down to two quarters up; a turn beyond is a regrip, back to where the
///     wrist was at the start, before it. If R2 can go both ways, it goes up. L' and L are the same for the
///     left.
///   - B is a regrip, since no finger is there; a turn that follows another one of B and F alone is not.
Comfort comfort_of(const Moves& moves, FaceSet preferred);

/// Orders solutions: shorter ones first, of equal lengths the more comfortable ones. For a stable sort.
class ComfortOrder {
 public:
  explicit ComfortOrder(FaceSet preferred, Metric metric = Metric::half)
      : preferred_(preferred), metric_(metric) {}
  bool operator()(const Moves& a, const Moves& b) const {
    const int shorter = length(a, metric_) - length(b, metric_);
    if (shorter != 0) return shorter < 0;
    return comfort_of(a, preferred_) < comfort_of(b, preferred_);
  }

 private:
  FaceSet preferred_;
  Metric metric_;
};

}  // namespace halfturn
