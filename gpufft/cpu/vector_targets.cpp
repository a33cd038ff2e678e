// SPDX-License-Identifier: MIT
// Everything in lanes/, compiled once for every vector unit that this processor's kin may have.
#include "gpufft/cpu/target.h"

#ifdef __arm__
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#define HWY_BROKEN_EMU128 1  // one lane is done without Highway, in plain_target.cpp
// On ARM the compiler's options alone decide: Highway would want AES along with NEON, which no Raspberry Pi before the
// 5 has.
#define TOOLCHAIN_MISS_SYS_AUXV_H
// On 32-bit ARM Highway fuses multiplications with additions where the compiler says so by a name that GCC does not
// have.
#if defined(__arm__) && defined(__ARM_FEATURE_FMA) && !defined(__ARM_VFPV4__)
#define __ARM_VFPV4__
#endif
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "gpufft/cpu/vector_targets.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

#if HWY_TARGET != HWY_SCALAR
#include "gpufft/cpu/lanes/kernels-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gpufft::cpu::HWY_NAMESPACE {

#if HWY_TARGET <= HWY_AVX3
constexpr Kernels kAll[] = {kKernels<16>, kKernels<8>, kKernels<4>, kKernels<1>};
constexpr Target kTarget{"avx512", "AVX-512, 16 numbers at a time", kAll};
#elif HWY_TARGET == HWY_AVX2
constexpr Kernels kAll[] = {kKernels<8>, kKernels<4>, kKernels<1>};
constexpr Target kTarget{"avx2", "AVX2 and FMA, 8 numbers at a time", kAll};
#elif HWY_TARGET == HWY_SSE4
constexpr Kernels kAll[] = {kKernels<4>, kKernels<1>};
constexpr Target kTarget{"sse4", "SSE4, 4 numbers at a time", kAll};
#else
constexpr Kernels kAll[] = {kKernels<4>, kKernels<1>};
constexpr Target kTarget{"neon", "NEON, 4 numbers at a time", kAll};
#endif

}  // namespace gpufft::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#if HWY_ONCE
namespace gpufft::cpu {
namespace {

// Of the targets compiled, those that this processor can run.
std::int64_t targets_here() {
#if HWY_ARCH_ARM_A64
  return HWY_TARGETS;
#elif HWY_ARCH_ARM_V7
  constexpr unsigned long kNeeded = HWCAP_NEON | HWCAP_VFPv4;
  return (getauxval(AT_HWCAP) & kNeeded) == kNeeded ? HWY_TARGETS : 0;
#else
  return hwy::SupportedTargets();
#endif
}

}  // namespace

void add_vector_targets(std::vector<Target>& found) {
  const auto here = targets_here();
#if HWY_TARGETS & HWY_AVX3
  if (here & HWY_AVX3) found.push_back(N_AVX3::kTarget);
#endif
#if HWY_TARGETS & HWY_AVX2
  if (here & HWY_AVX2) found.push_back(N_AVX2::kTarget);
#endif
#if HWY_TARGETS & HWY_SSE4
  if (here & HWY_SSE4) found.push_back(N_SSE4::kTarget);
#endif
#if HWY_TARGETS & HWY_NEON
  if (here & HWY_NEON) found.push_back(N_NEON::kTarget);
#endif
}

}  // namespace gpufft::cpu
#endif
