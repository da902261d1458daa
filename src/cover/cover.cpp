#include "halfturn/cover.h"

#include <algorithm>
#include <span>
#include <utility>

#include "cover/text.h"
#include "halfturn/notation.h"
#include "table/file_header.h"

namespace halfturn {

namespace {

std::uint64_t checksum_of_classes(const Cover& cover) {
  const EdgeClasses& classes = cover.classes();
  std::vector<std::array<std::uint32_t, 4>> words(kEdgeClassCount);
  for (int c = 0; c < kEdgeClassCount; ++c) {
    const Phase1Coset pair = classes.representative(c);
    words[static_cast<std::size_t>(c)] = {cover.has_class(c), classes.coset_count(c), pair.flip, pair.slice};
  }
  ContentHash hash;
  hash.add(std::as_bytes(std::span(words)));
  return hash.value();
}

}  // namespace

std::string_view to_string(CoverKind kind) {
  switch (kind) {
    case CoverKind::all:
      return "all";
    case CoverKind::plain:
      return "plain";
    case CoverKind::with_inverses:
      return "with-inverses";
  }
  return "";
}

std::optional<CoverKind> cover_kind_named(std::string_view name) {
  for (const CoverKind kind : kCoverKinds)
    if (to_string(kind) == name) return kind;
  return std::nullopt;
}

std::uint64_t cover_size(CoverKind kind) {
  constexpr std::uint64_t kAll = 138'639'780;
  return kind == CoverKind::all ? kAll : cost_in_head(embedded_cover(kind));
}

Cover Cover::make(CoverKind kind, const Phase1Coordinates& coordinates) {
  std::vector<bool> chosen(kEdgeClassCount, true);
  // What comes with the library has been read by its tests.
  if (kind != CoverKind::all) chosen = std::move(parse_cover(embedded_cover(kind))->chosen);
  return of(std::move(chosen), coordinates);
}

Cover Cover::of(std::vector<bool> chosen, const Phase1Coordinates& coordinates) {
  Cover cover;
  cover.coordinates_ = &coordinates;
  cover.classes_ = EdgeClasses::make(coordinates);
  cover.chosen_ = std::move(chosen);
  cover.first_.reserve(kEdgeClassCount + 1);
  std::uint64_t first = 0;
  for (int c = 0; c < kEdgeClassCount; ++c) {
    cover.first_.push_back(first);
    if (!cover.has_class(c)) continue;
    first += cover.classes_->coset_count(c);
    ++cover.class_count_;
  }
  cover.first_.push_back(first);
  cover.checksum_ = checksum_of_classes(cover);
  return cover;
}

std::optional<Phase1Coset> Cover::coset(std::uint64_t index) const {
  if (index >= size()) return std::nullopt;
  // A class that is not chosen begins where the next one does, so the last that begins here is the one.
  const auto after = std::ranges::upper_bound(first_, index);
  const auto class_index = static_cast<int>(after - first_.begin()) - 1;
  Phase1Coset coset = classes_->representative(class_index);
  coset.twist = classes_->twists(class_index).smallest[index - *(after - 1)];
  return coset;
}

std::optional<std::uint64_t> Cover::index_of(Phase1Coset coset) const {
  const auto [class_index, symmetry] = classes_->class_of(coset.flip, coset.slice);
  if (!has_class(class_index)) return std::nullopt;
  const Phase1Coset seen = coordinates_->seen_through(coset, Symmetry::from_index(symmetry));
  return first_[class_index] + classes_->twists(class_index).orbit_of[seen.twist];
}

std::shared_ptr<const Cover> shared_cover(CoverKind kind) {
  struct Both {
    std::unique_ptr<const Phase1Coordinates> coordinates;
    Cover cover;
  };
  std::unique_ptr<const Phase1Coordinates> coordinates = Phase1Coordinates::make();
  Cover cover = Cover::make(kind, *coordinates);
  const auto both = std::make_shared<const Both>(Both{std::move(coordinates), std::move(cover)});
  return {both, &both->cover};
}

Moves coset_sequence(const Phase1Table& table, Phase1Coset coset) {
  return inverse(table.solve(coset));
}

}  // namespace halfturn
