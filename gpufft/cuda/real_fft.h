// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/cuda/grid_fft.h"
#include "gpufft/cuda/kernels/elements.h"

namespace gpufft::cuda {

// Real points and the half of their bins that says it all. An even number of points is transformed as half as many
// complex ones.
class RealPoints {
 public:
  RealPoints(std::size_t length, std::size_t batch);

  void to_bins(const float* in, Point* bins, cudaStream_t stream);
  void to_points(const Point* bins, float* out, cudaStream_t stream);

 private:
  bool even() const { return task_.length % 2 == 0; }

  RealTask task_;
  std::unique_ptr<PointsPlan> plan_;
  DeviceMemory<Point> turns_, work_;
};

class RealFft final : public DeviceFft {
 public:
  explicit RealFft(const FftRequest& request);

  using DeviceFft::transform;
  void transform(const float* in, std::complex<float>* out, cudaStream_t stream) override;
  void transform(const std::complex<float>* in, float* out, cudaStream_t stream) override;

 private:
  FftKind kind_;
  RealPoints points_;
};

// DCT-II and DCT-III through the real transform of the points in another order: the even ones forward, then the odd
// ones backward (Makhoul, 1980).
class CosineFft final : public DeviceFft {
 public:
  explicit CosineFft(const FftRequest& request);

  using DeviceFft::transform;
  void transform(const float* in, float* out, cudaStream_t stream) override;

 private:
  FftKind kind_;
  RealPoints points_;
  DeviceMemory<Point> turns_, bins_;
  DeviceMemory<float> ordered_;
  RealTask task_;
};

}  // namespace gpufft::cuda
