#include "halfturn/coset.h"

#include <pybind11/stl.h>

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "bindings.h"
#include "long_work.h"
#include "positions.h"

namespace halfturn::python {

namespace {

CosetEngine engine_named(const std::string& name) {
  if (name == "set") return CosetEngine::set;
  if (name == "bitmap") return CosetEngine::bitmap;
  if (name == "search") return CosetEngine::search;
  if (name == "fast") return CosetEngine::fast;
  raise({ErrorKind::bad_input, "there is no engine '" + name + "'",
         "the engines are set, bitmap, search and fast"});
}

py::tuple object_of(const CosetLevel& level) {
  return py::make_tuple(level.depth, level.probes, level.fresh, level.total, level.exact);
}

py::tuple object_of(const CosetResult& result, const std::vector<Cube>& unsolved) {
  py::list levels;
  for (const CosetLevel& level : result.levels) levels.append(object_of(level));
  return py::make_tuple(levels, result.proved, result.remaining, result.solved_singly, unsolved);
}

/// Python threads may share it; their calls wait for each other.
class PyCosetSolver {
 public:
  PyCosetSolver(const std::string& folder, int threads, const py::object& progress) {
    Watch watch(progress);
    auto solver = watched(watch, [&] {
      return CosetSolver::open(TableStore(folder), fastest_instruction_set(), watch.run(threads));
    });
    watch.raise_if_interrupted();
    solver_.emplace(value_or_raise(*std::move(solver)));
  }

  py::tuple prove(py::handle item, int bound, std::size_t most_unsolved, int threads,
                  const py::object& progress, const py::object& on_level) {
    ProofOptions options;
    options.bound = bound;
    options.count = false;
    return run(item, options, most_unsolved, threads, progress, on_level,
               [&](const Cube& cube, const Run& run) { return solver_->prove(cube, options, run); });
  }

  py::tuple explore(py::handle item, const std::string& engine, int search_depth, int depth,
                    std::size_t most_unsolved, int threads, const py::object& progress,
                    const py::object& on_level) {
    ExploreOptions options;
    options.engine = engine_named(engine);
    options.search_depth = search_depth;
    options.depth = depth;
    return run(item, options, most_unsolved, threads, progress, on_level,
               [&](const Cube& cube, const Run& run) { return solver_->explore(cube, options, run); });
  }

 private:
  template <class Work>
  py::tuple run(py::handle item, CosetOptions& options, std::size_t most_unsolved, int threads,
                const py::object& progress, const py::object& on_level, const Work& work) {
    const Cube cube = cube_from(item, Held::as_seen);
    Watch watch(progress);
    std::vector<Cube> unsolved;
    if (most_unsolved > 0)
      options.unsolved = [&](const Cube& position) {
        unsolved.push_back(position);
        return unsolved.size() < most_unsolved;
      };
    if (!on_level.is_none()) {
      watch.expect_events();
      options.on_level = [&](const CosetLevel& level) {
        watch.post([&, level] { on_level(object_of(level)); });
      };
    }
    const auto result = watched(watch, [&] {
      const std::lock_guard lock(mutex_);
      return work(cube, watch.run(threads));
    });
    watch.raise_if_interrupted([&]() -> py::object {
      if (!result || !*result) return py::none();
      return object_of(**result, unsolved);
    });
    return object_of(value_or_raise(*result), unsolved);
  }

  std::mutex mutex_;  // guards the solver
  std::optional<CosetSolver> solver_;
};

}  // namespace

void bind_coset(py::module_& module) {
  module.attr("COSET_POSITIONS") = kCosetPositions;
  py::class_<PyCosetSolver>(module, "CosetSolver", "Whole cosets of H.")
      .def(py::init<const std::string&, int, const py::object&>(), py::arg("folder"), py::arg("threads"),
           py::arg("progress"))
      .def("prove", &PyCosetSolver::prove, py::arg("position"), py::arg("bound"), py::arg("most_unsolved"),
           py::arg("threads"), py::arg("progress"), py::arg("on_level"),
           "(levels, bound if proved, remaining, solved singly, unsolved)")
      .def("explore", &PyCosetSolver::explore, py::arg("position"), py::arg("engine"),
           py::arg("search_depth"), py::arg("depth"), py::arg("most_unsolved"), py::arg("threads"),
           py::arg("progress"), py::arg("on_level"), "(levels, None, remaining, 0, unsolved)");
}

}  // namespace halfturn::python
