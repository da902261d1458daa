#include "front/scramble_source_cstimer.h"

#include <fmt/chrono.h>
#include <fmt/core.h>

#include <algorithm>
#include <ctime>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "front/json.h"

namespace halfturn {

namespace {

using SessionJson = nlohmann::ordered_json;

constexpr std::string_view kSessionKey = "session";
constexpr std::size_t kLongestName = 200;  // in bytes
constexpr const char* kSessionsHint =
    "the JSON that is read is csTimer's export: {\"session1\":[[[0,9500],\"R U F\",\"\",1700000000]]}";

/// The text of a string, or of anything else as JSON.
std::string plain_text(const SessionJson& json) {
  if (json.is_string()) return json.get<std::string>();
  return json.is_null() ? "" : json_text(json);
}

/// csTimer writes some objects as text that holds JSON.
SessionJson unpacked(const SessionJson& json) {
  if (!json.is_string()) return json;
  SessionJson inner = SessionJson::parse(json.get<std::string>(), nullptr, false);
  return inner.is_discarded() ? SessionJson() : inner;
}

struct SessionNotes {
  std::string name;
  std::string event = "333";
};

std::string event_named(const std::string& type) {
  if (type == "333ni") return "333bf";
  if (type == "r3ni" || type == "r3") return "333mbf";
  return type.empty() ? "333" : type;
}

/// What the properties say of each session, by its number.
std::map<std::string, SessionNotes> notes_in(const SessionJson& document) {
  std::map<std::string, SessionNotes> notes;
  if (!document.contains("properties")) return notes;
  const SessionJson properties = unpacked(document["properties"]);
  if (!properties.is_object() || !properties.contains("sessionData")) return notes;
  const SessionJson sessions = unpacked(properties["sessionData"]);
  if (!sessions.is_object()) return notes;
  for (const auto& [number, session] : sessions.items()) {
    if (!session.is_object()) continue;
    SessionNotes& note = notes[number];
    if (session.contains("name")) note.name = plain_text(session["name"]);
    // Each solve carries them, so a long one would be held many times.
    if (note.name.size() > kLongestName) note.name.clear();
    if (session.contains("opt") && session["opt"].is_object() && session["opt"].contains("scrType"))
      note.event = event_named(plain_text(session["opt"]["scrType"]));
    if (note.event.size() > kLongestName) note.event.clear();
  }
  return notes;
}

std::string date_text(const SessionJson& unix_seconds) {
  constexpr std::int64_t kLatest = 253'402'300'799;  // the end of the year 9999
  if (!unix_seconds.is_number_integer()) return "";
  const auto seconds = unix_seconds.get<std::int64_t>();
  if (seconds <= 0 || seconds > kLatest) return "";
  const auto time = static_cast<std::time_t>(seconds);
  std::tm parts{};
  if (::gmtime_r(&time, &parts) == nullptr) return "";
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", parts);
}

/// [penalty, milliseconds, ..]: the time of a solve, and its penalty.
void add_time(const SessionJson& solve, std::vector<std::string>& columns) {
  constexpr std::int64_t kLongest = 1'000'000'000'000;
  const auto number = [&](std::size_t i) -> std::optional<std::int64_t> {
    if (!solve.is_array() || solve.size() <= i || !solve[i].is_number_integer()) return std::nullopt;
    const auto value = solve[i].get<std::int64_t>();
    return value >= -1 && value <= kLongest ? std::optional(value) : std::nullopt;
  };
  const std::optional<std::int64_t> penalty = number(0);
  const std::optional<std::int64_t> time = number(1);
  if (penalty && *penalty < 0) {
    columns.insert(columns.end(), {"DNF", "DNF"});
  } else if (penalty && time) {
    columns.insert(columns.end(), {fmt::format("{}", *time + *penalty), fmt::format("{}", *penalty)});
  } else {
    columns.insert(columns.end(), {"", ""});
  }
}

}  // namespace

bool is_other_puzzle(std::string_view event) {
  constexpr std::array<std::string_view, 21> kBeginnings = {
      "222",  "444",   "555", "666", "777", "888", "999", "101010", "111111", "pyr", "mgm",
      "minx", "mlsll", "skb", "sq1", "sqr", "clk", "fto", "15p",    "8p",     "gear"};
  return std::ranges::any_of(kBeginnings,
                             [&](std::string_view beginning) { return event.starts_with(beginning); });
}

Result<std::vector<TimedSolve>> parse_sessions(std::string_view json) {
  const SessionJson document = SessionJson::parse(json.begin(), json.end(), nullptr, false);
  if (document.is_discarded())
    return Error{ErrorKind::bad_input, "the input begins like JSON, but is none", kSessionsHint};
  const std::map<std::string, SessionNotes> notes = notes_in(document);
  std::vector<TimedSolve> solves;
  bool has_session = false;
  for (const auto& [key, value] : document.items()) {
    if (!key.starts_with(kSessionKey)) continue;
    const std::string number = key.substr(kSessionKey.size());
    if (number.empty() || number.size() > 9 || number.find_first_not_of("0123456789") != std::string::npos)
      continue;
    const SessionJson session = unpacked(value);
    if (!session.is_array()) continue;
    has_session = true;
    const auto found = notes.find(number);
    const SessionNotes note = found == notes.end() ? SessionNotes{} : found->second;
    for (const SessionJson& solve : session) {
      const auto part = [&](std::size_t i) {
        return solve.is_array() && solve.size() > i ? solve[i] : SessionJson();
      };
      TimedSolve& timed = solves.emplace_back();
      timed.session = number;
      timed.number = static_cast<std::size_t>(&solve - &session.front()) + 1;
      if (part(1).is_string()) timed.scramble = part(1).get<std::string>();
      timed.event = note.event;
      add_time(part(0), timed.columns);
      timed.columns.push_back(date_text(part(3)));
      timed.columns.push_back(note.name.empty() ? number : note.name);
      timed.columns.push_back(note.event);
      timed.columns.push_back(plain_text(part(2)));
    }
  }
  if (!has_session)
    return Error{ErrorKind::bad_input, "the input is JSON, but has no sessions of csTimer", kSessionsHint};
  return solves;
}

}  // namespace halfturn
