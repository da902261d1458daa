#pragma once

#include <unistd.h>

#include "front/foreign_text.h"

namespace halfturn::cli {

/// Rows on a terminal are read by a person, and a terminal obeys control characters; everywhere else bytes
/// count.
inline ForeignText foreign_text_for(int fd) {
  return ::isatty(fd) == 1 ? ForeignText::for_terminal : ForeignText::exact;
}

}  // namespace halfturn::cli
