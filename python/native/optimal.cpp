#include "halfturn/optimal.h"

#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <vector>

#include "bindings.h"
#include "halfturn/notation.h"
#include "long_work.h"
#include "positions.h"

namespace halfturn::python {

namespace {

py::object object_of(const OptimalResult& result, Metric metric) {
  py::list texts;
  for (const Moves& moves : result.solutions) texts.append(format_moves(moves));
  return py::make_tuple(texts, result.lower_bound, result.complete, result.is_optimal(metric));
}

class PyOptimalSolver {
 public:
  PyOptimalSolver(const std::string& folder, const std::string& metric, const std::string& table, int threads,
                  const py::object& progress) {
    const OptimalSolverOptions options{.metric = value_or_raise(parse_metric(metric)), .table = table};
    Watch watch(progress);
    auto solver =
        watched(watch, [&] { return OptimalSolver::open(TableStore(folder), options, watch.run(threads)); });
    watch.raise_if_interrupted();
    solver_.emplace(value_or_raise(*std::move(solver)));
  }

  std::string table() const { return solver_->table(); }

  py::object solve(py::handle item, std::optional<int> max_moves, std::optional<int> all_within,
                   int lower_bound, int threads, const py::object& progress, const py::object& on_improvement,
                   const py::object& on_excluded) const {
    const Cube cube = cube_from(item, Held::as_seen);
    OptimalOptions options;
    options.lower_bound = lower_bound;
    options.max_moves = max_moves;
    options.all_within = all_within;
    Watch watch(progress);
    if (!on_improvement.is_none()) {
      watch.expect_events();
      options.on_improvement = [&](const Moves& moves) {
        watch.post([&, text = format_moves(moves)] { on_improvement(text); });
      };
    }
    if (!on_excluded.is_none()) {
      watch.expect_events();
      options.on_excluded = [&](int moves) { watch.post([&, moves] { on_excluded(moves); }); };
    }
    const auto result = watched(watch, [&] { return solver_->solve(cube, options, watch.run(threads)); });
    watch.raise_if_interrupted([&] { return result ? object_of(*result, solver_->metric()) : py::none(); });
    return object_of(*result, solver_->metric());
  }

  py::list solve_many(const py::object& items, bool coerce, int threads, const py::object& progress) const {
    CubeList list(items, Held::as_seen, coerce);
    Watch watch(progress);
    watch.wait_for([&] { list.read(threads, watch.stop_token()); });
    watch.raise_if_interrupted([] { return py::list(); });
    list.raise_first_error();
    std::vector<std::string> texts;
    watch.begin_count("solve", list.cubes().size());
    watch.wait_for([&] {
      solver_->solve_all(list.cubes(), {}, watch.run(threads),
                         [&](std::size_t index, const OptimalResult& result) {
                           texts.push_back(format_moves(result.solutions.front()));
                           watch.count(index + 1);
                         });
    });
    watch.raise_if_interrupted([&] { return list_in_places(texts, list); });
    return list_in_places(texts, list);
  }

 private:
  std::optional<OptimalSolver> solver_;
};

}  // namespace

void bind_optimal(py::module_& module) {
  py::class_<PyOptimalSolver>(module, "OptimalSolver", "Shortest solutions.")
      .def(py::init<const std::string&, const std::string&, const std::string&, int, const py::object&>(),
           py::arg("folder"), py::arg("metric"), py::arg("table"), py::arg("threads"), py::arg("progress"))
      .def_property_readonly("table", &PyOptimalSolver::table, "The name of the table in use.")
      .def("solve", &PyOptimalSolver::solve, py::arg("cube"), py::arg("max_moves"), py::arg("all_within"),
           py::arg("lower_bound"), py::arg("threads"), py::arg("progress"), py::arg("on_improvement"),
           py::arg("on_excluded"),
           "(solutions, lower bound, whether the answer is complete, whether proved shortest)")
      .def("solve_many", &PyOptimalSolver::solve_many, py::arg("cubes"), py::arg("coerce"),
           py::arg("threads"), py::arg("progress"),
           "A shortest solution for each cube; None for an item that was coerced.");
}

}  // namespace halfturn::python
