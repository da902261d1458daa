#include "base/nearest_name.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace halfturn::base {
namespace {

const std::vector<std::string> kNames = {"solve", "stats", "scramble", "cover", "coset", "--max-moves"};

TEST(NearestName, FindsWhatWasMeant) {
  EXPECT_EQ(nearest_name("sovle", kNames), "solve");
  EXPECT_EQ(nearest_name("SOLVE", kNames), "solve");
  EXPECT_EQ(nearest_name("solv", kNames), "solve");
  EXPECT_EQ(nearest_name("scrambel", kNames), "scramble");
  EXPECT_EQ(nearest_name("--maxmoves", kNames), "--max-moves");
  EXPECT_EQ(did_you_mean("stat", kNames), ", did you mean 'stats'?");
}

TEST(NearestName, DoesNotGuessWildly) {
  for (const char* word : {"", "x", "banana", "R U F", "co"})
    EXPECT_EQ(nearest_name(word, kNames), std::nullopt) << word;
  EXPECT_EQ(did_you_mean("banana", kNames), "");
  EXPECT_EQ(nearest_name(std::string(1'000'000, 'x'), kNames), std::nullopt);
}

}  // namespace
}  // namespace halfturn::base
