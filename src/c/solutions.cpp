#include "c/solutions.h"

#include <fmt/core.h>

#include <utility>

#include "c/values.h"
#include "halfturn/notation.h"

void halfturn_solutions::add(const halfturn::Moves& moves, std::string reached) {
  Solution& solution = list.emplace_back();
  solution.moves.resize(moves.size() + 1);
  halfturn::c::moves_to_c(moves, solution.moves.data());
  solution.text = halfturn::format_moves(moves);
  solution.reached = std::move(reached);
}

namespace halfturn::c {

void fail_as_stopped(const char* what) {
  throw Failure{HALFTURN_STOPPED, {ErrorKind::stopped, what, {}}, 0};
}

void ManySolved::take(std::size_t index, const halfturn_solutions& solutions) {
  const bool go_on = solved_(user_, index, &solutions) == 0;
  ++taken_;
  if (done_ != nullptr) *done_ = taken_;
  if (!go_on) call_.stop();
  call_.report_from_any_thread("solve", taken_, count_);
}

void ManySolved::finish() const {
  if (taken_ < count_)
    throw Failure{HALFTURN_STOPPED,
                  {ErrorKind::stopped, fmt::format("stopped after {} of {} cubes", taken_, count_), {}},
                  taken_};
}

namespace {

const halfturn_solutions::Solution* solution_at(const halfturn_solutions* solutions, std::size_t index) {
  return solutions != nullptr && index < solutions->list.size() ? &solutions->list[index] : nullptr;
}

}  // namespace

}  // namespace halfturn::c

// NOLINTBEGIN(readability-identifier-naming): names in C
void halfturn_solutions_free(halfturn_solutions* solutions) {
  delete solutions;
}

size_t halfturn_solutions_count(const halfturn_solutions* solutions) {
  return solutions == nullptr ? 0 : solutions->list.size();
}

const halfturn_move* halfturn_solutions_moves(const halfturn_solutions* solutions, size_t index,
                                              size_t* count) {
  const auto* const solution = halfturn::c::solution_at(solutions, index);
  if (count != nullptr) *count = solution == nullptr ? 0 : solution->moves.size() - 1;
  return solution == nullptr ? nullptr : solution->moves.data();
}

const char* halfturn_solutions_text(const halfturn_solutions* solutions, size_t index) {
  const auto* const solution = halfturn::c::solution_at(solutions, index);
  return solution == nullptr ? nullptr : solution->text.c_str();
}

const char* halfturn_solutions_reached(const halfturn_solutions* solutions, size_t index) {
  const auto* const solution = halfturn::c::solution_at(solutions, index);
  return solution == nullptr ? nullptr : solution->reached.c_str();
}

int halfturn_solutions_complete(const halfturn_solutions* solutions) {
  return solutions != nullptr && solutions->complete ? 1 : 0;
}

int halfturn_solutions_target_met(const halfturn_solutions* solutions) {
  return solutions != nullptr && solutions->target_met ? 1 : 0;
}

int halfturn_solutions_lower_bound(const halfturn_solutions* solutions) {
  return solutions == nullptr ? 0 : solutions->lower_bound;
}

uint64_t halfturn_solutions_probes(const halfturn_solutions* solutions) {
  return solutions == nullptr ? 0 : solutions->probes;
}
// NOLINTEND(readability-identifier-naming)
