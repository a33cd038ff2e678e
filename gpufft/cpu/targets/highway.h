// SPDX-License-Identifier: MIT
// Highway as the vector targets use it. A file of one target defines GPUFFT_TARGET and HWY_TARGET_INCLUDE before; then
// that target is the only one that the file is compiled for.
#undef HWY_DISABLED_TARGETS
#ifdef GPUFFT_TARGET
#define HWY_DISABLED_TARGETS ~((GPUFFT_TARGET) | HWY_SCALAR)
#else
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#endif
#undef HWY_BROKEN_EMU128
#define HWY_BROKEN_EMU128 1  // one lane is done without Highway, in plain.cpp
// On ARM the compiler's options alone decide: Highway would want AES along with NEON, which no Raspberry Pi before the
// 5 has.
#undef TOOLCHAIN_MISS_SYS_AUXV_H
#define TOOLCHAIN_MISS_SYS_AUXV_H
// On 32-bit ARM Highway fuses multiplications with additions where the compiler says so by a name that GCC does not
// have.
#if defined(__arm__) && defined(__ARM_FEATURE_FMA) && !defined(__ARM_VFPV4__)
#define __ARM_VFPV4__
#endif
#ifdef GPUFFT_TARGET
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>
#else
#include <hwy/targets.h>
#endif
