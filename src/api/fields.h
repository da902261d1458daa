#pragma once

#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/message.h"
#include "api/refusal.h"
#include "front/position_input.h"
#include "halfturn/comfort.h"
#include "halfturn/metric.h"
#include "halfturn/position.h"
#include "halfturn/stage.h"

namespace halfturn::api {

/// The members of the JSON object in a request's body, each read as what it should be. Everything that is not
/// as it should be is thrown as a Refusal which names the member and what would be right.
class Fields {
 public:
  /// `known`: the names that the object may have. Also refuses a body that is no JSON object.
  Fields(const Request& request, std::initializer_list<std::string_view> known);

  bool has(const std::string& name) const;  ///< and is not null
  std::string text(const std::string& name) const;
  std::string text(const std::string& name, const std::string& otherwise) const;
  std::int64_t whole(const std::string& name, std::int64_t least, std::int64_t most) const;
  std::int64_t whole(const std::string& name, std::int64_t least, std::int64_t most,
                     std::int64_t otherwise) const;
  std::optional<std::int64_t> whole_if_there(const std::string& name, std::int64_t least,
                                             std::int64_t most) const;
  bool flag(const std::string& name) const;                       ///< false if it is not there
  std::vector<std::string> texts(const std::string& name) const;  ///< none if it is not there

  /// The objects of a list, at most `most` of them; null if it is not there. For what no other function
  /// reads.
  const nlohmann::ordered_json* objects(const std::string& name, std::size_t most) const;

  // What many requests have.
  /// `position`, read as `input` says.
  Position position() const;
  Metric metric() const;
  Stage stage() const;
  FaceSet faces() const;    ///< `prefer`
  ViewSet colours() const;  ///< all if it is not there

 private:
  const nlohmann::ordered_json* find(const std::string& name) const;

  nlohmann::ordered_json object_;
};

/// Reads a member; a Refusal then names it.
template <class Read>
auto about_member(const char* name, const Read& read) {
  try {
    return read();
  } catch (Refusal& refusal) {
    refusal.further["member"] = name;
    throw;
  }
}

/// The stage of this name; refuses others, with the nearest.
Stage stage_named(const std::string& name);
/// The stages of these names, in their order, each once.
std::vector<Stage> stages_named(const std::vector<std::string>& names);
/// What `input` says; automatic for an empty text.
InputKind input_named(const std::string& name);
/// The Refusal for a position that cannot be read: with the wrong stickers, and near cubes, where it is
/// facelets.
[[noreturn]] void refuse_position(const std::string& text, InputKind input, const Error& error);

}  // namespace halfturn::api
