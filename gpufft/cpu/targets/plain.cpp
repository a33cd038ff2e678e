// SPDX-License-Identifier: MIT
#define GPUFFT_PLAIN_VECTORS
#include "gpufft/cpu/lanes/kernels-inl.h"
#include "gpufft/cpu/target.h"

namespace gpufft::cpu {
namespace {
constexpr std::array kPlainKernels{N_PLAIN::kKernels<1>};
}

const Target kPlainTarget{"plain", "plain C++, one number at a time", kPlainKernels};

}  // namespace gpufft::cpu
