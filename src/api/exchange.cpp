#include "api/exchange.h"

#include <utility>

namespace halfturn::api {

void Exchange::reply(Response response) {
  {
    const std::lock_guard lock(mutex_);
    head_ = std::move(response);
    ended_ = true;
  }
  wake_();
}

void Exchange::begin(Response head) {
  {
    const std::lock_guard lock(mutex_);
    head_ = std::move(head);
    streams_ = true;
  }
  wake_();
}

bool Exchange::write(std::string_view bytes) {
  {
    std::unique_lock lock(mutex_);
    sent_.wait(lock, [this] { return bytes_.size() < kMostUnsent || gone_.stop_requested(); });
    if (gone_.stop_requested()) return false;
    bytes_ += bytes;
  }
  wake_();
  return true;
}

void Exchange::end() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  wake_();
}

void Exchange::abandon() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    abandoned_ = true;
  }
  wake_();
}

std::optional<Exchange::Output> Exchange::take_output() {
  const std::lock_guard lock(mutex_);
  if (!head_ && bytes_.empty() && (!ended_ || end_taken_)) return std::nullopt;
  Output output{.head = std::exchange(head_, std::nullopt),
                .streams = streams_,
                .bytes = std::exchange(bytes_, {}),
                .is_end = ended_,
                .is_abandoned = abandoned_};
  end_taken_ = ended_;
  sent_.notify_all();
  return output;
}

void Exchange::cancel() {
  {
    // Under the lock, so that a worker between its look and its wait does not miss it.
    const std::lock_guard lock(mutex_);
    gone_.request_stop();
  }
  sent_.notify_all();
}

}  // namespace halfturn::api
