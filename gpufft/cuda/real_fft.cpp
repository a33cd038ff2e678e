// SPDX-License-Identifier: MIT
#include "gpufft/cuda/real_fft.h"

#include "gpufft/cuda/tables.h"

namespace gpufft::cuda {
namespace {

std::size_t complex_length(std::size_t length) { return length % 2 == 0 ? length / 2 : length; }
RealTask task_for(std::size_t length, std::size_t batch, const Point* turns) {
  return {static_cast<unsigned>(length), static_cast<unsigned>(batch), turns};
}

}  // namespace

RealPoints::RealPoints(std::size_t length, std::size_t batch)
    : plan_(plan_points(complex_length(length), batch)),
      turns_(circle(length / 2 + 1, length)),
      work_(batch * complex_length(length)) {
  task_ = task_for(length, batch, turns_.data());
}

void RealPoints::to_bins(const float* in, Point* bins, cudaStream_t stream) {
  if (even()) {
    plan_->run(reinterpret_cast<const Point*>(in), work_.data(), task_.batch, false, stream);
    return split_halves(task_, work_.data(), bins, stream);
  }
  widen(task_, in, work_.data(), stream);
  plan_->run(work_.data(), work_.data(), task_.batch, false, stream);
  first_bins(task_, work_.data(), bins, stream);
}

void RealPoints::to_points(const Point* bins, float* out, cudaStream_t stream) {
  if (even()) {
    join_halves(task_, bins, work_.data(), stream);
    return plan_->run(work_.data(), reinterpret_cast<Point*>(out), task_.batch, true, stream);
  }
  all_bins(task_, bins, work_.data(), stream);
  plan_->run(work_.data(), work_.data(), task_.batch, true, stream);
  real_parts(task_, work_.data(), out, stream);
}

RealFft::RealFft(const FftRequest& request) : kind_(request.kind), points_(request.length, request.batch) {}

void RealFft::transform(const float* in, std::complex<float>* out, cudaStream_t stream) {
  if (kind_ != FftKind::RealToComplex) return DeviceFft::transform(in, out, stream);
  points_.to_bins(in, points(out), stream);
}

void RealFft::transform(const std::complex<float>* in, float* out, cudaStream_t stream) {
  if (kind_ != FftKind::ComplexToReal) return DeviceFft::transform(in, out, stream);
  points_.to_points(points(in), out, stream);
}

CosineFft::CosineFft(const FftRequest& request)
    : kind_(request.kind),
      points_(request.length, request.batch),
      turns_(circle(request.length / 2 + 1, 4 * request.length)),
      bins_(request.batch * (request.length / 2 + 1)),
      ordered_(request.batch * request.length),
      task_(task_for(request.length, request.batch, turns_.data())) {}

void CosineFft::transform(const float* in, float* out, cudaStream_t stream) {
  if (kind_ == FftKind::DctII) {
    order_for_cosines(task_, in, ordered_.data(), stream);
    points_.to_bins(ordered_.data(), bins_.data(), stream);
    return bins_to_cosines(task_, bins_.data(), out, stream);
  }
  cosines_to_bins(task_, in, bins_.data(), stream);
  points_.to_points(bins_.data(), ordered_.data(), stream);
  order_back(task_, ordered_.data(), out, stream);
}

}  // namespace gpufft::cuda
