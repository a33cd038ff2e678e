// SPDX-License-Identifier: MIT
#include "gpufft/cuda/device_fft.h"

#include <stdexcept>

#include "gpufft/cuda/requests.h"
#include "gpufft/cuda/staged_fft.h"

namespace gpufft::cuda {
namespace {

[[noreturn]] void refuse() {
  throw std::logic_error("this transform was not planned for such points; see FftRequest::kind");
}

}  // namespace

void DeviceFft::transform(const std::complex<float>*, std::complex<float>*, cudaStream_t) { refuse(); }
void DeviceFft::transform(const float*, std::complex<float>*, cudaStream_t) { refuse(); }
void DeviceFft::transform(const std::complex<float>*, float*, cudaStream_t) { refuse(); }
void DeviceFft::transform(const float*, float*, cudaStream_t) { refuse(); }

std::unique_ptr<DeviceFft> plan_device_fft(const FftRequest& request) {
  check(request);
  return std::make_unique<StagedFft>(request);
}

}  // namespace gpufft::cuda
