#include "api/job.h"

#include <fmt/format.h>

#include <random>

#include "front/json.h"

namespace halfturn::api {

using Json = nlohmann::ordered_json;

std::string Jobs::add(const std::stop_source& stop) {
  std::random_device device;
  const std::lock_guard lock(mutex_);
  while (true) {
    const std::string name = fmt::format("{:08x}{:08x}", device(), device());
    if (running_.emplace(name, stop).second) return name;
  }
}

void Jobs::remove(const std::string& name) {
  const std::lock_guard lock(mutex_);
  running_.erase(name);
}

bool Jobs::stop(const std::string& name) {
  std::stop_source source;
  {
    const std::lock_guard lock(mutex_);
    const auto found = running_.find(name);
    if (found == running_.end()) return false;
    source = found->second;
  }
  source.request_stop();
  return true;
}

Job::Job(Jobs& jobs, std::shared_ptr<Exchange> exchange)
    : jobs_(jobs),
      exchange_(std::move(exchange)),
      name_(jobs.add(stop_)),
      streams_(exchange_->request().wants_events()),
      on_gone_(exchange_->gone(), Stop{stop_}) {}

void Job::begin() {
  if (!streams_) return;
  std::call_once(begun_, [this] {
    exchange_->begin({.content_type = "text/event-stream"});
    send("started", {{"job", name_}});
  });
}

Job::~Job() {
  jobs_.remove(name_);
}

double Job::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

void Job::send(std::string_view event, const Json& data) {
  if (streams_) exchange_->write(fmt::format("event: {}\ndata: {}\n\n", event, json_text(data)));
}

void Job::send_progress(const Json& data) {
  const auto now = std::chrono::steady_clock::now();
  if (!streams_ || now < next_progress_) return;
  next_progress_ = now + std::chrono::milliseconds(100);
  send("progress", data);
}

Run Job::run(int threads) {
  return {.threads = threads, .stop = stop(), .progress = [this](const Progress& progress) {
            send_progress({{"task", progress.task},
                           {"step", progress.step},
                           {"fraction", progress.fraction},
                           {"seconds", seconds()}});
          }};
}

Exchange& Job::take_over() {
  is_answered_ = true;
  return *exchange_;
}

void Job::done(const Json& data) {
  is_answered_ = true;
  if (!streams_) return exchange_->reply(json_response(data));
  send("done", data);
  exchange_->end();
}

void Job::fail(const Refusal& refusal) {
  is_answered_ = true;
  if (!streams_) return exchange_->reply(error_response(refusal));
  send("error", error_json(refusal));
  exchange_->end();
}

}  // namespace halfturn::api
