#pragma once

#include <pybind11/pybind11.h>

/// The parts of the module halfturn._native. The Python modules beside it are what people import; they check
/// what they are given, so that here arguments have the right types.
namespace halfturn::python {

void bind_cube(pybind11::module_& module);
void bind_solve(pybind11::module_& module);
void bind_optimal(pybind11::module_& module);
void bind_analyze(pybind11::module_& module);
void bind_sample(pybind11::module_& module);
void bind_coset(pybind11::module_& module);

}  // namespace halfturn::python
