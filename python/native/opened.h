#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "halfturn/result.h"
#include "halfturn/run.h"
#include "halfturn/table_store.h"

namespace halfturn::python {

/// An engine whose tables are read in their files until there is much to do, and then copied to memory, which
/// takes a moment and makes every look-up faster. Any number of threads may ask for it, without the GIL.
template <class Engine, class Options>
class Opened {
 public:
  /// `resident`: whether to copy; none: once `many` items were asked for.
  Opened(TableStore store, Options options, std::optional<bool> resident, std::size_t many)
      : store_(std::move(store)), options_(std::move(options)), may_copy_(!resident), many_(many) {
    options_.residency = resident.value_or(false) ? Residency::resident : Residency::mapped;
  }

  /// The engine for so many items more. Opens it at the first call.
  Result<std::shared_ptr<const Engine>> get(std::size_t items, const Run& run) {
    const std::lock_guard lock(mutex_);
    asked_ += items;
    if (!engine_) {
      Result<Engine> opened = Engine::open(store_, options_, run);
      if (!opened) return opened.error();
      engine_ = std::make_shared<const Engine>(*std::move(opened));
    }
    if (may_copy_ && asked_ >= many_) {
      Options copied = options_;
      copied.residency = Residency::resident;
      Result<Engine> opened = Engine::open(store_, copied, run);
      if (opened)
        engine_ = std::make_shared<const Engine>(*std::move(opened));
      else if (opened.error().kind != ErrorKind::machine)
        return opened.error();
      may_copy_ = false;  // too little memory: the files serve as well, only more slowly
    }
    return engine_;
  }

 private:
  TableStore store_;
  Options options_;
  bool may_copy_;
  std::size_t many_;
  std::mutex mutex_;  // guards what follows, and may_copy_
  std::size_t asked_ = 0;
  std::shared_ptr<const Engine> engine_;
};

}  // namespace halfturn::python
