// SPDX-License-Identifier: MIT
#undef GPUFFT_TARGET
#define GPUFFT_TARGET HWY_AVX3
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "gpufft/cpu/targets/avx512.cpp"
#include "gpufft/cpu/targets/highway.h"

#if HWY_TARGET == GPUFFT_TARGET
#include "gpufft/cpu/lanes/kernels-inl.h"
#include "gpufft/cpu/target.h"

HWY_BEFORE_NAMESPACE();
namespace gpufft::cpu::HWY_NAMESPACE {

constexpr Kernels kAll[] = {kKernels<16>, kKernels<8>, kKernels<4>, kKernels<1>};
extern const Target kTarget;
const Target kTarget{"avx512", "AVX-512, 16 numbers at a time", kAll};

}  // namespace gpufft::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
