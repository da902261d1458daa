#include <pybind11/stl.h>

#include <string>

#include "bindings.h"
#include "errors.h"
#include "halfturn/table_store.h"
#include "long_work.h"

// NOLINTNEXTLINE: the macro is pybind11's
PYBIND11_MODULE(_native, module) {
  namespace py = pybind11;
  using namespace halfturn::python;
  module.doc() = "The compiled part of halfturn. Use the package halfturn, which checks what it is given.";
  module.attr("__version__") = HALFTURN_VERSION;
  module.def(
      "default_table_folder", [] { return value_or_raise(halfturn::default_table_folder()).string(); },
      "The folder of tables that the program uses too.");
  py::module_::import("atexit").attr("register")(py::cpp_function(&end_all_work));
  bind_cube(module);
  bind_solve(module);
  bind_optimal(module);
  bind_analyze(module);
  bind_sample(module);
  bind_coset(module);
}
