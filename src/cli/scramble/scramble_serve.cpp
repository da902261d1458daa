#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/line_reader.h"
#include "cli/scramble/scramble_where.h"
#include "cli/shared/standard_files.h"
#include "front/json.h"
#include "halfturn/solve.h"

namespace halfturn::cli {

namespace {

constexpr std::uint64_t kMostOfALine = 1'000'000;
constexpr std::uint64_t kDrawnAtOnce = 64;

/// What a line asks for.
struct ScrambleWish {
  std::uint64_t count = 1;
  std::string conditions;  ///< empty: those of --where, if any
};

Result<ScrambleWish> wish_of(const TextLine& line) {
  if (line.too_long) return line_too_long(line.number);
  ScrambleWish wish;
  const std::size_t first = std::min(line.text.find_first_not_of(" \t"), line.text.size());
  std::string_view text = line.text.substr(first);
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits > 0) {
    const char* end = text.data() + digits;
    const auto [stopped, failure] = std::from_chars(text.data(), end, wish.count);
    if (failure != std::errc() || stopped != end || wish.count < 1 || wish.count > kMostOfALine)
      return Error{.message = fmt::format("{} is not a number of scrambles from 1 to {}",
                                          base::quoted(text.substr(0, digits)), grouped(kMostOfALine)),
                   .hint = {},
                   .line = line.number,
                   .column = first + 1};
    text.remove_prefix(digits);
  }
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin != std::string_view::npos) wish.conditions = text.substr(begin);
  return wish;
}

/// Draws scrambles and prints them, at once.
class ScrambleServer {
 public:
  ScrambleServer(Session& session, const ScrambleArguments& arguments, const Solver& solver)
      : session_(session),
        arguments_(arguments),
        solver_(solver),
        rows_(session, arguments.style()),
        random_(arguments.seed_or_any()) {}

  /// Makes ready to draw with the conditions of --where.
  Result<void> open_usual() {
    if (arguments_.where.empty()) return {};
    Result<ConditionalCubes> cubes = cubes_for(arguments_.where);
    if (!cubes) return cubes.error();
    usual_.emplace(std::move(*cubes));
    return {};
  }

  Result<void> answer(const ScrambleWish& wish) {
    if (wish.conditions.empty() && !usual_) return answer_unconditionally(wish.count);
    const Result<ConditionalCubes*> cubes = cubes_of(wish);
    if (!cubes) return cubes.error();
    for (std::uint64_t left = wish.count; left > 0;) {
      const std::uint64_t wanted = std::min(left, kDrawnAtOnce);
      Result<std::vector<ConditionalCube>> found =
          (*cubes)->next(wanted, {.tries = arguments_.tries}, session_.run());
      if (!found) return found.error();
      if (session_.stop_token().stop_requested()) return Error{ErrorKind::stopped, "stopped", {}};
      const std::size_t drawn = found->size();
      std::erase_if(*found, [](const ConditionalCube& cube) { return is_too_close(cube.cube); });
      left -= found->size();
      if (!print(*found, stages_of(**cubes))) return Error{ErrorKind::stopped, "stopped", {}};
      if (drawn < wanted)
        return Error{ErrorKind::missing,
                     fmt::format("gave up: the last {} candidates do not satisfy the conditions",
                                 grouped(arguments_.tries)),
                     "ask for less, or for more --tries"};
    }
    return {};
  }

 private:
  Result<void> answer_unconditionally(std::uint64_t count) {
    for (std::uint64_t left = count; left > 0;) {
      std::vector<Cube> cubes(std::min(left, kDrawnAtOnce));
      for (Cube& cube : cubes) cube = draw_scrambled(random_);
      left -= cubes.size();
      const auto add = [&](std::size_t index, const Moves& scramble) { rows_.add(cubes[index], scramble); };
      if (!each_scramble(cubes, add)) return Error{ErrorKind::stopped, "stopped", {}};
    }
    return {};
  }

  Result<ConditionalCubes> cubes_for(const std::vector<std::string>& texts) {
    Result<Where> where = where_of(texts);
    if (!where) return where.error();
    const Result<TableStore> store = session_.store();
    if (!store) return store.error();
    const Result<InstructionSet> set = session_.instruction_set();
    if (!set) return set.error();
    return ConditionalCubes::open(*store,
                                  {.where = std::move(*where), .seed = arguments_.seed_or_any(), .set = *set},
                                  session_.run_for(*store));
  }

  /// Those of --where, or those that the last lines asked for, which are kept until other ones are.
  Result<ConditionalCubes*> cubes_of(const ScrambleWish& wish) {
    if (wish.conditions.empty()) return &*usual_;
    if (!last_ || last_conditions_ != wish.conditions) {
      Result<ConditionalCubes> cubes = cubes_for({wish.conditions});
      if (!cubes) return cubes.error();
      last_.emplace(std::move(*cubes));
      last_conditions_ = wish.conditions;
    }
    return &*last_;
  }

  /// False after a stop.
  bool print(const std::vector<ConditionalCube>& found, const StagesOfConditions& stages) {
    std::vector<Cube> cubes;
    for (const ConditionalCube& cube : found) cubes.push_back(cube.cube);
    return each_scramble(
        cubes, [&](std::size_t index, const Moves& scramble) { rows_.add(found[index], stages, scramble); });
  }

  /// Hands a scramble of each cube to `take`, in order. False after a stop.
  bool each_scramble(const std::vector<Cube>& cubes,
                     const std::function<void(std::size_t index, const Moves& scramble)>& take) {
    SolveOptions options;
    options.max_moves = kScrambleMoves;
    const std::size_t done = solver_.solve_all(
        cubes, options, session_.run(),
        [&](std::size_t index, const SolveResult& result) { take(index, inverse(result.best())); });
    flush_output();
    return done == cubes.size();
  }

  Session& session_;
  const ScrambleArguments& arguments_;
  const Solver& solver_;
  ScrambleRows rows_;
  RandomCubes random_;                     // for lines without conditions
  std::optional<ConditionalCubes> usual_;  // those of --where
  std::optional<ConditionalCubes> last_;
  std::string last_conditions_;
};

/// An error as an answer.
void print_error(const Error& error, std::size_t line, bool json) {
  Error placed = error;
  placed.line = line;
  if (json)
    fmt::print("{}\n",
               json_text(nlohmann::ordered_json{
                   {"scramble", nullptr}, {"error", placed.text()}, {"code", to_string(error.kind)}}));
  else
    fmt::print("error: {}\n", base::printable(placed.text()));
  flush_output();
}

}  // namespace

void serve_scrambles(Session& session, const ScrambleArguments& arguments) {
  if (session.csv())
    return session.fail({ErrorKind::bad_input, "--serve-stdin answers in text or JSON, not as CSV",
                         "leave out --csv, or take --json"});
  const Result<Solver> solver = session.open_solver(Residency::resident);
  if (!solver) return session.fail(solver.error());
  ScrambleServer server(session, arguments, *solver);
  if (const Result<void> opened = server.open_usual(); !opened) return session.fail(opened.error());
  say_ready(session.json());
  session.each_line(STDIN_FILENO, "stdin", [&](const TextLine& line) -> Result<void> {
    const Result<ScrambleWish> wish = wish_of(line);
    Result<void> answered = wish ? server.answer(*wish) : Result<void>(wish.error());
    if (answered || answered.error().kind == ErrorKind::stopped) return answered;
    print_error(answered.error(), line.number, session.json());
    return {};
  });
}

}  // namespace halfturn::cli
