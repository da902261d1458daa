#include <pybind11/stl.h>

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "bindings.h"
#include "halfturn/notation.h"
#include "halfturn/random.h"
#include "halfturn/where.h"
#include "long_work.h"
#include "positions.h"

namespace halfturn::python {

namespace {

/// Whether at most one move solves it, so that its scramble would be shorter than the two moves that
/// competitions require.
bool is_too_close(const Cube& cube) {
  return cube.is_solved() ||
         std::ranges::any_of(kAllMoves, [&](Move move) { return cube.after(move).is_solved(); });
}

/// Random positions, all equally likely: of all positions, or of those that satisfy conditions. Python
/// threads may share it; their calls wait for each other.
class PyRandomCubes {
 public:
  PyRandomCubes(const std::string& folder, const std::optional<py::str>& where, std::uint64_t seed,
                int threads, const py::object& progress)
      : random_(seed) {
    if (!where) return;
    Where conditions = value_or_raise(parse_where(text_of(*where)));
    conditions = value_or_raise(without_impossible(std::move(conditions)));
    Watch watch(progress);
    auto cubes = watched(watch, [&] {
      return ConditionalCubes::open(TableStore(folder), {.where = std::move(conditions), .seed = seed},
                                    watch.run(threads));
    });
    watch.raise_if_interrupted();
    conditional_.emplace(value_or_raise(*std::move(cubes)));
  }

  /// The next `count` positions; without those that are too close for a scramble, if `far` is asked for, so
  /// perhaps fewer.
  std::vector<Cube> next(std::size_t count, bool far, std::uint64_t tries, int threads,
                         const py::object& progress) {
    Watch watch(progress);
    std::vector<Cube> cubes;
    bool gave_up = false;
    const auto drawn = watched(watch, [&]() -> Result<std::size_t> {
      const std::lock_guard lock(mutex_);
      if (!conditional_) return draw_any(count, far, watch.stop_token(), cubes);
      const Result<std::vector<ConditionalCube>> found =
          conditional_->next(count, {.tries = tries}, watch.run(threads));
      if (!found) return found.error();
      for (const ConditionalCube& cube : *found)
        if (!far || !is_too_close(cube.cube)) cubes.push_back(cube.cube);
      gave_up = found->size() < count;
      return cubes.size();
    });
    watch.raise_if_interrupted([&] { return py::cast(cubes); });
    value_or_raise(*drawn);
    if (gave_up)
      raise_with_partial(
          exception_of({ErrorKind::bad_input,
                        "gave up: the last " + std::to_string(tries) + " candidates, drawn from " +
                            conditional_->method() + ", do not satisfy the conditions",
                        "ask for less, or for more tries"}),
          py::cast(cubes));
    return cubes;
  }

  std::string method() const { return conditional_ ? conditional_->method() : "all positions"; }

 private:
  std::size_t draw_any(std::size_t count, bool far, const std::stop_token& stop, std::vector<Cube>& cubes) {
    cubes.reserve(count);
    while (cubes.size() < count && !stop.stop_requested()) {
      const Cube cube = random_.next();
      if (!far || !is_too_close(cube)) cubes.push_back(cube);
    }
    return cubes.size();
  }

  std::mutex mutex_;  // guards what follows
  RandomCubes random_;
  std::optional<ConditionalCubes> conditional_;
};

}  // namespace

void bind_sample(py::module_& module) {
  py::class_<PyRandomCubes>(module, "RandomCubes", "Random positions.")
      .def(py::init<const std::string&, const std::optional<py::str>&, std::uint64_t, int,
                    const py::object&>(),
           py::arg("folder"), py::arg("where"), py::arg("seed"), py::arg("threads"), py::arg("progress"))
      .def_property_readonly("method", &PyRandomCubes::method, "What candidates are drawn from, for people.")
      .def("next", &PyRandomCubes::next, py::arg("count"), py::arg("far"), py::arg("tries"),
           py::arg("threads"), py::arg("progress"),
           "The next positions; far: without those that one move solves.");
}

}  // namespace halfturn::python
