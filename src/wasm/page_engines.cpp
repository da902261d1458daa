#include "wasm/page_engines.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "api/refusal.h"
#include "wasm/outside.h"
#include "wasm/page_tables.h"

namespace halfturn::wasm {

namespace {

using api::Refusal;
using api::value_or_refuse;
using Clock = std::chrono::steady_clock;

Refusal not_here(std::string message, std::string hint) {
  return {501, {ErrorKind::machine, std::move(message), std::move(hint)}, "unavailable"};
}

void refuse_large(const std::vector<Stage>& stages) {
  for (const Stage stage : stages)
    if (!is_offered(stage))
      throw not_here(fmt::format("the tables of {} are too large for a browser", stage.name()),
                     "stages up to xxcross can be done here; the native program can do all of them");
}

/// Tells of each step, and within one ten times a second.
class Told {
 public:
  void operator()(const Progress& progress) {
    const Clock::time_point now = Clock::now();
    if (task_ == progress.task && step_ == progress.step && now < next_) return;
    task_ = progress.task;
    step_ = progress.step;
    next_ = now + std::chrono::milliseconds(100);
    tell_progress(task_, step_, progress.fraction);
  }

 private:
  std::string task_;
  std::string step_;
  Clock::time_point next_;
};

}  // namespace

Run PageEngines::building() const {
  return {.threads = 1, .stop = stop_, .progress = Told()};
}

const std::vector<TableKind>& PageEngines::kinds() const {
  if (kinds_.empty()) kinds_ = all_page_tables();
  return kinds_;
}

const std::vector<TableGroup>& PageEngines::groups() const {
  if (groups_.empty()) groups_ = page_table_groups();
  return groups_;
}

std::vector<std::string> PageEngines::drop_unusable_tables() const {
  std::vector<std::string> dropped;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(store_.directory(), ignored)) {
    if (!entry.is_regular_file(ignored)) continue;
    const std::string name = entry.path().stem().string();
    const auto kind = std::ranges::find(kinds(), name, &TableKind::name);
    if (kind == kinds().end() || !store_.verify(*kind, {.threads = 1, .stop = {}, .progress = {}}))
      dropped.push_back(name);
  }
  for (const std::string& name : dropped)
    std::filesystem::remove(store_.directory() / (name + ".table"), ignored);
  return dropped;
}

std::shared_ptr<const Solver> PageEngines::solver(Metric metric) {
  std::shared_ptr<const Solver>& solver = metric == Metric::half ? half_turn_solver_ : quarter_turn_solver_;
  if (!solver)
    solver = std::make_shared<const Solver>(value_or_refuse(Solver::open(
        store_, {.set = instruction_set(), .metric = metric, .tables = kSolverTables}, building())));
  return solver;
}

std::shared_ptr<const Solver> PageEngines::solver_at_hand(Metric metric) {
  const bool are_there = std::ranges::all_of(solver_tables(metric), [&](const TableKind& kind) {
    return store_.status(kind).state == TableState::ready;
  });
  return are_there ? solver(metric) : nullptr;
}

std::shared_ptr<const Analyzer> PageEngines::analyzer(const std::vector<Stage>& stages) {
  refuse_large(stages);
  std::vector<Stage> wanted = analyzed_;
  wanted.insert(wanted.end(), stages.begin(), stages.end());
  std::ranges::sort(wanted);
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  if (analyzer_ && wanted == analyzed_) return analyzer_;
  // One for all that were asked for until now; the tables of the old one are let go first.
  analyzer_.reset();
  analyzed_.clear();
  analyzer_ = std::make_shared<const Analyzer>(value_or_refuse(Analyzer::open(
      store_, {.stages = wanted, .size = TableSize::small, .set = instruction_set()}, building())));
  analyzed_ = std::move(wanted);
  return analyzer_;
}

void PageEngines::need_stage_tables(const std::vector<Stage>& stages) {
  refuse_large(stages);
  for (const TableKind& kind : small_tables_of(stages))
    if (store_.status(kind).state != TableState::ready)
      value_or_refuse(store_.build(kind, false, building()));
}

bool PageEngines::build(const std::string& group) {
  const auto found = std::ranges::find(groups(), group, &TableGroup::name);
  if (found == groups().end()) return false;
  for (const TableKind& kind : found->tables)
    if (store_.status(kind).state != TableState::ready)
      value_or_refuse(store_.build(kind, false, building()));
  return true;
}

nlohmann::ordered_json PageEngines::json() const {
  std::vector<TableStatus> states;
  for (const TableKind& kind : kinds()) states.push_back(store_.status(kind));
  return api::tables_json(store_, kinds(), states, groups(), {});
}

std::string PageEngines::group_of(const std::string& table) const {
  return api::group_with(groups(), table);
}

}  // namespace halfturn::wasm
