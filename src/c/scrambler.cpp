#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <iterator>
#include <optional>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

#include "c/call.h"
#include "c/values.h"
#include "cube/scrambles.h"
#include "halfturn/notation.h"
#include "halfturn/random.h"
#include "halfturn/solve.h"
#include "halfturn/where.h"

// NOLINTBEGIN(readability-identifier-naming): names in C
using namespace halfturn;     // NOLINT(google-build-using-namespace)
using namespace halfturn::c;  // NOLINT(google-build-using-namespace)

static_assert(HALFTURN_MOST_SCRAMBLE_MOVES == kScrambleMoves);

struct halfturn_scrambler {
  halfturn_scrambler(Solver opened, std::optional<ConditionalCubes> with_conditions, uint64_t with_seed,
                     DrawLimits with_limits)
      : solver(std::move(opened)),
        conditional(std::move(with_conditions)),
        random(with_seed),
        seed(with_seed),
        limits(with_limits) {}

  Solver solver;
  std::optional<ConditionalCubes> conditional;  // else all positions
  RandomCubes random;
  uint64_t seed;
  DrawLimits limits;
  std::deque<Cube> drawn;  // but not handed out yet, since a stop or an error came first
  std::atomic<bool> busy{false};
};

namespace {

/// How many positions are drawn before they are solved, so that memory stays bounded for any count.
constexpr size_t kMostDrawnAtOnce = 512;

/// Refuses a second call at the same time.
class Turn {
 public:
  explicit Turn(std::atomic<bool>& busy) : busy_(busy) {
    if (busy_.exchange(true))
      throw bad_argument("the scrambler is in use by another call", "give each thread its own");
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  ~Turn() { busy_ = false; }

 private:
  std::atomic<bool>& busy_;
};

/// Draws until there are `wanted`. False if that is not possible now: after a stop, or after too many tries.
bool draw(halfturn_scrambler& from, size_t wanted, const Run& run) {
  while (from.drawn.size() < wanted) {
    const size_t missing = wanted - from.drawn.size();
    if (!from.conditional) {
      from.drawn.push_back(draw_scrambled(from.random));
      continue;
    }
    const auto found = value_or_fail(from.conditional->next(missing, from.limits, run));
    for (const ConditionalCube& one : found)
      if (!is_too_close(one.cube)) from.drawn.push_back(one.cube);
    if (found.size() < missing) return false;
  }
  return true;
}

halfturn_scramble scramble_to_c(const Cube& cube, const Moves& moves) {
  if (moves.size() > std::size(halfturn_scramble{}.moves))
    throw std::logic_error("halfturn: a scramble is too long");
  halfturn_scramble scramble{};
  scramble.cube = cube_to_c(cube);
  scramble.count = static_cast<uint8_t>(moves.size());
  moves_to_c(moves, scramble.moves);
  return scramble;
}

/// Makes scrambles of the first `count` positions drawn, and forgets these. Returns how many.
size_t solve_drawn(halfturn_scrambler& from, size_t count, const Call& call, halfturn_scramble* to,
                   const auto& made_one) {
  const std::vector<Cube> cubes(from.drawn.begin(), from.drawn.begin() + static_cast<std::ptrdiff_t>(count));
  SolveOptions options;
  options.max_moves = kScrambleMoves;
  return from.solver.solve_all(cubes, options, call.run(), [&](size_t index, const SolveResult& result) {
    to[index] = scramble_to_c(cubes[index], inverse(result.best()));
    from.drawn.pop_front();
    made_one();
  });
}

uint64_t seed_of_the_system() {
  std::random_device device;
  return uint64_t{device()} << 32 | device();
}

}  // namespace

halfturn_status halfturn_scrambler_open(const char* folder, const halfturn_scrambler_options* options,
                                        const halfturn_run* run, halfturn_scrambler** scrambler,
                                        halfturn_error* error) {
  return guarded(error, [&] {
    *not_null(scrambler, "scrambler") = nullptr;
    const auto given = options_from_c(options, "halfturn_scrambler_options");
    const Residency residency = residency_from_c(given.residency);
    const uint64_t seed = given.seeded != 0 ? given.seed : seed_of_the_system();
    DrawLimits limits;
    if (given.tries > 0) limits.tries = given.tries;
    const Call call(run);
    const TableStore store = store_from_c(folder);
    std::optional<ConditionalCubes> conditional;
    if (given.where != nullptr)
      conditional.emplace(value_or_fail(ConditionalCubes::open(
          store, {.where = value_or_fail(parse_where(given.where)), .seed = seed}, call.run())));
    Solver solver = value_or_fail(Solver::open(store, {.residency = residency}, call.run()));
    *scrambler = new halfturn_scrambler(std::move(solver), std::move(conditional), seed, limits);
  });
}

void halfturn_scrambler_free(halfturn_scrambler* scrambler) {
  delete scrambler;
}

uint64_t halfturn_scrambler_seed(const halfturn_scrambler* scrambler) {
  return scrambler == nullptr ? 0 : scrambler->seed;
}

halfturn_status halfturn_scrambles(halfturn_scrambler* scrambler, size_t count, const halfturn_run* run,
                                   halfturn_scramble* scrambles, size_t* made, halfturn_error* error) {
  return guarded(error, [&] {
    if (made != nullptr) *made = 0;
    halfturn_scrambler& from = *not_null(scrambler, "scrambler");
    array_of(scrambles, count, "scrambles");
    const Call call(run);
    const Turn turn(from.busy);
    size_t all = 0;
    const auto made_one = [&] {
      ++all;
      if (made != nullptr) *made = all;
      call.report_from_any_thread("scramble", all, count);
    };
    while (all < count) {
      const size_t wanted = std::min(count - all, kMostDrawnAtOnce);
      const bool enough = draw(from, wanted, call.run());
      const size_t ready = std::min(wanted, from.drawn.size());
      const size_t solved = solve_drawn(from, ready, call, scrambles + all, made_one);
      if (solved < ready || (!enough && call.stopped()))
        throw Failure{HALFTURN_STOPPED,
                      {ErrorKind::stopped, fmt::format("stopped after {} of {} scrambles", all, count), {}},
                      all};
      if (!enough)
        throw Failure{HALFTURN_GAVE_UP,
                      {ErrorKind::bad_input,
                       fmt::format("gave up after {} of {} scrambles: the last {} candidates, drawn from {}, "
                                   "do not satisfy the conditions",
                                   all, count, from.limits.tries, from.conditional->method()),
                       "ask for less, or for more tries"},
                      all};
    }
  });
}
// NOLINTEND(readability-identifier-naming)
