#pragma once

#include <cstdint>
#include <string>

#include "cli/shared/session.h"
#include "halfturn/result.h"
#include "halfturn/run.h"

namespace halfturn::cli {

/// Fails with the command or flag of this program that does what the error's hint says.
void fail_campaign(Session& session, Error error, const std::string& folder);

/// One of several folders is left out. Names it, and ends with an exit code that says so.
void fail_folder(Session& session, Error error, const std::string& folder);

/// A seed that nobody can guess, of so few digits that it can be typed in again.
std::uint64_t random_seed();

/// For reading many results: threads, Ctrl-C, and a bar that shows how far it is.
Run watched(Session& session);

}  // namespace halfturn::cli
