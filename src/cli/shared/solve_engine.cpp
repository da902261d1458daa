#include "cli/shared/solve_engine.h"

#include <utility>

namespace halfturn::cli {

Result<SolveEngine> SolveEngine::open(Session& session, Residency residency) {
  const Result<TableStore> store = session.store();
  if (!store) return store.error();
  const Result<InstructionSet> set = session.instruction_set();
  if (!set) return set.error();
  const Run run = session.run_for(*store);
  Result<Phase1Table> phase1 = Phase1Table::open(*store, residency, run);
  if (!phase1) return phase1.error();
  Result<Phase2Table> phase2 = Phase2Table::open(*store, residency, run);
  if (!phase2) return phase2.error();
  SolveEngine engine;
  engine.phase1_ = std::make_unique<const Phase1Table>(std::move(*phase1));
  engine.phase2_ = std::make_unique<const Phase2Table>(std::move(*phase2));
  engine.solver_ = std::make_unique<const Solver>(*engine.phase1_, *engine.phase2_, *set);
  engine.set_ = *set;
  return engine;
}

}  // namespace halfturn::cli
