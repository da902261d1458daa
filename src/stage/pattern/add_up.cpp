#include "stage/pattern/add_up.h"

#include <mutex>
#include <vector>

#include "base/parallel.h"
#include "base/stopwatch.h"

namespace halfturn::stage {

namespace {

constexpr double kSecondsBetweenRecords = 2;

std::vector<std::size_t> parts_left(const CountSoFar& count) {
  std::vector<std::size_t> left;
  for (std::size_t i = 0; i < count.parts_done.size(); ++i)
    if (!count.parts_done[i]) left.push_back(i);
  return left;
}

}  // namespace

std::optional<std::array<PositionCount, kCounts>> add_up(std::size_t parts, std::string_view task,
                                                         const CountRecord& record, const Run& run,
                                                         const std::function<AtLeast(std::size_t)>& part) {
  CountSoFar count = record.read(parts).value_or(CountSoFar(parts));
  const std::vector<std::size_t> left = parts_left(count);
  std::size_t done = parts - left.size();
  std::mutex mutex;  // of the two above; a part takes a thousand times as long as adding it
  base::Stopwatch since_record;
  const bool finished =
      base::parallel_for(run.threads, left.size(), run.stop, [&](int worker, std::size_t i) {
        const AtLeast found = part(left[i]);
        std::optional<CountSoFar> to_keep;
        double fraction = 0;
        {
          const std::lock_guard lock(mutex);
          for (std::size_t d = 0; d < kCounts; ++d) count.at_least[d] += found[d];
          count.parts_done[left[i]] = true;
          fraction = static_cast<double>(++done) / static_cast<double>(parts);
          if (worker == 0 && since_record.seconds() > kSecondsBetweenRecords) to_keep = count;
        }
        if (worker != 0) return;
        run.report(task, "counting", fraction);
        if (!to_keep) return;
        record.write(*to_keep);
        since_record = {};
      });
  if (!finished) {
    if (done > 0) record.write(count);
    return std::nullopt;
  }
  record.remove();
  std::array<PositionCount, kCounts> counts{};
  for (std::size_t d = 0; d < kCounts; ++d)
    counts[d] = count.at_least[d] - (d + 1 < kCounts ? count.at_least[d + 1] : 0);
  return counts;
}

}  // namespace halfturn::stage
