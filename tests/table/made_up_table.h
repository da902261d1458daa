#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "halfturn/table_store.h"

namespace halfturn::testing {

/// Content that looks like nothing else: a different byte sequence for each seed.
inline void fill_made_up(std::span<std::byte> content, std::uint64_t seed) {
  std::uint64_t state = seed * 2 + 1;
  for (std::byte& byte : content) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    byte = static_cast<std::byte>(state >> 56);
  }
}

/// A small table that is quick to build.
inline TableKind made_up_kind(std::string name = "toy", std::uint64_t entries = 5003, std::uint32_t bits = 8,
                              std::uint64_t seed = 1) {
  return {.name = std::move(name),
          .purpose = "a table for tests",
          .version = 1,
          .entries = entries,
          .bits_per_entry = bits,
          .build = [seed](std::span<std::byte> content, const halfturn::Run&) -> Result<void> {
            fill_made_up(content, seed);
            return {};
          }};
}

inline std::vector<std::byte> made_up_content(const TableKind& kind, std::uint64_t seed = 1) {
  std::vector<std::byte> content(kind.content_bytes());
  fill_made_up(content, seed);
  return content;
}

inline std::vector<std::byte> bytes_of(const TableData& data) {
  return {data.bytes().begin(), data.bytes().end()};
}

/// Fails the test unless the result is an open table that holds this content.
inline void expect_content(const Result<TableData>& opened, const std::vector<std::byte>& content) {
  ASSERT_TRUE(opened.ok()) << opened.error().text();
  EXPECT_TRUE(bytes_of(*opened) == content) << "the content differs";
}

inline void expect_error(const Error& error, ErrorKind kind, const std::string& message,
                         const std::string& hint) {
  EXPECT_EQ(error.kind, kind);
  EXPECT_EQ(error.message, message);
  EXPECT_EQ(error.hint, hint);
}

template <class T>
void expect_error(const Result<T>& result, ErrorKind kind, const std::string& message,
                  const std::string& hint) {
  ASSERT_FALSE(result.ok()) << "expected: " << message;
  expect_error(result.error(), kind, message, hint);
}

}  // namespace halfturn::testing
