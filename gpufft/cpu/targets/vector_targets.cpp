// SPDX-License-Identifier: MIT
// The targets compiled from the files next to this one: vector units of this processor's architecture.
#include "gpufft/cpu/target.h"
#include "gpufft/cpu/targets/highway.h"

#if HWY_ARCH_ARM_V7
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

namespace gpufft::cpu {

#if HWY_ARCH_X86
namespace N_AVX3 {
extern const Target kTarget;
}
namespace N_AVX2 {
extern const Target kTarget;
}
namespace N_SSE4 {
extern const Target kTarget;
}

void add_vector_targets(std::vector<Target>& found) {
  const auto here = hwy::SupportedTargets();
#ifdef GPUFFT_AVX512
  if (here & HWY_AVX3) found.push_back(N_AVX3::kTarget);
#endif
#ifdef GPUFFT_AVX2
  if (here & HWY_AVX2) found.push_back(N_AVX2::kTarget);
#endif
#ifdef GPUFFT_SSE4
  if (here & HWY_SSE4) found.push_back(N_SSE4::kTarget);
#endif
}

#elif HWY_ARCH_ARM
namespace N_NEON {
extern const Target kTarget;
}

void add_vector_targets(std::vector<Target>& found) {
#if HWY_ARCH_ARM_V7
  constexpr unsigned long kNeeded = HWCAP_NEON | HWCAP_VFPv4;
  if ((getauxval(AT_HWCAP) & kNeeded) != kNeeded) return;
#endif
  found.push_back(N_NEON::kTarget);
}

#else
void add_vector_targets(std::vector<Target>&) {}
#endif

}  // namespace gpufft::cpu
