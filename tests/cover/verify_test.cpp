#include "halfturn/cover_verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "cover/text.h"
#include "cover/verify/edge_classes_by_stickers.h"
#include "cover/verify/edge_configuration.h"
#include "halfturn/cover.h"
#include "halfturn/random.h"

namespace halfturn {
namespace {

using AxisClasses = std::array<std::size_t, 3>;

EdgeConfiguration configuration_of(const Cube& cube) {
  EdgeConfiguration configuration;
  for (std::size_t p = 0; p < kEdgeCount; ++p) {
    const PlacedPiece edge = cube.edge_at(static_cast<int>(p));
    const auto piece = static_cast<std::size_t>(edge.piece);
    std::array<int, 2> axes = {axis_of(kEdgeFaces[piece][0]), axis_of(kEdgeFaces[piece][1])};
    if (edge.turn == 1) std::swap(axes[0], axes[1]);
    const EdgeState straight{static_cast<std::uint8_t>(slice_of_edge(piece)), false};
    configuration[p] = {straight.home, sticker_axes(p, straight) != axes};
  }
  return configuration;
}

EdgeSignature signature_of(const EdgeConfiguration& configuration) {
  EdgeSignature signature = 0;
  for (std::size_t p = 0; p < kEdgeCount; ++p)
    signature += signature_of_edge(configuration[p].home, slice_of_edge(p), configuration[p].crossed);
  return signature;
}

class CoverVerify : public testing::Test {
 protected:
  /// The classes along the three axes, by the library's own way.
  static AxisClasses classes_of(const Cube& cube) {
    AxisClasses result{};
    for (int axis = 0; axis < 3; ++axis) {
      const Phase1Coset coset = coordinates().coset_of(cube.seen_through(axis_to_ud(axis)));
      result[static_cast<std::size_t>(axis)] = edge_classes().class_of(coset.flip, coset.slice).class_index;
    }
    return result;
  }
  static bool leaves_out(const std::vector<bool>& chosen, const Cube& cube) {
    return std::ranges::none_of(classes_of(cube), [&](std::size_t c) { return chosen[c]; });
  }
  static std::vector<bool> all_classes() { return std::vector<bool>(kEdgeClassCount, true); }
  static CoverVerdict verdict(const std::vector<bool>& chosen, bool inverses, std::uint64_t random = 20000) {
    const Result<CoverVerdict> result =
        verify_cover(chosen, {.inverses = inverses, .random_positions = random}, {});
    EXPECT_TRUE(result.ok());
    return *result;
  }
  static const Phase1Coordinates& coordinates() {
    static const std::unique_ptr<const Phase1Coordinates> made = Phase1Coordinates::make();
    return *made;
  }
  static const EdgeClasses& edge_classes() {
    static const std::unique_ptr<const EdgeClasses> made = EdgeClasses::make(coordinates());
    return *made;
  }
};

TEST_F(CoverVerify, StickersGiveTheSameClassesAsCoordinates) {
  const EdgeClassesByStickers classes;
  ASSERT_EQ(classes.size(), std::size_t{kEdgeClassCount});
  for (std::size_t pair = 0; pair < EdgeClassesByStickers::kPairs; ++pair) {
    const auto flip = static_cast<std::uint16_t>(pair % kFlipCount);
    const auto slice = static_cast<std::uint16_t>(pair / kFlipCount);
    ASSERT_EQ(classes.class_of(pair), edge_classes().class_of(flip, slice).class_index);
  }
  std::uint64_t cosets = 0;
  for (std::size_t c = 0; c < classes.size(); ++c) {
    ASSERT_EQ(classes.coset_count(c), edge_classes().coset_count(static_cast<int>(c)));
    cosets += classes.coset_count(c);
  }
  EXPECT_EQ(cosets, 138'639'780u);
}

TEST_F(CoverVerify, ConfigurationsOfAPositionAndItsInverseHaveTransposedSignatures) {
  RandomCubes random(1);
  for (int i = 0; i < 100'000; ++i) {
    const Cube cube = random.next();
    const EdgeSignature signature = signature_of(configuration_of(cube));
    ASSERT_EQ(signature_of(configuration_of(cube.inverse())), transposed(signature));
    ASSERT_EQ(transposed(transposed(signature)), signature);
  }
}

TEST_F(CoverVerify, TransposedSignaturesOccurAsAPositionAndItsInverse) {
  RandomCubes random(2);
  for (int i = 0; i < 100'000; ++i) {
    const Cube cube = random.next();
    const EdgeConfiguration configuration = configuration_of(cube);
    ASSERT_EQ(configuration_of(position_with(configuration)), configuration);
    // Another configuration with the signature of the inverse: within a slice, states may change places.
    EdgeConfiguration other = configuration_of(cube.inverse());
    for (std::uint32_t p = 1; p < kEdgeCount; ++p) {
      const std::uint32_t q = random.below(p + 1);
      if (slice_of_edge(p) == slice_of_edge(q)) std::swap(other[p], other[q]);
    }
    ASSERT_EQ(signature_of(other), transposed(signature_of(configuration)));
    const Cube both = position_with(configuration, other);
    ASSERT_EQ(configuration_of(both), configuration);
    ASSERT_EQ(configuration_of(both.inverse()), other);
  }
}

TEST_F(CoverVerify, TheConfigurationDecidesTheThreeClasses) {
  RandomCubes random(3);
  for (int i = 0; i < 20'000; ++i) {
    const Cube cube = random.next();
    ASSERT_EQ(classes_of(position_with(configuration_of(cube))), classes_of(cube));
  }
}

TEST_F(CoverVerify, AllClassesAreACover) {
  const CoverVerdict found = verdict(all_classes(), false);
  EXPECT_EQ(found.missed, std::nullopt);
  EXPECT_EQ(found.classes, kEdgeClassCount);
  EXPECT_EQ(found.cosets, 138'639'780u);
  EXPECT_EQ(found.configurations, 70'963'200u);
  EXPECT_EQ(found.left_out, 0u);
  EXPECT_EQ(found.random_positions, 20000u);
  EXPECT_EQ(found.random_left_out, 0u);
}

TEST_F(CoverVerify, ThoseThatComeWithTheLibraryAreCovers) {
  for (CoverKind kind : {CoverKind::plain, CoverKind::with_inverses}) {
    const Result<CoverText> text = parse_cover(embedded_cover(kind));
    ASSERT_TRUE(text.ok());
    const CoverVerdict found = verdict(text->chosen, kind == CoverKind::with_inverses, 1'000'000);
    EXPECT_EQ(found.missed, std::nullopt);
    EXPECT_EQ(found.configurations, 70'963'200u);
    EXPECT_EQ(found.classes, text->class_count);
    EXPECT_EQ(found.cosets, text->cost);
    EXPECT_EQ(found.cosets, Cover::make(kind, coordinates()).size());
  }
}

TEST_F(CoverVerify, MissesTheClassOfTheSolvedCube) {
  std::vector<bool> chosen = all_classes();
  ASSERT_EQ(classes_of(Cube()), (AxisClasses{0, 0, 0}));
  chosen[0] = false;
  for (bool inverses : {false, true}) {
    const CoverVerdict found = verdict(chosen, inverses);
    EXPECT_EQ(found.left_out, 1u);  // every edge in its slice, and straight
    ASSERT_TRUE(found.missed);
    EXPECT_TRUE(leaves_out(chosen, *found.missed));
    EXPECT_TRUE(leaves_out(chosen, found.missed->inverse()));
  }
}

TEST_F(CoverVerify, TellsPlainCoversFromThoseThatNeedInverses) {
  RandomCubes random(4);
  const Cube cube = random.next();
  std::vector<bool> chosen = all_classes();
  for (std::size_t c : classes_of(cube)) chosen[c] = false;
  ASSERT_FALSE(leaves_out(chosen, cube.inverse()));

  const CoverVerdict plain = verdict(chosen, false);
  EXPECT_GT(plain.left_out, 0u);
  ASSERT_TRUE(plain.missed);
  EXPECT_TRUE(leaves_out(chosen, *plain.missed));

  const CoverVerdict with_inverses = verdict(chosen, true);
  EXPECT_EQ(with_inverses.left_out, plain.left_out);
  EXPECT_EQ(with_inverses.missed, std::nullopt);

  for (std::size_t c : classes_of(cube.inverse())) chosen[c] = false;
  const CoverVerdict neither = verdict(chosen, true);
  EXPECT_GT(neither.left_out, plain.left_out);
  ASSERT_TRUE(neither.missed);
  EXPECT_TRUE(leaves_out(chosen, *neither.missed));
  EXPECT_TRUE(leaves_out(chosen, neither.missed->inverse()));
}

TEST_F(CoverVerify, RandomPositionsAreLeftOutAsOftenAsConfigurations) {
  // Every third class is missing, so a position is left out about once in 27 times.
  std::vector<bool> chosen = all_classes();
  for (std::size_t c = 0; c < chosen.size(); c += 3) chosen[c] = false;
  const CoverVerdict found = verdict(chosen, false, 200'000);
  const double of_configurations =
      static_cast<double>(found.left_out) / static_cast<double>(found.configurations);
  const double of_random =
      static_cast<double>(found.random_left_out) / static_cast<double>(found.random_positions);
  EXPECT_NEAR(of_random, of_configurations, 0.003);
  EXPECT_GT(of_random, 0.01);
}

TEST_F(CoverVerify, DoesNotDependOnThreads) {
  std::vector<bool> chosen = all_classes();
  for (std::size_t c = 0; c < chosen.size(); c += 5) chosen[c] = false;
  const Result<CoverVerdict> one =
      verify_cover(chosen, {.inverses = true, .random_positions = 0}, {.threads = 1});
  const Result<CoverVerdict> three =
      verify_cover(chosen, {.inverses = true, .random_positions = 0}, {.threads = 3});
  ASSERT_TRUE(one.ok() && three.ok());
  EXPECT_EQ(one->left_out, three->left_out);
  EXPECT_EQ(one->missed, three->missed);
}

TEST_F(CoverVerify, RefusesAnotherNumberOfClasses) {
  const Result<CoverVerdict> result = verify_cover(std::vector<bool>(100, true), {}, {});
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().text(), "a cover has 64430 classes, not 100");
}

TEST_F(CoverVerify, StopsWhenAsked) {
  std::stop_source stop;
  stop.request_stop();
  const Result<CoverVerdict> result = verify_cover(all_classes(), {}, {.stop = stop.get_token()});
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().kind, ErrorKind::stopped);
}

}  // namespace
}  // namespace halfturn
