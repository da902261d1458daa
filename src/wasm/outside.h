#pragma once

#include <cstddef>
#include <string_view>

/// What the module asks of, and tells, the JavaScript that has loaded it. Implemented in outside.cpp by calls
/// of the functions that were given to the module: web/npm/src/worker.ts.
extern "C" bool halfturn_is_stop_wanted();

namespace halfturn::wasm {

/// The beginning of an answer. `streams`: pieces follow until the end; else the body is the one piece.
void tell_head(int status, std::string_view content_type, bool streams);
void tell_bytes(std::string_view bytes);
void tell_end(bool is_abandoned);
/// How far a table is.
void tell_progress(std::string_view task, std::string_view step, double fraction);

}  // namespace halfturn::wasm
