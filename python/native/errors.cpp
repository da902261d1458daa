#include "errors.h"

#include <pybind11/stl.h>

namespace halfturn::python {

namespace {

py::object errors_module() {
  return py::module_::import("halfturn._errors");
}

py::object number_or_none(std::size_t number) {
  return number > 0 ? py::object(py::int_(number)) : py::object(py::none());
}

[[noreturn]] void throw_object(const py::object& exception) {
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(exception.ptr())), exception.ptr());
  throw py::error_already_set();
}

}  // namespace

py::object exception_of(const Error& error, std::optional<std::size_t> index) {
  // In a list the item is the line.
  const std::size_t line = index ? *index + 1 : error.line;
  const char* name = error.kind == ErrorKind::bad_input ? "InputError" : "MachineError";
  return errors_module().attr(name)(error.message, error.hint, number_or_none(line),
                                    number_or_none(error.column), index, to_string(error.kind));
}

void raise(const Error& error, std::optional<std::size_t> index) {
  throw_object(exception_of(error, index));
}

void raise_with_partial(const py::object& exception, const py::object& partial) {
  throw_object(errors_module().attr("with_partial")(exception, partial));
}

}  // namespace halfturn::python
