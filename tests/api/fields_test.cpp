#include "api/fields.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "api/refusal.h"

namespace halfturn::testing {
namespace {

using api::Fields;
using api::Refusal;
using ::testing::HasSubstr;
using ::testing::StartsWith;

api::Request json_request(const std::string& body, const std::string& type = "application/json") {
  api::Request request{.method = "POST", .path = "/api/v1/x", .query = {}, .headers = {}, .body = body};
  if (!type.empty()) request.headers["content-type"] = type;
  return request;
}

Fields fields_of(const std::string& body) {
  return Fields(json_request(body),
                {"position", "input", "count", "flag", "list", "metric", "stage", "colours"});
}

/// What is refused, with its status and hint: "400 no JSON (hint) 1:2"; "fine" if nothing is.
std::string refused(const std::function<void()>& work) {
  try {
    work();
  } catch (const Refusal& refusal) {
    std::string text = std::to_string(refusal.status) + " " + refusal.error.message;
    if (!refusal.error.hint.empty()) text += " (" + refusal.error.hint + ")";
    if (refusal.error.line > 0)
      text += " " + std::to_string(refusal.error.line) + ":" + std::to_string(refusal.error.column);
    return text;
  }
  return "fine";
}

std::string refused(
    const std::string& body, const std::function<void(const Fields&)>& look = [](const Fields&) {}) {
  return refused([&] { look(fields_of(body)); });
}

TEST(Fields, WantJson) {
  for (const char* type :
       {"", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "json"})
    EXPECT_EQ(refused([&] { Fields(json_request("{}", type), {}); }),
              "415 the body of the request should be JSON (send the header Content-Type: application/json)");
  for (const char* type : {"application/json", "Application/JSON", "application/json; charset=utf-8"})
    EXPECT_EQ(refused([&] { Fields(json_request("{}", type), {}); }), "fine");
}

TEST(Fields, SayWhereTheJsonIsWrong) {
  const std::string wrong = "400 the body of the request is no JSON ";
  const std::string wanted = "an object is wanted, such as {\"position\": \"R U F\"})";
  EXPECT_EQ(refused(""), wrong + "(it is empty; " + wanted + " 1:1");
  EXPECT_EQ(refused("R U F"), wrong + "(" + wanted + " 1:1");
  EXPECT_EQ(refused("{\"count\": 1,\n \"flag\" true}"), wrong + "(" + wanted + " 2:12")
      << "the end of the word that should not be there";
  EXPECT_THAT(refused("{\"position\": \"R"), StartsWith(wrong));
  EXPECT_THAT(refused("{} {}"), StartsWith(wrong));
  EXPECT_THAT(refused("{\"position\": \"\xff\"}"), StartsWith(wrong));
  EXPECT_THAT(refused("{\"position\": \"a\nb\"}"), StartsWith(wrong));
  EXPECT_THAT(refused("{\"count\": 01}"), StartsWith(wrong));
  EXPECT_THAT(refused("{\"count\": NaN}"), StartsWith(wrong));
  EXPECT_THAT(refused(std::string("{\"a\0b\"}", 7)), StartsWith(wrong));
}

TEST(Fields, WantAnObject) {
  for (const char* body : {"[]", "1", "null", "\"R U F\"", "true", "[{}]"})
    EXPECT_EQ(refused(body),
              "400 the body of the request is no JSON object (such as {\"position\": \"R U F\"})");
}

TEST(Fields, AreReadHoweverDeepTheyAre) {
  const std::string deep(1u << 20, '[');
  EXPECT_THAT(refused(deep), StartsWith("400 the body of the request is no JSON"));
  const std::string closed = deep.substr(0, 500'000) + std::string(500'000, ']');
  EXPECT_THAT(refused(closed), StartsWith("400 the body of the request is no JSON object"));
  EXPECT_EQ(refused("{\"position\": " + closed + "}", [](const Fields& fields) { fields.text("position"); }),
            "400 the member \"position\" should be a text");
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += "{\"a\":";
  EXPECT_THAT(refused(objects), StartsWith("400 the body of the request "));
  EXPECT_THAT(refused(objects + "1" + std::string(100'000, '}')), StartsWith("400 t"));
}

TEST(Fields, OfAnyNumberAreReadInATimeInProportion) {
  // A hundred thousand names, each compared with all before it, would take a minute.
  std::string many = "{";
  for (int i = 0; many.size() < (1u << 20) - 20; ++i) many += "\"" + std::to_string(i) + "\":0,";
  many.back() = '}';
  EXPECT_THAT(refused(many), StartsWith("400 "));
}

TEST(Fields, HaveKnownNames) {
  EXPECT_EQ(
      refused("{\"positon\": \"R\"}"),
      "400 there is no member 'positon' here, did you mean 'position'? (the members are: position, input, "
      "count, flag, list, metric, stage, colours)");
  EXPECT_THAT(refused("{\"\": 1}"), StartsWith("400 there is no member '' here"));
  EXPECT_LT(refused("{\"" + std::string(1'000'000, 'x') + "\": 1}").size(), 500u);
}

TEST(Fields, AreThereUnlessTheyAreNull) {
  const Fields fields = fields_of("{\"position\": null, \"count\": 0}");
  EXPECT_FALSE(fields.has("position"));
  EXPECT_FALSE(fields.has("input"));
  EXPECT_TRUE(fields.has("count"));
}

TEST(Fields, AreTexts) {
  const auto text = [](const Fields& fields) { fields.text("position"); };
  EXPECT_EQ(fields_of("{\"position\": \"R\\u0020U\"}").text("position"), "R U");
  EXPECT_EQ(fields_of("{}").text("position", "other"), "other");
  EXPECT_EQ(fields_of("{\"position\": \"\"}").text("position", "other"), "");
  for (const char* body : {"{}", "{\"position\": null}"})
    EXPECT_EQ(refused(body, text), "400 the member \"position\" is missing (it should be a text)");
  for (const char* body : {"{\"position\": 1}", "{\"position\": [\"R\"]}", "{\"position\": true}"})
    EXPECT_EQ(refused(body, text), "400 the member \"position\" should be a text");
}

TEST(Fields, AreWholeNumbers) {
  const auto count = [](const Fields& fields) { fields.whole("count", -3, 1000); };
  const std::string range = " (it should be a whole number from -3 to 1000)";
  EXPECT_EQ(fields_of("{\"count\": -3}").whole("count", -3, 1000), -3);
  EXPECT_EQ(fields_of("{\"count\": 1000}").whole("count", -3, 1000), 1000);
  EXPECT_EQ(fields_of("{}").whole("count", 1, 2, 7), 7);
  EXPECT_EQ(fields_of("{}").whole_if_there("count", 1, 2), std::nullopt);
  EXPECT_EQ(fields_of("{\"count\": 2}").whole_if_there("count", 1, 2), 2);
  EXPECT_EQ(refused("{}", count), "400 the member \"count\" is missing" + range);
  EXPECT_EQ(refused("{\"count\": 1001}", count), "400 the member \"count\" is 1001" + range);
  EXPECT_EQ(refused("{\"count\": -4}", count), "400 the member \"count\" is -4" + range);
  for (const char* value : {"1.5", "1.0", "1e2", "\"5\"", "true", "[]", "18446744073709551615",
                            "99999999999999999999999", "9223372036854775808"})
    EXPECT_EQ(refused("{\"count\": " + std::string(value) + "}", count),
              "400 the member \"count\" is not as it should be" + range)
        << value;
}

TEST(Fields, AreFlags) {
  const auto flag = [](const Fields& fields) { fields.flag("flag"); };
  EXPECT_FALSE(fields_of("{}").flag("flag"));
  EXPECT_FALSE(fields_of("{\"flag\": false}").flag("flag"));
  EXPECT_TRUE(fields_of("{\"flag\": true}").flag("flag"));
  for (const char* value : {"0", "1", "\"true\"", "[]"})
    EXPECT_EQ(refused("{\"flag\": " + std::string(value) + "}", flag),
              "400 the member \"flag\" should be true or false");
}

TEST(Fields, AreListsOfTexts) {
  const auto list = [](const Fields& fields) { fields.texts("list"); };
  const std::string wrong = "400 the member \"list\" should be a list of texts, 100 at most";
  EXPECT_TRUE(fields_of("{}").texts("list").empty());
  EXPECT_EQ(fields_of("{\"list\": [\"a\", \"b\"]}").texts("list"), (std::vector<std::string>{"a", "b"}));
  for (const char* value : {"\"a\"", "[1]", "[\"a\", null]", "{}", "[[\"a\"]]"})
    EXPECT_EQ(refused("{\"list\": " + std::string(value) + "}", list), wrong) << value;
  std::string many = "{\"list\": [\"a\"";
  for (int i = 0; i < 100; ++i) many += ",\"a\"";
  EXPECT_EQ(refused(many + "]}", list), wrong);
}

TEST(Fields, ArePositions) {
  EXPECT_TRUE(fields_of("{\"position\": \"R R'\"}").position().cube.is_solved());
  EXPECT_EQ(fields_of("{\"position\": \"\"}").position().kind, PositionKind::moves);
  const auto position = [](const Fields& fields) { fields.position(); };
  EXPECT_EQ(refused("{\"position\": \"R K\"}", position).substr(0, 3), "400");
  EXPECT_THAT(refused("{\"position\": \"R K\"}", position), HasSubstr("1:3"));
  EXPECT_EQ(refused("{\"position\": \"R\", \"input\": \"colours\"}", position),
            "400 there is no kind of input 'colours' (auto, moves, facelets or pieces)");
  EXPECT_THAT(refused("{\"position\": \"R\", \"input\": \"facelets\"}", position), StartsWith("400 "));
  EXPECT_THAT(refused("{\"position\": \"" + std::string(1'000'000, 'R') + "\"}", position),
              StartsWith("400 "));
}

TEST(Fields, OfWrongFaceletsComeWithWhatIsNear) {
  // The two stickers of the edge UR are exchanged.
  const std::string flipped = "UUUUURUUURURRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
  try {
    fields_of("{\"position\": \"" + flipped + "\"}").position();
    FAIL() << "such a cube cannot be";
  } catch (const Refusal& refusal) {
    EXPECT_EQ(refusal.status, 400);
    ASSERT_TRUE(refusal.further.is_object());
    ASSERT_TRUE(refusal.further["repairs"].is_array());
    ASSERT_TRUE(refusal.further["stickers"].is_array());
    bool has_solved = false;
    for (const auto& repair : refusal.further["repairs"])
      has_solved =
          has_solved || repair["facelets"] == "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
    EXPECT_TRUE(has_solved || refusal.further["repairs"].size() == 12u) << refusal.further.dump();
    for (const auto& sticker : refusal.further["stickers"]) EXPECT_LT(sticker.get<int>(), 54);
  }
}

TEST(Fields, AreMetricsStagesAndColours) {
  EXPECT_EQ(fields_of("{}").metric(), Metric::half);
  EXPECT_EQ(fields_of("{\"metric\": \"quarter\"}").metric(), Metric::quarter);
  EXPECT_THAT(refused("{\"metric\": \"third\"}", [](const Fields& fields) { fields.metric(); }),
              StartsWith("400 "));
  EXPECT_EQ(fields_of("{\"stage\": \"XCross\"}").stage().name(), "xcross");
  EXPECT_THAT(refused("{\"stage\": \"xcros\"}", [](const Fields& fields) { fields.stage(); }),
              HasSubstr("there is no stage 'xcros', did you mean 'xcross'?"));
  EXPECT_THAT(refused("{}", [](const Fields& fields) { fields.stage(); }), HasSubstr("\"stage\" is missing"));
  EXPECT_TRUE(fields_of("{}").colours() == ViewSet::all());
  EXPECT_TRUE(fields_of("{\"colours\": \"\"}").colours() == ViewSet::all());
  EXPECT_FALSE(fields_of("{\"colours\": \"WY\"}").colours() == ViewSet::all());
  EXPECT_THAT(refused("{\"colours\": \"Q\"}", [](const Fields& fields) { fields.colours(); }),
              StartsWith("400 "));
}

TEST(Fields, StagesAreNamedOnce) {
  const std::vector<Stage> stages = api::stages_named({"xcross", "cross", "XCROSS"});
  ASSERT_EQ(stages.size(), 2u);
  EXPECT_EQ(stages[0].name(), "xcross");
  EXPECT_EQ(stages[1].name(), "cross");
  EXPECT_THAT(refused([] { api::stages_named({"cross", ""}); }), StartsWith("400 there is no stage ''"));
}

}  // namespace
}  // namespace halfturn::testing
