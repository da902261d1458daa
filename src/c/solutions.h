#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "c/call.h"
#include "halfturn/halfturn.h"
#include "halfturn/move.h"

/// What is handed out by the functions that solve.
struct halfturn_solutions {  // NOLINT(readability-identifier-naming): a name in C
  struct Solution {
    std::vector<halfturn_move>
        moves;  // and one more that counts for nothing, so that there is always an address
    std::string text;
    std::string reached;
  };
  std::vector<Solution> list;
  bool complete = false;
  bool target_met = false;
  int lower_bound = 0;
  std::uint64_t probes = 0;

  void add(const halfturn::Moves& moves, std::string reached = {});
};

namespace halfturn::c {

/// What to say of a cube that was not solved to the end.
[[noreturn]] void fail_as_stopped(const char* what);

/// Solves many cubes by `solve_all(done)`, where done(index, solutions) takes what was found for one.
/// Hands them to the caller's function, which may stop it.
class ManySolved {
 public:
  ManySolved(Call& call, std::size_t count, halfturn_solved solved, void* user, std::size_t* done)
      : call_(call), count_(count), solved_(solved), user_(user), done_(done) {}

  /// From any thread, never two at once.
  void take(std::size_t index, const halfturn_solutions& solutions);
  /// Throws a Failure if cubes are left.
  void finish() const;

 private:
  Call& call_;
  std::size_t count_;
  halfturn_solved solved_;
  void* user_;
  std::size_t* done_;  // may be NULL
  std::size_t taken_ = 0;
};

}  // namespace halfturn::c
