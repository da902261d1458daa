/* The header, alone and twice, as C99. */
#include "halfturn/halfturn.h"

/* Options without anything but their size, as the header proposes. */
int halfturn_header_is_c99(void);
int halfturn_header_is_c99(void) {
  halfturn_run run = {sizeof run};
  return run.threads;
}
