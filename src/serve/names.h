#pragma once

#include "api/exchange.h"
#include "api/message.h"

namespace halfturn::serve {

/// The server speaks the language of the API: Request, Response, Exchange, Refusal, Desk.
using namespace api;

}  // namespace halfturn::serve
