// SPDX-License-Identifier: MIT
#include "gpufft/cuda/device_fft.h"

#include <stdexcept>

#include "gpufft/cuda/grid_fft.h"
#include "gpufft/cuda/points_plan.h"
#include "gpufft/cuda/real_fft.h"
#include "gpufft/cuda/requests.h"

namespace gpufft::cuda {
namespace {

[[noreturn]] void refuse() {
  throw std::logic_error("this transform was not planned for such points; see FftRequest::kind");
}

class ComplexFft final : public DeviceFft {
 public:
  explicit ComplexFft(const FftRequest& request)
      : request_(request), plan_(plan_points(request.length, request.batch)) {}

  using DeviceFft::transform;
  void transform(const std::complex<float>* in, std::complex<float>* out, cudaStream_t stream) override {
    plan_->run(points(in), points(out), request_.batch, request_.direction == Direction::Inverse, stream);
  }

 private:
  FftRequest request_;
  std::unique_ptr<PointsPlan> plan_;
};

}  // namespace

void DeviceFft::transform(const std::complex<float>*, std::complex<float>*, cudaStream_t) { refuse(); }
void DeviceFft::transform(const float*, std::complex<float>*, cudaStream_t) { refuse(); }
void DeviceFft::transform(const std::complex<float>*, float*, cudaStream_t) { refuse(); }
void DeviceFft::transform(const float*, float*, cudaStream_t) { refuse(); }

std::unique_ptr<DeviceFft> plan_device_fft(const FftRequest& request) {
  check(request);
  if (request.kind == FftKind::DctII || request.kind == FftKind::DctIII) return std::make_unique<CosineFft>(request);
  if (request.kind != FftKind::Complex) return std::make_unique<RealFft>(request);
  if (request.rows > 1) return std::make_unique<GridFft>(request);
  return std::make_unique<ComplexFft>(request);
}

}  // namespace gpufft::cuda
