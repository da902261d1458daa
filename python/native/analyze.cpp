#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bindings.h"
#include "halfturn/analyzer.h"
#include "halfturn/comfort.h"
#include "halfturn/distribution.h"
#include "halfturn/notation.h"
#include "long_work.h"
#include "opened.h"
#include "positions.h"

namespace halfturn::python {

namespace {

/// From this many cubes on, copying the tables to memory pays.
constexpr std::size_t kManyToAnalyze = 49;
/// How many solutions of a stage are compared for their comfort.
constexpr std::size_t kMostCompared = 1000;

std::vector<Stage> stages_named(const std::vector<std::string>& names) {
  std::vector<Stage> stages;
  for (const std::string& name : names) {
    const std::optional<Stage> stage = stage_of_name(name);
    if (!stage) raise({ErrorKind::bad_input, "there is no stage '" + name + "'", {}});
    stages.push_back(*stage);
  }
  return stages;
}

ViewSet views_named(const std::string& letters) {
  return value_or_raise(parse_views(letters, ViewLetters::colours_or_faces));
}

/// The bottom colour and the rotation from how the cube lies, white up and green in front, to how it is held.
py::object object_of(const StageSolution& solution, View view) {
  return py::make_tuple(format_moves(solution.moves), format_rotation(symmetry_of(view)), solution.reached);
}

class PyAnalyzer {
 public:
  PyAnalyzer(const std::string& folder, const std::vector<std::string>& stages, const std::string& size,
             std::optional<bool> resident, int threads, const py::object& progress)
      : stages_(stages_named(stages)),
        opened_(TableStore(folder), AnalyzerOptions{.stages = stages_, .size = size_named(size)}, resident,
                kManyToAnalyze) {
    Watch watch(progress);
    auto engine = watched(watch, [&] { return opened_.get(0, watch.run(threads)); });
    watch.raise_if_interrupted();
    value_or_raise(*std::move(engine));
  }

  py::array_t<std::uint8_t> many(const py::object& items, const std::string& colours, SlotSet slots,
                                 bool coerce, int threads, const py::object& progress) {
    const AnalyzeRequest request{.stages = stages_, .views = views_named(colours), .slots = slots};
    Watch watch(
        progress);  // first: making an array may run Python code, in whose middle the interpreter may end
    CubeList list(items, Held::by_colour, coerce);
    py::array_t<std::uint8_t> lengths({list.size(), stages_.size(), kViewCount});
    std::uint8_t* const cells = lengths.mutable_data();
    std::fill_n(cells, lengths.size(), kNotComputed);
    watch.wait_for([&] { list.read(threads, watch.stop_token()); });
    watch.raise_if_interrupted([&] { return lengths; });
    list.raise_first_error();

    watch.begin_count("analyze", list.cubes().size());
    const auto done = watched(watch, [&]() -> Result<std::size_t> {
      const Run run = watch.run(threads);
      const auto engine = opened_.get(list.cubes().size(), run);
      if (!engine) return engine.error();
      return (*engine)->analyze_all(
          list.cubes(), request, run, [&](std::size_t index, std::span<const StageRow> rows) {
            std::uint8_t* cell = cells + list.place_of(index) * rows.size() * kViewCount;
            for (const StageRow& row : rows) cell = std::ranges::copy(row, cell).out;
            watch.count(index + 1);
          });
    });
    watch.raise_if_interrupted([&] { return lengths; });
    value_or_raise(*done);
    return lengths;
  }

  /// All threads work on one cube.
  py::array_t<std::uint8_t> one(py::handle item, const std::string& colours, SlotSet slots, int threads) {
    const AnalyzeRequest request{.stages = stages_, .views = views_named(colours), .slots = slots};
    const Cube cube = cube_from(item, Held::by_colour);
    Watch watch{py::none()};
    const auto rows = watched(watch, [&]() -> Result<std::vector<StageRow>> {
      const Run run = watch.run(threads);
      const auto engine = opened_.get(1, run);
      if (!engine) return engine.error();
      return (*engine)->analyze(cube, request, run);
    });
    watch.raise_if_interrupted();
    const std::vector<StageRow> found = value_or_raise(*rows);
    py::array_t<std::uint8_t> lengths({found.size(), kViewCount});
    std::uint8_t* cell = lengths.mutable_data();
    for (const StageRow& row : found) cell = std::ranges::copy(row, cell).out;
    return lengths;
  }

