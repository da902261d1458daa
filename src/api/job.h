#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "api/exchange.h"
#include "api/refusal.h"
#include "halfturn/run.h"

namespace halfturn::api {

/// The long pieces of work that are running, by names that nobody guesses, so that a client can end its own.
class Jobs {
 public:
  std::string add(const std::stop_source& stop);
  void remove(const std::string& name);
  bool stop(const std::string& name);  ///< false if there is none of this name (any more)

 private:
  std::mutex mutex_;
  std::map<std::string, std::stop_source> running_;
};

/// One long piece of work and where its answer goes: to a client that wants events, as they come; to any
/// other one as JSON at the end. Its functions may be called from any thread, one at a time.
class Job {
 public:
  Job(Jobs& jobs, std::shared_ptr<Exchange> exchange);
  /// Tells a client that wants events the job's name, once, whoever calls it first: it may still have to wait
  /// for its turn.
  void begin();
  ~Job();
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  /// Requested when the client asks to end it, or has gone.
  std::stop_token stop() const { return stop_.get_token(); }
  const Request& request() const { return exchange_->request(); }
  double seconds() const;

  /// Sends an event; nothing to a client that wants none.
  void send(std::string_view event, const nlohmann::ordered_json& data);
  /// The same, at most ten times a second.
  void send_progress(const nlohmann::ordered_json& data);
  /// For engines: their progress as events.
  Run run(int threads);
  bool is_answered() const { return is_answered_; }
  /// The answer, which is the last event.
  void done(const nlohmann::ordered_json& data);
  void fail(const Refusal& refusal);
  /// For answers that are neither events nor JSON: the caller replies itself, and done() and fail() must not
  /// be called any more.
  Exchange& take_over();

 private:
  Jobs& jobs_;
  std::shared_ptr<Exchange> exchange_;
  std::stop_source stop_;
  std::string name_;
  std::once_flag begun_;
  bool streams_;
  bool is_answered_ = false;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point next_progress_ = begin_;
  struct Stop {
    std::stop_source source;
    void operator()() { source.request_stop(); }
  };
  std::stop_callback<Stop> on_gone_;
};

}  // namespace halfturn::api
