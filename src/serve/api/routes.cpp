#include <algorithm>
#include <array>

#include "serve/api/api.h"

namespace halfturn::serve {

namespace {

constexpr std::array<Route, 16> kRoutes = {{
    {"GET", "about", about},
    {"GET", "openapi.json", openapi},
    {"GET", "tables", list_tables},
    {"POST", "tables", build_tables},
    {"POST", "position", position},
    {"POST", "solve", solve},
    {"POST", "analyze", analyze, Upload::unless_json},
    {"POST", "solutions", solutions},
    {"POST", "judge", judge},
    {"POST", "scramble", scramble},
    {"GET", "distribution", distribution},
    {"POST", "stats", statistics, Upload::always},
    {"POST", "figure", figure},
    {"GET", "campaigns", campaigns},
    {"POST", "coset", coset},
    {"DELETE", "jobs/{job}", stop_job},
}};

}  // namespace

std::span<const Route> routes() {
  return kRoutes;
}

int Desk::threads() const {
  const int all = options.threads;
  const auto sharing = static_cast<int>(std::max<std::size_t>(slow.running(), 1));
  return std::max(1, all / sharing);
}

}  // namespace halfturn::serve
