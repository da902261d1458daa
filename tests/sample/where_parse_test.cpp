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
  const auto parsed = parse_where(text);
  EXPECT_TRUE(parsed) << text << ": " << (parsed ? "" : parsed.error().text());
  if (!parsed || parsed->alternatives.size() != 1 || parsed->alternatives.front().size() != 1) return {};
  return parsed->alternatives.front().front();
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
    const auto parsed = parse_where(text);
    ASSERT_TRUE(parsed) << parsed.error().text();
    ASSERT_EQ(parsed->alternatives.size(), 1u);
    const Conditions& conditions = parsed->alternatives.front();
    ASSERT_EQ(conditions.size(), 2u);
    EXPECT_EQ(conditions[0].stage, stage_of_name("cross"));
    EXPECT_EQ(conditions[1].stage, stage_of_name("xcross"));
  }
  EXPECT_EQ(parse_where("cross(D)=4, xcross(W) >= 8")->alternatives[0].at(1).text, "xcross(W) >= 8");
}

/// The alternatives as they are understood: texts of the conditions.
std::string understood(const std::string& text) {
  const auto parsed = parse_where(text);
  if (!parsed) return parsed.error().text();
  std::string all;
  for (const Conditions& alternative : parsed->alternatives) {
    all += all.empty() ? "" : " | ";
    for (std::size_t i = 0; i < alternative.size(); ++i) all += (i == 0 ? "" : " & ") + alternative[i].text;
  }
  return all;
}

TEST(WhereParser, AndBindsTighterThanOr) {
  EXPECT_EQ(understood("cross(W)=1 or cross(Y)=2 and cross(O)=3"), "cross(W)=1 | cross(Y)=2 & cross(O)=3");
  EXPECT_EQ(understood("cross(W)=1, cross(Y)=2 || cross(O)=3"), "cross(W)=1 & cross(Y)=2 | cross(O)=3");
  EXPECT_EQ(understood("(cross(W)=1 OR cross(Y)=2) And cross(O)=3"),
            "cross(W)=1 & cross(O)=3 | cross(Y)=2 & cross(O)=3");
  EXPECT_EQ(understood("cross(O)=3 and ((cross(W)=1 or (cross(Y)=2)))"),
            "cross(O)=3 & cross(W)=1 | cross(O)=3 & cross(Y)=2");
}

TEST(WhereParser, NotIsTheRest) {
  EXPECT_EQ(one("not cross(W)=4").lengths, kAll & ~(1u << 4));
  EXPECT_EQ(one("!cross(W)=4").lengths, kAll & ~(1u << 4));
  EXPECT_EQ(one("not not cross(W)=4").lengths, 1u << 4);
  EXPECT_EQ(one("not (cross(W)=4 or cross(W)=6)").lengths, kAll & ~(1u << 4 | 1u << 6));
  EXPECT_EQ(understood("not (cross(W)=1 and cross(Y)=2)"), "not cross(W)=1 | not cross(Y)=2");
  EXPECT_EQ(understood("not (cross(W)=1 or cross(Y)=2)"), "not cross(W)=1 & not cross(Y)=2");
  // not binds tighter than and
  EXPECT_EQ(understood("not cross(W)=1 and cross(Y)=2"), "not cross(W)=1 & cross(Y)=2");
}

TEST(WhereParser, AlternativesThatDifferInLengthsAloneAreOne) {
  EXPECT_EQ(one("cross(W)=4 or cross(white)=6").lengths, 1u << 4 | 1u << 6);
  EXPECT_EQ(parse_where("cross(W)=1, xcross(W)=4 or cross(W)=1, xcross(W)=6")->alternatives.size(), 1u);
  EXPECT_EQ(parse_where("cross(W)=1, xcross(W)=4 or cross(W)=2, xcross(W)=6")->alternatives.size(), 2u);
  EXPECT_EQ(parse_where("cross(WY)=4 or cross(worst)=4")->alternatives.size(), 2u);
  EXPECT_EQ(parse_where("xcross(W,FR)=4 or xcross(W,FL)=4")->alternatives.size(), 2u);
}

TEST(WhereParser, RefusesTooManyAlternatives) {
  std::string text = "(cross(W)=1 or xcross(Y)=1)";
  for (int i = 0; i < 6; ++i) text += " and (cross(W)=1 or xcross(Y)=1)";
  const auto parsed = parse_where(text);
  ASSERT_FALSE(parsed);
  EXPECT_THAT(parsed.error().message, HasSubstr("more than 64 alternatives"));
  EXPECT_EQ(parsed.error().column, text.size() + 1);
}

TEST(WhereParser, NamesOfColoursInAnyCase) {
  const std::vector<std::pair<std::string, View>> names = {{"white", View::U},  {"Yellow", View::D},
                                                           {"ORANGE", View::L}, {"red", View::R},
                                                           {"green", View::F},  {"Blue", View::B}};
  for (const auto& [name, view] : names) EXPECT_EQ(one("cross(" + name + ")=7").views, ViewSet(view)) << name;
  EXPECT_EQ(one("XCross(white, yellow)=7").views, (ViewSet{View::U, View::D}));
  EXPECT_EQ(one("cross(w, Y)=7").views, (ViewSet{View::U, View::D}));
}

