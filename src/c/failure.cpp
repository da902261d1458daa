#include "c/failure.h"

#include <cstring>
#include <new>
#include <stdexcept>
#include <string_view>
#include <system_error>

namespace halfturn::c {

namespace {

/// Copies a text, or as much of it as fits, without cutting a character of UTF-8 in two.
template <std::size_t Size>
void copy_text(char (&to)[Size], std::string_view text) {
  constexpr std::string_view kCut = "...";
  std::size_t length = text.size();
  const bool fits = length < Size;
  if (!fits) {
    length = Size - 1 - kCut.size();
    while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0U) == 0x80U) --length;
  }
  std::memcpy(to, text.data(), length);
  if (!fits) {
    std::memcpy(to + length, kCut.data(), kCut.size());
    length += kCut.size();
  }
  to[length] = 0;
}

halfturn_status status_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::bad_input:
      return HALFTURN_BAD_INPUT;
    case ErrorKind::machine:
      return HALFTURN_MACHINE;
    case ErrorKind::damaged:
      return HALFTURN_DAMAGED;
    case ErrorKind::missing:
      return HALFTURN_MISSING;
    case ErrorKind::stopped:
      return HALFTURN_STOPPED;
  }
  return HALFTURN_INTERNAL;
}

/// Allocates nothing, since memory may have run out.
halfturn_status report(halfturn_error* error, halfturn_status status, std::string_view message,
                       std::string_view hint) noexcept {
  if (error == nullptr) return status;
  set_ok(error);
  error->status = status;
  copy_text(error->message, message);
  copy_text(error->hint, hint);
  return status;
}

halfturn_status report(halfturn_error* error, const Failure& failure) noexcept {
  report(error, failure.status, failure.error.message, failure.error.hint);
  if (error == nullptr) return failure.status;
  error->line = failure.error.line;
  error->column = failure.error.column;
  error->index = failure.index;
  copy_text(error->table, failure.error.table);
  return failure.status;
}

}  // namespace

Failure bad_argument(std::string message, std::string hint, std::uint64_t index) {
  return {HALFTURN_BAD_ARGUMENT, {ErrorKind::bad_input, std::move(message), std::move(hint)}, index};
}

Failure failure_of(const Error& error, std::uint64_t index) {
  return {status_of(error.kind), error, index};
}

void set_ok(halfturn_error* error) {
  if (error == nullptr) return;
  error->status = HALFTURN_OK;
  error->reserved = 0;
  error->line = 0;
  error->column = 0;
  error->index = 0;
  error->message[0] = 0;
  error->hint[0] = 0;
  error->table[0] = 0;
}

halfturn_status report_current_exception(halfturn_error* error) noexcept {
  try {
    throw;
  } catch (const Failure& failure) {
    return report(error, failure);
  } catch (const std::bad_alloc&) {
    return report(error, HALFTURN_NO_MEMORY, "memory ran out", "free some, or use fewer threads");
  } catch (const std::length_error&) {
    return report(error, HALFTURN_NO_MEMORY, "more is asked for than memory can hold", "");
  } catch (const std::system_error& failed) {  // also those of files
    return report(error, HALFTURN_MACHINE, failed.what(), "");
  } catch (const std::exception& failed) {
    return report(error, HALFTURN_INTERNAL, failed.what(),
                  "this is a mistake of the library: please report it");
  } catch (...) {
    return report(error, HALFTURN_INTERNAL, "something unknown was thrown",
                  "did a callback throw an exception?");
  }
}

}  // namespace halfturn::c

// NOLINTBEGIN(readability-identifier-naming): names in C
const char* halfturn_status_name(int status) {
  switch (status) {
    case HALFTURN_OK:
      return "ok";
    case HALFTURN_BAD_INPUT:
      return "bad_input";
    case HALFTURN_BAD_ARGUMENT:
      return "bad_argument";
    case HALFTURN_MACHINE:
      return "machine";
    case HALFTURN_DAMAGED:
      return "damaged";
    case HALFTURN_MISSING:
      return "missing";
    case HALFTURN_STOPPED:
      return "stopped";
    case HALFTURN_NO_MEMORY:
      return "no_memory";
    case HALFTURN_BUFFER_TOO_SMALL:
      return "buffer_too_small";
    case HALFTURN_GAVE_UP:
      return "gave_up";
    case HALFTURN_INTERNAL:
      return "internal";
    default:
      return "unknown";
  }
}
// NOLINTEND(readability-identifier-naming)
