#include "halfturn/cube.h"

#include <pybind11/stl.h>

#include <string>
#include <tuple>
#include <vector>

#include "bindings.h"
#include "halfturn/notation.h"
#include "halfturn/position.h"
#include "positions.h"

namespace halfturn::python {

namespace {

using Placed = std::vector<std::tuple<int, int>>;

Placed corners_of(const Cube& cube) {
  Placed pieces;
  for (int place = 0; place < kCornerCount; ++place)
    pieces.emplace_back(cube.corner_at(place).piece, cube.corner_at(place).turn);
  return pieces;
}

Placed edges_of(const Cube& cube) {
  Placed pieces;
  for (int place = 0; place < kEdgeCount; ++place)
    pieces.emplace_back(cube.edge_at(place).piece, cube.edge_at(place).turn);
  return pieces;
}

Cube cube_of_pieces(const Placed& corners, const Placed& edges) {
  PlacedCorners placed_corners;
  PlacedEdges placed_edges;
  if (corners.size() != placed_corners.size() || edges.size() != placed_edges.size())
    raise({ErrorKind::bad_input, "a cube has 8 corners and 12 edges", "give a piece and its turn for each"});
  const auto place = [](const Placed& from, auto& to) {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] = {std::get<0>(from[i]), std::get<1>(from[i])};
  };
  place(corners, placed_corners);
  place(edges, placed_edges);
  return value_or_raise(Cube::from_pieces(placed_corners, placed_edges));
}

/// The cube after moves, as its holder sees it then.
Cube after(const Cube& cube, const py::str& text) {
  const MoveSequence sequence = value_or_raise(parse_moves(text_of(text)));
  return cube.after(sequence.moves).seen_through(sequence.orientation);
}

Cube power(const Cube& cube, int exponent) {
  Cube factor = exponent < 0 ? cube.inverse() : cube;
  Cube result;
  for (unsigned left = exponent < 0 ? 0U - static_cast<unsigned>(exponent) : static_cast<unsigned>(exponent);
       left > 0; left /= 2) {
    if (left % 2 == 1) result = result * factor;
    factor = factor * factor;
  }
  return result;
}

constexpr const char* kCubeDoc =
    R"(A position of the cube: a value that cannot change and can always be reached by turning faces.

Cube(text="", kind="auto") reads moves, 54 facelets or 20 pieces; kind says which, if it is not to be seen
from the text. The faces are named by where they are, however the cube is held. A mistake is an InputError.

>>> from halfturn import Cube
>>> Cube("R U R' U'").facelets
'UULUUFUUFRRUBRRURRFFDFFUFFFDDRDDDDDDBLLLLLLLLBRRBBBBBB'
>>> Cube("R") * Cube("U") == Cube("R U")        # first R, then U
True
>>> ~Cube("R U") == Cube("U' R'")               # the inverse
True
>>> Cube("R U R' U'") ** 6 == Cube()            # six times is solved
True
>>> Cube("R").after("U2 F'") == Cube("R U2 F'")
True
>>> Cube("x").is_solved                         # held in another way
True
>>> len({Cube("R"), Cube("R'"), Cube("R3")})    # by value
2
>>> import pickle
>>> pickle.loads(pickle.dumps(Cube("F2 B2"))) == Cube("F2 B2")
True
>>> Cube("R U K")
Traceback (most recent call last):
halfturn.InputError: line 1, column 5: unknown move 'K' (the moves are U R F D L B, wide moves such as Rw or r, slices M E S and rotations x y z)
)";

}  // namespace

