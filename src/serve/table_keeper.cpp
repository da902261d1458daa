#include "serve/table_keeper.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "front/catalogue.h"

namespace halfturn::serve {

namespace {

using Json = nlohmann::ordered_json;

/// Behind the answers to requests, like everything that takes long.
constexpr int kNiceness = 4;

}  // namespace

TableKeeper::TableKeeper(TableStore store, int threads, std::function<void()> changed)
    : store_(std::move(store)),
      threads_(threads),
      changed_(std::move(changed)),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

void TableKeeper::stop() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
}

bool TableKeeper::build(const std::string& group) {
  const std::vector<TableGroup> groups = table_groups();
  const auto found = std::ranges::find(groups, group, &TableGroup::name);
  if (found == groups.end()) return false;
  {
    const std::lock_guard lock(mutex_);
    for (const TableKind& kind : found->tables) {
      const TableState state = store_.status(kind).state;
      const bool waits = std::ranges::find(line_, kind.name, &TableKind::name) != line_.end();
      const bool is_built = current_ && current_->name == kind.name;
      if (waits || is_built || (state != TableState::missing && state != TableState::outdated)) continue;
      problems_.erase(kind.name);
      line_.push_back(kind);
    }
  }
  more_.notify_all();
  return true;
}

void TableKeeper::run(const std::stop_token& stop) {
  // The threads that a build starts take this over.
  ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kNiceness);
  while (!stop.stop_requested()) {
    std::optional<TableKind> next;
    {
      std::unique_lock lock(mutex_);
      if (!more_.wait(lock, stop, [this] { return !line_.empty(); })) return;
      next = std::move(line_.front());
      line_.pop_front();
      current_ = Building::Current{next->name, "waiting", 0};
    }
    build_one(*next, stop);
  }
}

void TableKeeper::build_one(const TableKind& kind, const std::stop_token& stop) {
  const Run run{.threads = threads_, .stop = stop, .progress = [this](const Progress& progress) {
                  const std::lock_guard lock(mutex_);
                  if (!current_) return;
                  current_->step = progress.step;
                  current_->fraction = progress.fraction;
                }};
  std::string problem;
  try {
    const Result<TableData> built = store_.build(kind, false, run);
    if (!built && built.error().kind != ErrorKind::stopped) problem = built.error().text();
  } catch (const std::exception& error) {
    problem = error.what();  // no memory
  }
  {
    const std::lock_guard lock(mutex_);
    current_.reset();
    if (!problem.empty()) problems_[kind.name] = problem;
  }
  if (problem.empty()) changed_();
}

std::string TableKeeper::being_built(const std::vector<std::string>& names) const {
  const std::lock_guard lock(mutex_);
  if (current_ && std::ranges::find(names, current_->name) != names.end())
    return fmt::format("the table {} is being built: {}, {:.0f} %", current_->name, current_->step,
                       100 * current_->fraction);
  for (const TableKind& kind : line_)
    if (std::ranges::find(names, kind.name) != names.end())
      return current_ ? fmt::format("the table {} is next; {} is being built: {:.0f} %", kind.name,
                                    current_->name, 100 * current_->fraction)
                      : fmt::format("the table {} is next to be built", kind.name);
  return "";
}

Json TableKeeper::json() const {
  const std::vector<TableKind> kinds = all_tables();
  std::vector<TableStatus> states;  // files are looked at without the lock
  states.reserve(kinds.size());
  for (const TableKind& kind : kinds) states.push_back(store_.status(kind));
  Building building;
  {
    const std::lock_guard lock(mutex_);
    building.current = current_;
    for (const TableKind& kind : line_) building.waiting.push_back(kind.name);
    building.problems = problems_;
  }
  return tables_json(store_, kinds, states, table_groups(), building);
}

std::string TableKeeper::group_of(const std::string& table) const {
  return group_with(table_groups(), table);
}

}  // namespace halfturn::serve
