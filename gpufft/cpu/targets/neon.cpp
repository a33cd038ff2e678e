// SPDX-License-Identifier: MIT
#undef GPUFFT_TARGET
#define GPUFFT_TARGET HWY_NEON
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "gpufft/cpu/targets/neon.cpp"
#include "gpufft/cpu/targets/highway.h"

#if HWY_TARGET == GPUFFT_TARGET
#include "gpufft/cpu/lanes/kernels-inl.h"
#include "gpufft/cpu/target.h"

HWY_BEFORE_NAMESPACE();
namespace gpufft::cpu::HWY_NAMESPACE {

constexpr Kernels kAll[] = {kKernels<4>, kKernels<1>};
extern const Target kTarget;
const Target kTarget{"neon", "NEON, 4 numbers at a time", kAll};

}  // namespace gpufft::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
