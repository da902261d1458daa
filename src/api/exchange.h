#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "api/message.h"

namespace halfturn::api {

/// One request and its answer, between a connection and whatever works on the answer.
///
/// The worker, on any thread, calls reply() once, or begin(), write() as often as it likes, and end(). The
/// connection, on its own thread, takes what is to be sent with take_output(); whenever there is something
/// new, `wake` is called.
class Exchange {
 public:
  /// How much a worker may be ahead of a slow client.
  static constexpr std::size_t kMostUnsent = std::size_t{1} << 18;

  /// `wake` is called from any thread.
  Exchange(Request request, std::function<void()> wake)
      : request_(std::move(request)), wake_(std::move(wake)) {}

  const Request& request() const { return request_; }

  /// Requested when the client has gone or the server ends: nobody will read the answer.
  std::stop_token gone() const { return gone_.get_token(); }

  // For the worker.
  void reply(Response response);
  void begin(Response head);  ///< a body of unknown length follows
  /// Waits while kMostUnsent bytes wait for a slow client. Returns false once the client has gone.
  bool write(std::string_view bytes);
  void end();
  /// The answer cannot be completed: the connection is cut, so that nobody takes it for whole.
  void abandon();

  // For the connection.
  struct Output {
    std::optional<Response> head;  ///< at the beginning
    bool streams = false;          ///< with the head: pieces follow
    std::string bytes;             ///< of a stream
    bool is_end = false;
    bool is_abandoned = false;
  };
  /// What is new since the last call; nothing if there is nothing.
  std::optional<Output> take_output();
  void cancel();  ///< the client has gone

 private:
  Request request_;
  std::function<void()> wake_;
  std::stop_source gone_;
  std::mutex mutex_;
  std::condition_variable sent_;
  std::optional<Response> head_;
  bool streams_ = false;
  std::string bytes_;
  bool ended_ = false;
  bool end_taken_ = false;
  bool abandoned_ = false;
};

}  // namespace halfturn::api
