#include "optimal/opened_tables.h"

#include <utility>

#include "optimal/last_few_moves.h"

namespace halfturn::optimal {

OpenedTables::OpenedTables(const TableStore& store, NearnessTable table, InstructionSet set)
    : store_(store),
      table_(std::move(table)),
      last_moves_table_(last_moves_table(table_.layout.metric)),
      set_(set),
      space_(CosetSpace::make()),
      ordered_(table_.layout.corners == CornerDetail::order ? CosetSpace::make(CornerDetail::order)
                                                            : nullptr),
      corners_(CornerDistances::make(table_.layout.metric == Metric::quarter)) {
  if (table_.layout.metric == Metric::half) last_few_ = last_few_moves(*space_);
}

Result<std::unique_ptr<const OpenedTables>> OpenedTables::open(const TableStore& store, NearnessTable table,
                                                               InstructionSet set, const Run& run) {
  std::unique_ptr<OpenedTables> opened(new OpenedTables(store, std::move(table), set));
  Result<std::unique_ptr<const Tables>> mapped = opened->tables(Residency::mapped, run);
  if (!mapped) return mapped.error();
  opened->mapped_ = std::move(*mapped);
  return std::unique_ptr<const OpenedTables>(std::move(opened));
}

const OpenedTables::Tables& OpenedTables::resident(const Run& run) const {
  const std::lock_guard lock(mutex_);
  if (!resident_) {
    Result<std::unique_ptr<const Tables>> copied = tables(Residency::resident, run);
    if (!copied) return *mapped_;
    resident_ = std::move(*copied);
  }
  return *resident_;
}

Result<std::unique_ptr<const OpenedTables::Tables>> OpenedTables::tables(Residency residency,
                                                                         const Run& run) const {
  const Metric metric = table_.layout.metric;
  const auto open = [&](const TableKind& kind) {
    // What was just built lies in memory; it is let go, so as not to be there twice once it is copied.
    if (store_.status(kind).state != TableState::ready)
      if (Result<TableData> built = store_.open_or_build(kind, residency, run); !built) return built;
    return store_.open_or_build(kind, residency, run);
  };
  const Result<TableData> last_moves = open(last_moves_table_.kind());
  if (!last_moves) return last_moves.error();
  const Result<TableData> main = open(table_.kind());
  if (!main) return main.error();
  const Result<Solver> two_phase =
      Solver::open(store_, {.residency = residency, .set = set_, .metric = metric}, run);
  if (!two_phase) return two_phase.error();
  auto h_views = std::make_unique<const HViews>(two_phase->phase1());
  const CosetSpace::KernelTables* cosets = &space_->kernel_tables();
  SearchTables search = {
      .readers = {{table_.layout, main->bytes(), ordered_ ? &ordered_->kernel_tables() : cosets},
                  {last_moves_table_.layout, last_moves->bytes(), cosets}},
      .corners = corners_.get(),
      .h_views = h_views.get()};
  if (!last_few_.empty()) search.readers.push_back({kLastFewMoves, last_few_, cosets});
  return std::unique_ptr<const Tables>(std::make_unique<Tables>(
      Tables{*main, *last_moves, *two_phase, std::move(h_views), std::move(search)}));
}

}  // namespace halfturn::optimal
