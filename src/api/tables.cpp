#include "api/tables.h"

#include <algorithm>

namespace halfturn::api {

using Json = nlohmann::ordered_json;

bool Building::is_waiting(const std::string& table) const {
  return std::ranges::find(waiting, table) != waiting.end();
}

Json tables_json(const TableStore& store, const std::vector<TableKind>& kinds,
                 const std::vector<TableStatus>& states, const std::vector<TableGroup>& groups,
                 const Building& building) {
  Json tables = Json::array();
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const TableKind& kind = kinds[i];
    const bool is_current = building.is_current(kind.name);
    const bool is_missing = states[i].state == TableState::missing || states[i].state == TableState::outdated;
    const auto failed = building.problems.find(kind.name);
    Json problem = nullptr;
    if (failed != building.problems.end())
      problem = failed->second;
    else if (states[i].state != TableState::ready && !is_missing)
      problem = states[i].error.text();
    tables.push_back({{"name", kind.name},
                      {"purpose", kind.purpose},
                      {"bytes", kind.content_bytes()},
                      {"state", is_current                       ? "building"
                                : building.is_waiting(kind.name) ? "waiting"
                                                                 : to_string(states[i].state)},
                      {"fraction", is_current ? Json(building.current->fraction) : Json(nullptr)},
                      {"step", is_current ? Json(building.current->step) : Json(nullptr)},
                      {"problem", problem}});
  }
  Json listed = Json::array();
  for (const TableGroup& group : groups) {
    Json names = Json::array();
    std::uint64_t bytes = 0;
    std::uint64_t missing = 0;
    for (const TableKind& kind : group.tables) {
      names.push_back(kind.name);
      bytes += kind.content_bytes();
      const auto at = std::ranges::find(kinds, kind.name, &TableKind::name) - kinds.begin();
      if (states[static_cast<std::size_t>(at)].state != TableState::ready) missing += kind.content_bytes();
    }
    listed.push_back({{"name", group.name},
                      {"purpose", group.purpose},
                      {"tables", names},
                      {"bytes", bytes},
                      {"missing_bytes", missing},
                      {"ready", missing == 0}});
  }
  return {{"folder", store.directory().string()},
          {"tables", tables},
          {"groups", listed},
          {"building", building.current ? Json(building.current->name) : Json(nullptr)}};
}

std::string group_with(const std::vector<TableGroup>& groups, const std::string& table) {
  for (const TableGroup& group : groups)
    if (std::ranges::find(group.tables, table, &TableKind::name) != group.tables.end()) return group.name;
  return "";
}

}  // namespace halfturn::api
