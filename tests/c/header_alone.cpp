// The header, alone and twice, as old C++.
#include "halfturn/halfturn.h"
