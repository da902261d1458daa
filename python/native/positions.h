#pragma once

#include <pybind11/pybind11.h>

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "errors.h"
#include "halfturn/cube.h"
#include "halfturn/position.h"

/// What Python code hands over as a cube: a Cube, or a text of moves, facelets or pieces.
namespace halfturn::python {

/// How a cube that is held in some way is taken.
enum class Held {
  as_seen,    ///< faces named by where they are: for solutions
  by_colour,  ///< turned white up, green in front: for stages, whose columns are colours
};

/// Reads a text as `kind` says: "auto", "moves", "facelets" or "pieces". Of moves, a length in brackets at
/// the end, (19) or (24q), is passed over. Automatic: refuses a long word of nothing but letters of faces
/// that is not 54 letters long; it may be moves, and may be facelets that were cut off.
Result<Position> read_text(std::string_view text, std::string_view kind = "auto");

/// A Python string as UTF-8, which lives as long as the string. Raises InputError for one that is not
/// Unicode.
std::string_view text_of(const py::str& text);

/// A Cube or a text. Raises InputError, or TypeError for anything else.
Cube cube_from(py::handle item, Held held);

/// Many of them. Texts are read later, without the GIL, where they lie.
class CubeList {
 public:
  /// Takes any iterable. With `coerce`, whatever is wrong with an item only leaves a gap.
  CubeList(const py::object& items, Held held, bool coerce);
  CubeList(const CubeList&) = delete;
  CubeList& operator=(const CubeList&) = delete;
  /// At the interpreter's end, a thread that asks for the GIL is ended where it stands, without it: then
  /// the list of items is left alone.
  ~CubeList() {
    if (PyGILState_Check() == 0) items_.release();
  }

  /// Reads the texts, on several threads (0: all processors). Needs no GIL. Stops at a stop.
  void read(int threads, const std::stop_token& stop);

  /// Raises the first error, unless they are coerced. Needs the GIL.
  void raise_first_error() const;

  std::size_t size() const { return entries_.size(); }       ///< items handed over
  const std::vector<Cube>& cubes() const { return cubes_; }  ///< without the gaps; after read()
  std::size_t place_of(std::size_t cube) const { return places_.empty() ? cube : places_[cube]; }

 private:
  struct Entry {
    std::string_view text;
    Cube cube;
    bool is_text = false;
  };
  void read_some(std::size_t first, std::size_t end, const std::stop_token& stop);

  py::list items_;  // keeps the texts alive
  Held held_;
  bool coerce_;
  std::vector<Entry> entries_;
  std::vector<std::optional<Error>> errors_;
  std::vector<Cube> cubes_;
  std::vector<std::size_t> places_;  // of cubes_ in the list; empty: there are no gaps
};

/// One text for each of the list's cubes, the first ones at least, each in the place of its item; None in the
/// gaps. As long as the list, or up to the last text if some are missing.
py::list list_in_places(const std::vector<std::string>& texts, const CubeList& list);

}  // namespace halfturn::python
