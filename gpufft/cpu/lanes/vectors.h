// SPDX-License-Identifier: MIT
// The vectors that the files next to this one are written in: Highway's, or one lane of plain C++. The including file
// chooses the target.
#ifdef GPUFFT_PLAIN_VECTORS
#include "gpufft/cpu/lanes/plain.h"
#else
#include <hwy/cache_control.h>
#include <hwy/highway.h>
#endif
