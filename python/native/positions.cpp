#include "positions.h"

#include <algorithm>
#include <exception>
#include <string>
#include <system_error>
#include <thread>

#include "halfturn/notation.h"

namespace halfturn::python {

namespace {

/// Nobody writes so many moves without a blank, a prime or a number among them.
constexpr std::size_t kFewestCut = 18;
/// Fewer texts than this are not worth a thread.
constexpr std::size_t kTextsForAThread = 2000;

constexpr std::string_view kBlanks = " \t\r\n";

std::string_view without_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
}

/// Without the length in brackets that solvers print behind their moves.
std::string_view without_length(std::string_view text) {
  const std::string_view kept = without_blanks(text);
  const std::size_t open = kept.rfind('(');
  if (open == std::string_view::npos || kept.back() != ')') return text;
  std::string_view number = kept.substr(open + 1, kept.size() - open - 2);
  if (number.size() > 1 && (number.back() == 'q' || number.back() == 'f')) number.remove_suffix(1);
  const bool is_number = !number.empty() && number.find_first_not_of("0123456789") == std::string_view::npos;
  // Cut behind, so that columns in messages stay what they are.
  return is_number ? text.substr(0, static_cast<std::size_t>(kept.data() - text.data()) + open) : text;
}

Result<Position> read_moves(std::string_view text) {
  const Result<MoveSequence> sequence = parse_moves(without_length(text));
  if (!sequence) return sequence.error();
  return Position{sequence->position(), sequence->orientation, PositionKind::moves};
}

std::optional<Error> may_be_cut_off(std::string_view text) {
  const std::string_view word = without_blanks(text);
  if (word.size() < kFewestCut || word.find_first_not_of("URFDLB") != std::string_view::npos ||
      recognise_position(text) != PositionKind::moves)
    return std::nullopt;
  return Error{ErrorKind::bad_input,
               std::to_string(word.size()) +
                   " letters of faces and nothing else: moves, or facelets that were cut off?",
               "facelets are 54; between moves, leave blanks", 1, 1};
}

Result<Cube> read_cube(std::string_view text, Held held) {
  const Result<Position> position = read_text(text);
  if (!position) return position.error();
  return held == Held::by_colour ? by_colour(*position) : position->cube;
}

/// The text of a Python string as UTF-8, which lives as long as the string. None for a string that is not
/// Unicode (lone surrogates).
std::optional<std::string_view> utf8_of(py::handle text) {
  Py_ssize_t size = 0;
  const char* bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (bytes != nullptr) return std::string_view(bytes, static_cast<std::size_t>(size));
  PyErr_Clear();
  return std::nullopt;
}

Error not_unicode() {
  return {ErrorKind::bad_input, "the text has half a surrogate pair in it, which is no character",
          "decode the bytes that it came from as UTF-8"};
}

std::string type_name(py::handle item) {
  return Py_TYPE(item.ptr())->tp_name;
}

}  // namespace

Result<Position> read_text(std::string_view text, std::string_view kind) {
  if (kind == "facelets") return parse_facelets(text);
  if (kind == "pieces") return parse_pieces(text);
  if (kind == "moves") return read_moves(text);
  if (kind != "auto")
    return Error{ErrorKind::bad_input, "there is no kind of text '" + std::string(kind) + "'",
                 "the kinds are auto, moves, facelets and pieces"};
  if (std::optional<Error> error = may_be_cut_off(text)) return *std::move(error);
  return parse_position(without_length(text));
}

std::string_view text_of(const py::str& text) {
  const std::optional<std::string_view> bytes = utf8_of(text);
  if (!bytes) raise(not_unicode());
  return *bytes;
}

Cube cube_from(py::handle item, Held held) {
  if (py::isinstance<Cube>(item)) return item.cast<Cube>();
  if (!py::isinstance<py::str>(item))
    throw py::type_error("a cube must be a halfturn.Cube or a text, not " + type_name(item));
  return value_or_raise(read_cube(text_of(py::reinterpret_borrow<py::str>(item)), held));
}

CubeList::CubeList(const py::object& items, Held held, bool coerce) : held_(held), coerce_(coerce) {
  if (py::isinstance<py::str>(items) || py::isinstance<Cube>(items))
    throw py::type_error("this takes many cubes; put one into a list");
  // A copy: py::list() of a list is the list itself, which others may change while its texts are read.
  items_ = py::reinterpret_steal<py::list>(PySequence_List(items.ptr()));
  if (!items_) throw py::error_already_set();
  entries_.resize(items_.size());
  errors_.resize(items_.size());
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const py::handle item = PyList_GET_ITEM(items_.ptr(), static_cast<Py_ssize_t>(i));
    if (PyUnicode_Check(item.ptr())) {
      const std::optional<std::string_view> text = utf8_of(item);
      if (text)
        entries_[i] = {.text = *text, .cube = {}, .is_text = true};
      else
        errors_[i] = not_unicode();
    } else if (py::isinstance<Cube>(item)) {
      entries_[i].cube = item.cast<Cube>();
    } else {
      const std::string what =
          "item " + std::to_string(i) + " is no halfturn.Cube and no text, but " + type_name(item);
      if (!coerce_) throw py::type_error(what);
      errors_[i] = Error{ErrorKind::bad_input, what, {}};
    }
  }
}

void CubeList::read_some(std::size_t first, std::size_t end, const std::stop_token& stop) {
  for (std::size_t i = first; i < end && !stop.stop_requested(); ++i) {
    Entry& entry = entries_[i];
    if (!entry.is_text || errors_[i]) continue;
    Result<Cube> cube = read_cube(entry.text, held_);
    if (cube)
      entry.cube = *cube;
    else
      errors_[i] = cube.error();
  }
}

void CubeList::read(int threads, const std::stop_token& stop) {
  const std::size_t most =
      threads > 0 ? static_cast<std::size_t>(threads) : std::jthread::hardware_concurrency();
  const std::size_t parts =
      std::clamp<std::size_t>(entries_.size() / kTextsForAThread, 1, std::max<std::size_t>(most, 1));
  std::vector<std::exception_ptr> failures(parts);
  {
    std::vector<std::jthread> others;
    for (std::size_t part = 0; part < parts; ++part) {
      const auto work = [this, part, parts, &stop, &failures] {
        try {
          read_some(entries_.size() * part / parts, entries_.size() * (part + 1) / parts, stop);
        } catch (...) {
          failures[part] = std::current_exception();
        }
      };
      try {
        if (part + 1 < parts) {
          others.emplace_back(work);
          continue;
        }
      } catch (const std::system_error&) {  // no more threads available
      }
      work();
    }
  }
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
  const bool has_gaps = std::ranges::any_of(errors_, [](const auto& error) { return error.has_value(); });
  cubes_.reserve(entries_.size());
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (errors_[i]) continue;
    cubes_.push_back(entries_[i].cube);
    if (has_gaps) places_.push_back(i);
  }
}

void CubeList::raise_first_error() const {
  if (coerce_) return;
  for (std::size_t i = 0; i < errors_.size(); ++i)
    if (errors_[i]) raise(*errors_[i], i);
}

py::list list_in_places(const std::vector<std::string>& texts, const CubeList& list) {
  const bool is_all = texts.size() == list.cubes().size();
  const std::size_t size = is_all ? list.size() : texts.empty() ? 0 : list.place_of(texts.size() - 1) + 1;
  py::list result(size);
  for (std::size_t i = 0; i < size; ++i) result[i] = py::none();
  for (std::size_t i = 0; i < texts.size(); ++i) result[list.place_of(i)] = py::str(texts[i]);
  return result;
}

}  // namespace halfturn::python