TEST(WhereParser, Slots) {
  EXPECT_EQ(one("xcross(W)=7").slots, kEverySlot);
  EXPECT_EQ(one("xcross(W, FR)=7").slots, 0b0001u);
  EXPECT_EQ(one("xcross(W,lf)=7").slots, 0b0010u);
  EXPECT_EQ(one("xcross(white, BL, BR)=7").slots, 0b1100u);
  EXPECT_EQ(one("xxcross(any, FR, BL)=7").slots, 0b0101u);
  EXPECT_EQ(one("xxcross(any, FR, BL)=7").views, ViewSet::all());
  EXPECT_EQ(one("cross_pair(W, BR)=7").slots, 0b1000u);
  // Behind the bracket they are faces.
  EXPECT_EQ(one("xcross(FR)=7").views, (ViewSet{View::F, View::R}));
  EXPECT_EQ(one("xcross(FR)=7").slots, kEverySlot);
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
      {"cross(D)=4 xor cross(U)=4", 12, "nothing more is expected, found"},
      {"cross(D)=4 | cross(U)=4", 12, "nothing more is expected, found '|'"},
      {"cross(D)=4 or", 14, "a stage is expected, the text ends"},
      {"(cross(D)=4", 12, ") is expected, the text ends"},
      {"cross(D)=4)", 11, "nothing more is expected, found ')'"},
      {"()", 2, "a stage is expected, found ')'"},
      {"not", 4, "a stage is expected, the text ends"},
      {"cross(W, FR)=4", 10, "cross fills no slot"},
      {"xxcross(W, FR)=4", 12, "xxcross takes 2 slots, and only 1 is named"},
      {"f2l(W, FR, FL, BL)=4", 8, "f2l takes 4 slots, and only 3 are named"},
      {"xcross(W, FR, RF)=4", 15, "this slot comes twice"},
      {"xcross(W, white)=4", 11, "the W side is named for a second time"},
      {"xcross(worst, W)=4", 15, "the W side is named for a second time"},
      {"xcross(W,)=4", 10, "a face or a colour is expected, found ')'"},
      {std::string(101, '(') + "cross(W)=4", 102, "brackets and nots are more than 100 deep"},
      {"cross(D)=4 and", 15, "a stage is expected, the text ends"},
      {"cross(D)=4;", 11, "nothing more is expected"},
      {"cross(\xC3\x89)=4", 7, "a face or a colour is expected"},
  };
  for (const Case& c : cases) {
    const auto parsed = parse_where(c.text);
    ASSERT_FALSE(parsed) << c.text;
    EXPECT_EQ(parsed.error().column, c.column) << c.text << ": " << parsed.error().text();
    EXPECT_THAT(parsed.error().message, HasSubstr(c.message)) << c.text;
    EXPECT_FALSE(parsed.error().hint.empty()) << c.text;
  }
}

TEST(WhereParser, NamesTheSlotsWhereOneMayStand) {
  for (const std::string text : {"xcross(W,XX)=5", "xcross(W, FX)=5", "xcross(W,)=5", "xcross(W,FR,?)=5"}) {
    const auto parsed = parse_where(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_THAT(parsed.error().hint, HasSubstr("slots, FR FL BL BR")) << text;
    EXPECT_LT(parsed.error().text().size(), 400u);
  }
  for (const std::string text : {"xcross(XX)=5", "xcross()=5"})
    EXPECT_THAT(parse_where(text).error().hint, ::testing::Not(HasSubstr("slot"))) << text;
}

TEST(WhereParser, AByteOrderMarkIsNoPartOfAConditionsText) {
  const auto parsed = parse_where(
      "\xEF\xBB\xBF"
      "cross(D)=8 and xcross(W)<=6");
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->alternatives[0].at(0).text, "cross(D)=8");
  EXPECT_EQ(parsed->alternatives[0].at(1).text, "xcross(W)<=6");
}

TEST(WhereParser, MessagesAreOneLineWhateverTheLetters) {
  for (const std::string letters : {"\n", "W\xC3\x89", "\x1B[2J"}) {
    const Result<ViewSet> views = parse_views(letters, ViewLetters::colours_or_faces);
    ASSERT_FALSE(views);
    EXPECT_THAT(views.error().message, HasSubstr("'?' is no face and no colour"));
  }
}

std::string refusal(const std::string& text) {
  const auto parsed = parse_where(text);
  EXPECT_TRUE(parsed) << parsed.error().text();
  const Result<Where> checked = without_impossible(*parsed);
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

TEST(WhereCheck, SlotsTakeNoFewerMovesThanTheBestOfThem) {
  EXPECT_THAT(refusal("xcross(W)>=8 and xcross(W,FR)=7"),
              HasSubstr("xcross(W)>=8 and xcross(W,FR)=7 cannot both hold (xcross never takes more moves "
                        "than xcross FR)"));
  EXPECT_THAT(refusal("xcross(W,FR)=7 and cross(W)=8"), HasSubstr("cannot both hold"));
  EXPECT_THAT(refusal("xcross(W,FR)=11"), HasSubstr("xcross never takes more than 10"));
  EXPECT_EQ(refusal("xcross(W,FR)=10 and xcross(W,FL)=3"), "");
  EXPECT_THAT(refusal("xcross(W,FR)=5 and xcross(W,FR,FL)=6"), HasSubstr("cannot both hold"));
}

TEST(WhereCheck, AnImpossibleAlternativeIsLeftOut) {
  const auto left = without_impossible(*parse_where("cross(W)=9 or cross(Y)=8"));
  ASSERT_TRUE(left);
  ASSERT_EQ(left->alternatives.size(), 1u);
  EXPECT_EQ(left->alternatives[0][0].text, "cross(Y)=8");
  EXPECT_THAT(refusal("cross(W)=9 or cross(Y)=10"), HasSubstr("cross(W)=9 cannot hold"));
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
