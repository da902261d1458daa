#pragma once

#include <memory>
#include <string>

#include "cli/shared/session.h"
#include "halfturn/phase1.h"
#include "halfturn/phase2.h"
#include "halfturn/solve.h"

namespace halfturn::cli {

/// From so many cubes on, copying the tables to large pages pays.
inline constexpr std::size_t kManyCubes = 100;

/// The two tables and the solver on them, held together.
class SolveEngine {
 public:
  static Result<SolveEngine> open(Session& session, Residency residency);

  const Phase1Table& phase1() const { return *phase1_; }
  const Solver& solver() const { return *solver_; }
  InstructionSet instruction_set() const { return set_; }

 private:
  std::unique_ptr<const Phase1Table> phase1_;
  std::unique_ptr<const Phase2Table> phase2_;
  std::unique_ptr<const Solver> solver_;
  InstructionSet set_ = InstructionSet::portable;
};

}  // namespace halfturn::cli
