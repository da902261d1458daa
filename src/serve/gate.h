#pragma once

#include <optional>
#include <string>
#include <vector>

#include "serve/names.h"

namespace halfturn::serve {

/// Decides who may ask. A server on this machine must not answer pages of other sites that the same browser
/// has open: they can reach it, by its address or by a name of their own that leads there.
class Gate {
 public:
  /// `hosts`: what the Host header may say; empty: anything (then there must be a token). `token`: what
  /// requests to the API must carry; empty: none.
  Gate(std::vector<std::string> hosts, std::string token)
      : hosts_(std::move(hosts)), token_(std::move(token)) {}

  /// The response that refuses the request; nothing if it may pass.
  std::optional<Response> refusal(const Request& request) const;

 private:
  bool is_token_right(const Request& request) const;

  std::vector<std::string> hosts_;
  std::string token_;
};

}  // namespace halfturn::serve
