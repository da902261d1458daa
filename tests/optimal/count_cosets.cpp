// Counts the classes of cosets by depth in two ways: from whole cubes in the plainest way, and by the planes
// from which the tables are built. Ends with 1 where they differ.
//
// count_cosets tetrad|order DEPTH: the planes of `order` take 16 GB.
#include <fmt/core.h>

#include <cstdlib>
#include <string>

#include "optimal/coset_levels.h"
#include "optimal/count_classes.h"
#include "optimal/slow_cosets.h"

int main(int count, char** words) {
  using namespace halfturn;
  const std::string corners = count == 3 ? words[1] : "";
  const int last = count == 3 ? std::atoi(words[2]) : -1;
  if ((corners != "tetrad" && corners != "order") || last < 0) {
    fmt::print(stderr, "usage: optimal_count_cosets tetrad|order DEPTH\n");
    return 2;
  }
  const bool order = corners == "order";
  const slow_cosets::SlowCosets slow(order ? slow_cosets::Corners::all : slow_cosets::Corners::tetrads);
  const auto by_cubes = slow.levels(last, Metric::half, false);

  const auto space =
      optimal::CosetSpace::make(order ? optimal::CornerDetail::order : optimal::CornerDetail::tetrad);
  Result<optimal::CosetLevels> levels = optimal::CosetLevels::make(*space, {});
  if (!levels) {
    fmt::print(stderr, "{}\n", levels.error().text());
    return 1;
  }
  bool equal = true;
  std::uint64_t before = 0;
  fmt::print("{:>5} {:>12} {:>12}\n", "depth", "by cubes", "by planes");
  for (int level = 0; level <= last; ++level) {
    if (level > 0 && !levels->advance({}, [](double) {}).ok()) return 1;
    const optimal::ClassCount found = optimal::count_classes(*space, levels->within(0));
    const std::size_t expected = by_cubes[static_cast<std::size_t>(level)].size();
    fmt::print("{:>5} {:>12} {:>12}\n", level, expected, found.classes - before);
    equal = equal && found.classes - before == expected && found.incomplete == 0;
    before = found.classes;
  }
  return equal ? 0 : 1;
}
