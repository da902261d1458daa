#pragma once

#include <chrono>
#include <filesystem>
#include <mutex>
#include <nlohmann/json.hpp>
#include <stop_token>
#include <string>
#include <vector>

namespace halfturn::serve {

/// The folders of campaigns that are shown. A status reads every result, which takes half a minute for the
/// whole proof, so each is kept for a while: ten times as long as it took to find, a second at least. Any
/// thread may ask.
class Campaigns {
 public:
  explicit Campaigns(const std::vector<std::filesystem::path>& folders);

  bool empty() const { return watched_.empty(); }
  /// A list, an object for each folder. Reads those whose status is too old.
  nlohmann::ordered_json json(const std::stop_token& stop);

 private:
  struct Watched {
    std::string name;
    std::filesystem::path folder;
    nlohmann::ordered_json status;
    std::chrono::steady_clock::time_point until;  ///< the status is new enough
  };

  std::mutex mutex_;
  std::vector<Watched> watched_;
};

}  // namespace halfturn::serve
