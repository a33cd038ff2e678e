// SPDX-License-Identifier: MIT
#pragma once

// Before a loop whose turns do not depend on each other, which the compiler cannot see from pointers alone.
#if defined(__clang__)
#define GPUFFT_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define GPUFFT_INDEPENDENT _Pragma("GCC ivdep")
#endif
