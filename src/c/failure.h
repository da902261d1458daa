#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <utility>

#include "halfturn/halfturn.h"
#include "halfturn/result.h"

/// How anything that goes wrong becomes a code and a filled halfturn_error: nothing is thrown into C.
namespace halfturn::c {

/// Thrown within this room alone; guarded() catches it.
struct Failure {
  halfturn_status status = HALFTURN_INTERNAL;
  Error error;
  std::uint64_t index = 0;  ///< where in the array that was given
};

/// The call is wrong.
Failure bad_argument(std::string message, std::string hint = {}, std::uint64_t index = 0);

/// What an engine has reported.
Failure failure_of(const Error& error, std::uint64_t index = 0);

template <class T>
T value_or_fail(Result<T> result) {
  if (!result) throw failure_of(result.error());
  return std::move(*result);
}

/// Refuses NULL. `name` is that of the parameter.
template <class T>
T* not_null(T* pointer, const char* name) {
  if (pointer == nullptr)
    throw bad_argument(std::string(name) + " is NULL", "halfturn.h says which pointers may be");
  return pointer;
}

/// The same for an array that may be NULL if it has no elements.
template <class T>
T* array_of(T* pointer, std::size_t count, const char* name) {
  return count == 0 ? pointer : not_null(pointer, name);
}

void set_ok(halfturn_error* error);

/// Fills `error`, which may be NULL, from the exception that is being handled, and returns its status.
halfturn_status report_current_exception(halfturn_error* error) noexcept;

/// Runs what a function of the interface does.
template <class Work>
halfturn_status guarded(halfturn_error* error, const Work& work) noexcept {
  try {
    work();
    set_ok(error);
    return HALFTURN_OK;
  } catch (...) {
    return report_current_exception(error);
  }
}

}  // namespace halfturn::c
