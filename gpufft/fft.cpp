// SPDX-License-Identifier: MIT
#include "gpufft/fft.h"

#include <stdexcept>
#include <string>

namespace gpufft {
namespace {

[[noreturn]] void refuse(const char* types) {
  throw std::logic_error(std::string("this transform was not planned ") + types + "; see FftRequest::kind");
}

}  // namespace

void Fft::transform(std::span<const float>, std::span<std::complex<float>>) { refuse("from real points to bins"); }
void Fft::transform(std::span<const std::complex<float>>, std::span<float>) { refuse("from bins to real points"); }
void Fft::transform(std::span<const float>, std::span<float>) { refuse("from real points to real points"); }

}  // namespace gpufft
