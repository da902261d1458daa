#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "with_tables.h"

namespace halfturn::testing {
namespace {

using ::testing::HasSubstr;

TEST_F(WithTables, DistributionAsText) {
  EXPECT_EQ(answer({"distribution", "cross"}),
            "cross: one colour; 190,080 positions\n"
            "distance         positions           share      up to here\n"
            "       0                 1    0.00052609 %    0.00052609 %\n"
            "       1                15    0.00789141 %    0.00841751 %\n"
            "       2               158    0.08312290 %    0.09154040 %\n"
            "       3             1,394    0.73337542 %    0.82491582 %\n"
            "       4             9,809    5.16045875 %    5.98537458 %\n"
            "       5            46,381   24.40077862 %   30.38615320 %\n"
            "       6            97,254   51.16477273 %   81.55092593 %\n"
            "       7            34,966   18.39541246 %   99.94633838 %\n"
            "       8               102    0.05366162 %  100.00000000 %\n"
            "mean 5.81206\n");
}

TEST_F(WithTables, DistributionAsJsonAndCsv) {
  const nlohmann::json both = as_json(answer({"distribution", "cross", "--colours", "WY", "--json"}));
  EXPECT_EQ(both[0]["positions"], 5'109'350'400);
  EXPECT_EQ(both[0]["counts"][8], 3672);
  EXPECT_THAT(answer({"distribution", "cross", "--csv"}),
              HasSubstr("stage,fixed,distance,positions,share,up_to_here\ncross,\"one colour\",0,1,"));
}

TEST_F(WithTables, DistributionsThatComeWithTheProgram) {
  const std::string six = answer({"distribution", "cross", "--colours", "WYORGB"});
  EXPECT_THAT(six, HasSubstr("cross: the best of 6 colours, YWORGB; 980,995,276,800 positions\n"));
  EXPECT_THAT(six, HasSubstr("\nmean 4.80946\n"));
  const std::string slots = answer({"distribution", "xcross"});
  EXPECT_THAT(slots, HasSubstr("xcross: one colour, the slot FR; 72,990,720 positions\n"));
  EXPECT_THAT(slots, HasSubstr("xcross: one colour, any slot; 695,280,402,432,000 positions\n"
                               "distance            positions           share      up to here\n"
                               "       0           37,908,599    0.00000545 %    0.00000545 %\n"));
  const nlohmann::json two = as_json(answer({"distribution", "xcross", "--colours", "WY", "--json"}));
  EXPECT_EQ(two[0]["positions"], 43'252'003'274'489'856'000.0);
  EXPECT_EQ(two[0]["counts"][0], 4'716'424'212'835);
}

TEST_F(WithTables, DistributionsCountedAgain) {
  EXPECT_EQ(answer({"distribution", "cross", "--recount"}), answer({"distribution", "cross"}));
}

class Distribution : public CommandLine {};

TEST_F(Distribution, RefusesWhatItCannotCount) {
  expect_refusal(halfturn({"distribution", "f2l"}), 2, "no table with the exact distances of f2l");
  expect_refusal(halfturn({"distribution", "corss"}), 2, "there is no stage named 'corss'");
  expect_refusal(halfturn({"distribution", "cross", "--colours", "WX"}), 2, "'X' is no face and no colour");
  expect_refusal(halfturn({"distribution", "cross", "--csv", "--json"}), 2,
                 "--csv and --json do not go together");
}

}  // namespace
}  // namespace halfturn::testing
