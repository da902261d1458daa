#pragma once

#include <gtest/gtest.h>

#include <cstdlib>

#include "halfturn/table_store.h"

namespace halfturn {

/// The folder of tables built by the test fixture, which ctest names in HALFTURN_TEST_TABLES.
inline TableStore test_tables() {
  const char* folder = std::getenv("HALFTURN_TEST_TABLES");
  EXPECT_NE(folder, nullptr) << "run through ctest, or set HALFTURN_TEST_TABLES to a folder of tables";
  return TableStore(folder != nullptr ? folder : "/nonexistent");
}

}  // namespace halfturn
