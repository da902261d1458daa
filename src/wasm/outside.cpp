#include "wasm/outside.h"

#include <emscripten.h>

// clang-format off
EM_JS(int, js_stop_wanted, (), { return Module.outside.isStopWanted() ? 1 : 0; });
EM_JS(void, js_head, (int status, const char* type, size_t length, int streams), {
  Module.outside.head(status, UTF8ToString(type, length), streams !== 0);
});
EM_JS(void, js_bytes, (const char* bytes, size_t length), {
  Module.outside.bytes(HEAPU8.slice(bytes, bytes + length));
});
EM_JS(void, js_end, (int abandoned), { Module.outside.end(abandoned !== 0); });
EM_JS(void, js_progress, (const char* task, size_t task_length, const char* step, size_t step_length, double fraction), {
  Module.outside.progress(UTF8ToString(task, task_length), UTF8ToString(step, step_length), fraction);
});
// clang-format on

bool halfturn_is_stop_wanted() {
  return js_stop_wanted() != 0;
}

namespace halfturn::wasm {

void tell_head(int status, std::string_view content_type, bool streams) {
  js_head(status, content_type.data(), content_type.size(), streams ? 1 : 0);
}

void tell_bytes(std::string_view bytes) {
  js_bytes(bytes.data(), bytes.size());
}

void tell_end(bool is_abandoned) {
  js_end(is_abandoned ? 1 : 0);
}

void tell_progress(std::string_view task, std::string_view step, double fraction) {
  js_progress(task.data(), task.size(), step.data(), step.size(), fraction);
}

}  // namespace halfturn::wasm