  py::list solutions(py::handle item, const std::string& stage, const std::string& colour, std::size_t count,
                     int max_moves, SlotSet slots, const std::optional<std::string>& prefer) {
    SolutionsRequest request{.stage = stages_named({stage}).front(),
                             .view = *views_named(colour).begin(),
                             .count = count,
                             .max_moves = max_moves,
                             .slots = slots};
    std::optional<FaceSet> faces;
    if (prefer) faces = value_or_raise(parse_faces(*prefer));
    const Cube cube = cube_from(item, Held::by_colour);
    Watch watch{py::none()};
    const auto found = watched(watch, [&]() -> Result<std::vector<StageSolution>> {
      const Run run = watch.run(0);
      const auto engine = opened_.get(1, run);
      if (!engine) return engine.error();
      return sorted_solutions(**engine, cube, request, faces, run);
    });
    const auto list_of = [&] {
      py::list list;
      if (found && *found)
        for (const StageSolution& solution : **found) list.append(object_of(solution, request.view));
      return list;
    };
    watch.raise_if_interrupted(list_of);
    value_or_raise(*found);
    return list_of();
  }

 private:
  static TableSize size_named(const std::string& name) {
    if (name == "best") return TableSize::best;
    if (name == "small") return TableSize::small;
    if (name == "large") return TableSize::large;
    raise({ErrorKind::bad_input, "there is no size of tables '" + name + "'",
           "the sizes are best, small and large"});
  }

  /// The shortest ones; of equal lengths, those first that are comfortable with the preferred faces.
  static Result<std::vector<StageSolution>> sorted_solutions(const Analyzer& analyzer, const Cube& cube,
                                                             SolutionsRequest request,
                                                             const std::optional<FaceSet>& faces,
                                                             const Run& run) {
    Result<std::vector<StageSolution>> found = analyzer.solutions(cube, request, run);
    if (!found || !faces || found->empty()) return found;
    const std::size_t count = request.count;
    if (found->size() == count && count < kMostCompared) {
      // There may be more of the last length.
      request.max_moves = static_cast<int>(found->back().moves.size());
      request.count = kMostCompared;
      found = analyzer.solutions(cube, request, run);
      if (!found) return found;
    }
    std::ranges::stable_sort(*found, ComfortOrder(*faces), &StageSolution::moves);
    found->resize(std::min(found->size(), count));
    return found;
  }

  std::vector<Stage> stages_;
  Opened<Analyzer, AnalyzerOptions> opened_;
};

py::list distributions_of(const std::string& folder, const std::string& stage, const std::string& colours,
                          int threads, const py::object& progress) {
  const ViewSet views = colours.empty() ? ViewSet() : views_named(colours);
  Watch watch(progress);
  auto found = watched(
      watch, [&] { return exact_distributions(TableStore(folder), stage, views, watch.run(threads)); });
  watch.raise_if_interrupted();
  const auto number = [](PositionCount count) { return py::int_(py::str(to_string(count))); };
  py::list list;
  for (const StageDistribution& distribution : value_or_raise(*std::move(found))) {
    py::list counts;
    for (const PositionCount count : distribution.counts) counts.append(number(count));
    list.append(
        py::make_tuple(distribution.stage, distribution.fixed, number(distribution.positions), counts));
  }
  return list;
}

py::list stage_catalogue() {
  py::list list;
  for (const Stage stage : all_stages())
    list.append(py::make_tuple(std::string(stage.name()), std::string(stage.variant()),
                               std::string(stage.purpose()), stage.most_moves()));
  return list;
}

}  // namespace

void bind_analyze(py::module_& module) {
  module.attr("NOT_COMPUTED") = static_cast<int>(kNotComputed);
  std::string colours;
  for (const View view : kAllViews) colours += colour_of(view);
  module.attr("COLOURS") = colours;
  module.def("stages", &stage_catalogue,
             "[(name, variant, what must be solved, the most moves that it takes)]");
  module.def("distribution", &distributions_of, py::arg("folder"), py::arg("stage"), py::arg("colours"),
             py::arg("threads"), py::arg("progress"),
             "[(stage, what is held fixed, positions, counts by length)]");
  py::class_<PyAnalyzer>(module, "Analyzer", "The fewest moves for stages.")
      .def(py::init<const std::string&, const std::vector<std::string>&, const std::string&,
                    std::optional<bool>, int, const py::object&>(),
           py::arg("folder"), py::arg("stages"), py::arg("size"), py::arg("resident"), py::arg("threads"),
           py::arg("progress"))
      .def("many", &PyAnalyzer::many, py::arg("cubes"), py::arg("colours"), py::arg("slots"),
           py::arg("coerce"), py::arg("threads"), py::arg("progress"), "uint8, (cubes, stages, colours)")
      .def("one", &PyAnalyzer::one, py::arg("cube"), py::arg("colours"), py::arg("slots"), py::arg("threads"),
           "uint8, (stages, colours)")
      .def("solutions", &PyAnalyzer::solutions, py::arg("cube"), py::arg("stage"), py::arg("colour"),
           py::arg("count"), py::arg("max_moves"), py::arg("slots"), py::arg("prefer"),
           "[(moves, rotation before them, what they reach)]");
}

}  // namespace halfturn::python