void bind_cube(py::module_& module) {
  py::class_<Cube>(module, "Cube", kCubeDoc)
      .def(py::init([](const py::str& text, const std::string& kind) {
             return value_or_raise(read_text(text_of(text), kind)).cube;
           }),
           py::arg("text") = "", py::arg("kind") = "auto")
      .def_static(
          "by_colour",
          [](const py::str& text, const std::string& kind) {
            return halfturn::by_colour(value_or_raise(read_text(text_of(text), kind)));
          },
          py::arg("text"), py::arg("kind") = "auto",
          "The cube turned white up and green in front, whatever rotations and wide moves the text has.")
      .def_static("from_cubies", &cube_of_pieces, py::arg("corners"), py::arg("edges"),
                  "The cube with these pieces, as the properties corners and edges give them.")
      .def_property_readonly(
          "facelets", [](const Cube& cube) { return format_facelets(cube); },
          "54 letters, U1..U9 R1..R9 F1..F9 D1..D9 L1..L9 B1..B9.")
      .def_property_readonly("pieces", &format_pieces,
                             "The piece in each place: UF UR UB UL DF DR DB DL FR FL BR BL, then UFR URB UBL "
                             "ULF DRF DFL DLB DBR.")
      .def_property_readonly(
          "corners", &corners_of,
          "(piece, twist) for the corner places URF UFL ULB UBR DFR DLF DBL DRB; a piece has the number of "
          "the place where it is solved.")
      .def_property_readonly(
          "edges", &edges_of,
          "(piece, flip) for the edge places UR UF UL UB DR DF DL DB FR FL BL BR; a piece has the number of "
          "the place where it is solved.")
      .def_property_readonly("is_solved", &Cube::is_solved, "Whether it is solved, however it is held.")
      .def("after", &after, py::arg("moves"), "The cube after these moves, as its holder sees it then.")
      .def("inverse", &Cube::inverse, "The position p with self * p == p * self == Cube(); also ~self.")
      .def("__invert__", &Cube::inverse)
      .def(
          "__mul__", [](const Cube& first, const Cube& then) { return first * then; }, py::is_operator())
      .def("__pow__", &power, py::arg("exponent"), py::is_operator())
      .def(
          "__eq__", [](const Cube& a, const Cube& b) { return a == b; }, py::is_operator())
      .def("__hash__", [](const Cube& cube) { return static_cast<Py_hash_t>(cube.hash() >> 1); })
      .def("__repr__", [](const Cube& cube) { return "Cube('" + format_facelets(cube) + "')"; })
      .def("__str__", [](const Cube& cube) { return format_facelets(cube); })
      .def(py::pickle([](const Cube& cube) { return py::make_tuple(corners_of(cube), edges_of(cube)); },
                      [](const py::tuple& state) {
                        return cube_of_pieces(state[0].cast<Placed>(), state[1].cast<Placed>());
                      }));

  module.def(
      "parse",
      [](const py::str& text, const std::string& kind) {
        const Position position = value_or_raise(read_text(text_of(text), kind));
        return py::make_tuple(position.cube, format_rotation(position.orientation), to_string(position.kind));
      },
      py::arg("text"), py::arg("kind"), "(cube as held, rotation, kind of text)");
  module.def(
      "parse_moves",
      [](const py::str& text) {
        const MoveSequence sequence = value_or_raise(parse_moves(text_of(text)));
        const MoveCount count = count_moves(sequence.moves);
        return py::make_tuple(format_moves(sequence.moves), format_rotation(sequence.orientation),
                              count.half_turn, count.quarter_turn, count.slice_turn);
      },
      py::arg("text"), "(face turns, rotation, half turns, quarter turns, slice turns)");
  module.def(
      "invert",
      [](const py::str& text) {
        const MoveSequence sequence = value_or_raise(parse_moves(text_of(text)));
        // Afterwards the cube is held in another way; so are the moves that undo it.
        return format_moves(seen_through(inverse(sequence.moves), sequence.orientation));
      },
      py::arg("text"), "The face turns that undo a sequence, as its holder sees them.");
  module.def(
      "simplify",
      [](const py::str& text) {
        return format_moves(cancelled(value_or_raise(parse_moves(text_of(text))).moves));
      },
      py::arg("text"), "The sequence as face turns, without turns that cancel or join.");
  module.def(
      "nearest_positions",
      [](const py::str& text) {
        py::list repairs;
        for (const FaceletRepair& repair : nearest_positions(text_of(text)))
          repairs.append(py::make_tuple(repair.what, repair.position.cube));
        return repairs;
      },
      py::arg("facelets"), "[(what to change, cube)]");
}

}  // namespace halfturn::python
