// SPDX-License-Identifier: MIT
#include "gpufft/program/check/cufft_backend.h"

#include "gpufft/cuda/memory.h"
#include "gpufft/program/bench/cufft_peer.h"

namespace gpufft::program {
namespace {

class CufftFft final : public Fft {
 public:
  explicit CufftFft(const FftRequest& request)
      : direction_(request.direction),
        plan_(request.length, 1, stream_),
        in_(2 * request.length),
        out_(2 * request.length) {}

  using Fft::transform;
  void transform(std::span<const std::complex<float>> in, std::span<std::complex<float>> out) override {
    cuda::check(cudaMemcpyAsync(in_.data(), in.data(), in.size_bytes(), cudaMemcpyHostToDevice, stream_), "points");
    plan_.execute(in_.data(), out_.data(), direction_);
    cuda::check(cudaMemcpyAsync(out.data(), out_.data(), out.size_bytes(), cudaMemcpyDeviceToHost, stream_), "points");
    cuda::check(cudaStreamSynchronize(stream_), "cufft");
  }

 private:
  Direction direction_;
  cuda::OwnStream stream_;
  CufftPlan plan_;
  cuda::DeviceMemory<float> in_, out_;
};

}  // namespace

std::optional<std::string> CufftBackend::why_unavailable() const { return backend_named("cuda").why_unavailable(); }

std::unique_ptr<Fft> CufftBackend::plan_fft(const FftRequest& request) const {
  if (request.kind != FftKind::Complex || request.rows > 1 || request.batch > 1)
    throw PlanError("cufft is only checked on single one-dimensional complex transforms");
  return std::make_unique<CufftFft>(request);
}

std::unique_ptr<Spectrum> CufftBackend::plan_spectrum(const SpectrumRequest&) const {
  throw PlanError("cufft has no spectra");
}

double CufftBackend::error_bound(std::size_t length) const { return backend_named("cuda").error_bound(length); }

}  // namespace gpufft::program
