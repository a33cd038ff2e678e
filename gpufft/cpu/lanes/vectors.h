// SPDX-License-Identifier: MIT
// The vectors that the files beside this one are written in: Highway's, or one lane of plain C++. Their target is
// chosen by whoever includes this.
#ifdef GPUFFT_PLAIN_VECTORS
#include "gpufft/cpu/lanes/plain.h"
#else
#include <hwy/cache_control.h>
#include <hwy/highway.h>
#endif
