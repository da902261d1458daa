#include "stage/pattern/add_up.h"

#include <vector>

#include "base/parallel.h"

namespace halfturn::stage {

std::optional<std::array<std::uint64_t, kCounts>> add_up(std::size_t parts, std::string_view task,
                                                         const Run& run,
                                                         const std::function<AtLeast(std::size_t)>& part) {
  const int threads = run.threads > 0 ? run.threads : base::default_threads();
  struct alignas(64) Worker {
    AtLeast at_least{};
  };
  std::vector<Worker> workers(static_cast<std::size_t>(threads));
  const bool finished = base::parallel_for(threads, parts, run.stop, [&](int worker, std::size_t i) {
    const AtLeast found = part(i);
    for (std::size_t d = 0; d < kCounts; ++d)
      workers[static_cast<std::size_t>(worker)].at_least[d] += found[d];
    if (worker == 0) run.report(task, "counting", static_cast<double>(i) / static_cast<double>(parts));
  });
  if (!finished) return std::nullopt;
  std::array<std::uint64_t, kCounts + 1> at_least{};
  for (const Worker& worker : workers)
    for (std::size_t d = 0; d < kCounts; ++d) at_least[d] += worker.at_least[d];
  std::array<std::uint64_t, kCounts> counts{};
  for (std::size_t d = 0; d < kCounts; ++d) counts[d] = at_least[d] - at_least[d + 1];
  return counts;
}

}  // namespace halfturn::stage
