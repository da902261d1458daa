#include "base/pages.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

namespace halfturn::base {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;

static_assert(!std::is_copy_constructible_v<PageBuffer> && !std::is_copy_assignable_v<PageBuffer>);
static_assert(std::is_nothrow_move_constructible_v<PageBuffer> &&
              std::is_nothrow_move_assignable_v<PageBuffer>);

PageBuffer buffer_of(std::size_t size) {
  std::optional<PageBuffer> buffer = PageBuffer::allocate(size);
  if (!buffer) throw std::bad_alloc();
  return std::move(*buffer);
}

TEST(PageBuffer, IsZeroedAlignedAndWritableToItsLastByte) {
  for (const std::size_t size :
       {std::size_t{1}, std::size_t{4095}, kHugePage - 1, kHugePage, kHugePage + 1, 3 * kHugePage + 5}) {
    PageBuffer buffer = buffer_of(size);
    ASSERT_EQ(buffer.bytes().size(), size);
    ASSERT_EQ(std::as_const(buffer).bytes().data(), buffer.bytes().data());
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.bytes().data()) % kHugePage, 0u);
    EXPECT_TRUE(std::ranges::all_of(buffer.bytes(), [](std::byte b) { return b == std::byte{0}; }));
    std::ranges::fill(buffer.bytes(), std::byte{7});
    EXPECT_TRUE(std::ranges::all_of(buffer.bytes(), [](std::byte b) { return b == std::byte{7}; }));
  }
}

TEST(PageBuffer, OfNothing) {
  EXPECT_TRUE(buffer_of(0).bytes().empty());
  EXPECT_TRUE(PageBuffer().bytes().empty());
}

TEST(PageBuffer, TwoDoNotOverlap) {
  PageBuffer one = buffer_of(kHugePage + 1);
  PageBuffer two = buffer_of(kHugePage + 1);
  std::ranges::fill(one.bytes(), std::byte{1});
  EXPECT_TRUE(std::ranges::all_of(two.bytes(), [](std::byte b) { return b == std::byte{0}; }));
}

TEST(PageBuffer, MovesItsBytes) {
  PageBuffer one = buffer_of(100);
  one.bytes()[99] = std::byte{42};
  const std::byte* const where = one.bytes().data();

  PageBuffer two(std::move(one));
  EXPECT_EQ(two.bytes().data(), where);
  EXPECT_EQ(two.bytes().size(), 100u);
  EXPECT_EQ(two.bytes()[99], std::byte{42});
  EXPECT_TRUE(one.bytes().empty());  // NOLINT(bugprone-use-after-move): that is the question

  PageBuffer three = buffer_of(5);
  three = std::move(two);
  EXPECT_EQ(three.bytes().data(), where);
  EXPECT_EQ(three.bytes()[99], std::byte{42});
  EXPECT_TRUE(two.bytes().empty());  // NOLINT(bugprone-use-after-move)

  one = buffer_of(7);
  EXPECT_EQ(one.bytes().size(), 7u);
  one.bytes()[6] = std::byte{1};
}

TEST(PageBuffer, MovedToItselfStaysWhole) {
  PageBuffer buffer = buffer_of(100);
  buffer.bytes()[0] = std::byte{9};
  PageBuffer& same = buffer;
  buffer = std::move(same);
  ASSERT_EQ(buffer.bytes().size(), 100u);
  EXPECT_EQ(buffer.bytes()[0], std::byte{9});
}

TEST(PageBuffer, SaysNoToMoreThanThereIs) {
  errno = 0;
  EXPECT_FALSE(PageBuffer::allocate(std::size_t{1} << 55).has_value());
  EXPECT_EQ(errno, ENOMEM);
}

}  // namespace
}  // namespace halfturn::base
