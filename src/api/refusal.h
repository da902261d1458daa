#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "api/message.h"
#include "halfturn/result.h"

namespace halfturn::api {

/// Thrown by whatever works on an answer: there is none, and why. Caught in one place, which makes a response
/// of it.
struct Refusal {
  int status = 400;
  Error error;
  std::string kind = {};                ///< instead of the error's, where that does not say enough: "busy"
  nlohmann::ordered_json further = {};  ///< members beside the error's own
};

/// With the status that fits the kind of error.
Refusal refusal_of(const Error& error);

/// Everything is taken at the moment, or not ready yet: try again after some seconds.
Refusal try_again(std::string kind, std::string message, std::string hint, int seconds);

/// The value, or the Refusal for its Error.
template <class T>
T value_or_refuse(Result<T> result) {
  if (!result) throw refusal_of(result.error());
  return *std::move(result);
}

inline void value_or_refuse(const Result<void>& result) {
  if (!result) throw refusal_of(result.error());
}

/// {"error": {"kind": .., "message": .., "hint": .., "line": .., "column": ..}}
nlohmann::ordered_json error_json(const Refusal& refusal);

Response json_response(const nlohmann::ordered_json& json, int status = 200);
Response error_response(const Refusal& refusal);
Response error_response(int status, Error error, std::string kind = {});

}  // namespace halfturn::api
