// SPDX-License-Identifier: MIT
#include "gpufft/cuda/fft.h"

#include <stdexcept>

#include "gpufft/requests.h"

namespace gpufft::cuda {
namespace {

using Complex = std::complex<float>;

std::size_t points_of(const FftRequest& request, bool bins) {
  return request.batch * request.rows * (bins ? request.length / 2 + 1 : request.length);
}
std::size_t size_of_point(bool complex) { return complex ? sizeof(Complex) : sizeof(float); }
bool complex_in(FftKind kind) { return kind == FftKind::Complex || kind == FftKind::ComplexToReal; }
bool complex_out(FftKind kind) { return kind == FftKind::Complex || kind == FftKind::RealToComplex; }

// Calls `at` with where each point of a batch is, and where it would be if all lay side by side.
template <typename At>
void for_each_point(const FftRequest& request, const FftLayout& layout, std::size_t points, At at) {
  const std::size_t length = points / request.batch;
  const std::size_t distance = distance_of(layout, length);
  for (std::size_t item = 0; item < request.batch; ++item)
    for (std::size_t n = 0; n < length; ++n) at(item * distance + n * layout.stride, item * length + n);
}

}  // namespace

HostFft::HostFft(const FftRequest& request)
    : request_(request),
      fft_(plan_device_fft(request)),
      points_in_(points_of(request, request.kind == FftKind::ComplexToReal)),
      points_out_(points_of(request, request.kind == FftKind::RealToComplex)),
      staged_in_(points_in_ * size_of_point(complex_in(request.kind))),
      staged_out_(points_out_ * size_of_point(complex_out(request.kind))),
      in_(staged_in_.size()),
      out_(staged_out_.size()) {}

template <typename In, typename Out>
void HostFft::run(std::span<const In> in, std::span<Out> out) {
  auto* const staged_in = reinterpret_cast<In*>(staged_in_.data());
  auto* const staged_out = reinterpret_cast<Out*>(staged_out_.data());
  for_each_point(request_, request_.in, points_in_,
                 [&](std::size_t from, std::size_t to) { staged_in[to] = in[from]; });
  check(cudaMemcpyAsync(in_.data(), staged_in, in_.bytes(), cudaMemcpyHostToDevice, stream_), "points to the device");
  fft_->transform(reinterpret_cast<const In*>(in_.data()), reinterpret_cast<Out*>(out_.data()), stream_);
  check(cudaMemcpyAsync(staged_out, out_.data(), out_.bytes(), cudaMemcpyDeviceToHost, stream_), "points to the host");
  check(cudaStreamSynchronize(stream_), "a transform");
  for_each_point(request_, request_.out, points_out_,
                 [&](std::size_t to, std::size_t from) { out[to] = staged_out[from]; });
}

void HostFft::transform(std::span<const Complex> in, std::span<Complex> out) {
  if (request_.kind != FftKind::Complex) throw std::logic_error("a transform of real points was planned");
  run(in, out);
}
void HostFft::transform(std::span<const float> in, std::span<Complex> out) {
  if (request_.kind != FftKind::RealToComplex) return Fft::transform(in, out);
  run(in, out);
}
void HostFft::transform(std::span<const Complex> in, std::span<float> out) {
  if (request_.kind != FftKind::ComplexToReal) return Fft::transform(in, out);
  run(in, out);
}
void HostFft::transform(std::span<const float> in, std::span<float> out) {
  if (request_.kind != FftKind::DctII && request_.kind != FftKind::DctIII) return Fft::transform(in, out);
  run(in, out);
}

}  // namespace gpufft::cuda
