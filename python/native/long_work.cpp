#include "long_work.h"

#include <unistd.h>

#include <map>

namespace halfturn::python {

namespace {

/// All work that is under way in this process. The one thing here that is global: so is the interpreter's
/// end.
struct WorkUnderWay {
  std::mutex mutex;
  std::condition_variable changed;
  bool is_closed = false;
  std::map<const Watch*, std::pair<std::stop_source, ::pid_t>>
      watches;  // in which process: a fork copies this

  bool is_over() const {
    for (const auto& [watch, entry] : watches)
      if (entry.second == ::getpid()) return false;
    return true;
  }
};

WorkUnderWay& work_under_way() {
  static auto* const all = new WorkUnderWay;  // never destroyed: threads may still come by at the very end
  return *all;
}

constexpr auto kLongestEnd = std::chrono::seconds(5);

/// A person notices neither this delay of Ctrl-C nor the cost of looking so often.
constexpr auto kLookEvery = std::chrono::milliseconds(50);

/// Signal handlers run on the main thread alone, so elsewhere there is nothing to look for.
bool is_main_thread() {
  const py::module_ threading = py::module_::import("threading");
  const py::object ident = threading.attr("main_thread")().attr("ident");
  return ident.equal(threading.attr("get_ident")());
}

}  // namespace

Watch::Watch(py::object progress) : progress_(std::move(progress)) {
  if (!progress_.is_none() && PyCallable_Check(progress_.ptr()) == 0)
    throw py::type_error("progress must be None or a function of (task, step, fraction)");
  WorkUnderWay& all = work_under_way();
  const std::lock_guard lock(all.mutex);
  if (all.is_closed) throw std::runtime_error("halfturn: the interpreter is about to end");
  all.watches.emplace(this, std::pair(stop_, ::getpid()));
}

Watch::~Watch() {
  WorkUnderWay& all = work_under_way();
  const std::lock_guard lock(all.mutex);
  all.watches.erase(this);
  all.changed.notify_all();
}

void end_all_work() {
  const py::gil_scoped_release release;
  WorkUnderWay& all = work_under_way();
  std::unique_lock lock(all.mutex);
  all.is_closed = true;
  for (auto& [watch, entry] : all.watches) entry.first.request_stop();
  all.changed.wait_for(lock, kLongestEnd, [&] { return all.is_over(); });
}

Run Watch::run(int threads) {
  Run run{.threads = threads, .stop = stop_.get_token(), .progress = {}};
  if (!progress_.is_none())
    run.progress = [this](const Progress& progress) {
      const std::lock_guard lock(mutex_);
      latest_ = Report{std::string(progress.task), std::string(progress.step), progress.fraction};
    };
  return run;
}

void Watch::begin_count(std::string task, std::size_t total) {
  count_task_ = std::move(task);
  total_ = total;
}

void Watch::post(std::function<void()> event) {
  const std::lock_guard lock(mutex_);
  events_.push_back(std::move(event));
  wake_.notify_one();
}

bool Watch::needs_watching() const {
  return has_events_ || !progress_.is_none() || is_main_thread();
}

void Watch::tell(const Report& report) const {
  progress_(report.task, report.step, report.fraction);
}

/// With the GIL, on the calling thread. May throw what Python code raised.
void Watch::deliver() {
  std::optional<Report> latest;
  std::vector<std::function<void()>> events;
  {
    const std::lock_guard lock(mutex_);
    latest.swap(latest_);
    events.swap(events_);
  }
  for (const std::function<void()>& event : events) event();
  if (latest) tell(*latest);
  if (const std::size_t done = done_.load(std::memory_order_relaxed);
      total_ > 0 && done != told_ && !progress_.is_none()) {
    told_ = done;
    tell({count_task_, "cubes", static_cast<double>(done) / static_cast<double>(total_)});
  }
}

void Watch::wait_for(const std::function<void()>& work) {
  if (!needs_watching()) {
    const py::gil_scoped_release release;
    return work();
  }
  std::exception_ptr failure;
  {
    std::jthread worker([&] {
      try {
        work();
      } catch (...) {
        failure = std::current_exception();
      }
      const std::lock_guard lock(mutex_);
      finished_ = true;
      wake_.notify_one();
    });
    for (bool is_over = false; !is_over;) {
      {
        const py::gil_scoped_release release;
        std::unique_lock lock(mutex_);
        wake_.wait_for(lock, kLookEvery, [&] { return finished_ || (!events_.empty() && !interruption_); });
        is_over = finished_;
      }
      if (interruption_) continue;
      try {
        deliver();
        if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      } catch (py::error_already_set& error) {
        interruption_.emplace(error);
        stop_.request_stop();
      }
    }
  }
  finished_ = false;
  if (failure && !interruption_) std::rethrow_exception(failure);
}

}  // namespace halfturn::python
