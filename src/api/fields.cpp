#include "api/fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "api/refusal.h"
#include "base/nearest_name.h"
#include "base/text.h"
#include "front/json.h"
#include "halfturn/geometry.h"
#include "halfturn/symmetry.h"

namespace halfturn::api {

using Json = nlohmann::ordered_json;

namespace {

[[noreturn]] void refuse_input(std::string message, std::string hint = {}) {
  throw Refusal{400, {ErrorKind::bad_input, std::move(message), std::move(hint)}};
}

[[noreturn]] void refuse_member(const std::string& name, std::string message, std::string hint = {}) {
  throw Refusal{400, {ErrorKind::bad_input, std::move(message), std::move(hint)}, {}, {{"member", name}}};
}

/// Where a byte of a text is.
base::TextPlace place_in(std::string_view text, std::size_t byte) {
  base::TextReader reader(text);
  while (!reader.at_end() && reader.offset() + 1 < byte) reader.next();
  return reader.place();
}

/// More than any request has. Each name is compared with all before it in its object, so that a megabyte of
/// them would take a thread for many seconds.
constexpr std::size_t kMostNames = 10'000;

Json parsed(const std::string& body) {
  std::size_t names = 0;
  const auto count = [&names](int /*depth*/, Json::parse_event_t event, const Json& /*value*/) {
    if (event == Json::parse_event_t::key && ++names > kMostNames)
      refuse_input("the body of the request has too many members",
                   fmt::format("{} at most", base::grouped(kMostNames)));
    return true;
  };
  try {
    return Json::parse(body, count);
  } catch (const Json::parse_error& error) {
    const base::TextPlace place = place_in(body, error.byte);
    throw Refusal{400,
                  {ErrorKind::bad_input, "the body of the request is no JSON",
                   body.empty() ? "it is empty; an object is wanted, such as {\"position\": \"R U F\"}"
                                : "an object is wanted, such as {\"position\": \"R U F\"}",
                   place.line, place.column}};
  }
}

}  // namespace

Fields::Fields(const Request& request, std::initializer_list<std::string_view> known) {
  const std::string type = base::in_lower_case(std::string(request.header("content-type")));
  if (!type.starts_with("application/json"))
    throw Refusal{415,
                  {ErrorKind::bad_input, "the body of the request should be JSON",
                   "send the header Content-Type: application/json"}};
  object_ = parsed(request.body);
  if (!object_.is_object())
    refuse_input("the body of the request is no JSON object", "such as {\"position\": \"R U F\"}");
  for (const auto& [name, value] : object_.items()) {
    if (std::ranges::find(known, std::string_view(name)) != known.end()) continue;
    const std::vector<std::string> names(known.begin(), known.end());
    refuse_input(
        fmt::format("there is no member {} here{}", base::quoted(name), base::did_you_mean(name, names)),
        fmt::format("the members are: {}", fmt::join(names, ", ")));
  }
}

const Json* Fields::find(const std::string& name) const {
  const auto found = object_.find(name);
  return found == object_.end() || found->is_null() ? nullptr : &*found;
}

bool Fields::has(const std::string& name) const {
  return find(name) != nullptr;
}

std::string Fields::text(const std::string& name) const {
  const Json* value = find(name);
  if (value == nullptr)
    refuse_member(name, fmt::format("the member \"{}\" is missing", name), "it should be a text");
  if (!value->is_string()) refuse_member(name, fmt::format("the member \"{}\" should be a text", name));
  return value->get<std::string>();
}

std::string Fields::text(const std::string& name, const std::string& otherwise) const {
  return has(name) ? text(name) : otherwise;
}

std::int64_t Fields::whole(const std::string& name, std::int64_t least, std::int64_t most) const {
  const Json* value = find(name);
  const std::string range = fmt::format("it should be a whole number from {} to {}", least, most);
  if (value == nullptr) refuse_member(name, fmt::format("the member \"{}\" is missing", name), range);
  if (!value->is_number_integer() || (value->is_number_unsigned() && value->get<std::uint64_t>() > INT64_MAX))
    refuse_member(name, fmt::format("the member \"{}\" is not as it should be", name), range);
  const auto number = value->get<std::int64_t>();
  if (number < least || number > most)
    refuse_member(name, fmt::format("the member \"{}\" is {}", name, number), range);
  return number;
}

std::int64_t Fields::whole(const std::string& name, std::int64_t least, std::int64_t most,
                           std::int64_t otherwise) const {
  return has(name) ? whole(name, least, most) : otherwise;
}

std::optional<std::int64_t> Fields::whole_if_there(const std::string& name, std::int64_t least,
                                                   std::int64_t most) const {
  if (!has(name)) return std::nullopt;
  return whole(name, least, most);
}

bool Fields::flag(const std::string& name) const {
  const Json* value = find(name);
  if (value == nullptr) return false;
  if (!value->is_boolean())
    refuse_member(name, fmt::format("the member \"{}\" should be true or false", name));
  return value->get<bool>();
}

std::vector<std::string> Fields::texts(const std::string& name) const {
  const Json* value = find(name);
  if (value == nullptr) return {};
  constexpr std::size_t kMost = 100;
  const bool is_list = value->is_array() && value->size() <= kMost &&
                       std::ranges::all_of(*value, [](const Json& each) { return each.is_string(); });
  if (!is_list)
    refuse_member(name, fmt::format("the member \"{}\" should be a list of texts, {} at most", name, kMost));
  return value->get<std::vector<std::string>>();
}

const Json* Fields::objects(const std::string& name, std::size_t most) const {
  const Json* value = find(name);
  if (value == nullptr) return nullptr;
  const bool is_list = value->is_array() && value->size() <= most &&
                       std::ranges::all_of(*value, [](const Json& each) { return each.is_object(); });
  if (!is_list)
    refuse_member(name, fmt::format("the member \"{}\" should be a list of objects, {} at most", name, most));
  return value;
}

Position Fields::position() const {
  const std::string written = text("position");
  const InputKind input = about_member("input", [&] { return input_named(text("input", "")); });
  Result<Position> position = read_position(written, input);
  return about_member("position", [&] {
    if (!position) refuse_position(written, input, position.error());
    return *position;
  });
}

Metric Fields::metric() const {
  return about_member("metric", [&] { return value_or_refuse(parse_metric(text("metric", "half"))); });
}

Stage Fields::stage() const {
  return about_member("stage", [&] { return stage_named(text("stage")); });
}

FaceSet Fields::faces() const {
  return about_member("prefer", [&] { return value_or_refuse(parse_faces(text("prefer"))); });
}

ViewSet Fields::colours() const {
  const std::string letters = text("colours", "");
  if (letters.empty()) return ViewSet::all();
  return about_member("colours", [&] { return value_or_refuse(parse_views(letters, ViewLetters::colours)); });
}

Stage stage_named(const std::string& name) {
  if (const std::optional<Stage> stage = stage_of_name(base::in_lower_case(name))) return *stage;
  std::vector<std::string> names;
  for (const Stage stage : all_stages()) names.emplace_back(stage.name());
  refuse_input(fmt::format("there is no stage {}{}", base::quoted(name), base::did_you_mean(name, names)),
               fmt::format("the stages are: {}", fmt::join(names, " ")));
}

std::vector<Stage> stages_named(const std::vector<std::string>& names) {
  std::vector<Stage> stages;
  for (const std::string& name : names) {
    const Stage stage = stage_named(name);
    if (std::ranges::find(stages, stage) == stages.end()) stages.push_back(stage);
  }
  return stages;
}

InputKind input_named(const std::string& name) {
  if (name.empty() || name == "auto") return InputKind::automatic;
  if (name == "moves") return InputKind::moves;
  if (name == "facelets") return InputKind::facelets;
  if (name == "pieces") return InputKind::pieces;
  refuse_input(fmt::format("there is no kind of input {}", base::quoted(name)),
               "auto, moves, facelets or pieces");
}

namespace {

/// The facelets of a text, one character each, without blanks and comments; nothing if they are not 54.
std::optional<std::string> plain_facelets(const std::string& text) {
  std::string plain;
  base::WordReader words(text);
  while (const std::optional<base::Word> word = words.next()) plain += word->text;
  return plain.size() == kFaceletCount ? std::optional(plain) : std::nullopt;
}

/// The place among the 54 of the character at a line and column.
std::optional<std::size_t> facelet_at(const std::string& text, std::size_t line, std::size_t column) {
  base::TextReader reader(text);
  std::size_t index = 0;
  for (reader.skip_blank(); !reader.at_end(); reader.skip_blank()) {
    if (reader.place().line == line && reader.place().column == column) return index;
    reader.next();
    ++index;
  }
  return std::nullopt;
}

/// The other stickers of the same piece, and itself.
std::vector<std::size_t> piece_around(std::size_t facelet) {
  for (const auto& corner : kCornerFacelets)
    if (std::ranges::find(corner, facelet) != corner.end()) return {corner.begin(), corner.end()};
  for (const auto& edge : kEdgeFacelets)
    if (std::ranges::find(edge, facelet) != edge.end()) return {edge.begin(), edge.end()};
  return {facelet};
}

/// The stickers of the pieces that no cube has, or that are there twice, by the colours of the centres.
/// Letters are compared, not read, so that any six will do.
std::set<std::size_t> impossible_stickers(const std::string& facelets) {
  const auto face_of = [&](std::size_t place) -> std::size_t {
    for (std::size_t face = 0; face < kFaceCount; ++face)
      if (facelets[9 * face + 4] == facelets[place]) return face;
    return kFaceCount;  // a colour that no centre has
  };
  std::set<std::size_t> wrong;
  const auto look_at = [&](const auto& places, const auto& pieces) {
    std::map<unsigned, std::vector<std::size_t>>
        seen;  // by the set of faces: the stickers of all pieces that have it
    for (const auto& place : places) {
      unsigned faces = 0;
      std::size_t known = 0;
      for (const std::size_t sticker : place)
        if (const std::size_t face = face_of(sticker); face < kFaceCount && (faces >> face & 1u) == 0) {
          faces |= 1u << face;
          ++known;
        }
      const bool exists = known == place.size() && std::ranges::any_of(pieces, [&](const auto& piece) {
                            return detail::face_set(piece) == faces;
                          });
      if (!exists) wrong.insert(place.begin(), place.end());
      if (exists) seen[faces].insert(seen[faces].end(), place.begin(), place.end());
    }
    for (const auto& [faces, stickers] : seen)
      if (stickers.size() > places.front().size()) wrong.insert(stickers.begin(), stickers.end());
  };
  look_at(kCornerFacelets, kCornerFaces);
  look_at(kEdgeFacelets, kEdgeFaces);
  return wrong;
}

}  // namespace

void refuse_position(const std::string& text, InputKind input, const Error& error) {
  Refusal refusal = refusal_of(error);
  const bool is_facelets =
      input == InputKind::facelets ||
      (input == InputKind::automatic && recognise_position(text) == PositionKind::facelets);
  const std::optional<std::string> plain = plain_facelets(text);
  if (!is_facelets || !plain) throw refusal;
  std::set<std::size_t> stickers = impossible_stickers(*plain);
  if (stickers.empty() && error.column > 0)
    if (const std::optional<std::size_t> at = facelet_at(text, error.line, error.column))
      for (const std::size_t facelet : piece_around(*at)) stickers.insert(facelet);
  constexpr std::size_t kMostRepairs = 12;
  const std::vector<FaceletRepair> repairs = nearest_positions(text);
  Json written = Json::array();
  for (const FaceletRepair& repair : repairs) {
    if (written.size() == kMostRepairs) break;
    const std::string facelets = format_facelets(repair.position.cube, repair.position.orientation);
    written.push_back({{"what", repair.what}, {"facelets", facelets}});
  }
  // Without a place, those that would have to change, if there are not too many ways.
  if (stickers.empty() && repairs.size() <= kMostRepairs)
    for (const FaceletRepair& repair : repairs) {
      // In the letters of the text, by which face's colour each of its centres shows.
      const std::string facelets = format_facelets(repair.position.cube, repair.position.orientation);
      for (std::size_t i = 0; i < facelets.size(); ++i) {
        const std::size_t face = std::string_view("URFDLB").find(facelets[i]);
        std::size_t centre = 4;
        while (centre < kFaceletCount && std::string_view("URFDLB").find(facelets[centre]) != face)
          centre += 9;
        if (centre < kFaceletCount && (*plain)[i] != (*plain)[centre]) stickers.insert(i);
      }
    }
  refusal.further = {{"stickers", stickers}, {"repairs", written}};
  throw refusal;
}

}  // namespace halfturn::api
