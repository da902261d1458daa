#include "halfturn/solve.h"

#include <pybind11/stl.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bindings.h"
#include "halfturn/notation.h"
#include "long_work.h"
#include "opened.h"
#include "positions.h"

namespace halfturn::python {

namespace {

/// From this many cubes on, copying the tables to memory pays.
constexpr std::size_t kManyToSolve = 100;

/// When to end a search. The time is in seconds.
struct Limits {
  std::optional<int> max_moves;
  std::optional<double> time;
  std::optional<std::uint64_t> probes;
};

SolveOptions options_of(const Limits& limits, int solutions) {
  SolveOptions options;
  options.max_moves = limits.max_moves;
  if (limits.time) options.time = std::chrono::nanoseconds(static_cast<std::int64_t>(*limits.time * 1e9));
  options.probes = limits.probes;
  options.solutions = solutions;
  return options;
}

std::vector<std::string> texts_of(const std::vector<Moves>& all) {
  std::vector<std::string> texts;
  texts.reserve(all.size());
  for (const Moves& moves : all) texts.push_back(format_moves(moves));
  return texts;
}

py::object object_of(const SolveResult& result) {
  return py::make_tuple(texts_of(result.solutions), result.probes, result.target_met, result.exhausted);
}

class PySolver {
 public:
  PySolver(const std::string& folder, const std::string& metric, std::optional<bool> resident, bool compact,
           int threads, const py::object& progress)
      : metric_(value_or_raise(parse_metric(metric))),
        opened_(
            TableStore(folder),
            SolverOptions{.metric = metric_, .tables = compact ? SolverTables::compact : SolverTables::full},
            resident, kManyToSolve) {
    Watch watch(progress);
    auto engine = watched(watch, [&] { return opened_.get(0, watch.run(threads)); });
    watch.raise_if_interrupted();
    value_or_raise(*std::move(engine));
  }

  py::object solve(py::handle item, const Limits& limits, int solutions, int threads,
                   const py::object& progress, const py::object& on_improvement) {
    const Cube cube = cube_from(item, Held::as_seen);
    SolveOptions options = options_of(limits, solutions);
    Watch watch(progress);
    if (!on_improvement.is_none()) {
      watch.expect_events();
      options.on_improvement = [&](const Moves& moves) {
        watch.post([&, text = format_moves(moves)] { on_improvement(text); });
      };
    }
    const auto result = watched(watch, [&]() -> Result<SolveResult> {
      const Run run = watch.run(threads);
      const auto engine = opened_.get(1, run);
      if (!engine) return engine.error();
      return (*engine)->solve(cube, options, run);
    });
    // A search that is stopped still has the best that it found.
    watch.raise_if_interrupted([&] { return result && *result ? object_of(**result) : py::none(); });
    return object_of(value_or_raise(*result));
  }

  py::list solve_many(const py::object& items, const Limits& limits, bool inverted, bool coerce, int threads,
                      const py::object& progress) {
    CubeList list(items, Held::as_seen, coerce);
    Watch watch(progress);
    watch.wait_for([&] { list.read(threads, watch.stop_token()); });
    watch.raise_if_interrupted([] { return py::list(); });
    list.raise_first_error();

    const SolveOptions options = options_of(limits, 1);
    const std::vector<Cube>& cubes = list.cubes();
    std::vector<std::string> texts;
    texts.reserve(cubes.size());
    watch.begin_count("solve", cubes.size());
    const auto done = watched(watch, [&]() -> Result<void> {
      const Run run = watch.run(threads);
      const auto engine = opened_.get(cubes.size(), run);
      if (!engine) return engine.error();
      (*engine)->solve_all(cubes, options, run, [&](std::size_t index, const SolveResult& result) {
        texts.push_back(format_moves(inverted ? inverse(result.best()) : result.best()));
        watch.count(index + 1);
      });
      return {};
    });
    watch.raise_if_interrupted([&] { return list_in_places(texts, list); });
    if (!*done) raise(done->error());
    return list_in_places(texts, list);
  }

 private:
  Metric metric_;
  Opened<Solver, SolverOptions> opened_;
};

}  // namespace

void bind_solve(py::module_& module) {
  py::class_<Limits>(module, "Limits", "When to end a search.")
      .def(py::init<std::optional<int>, std::optional<double>, std::optional<std::uint64_t>>(),
           py::arg("max_moves"), py::arg("time"), py::arg("probes"));
  py::class_<PySolver>(module, "Solver", "Short solutions.")
      .def(py::init<const std::string&, const std::string&, std::optional<bool>, bool, int,
                    const py::object&>(),
           py::arg("folder"), py::arg("metric"), py::arg("resident"), py::arg("compact"), py::arg("threads"),
           py::arg("progress"))
      .def("solve", &PySolver::solve, py::arg("cube"), py::arg("limits"), py::arg("solutions"),
           py::arg("threads"), py::arg("progress"), py::arg("on_improvement"),
           "(solutions, probes, whether the target was met, whether the search is complete)")
      .def("solve_many", &PySolver::solve_many, py::arg("cubes"), py::arg("limits"), py::arg("inverted"),
           py::arg("coerce"), py::arg("threads"), py::arg("progress"),
           "A solution for each cube, or the moves that lead to it; None for an item that was coerced.");
}

}  // namespace halfturn::python
