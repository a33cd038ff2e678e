// SPDX-License-Identifier: MIT
#include "gpufft/cuda/device_fft.h"

#include <stdexcept>

#include "gpufft/cuda/requests.h"
#include "gpufft/cuda/staged_fft.h"

namespace gpufft::cuda {
namespace {

void expect(bool planned) {
  if (!planned) throw std::logic_error("this transform was not planned for such points; see FftRequest::kind");
}

}  // namespace

void DeviceFft::transform(const std::complex<float>* in, std::complex<float>* out, cudaStream_t stream) {
  expect(kind_ == FftKind::Complex);
  run(in, out, stream);
}
void DeviceFft::transform(const float* in, std::complex<float>* out, cudaStream_t stream) {
  expect(kind_ == FftKind::RealToComplex);
  run(in, out, stream);
}
void DeviceFft::transform(const std::complex<float>* in, float* out, cudaStream_t stream) {
  expect(kind_ == FftKind::ComplexToReal);
  run(in, out, stream);
}
void DeviceFft::transform(const float* in, float* out, cudaStream_t stream) {
  expect(kind_ == FftKind::DctII || kind_ == FftKind::DctIII);
  run(in, out, stream);
}

std::unique_ptr<DeviceFft> plan_device_fft(const FftRequest& request) {
  check(request);
  return std::make_unique<StagedFft>(request);
}

}  // namespace gpufft::cuda
