#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "halfturn/where.h"

namespace halfturn {
namespace {

using ::testing::HasSubstr;

constexpr LengthSet kAll = (1u << 21) - 1;

Condition one(const std::string& text) {
  const auto parsed = parse_conditions(text);
  EXPECT_TRUE(parsed) << text << ": " << (parsed ? "" : parsed.error().text());
  if (!parsed || parsed->size() != 1) return {};
  return parsed->front();
}

TEST(WhereParser, Comparisons) {
  EXPECT_EQ(one("cross(D)=4").lengths, 1u << 4);
  EXPECT_EQ(one("cross(D) == 4").lengths, 1u << 4);
  EXPECT_EQ(one("cross(D)!=4").lengths, kAll & ~(1u << 4));
  EXPECT_EQ(one("cross(D)<4").lengths, 0b1111u);
  EXPECT_EQ(one("cross(D)<=4").lengths, 0b11111u);
  EXPECT_EQ(one("cross(D)>4").lengths, kAll & ~0b11111u);
  EXPECT_EQ(one("cross(D)>=4").lengths, kAll & ~0b1111u);
  EXPECT_EQ(one("cross(D)=4..6").lengths, 0b1110000u);
  EXPECT_EQ(one("cross(D)!=0 .. 6").lengths, kAll & ~0b1111111u);
  EXPECT_EQ(one("cross(D)<=999999999999").lengths, kAll);
}

TEST(WhereParser, Selectors) {
  const std::vector<std::pair<std::string, View>> letters = {
      {"D", View::D}, {"Y", View::D}, {"U", View::U}, {"W", View::U}, {"L", View::L}, {"O", View::L},
      {"R", View::R}, {"F", View::F}, {"G", View::F}, {"B", View::B}, {"b", View::B}};
  for (const auto& [letter, view] : letters)
    EXPECT_EQ(one("cross(" + letter + ")=4").views, ViewSet(view)) << letter;
  EXPECT_EQ(one("cross(WY)=4").views, (ViewSet{View::D, View::U}));
  EXPECT_EQ(one("cross(any)=4").views, ViewSet::all());
  EXPECT_FALSE(one("cross(best)=4").worst);
  EXPECT_TRUE(one("cross( Worst )=4").worst);
}

TEST(WhereParser, Joins) {
  for (const std::string text : {"cross(D)=4 and xcross(W)>=8", "cross(D)=4,xcross(W)>=8",
                                 " cross(D)=4&&xcross(W)>=8 ", "CROSS(d)=4 AND XCross(w)>=8"}) {
    const auto parsed = parse_conditions(text);
    ASSERT_TRUE(parsed) << parsed.error().text();
    ASSERT_EQ(parsed->size(), 2u);
    EXPECT_EQ((*parsed)[0].stage, stage_of_name("cross"));
    EXPECT_EQ((*parsed)[1].stage, stage_of_name("xcross"));
  }
  EXPECT_EQ(parse_conditions("cross(D)=4, xcross(W) >= 8")->at(1).text, "xcross(W) >= 8");
}

TEST(WhereParser, SaysWhatIsWrongAndWhere) {
  struct Case {
    std::string text;
    std::size_t column;
    std::string message;
  };
  const std::vector<Case> cases = {
      {"", 1, "a stage is expected, the text ends"},
      {"corss(D)=4", 1, "there is no stage named"},
      {"cross D=4", 7, "( is expected behind the stage, found 'D'"},
      {"cross()=4", 7, "a face or a colour is expected, found ')'"},
      {"cross(WXY)=4", 8, "'X' is no face and no colour"},
      {"cross(WU)=4", 8, "'U' names the W side for a second time"},
      {"cross(D=4", 8, ") is expected, found '='"},
      {"cross(D)4", 9, "a comparison is expected, found '4'"},
      {"cross(D)=<4", 9, "there is no comparison"},
      {"cross(D)=", 10, "a number of moves is expected, the text ends"},
      {"cross(D)=-1", 10, "a number of moves is expected, found '-'"},
      {"cross(D)=4...6", 11, "a range has two dots"},
      {"cross(D)<4..6", 11, "a range goes with = or !="},
      {"cross(D)=6..4", 11, "the range 6..4 is empty"},
      {"cross(D)=4 or cross(U)=4", 12, "nothing more is expected, found"},
      {"cross(D)=4 and", 15, "a stage is expected, the text ends"},
      {"cross(D)=4;", 11, "nothing more is expected"},
      {"cross(\xC3\x89)=4", 7, "a face or a colour is expected"},
  };
  for (const Case& c : cases) {
    const auto parsed = parse_conditions(c.text);
    ASSERT_FALSE(parsed) << c.text;
    EXPECT_EQ(parsed.error().column, c.column) << c.text << ": " << parsed.error().text();
    EXPECT_THAT(parsed.error().message, HasSubstr(c.message)) << c.text;
    EXPECT_FALSE(parsed.error().hint.empty()) << c.text;
  }
}

TEST(WhereParser, AByteOrderMarkIsNoPartOfAConditionsText) {
  const auto parsed = parse_conditions(
      "\xEF\xBB\xBF"
      "cross(D)=8 and xcross(W)<=6");
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->at(0).text, "cross(D)=8");
  EXPECT_EQ(parsed->at(1).text, "xcross(W)<=6");
}

TEST(WhereParser, MessagesAreOneLineWhateverTheLetters) {
  for (const std::string letters : {"\n", "W\xC3\x89", "\x1B[2J"}) {
    const Result<ViewSet> views = parse_views(letters, ViewLetters::colours_or_faces);
    ASSERT_FALSE(views);
    EXPECT_THAT(views.error().message, HasSubstr("'?' is no face and no colour"));
  }
}

std::string refusal(const std::string& text) {
  const auto parsed = parse_conditions(text);
  EXPECT_TRUE(parsed) << parsed.error().text();
  const Result<void> checked = check_conditions(*parsed);
  return checked ? "" : checked.error().text();
}

TEST(WhereCheck, RefusesWhatCannotBe) {
  EXPECT_THAT(refusal("cross(D)=9"), HasSubstr("cross(D)=9 cannot hold (cross never takes more than 8"));
  EXPECT_THAT(refusal("f2l(D)>20"), HasSubstr("f2l(D)>20 cannot hold"));
  EXPECT_THAT(refusal("cross(D)<0"), HasSubstr("cannot hold"));
  EXPECT_THAT(
      refusal("xcross(W)=3 and cross(W)=5"),
      HasSubstr("cross(W)=5 and xcross(W)=3 cannot both hold (cross never takes more moves than xcross)"));
  EXPECT_THAT(refusal("cross(W)=3 and cross(U)=5"), HasSubstr("cross(W)=3 and cross(U)=5 cannot both hold"));
  EXPECT_THAT(refusal("cross(W)!=3 and cross(W)=3"), HasSubstr("cannot both hold"));
  EXPECT_THAT(refusal("cross(any)>=6 and f2l(G)<6"), HasSubstr("cannot both hold"));
  EXPECT_THAT(refusal("xcross(worst)<=5 and eo_cross(R)>=6"), "");
  EXPECT_THAT(refusal("eo_xcross(worst)<=5 and eo_cross(R)>=6"), HasSubstr("cannot both hold"));
  EXPECT_THAT(refusal("cross(WY)<=3 and cross(W)>3 and cross(Y)>3"),
              HasSubstr("cross(WY)<=3 cannot hold with the others"));
}

TEST(WhereCheck, LetsEverythingElsePass) {
  for (const std::string text :
       {"cross(D)=8", "xcross(W)=10 and xcross(Y)=10", "cross(W)<=4 and xcross(W)=6", "cross(any)=7",
        "f2l(D)<=9", "cross(WY)<=3 and cross(W)>3", "cross(worst)=8, cross(D)=0"})
    EXPECT_EQ(refusal(text), "") << text;
}

TEST(WhereHolds, LeastAndGreatest) {
  const StageRow row = {4, 5, 6, 7, 8, 5};
  EXPECT_TRUE(holds(one("cross(any)=4"), row));
  EXPECT_FALSE(holds(one("cross(W)=4"), row));
  EXPECT_TRUE(holds(one("cross(WB)=5"), row));
  EXPECT_TRUE(holds(one("cross(worst)=8"), row));
  EXPECT_FALSE(holds(one("cross(worst)<8"), row));
  StageRow unknown = row;
  unknown[View::D] = kNotComputed;
  EXPECT_FALSE(holds(one("cross(any)=5"), unknown));
}

}  // namespace
}  // namespace halfturn
