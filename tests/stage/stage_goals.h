#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "stage/piece_list.h"

/// When a stage of a CFOP solve is reached: a plain predicate for each variant, for any face at the bottom.
namespace halfturn::reference {

enum class Variant { standard, pseudo, pair, pseudo_pair, eo };

struct Goal {
  Variant variant;
  int number;  ///< of slots that it asks for, not counting the pair of a pair variant
  std::string_view name;
};

/// All stages, in the order of all_stages().
inline constexpr std::array<Goal, 22> kGoals = {{
    {Variant::standard, 0, "cross"},
    {Variant::standard, 1, "xcross"},
    {Variant::standard, 2, "xxcross"},
    {Variant::standard, 3, "xxxcross"},
    {Variant::standard, 4, "f2l"},
    {Variant::pseudo, 0, "pseudo_cross"},
    {Variant::pseudo, 1, "pseudo_xcross"},
    {Variant::pseudo, 2, "pseudo_xxcross"},
    {Variant::pseudo, 3, "pseudo_xxxcross"},
    {Variant::pair, 0, "cross_pair"},
    {Variant::pair, 1, "xcross_pair"},
    {Variant::pair, 2, "xxcross_pair"},
    {Variant::pair, 3, "xxxcross_pair"},
    {Variant::pseudo_pair, 0, "pseudo_cross_pseudo_pair"},
    {Variant::pseudo_pair, 1, "pseudo_xcross_pseudo_pair"},
    {Variant::pseudo_pair, 2, "pseudo_xxcross_pseudo_pair"},
    {Variant::pseudo_pair, 3, "pseudo_xxxcross_pseudo_pair"},
    {Variant::eo, 0, "eo_cross"},
    {Variant::eo, 1, "eo_xcross"},
    {Variant::eo, 2, "eo_xxcross"},
    {Variant::eo, 3, "eo_xxxcross"},
    {Variant::eo, 4, "eo_f2l"},
}};

/// A corner of the bottom face and the edge above it.
struct Slot {
  int corner = 0;
  int edge = 0;
  /// Its two side faces: the left and the back one when the slot is held at the back left.
  Face left{};
  Face back{};
};

/// The top, the cross edges and the slots when a given face is at the bottom.
struct Frame {
  Face bottom{};
  Face top{};
  std::array<int, 4> cross{};
  std::array<Slot, 4> slots{};
};

const Frame& frame_of(Face bottom);

/// The four ways to insert a joined pair: L U L', L U' L', B' U B, B' U' B for the slot at the back left.
std::array<Moves, 4> inserts(const Frame& frame, const Slot& slot);

/// The clockwise quarter turns of the bottom (0 .. 3) that solve the cross; nothing if none do.
std::optional<int> cross_offset(const Pieces& pieces, const Frame& frame);

/// Whether the edge can be brought home without quarter turns of the two faces of an axis (0: U D, 1: R L,
/// 2: F B).
bool edge_oriented(const Pieces& pieces, int edge, int axis);

bool reached(const Pieces& pieces, const Goal& goal, Face bottom);

}  // namespace halfturn::reference
