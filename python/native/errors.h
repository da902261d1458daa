#pragma once

#include <pybind11/pybind11.h>

#include <cstddef>
#include <optional>
#include <utility>

#include "halfturn/result.h"

/// The library's Errors as Python exceptions. All of it needs the GIL.
namespace halfturn::python {

namespace py = pybind11;

/// The exception for an Error, as an object: InputError for a person's mistake, else MachineError. `index` is
/// the place in a list, from 0.
py::object exception_of(const Error& error, std::optional<std::size_t> index = std::nullopt);

/// Raises it.
[[noreturn]] void raise(const Error& error, std::optional<std::size_t> index = std::nullopt);

/// Raises an exception that stopped some work, with what was done until then in its attribute `partial`.
[[noreturn]] void raise_with_partial(const py::object& exception, const py::object& partial);

template <class T>
T value_or_raise(Result<T> result) {
  if (!result) raise(result.error());
  return *std::move(result);
}

}  // namespace halfturn::python
