// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/cuda/device_fft.h"
#include "gpufft/cuda/memory.h"
#include "gpufft/cuda/points_plan.h"

namespace gpufft::cuda {

// std::complex<float> is two floats in a row by the standard's word, and so is Point.
inline const Point* points(const std::complex<float>* at) { return reinterpret_cast<const Point*>(at); }
inline Point* points(std::complex<float>* at) { return reinterpret_cast<Point*>(at); }

// Two dimensions: the rows, then the columns. Columns that fit a block are met where they are, some neighbours at a
// time; longer ones, and those of awkward lengths, are turned into rows and back.
class GridFft final : public DeviceFft {
 public:
  explicit GridFft(const FftRequest& request);

  using DeviceFft::transform;
  void transform(const std::complex<float>* in, std::complex<float>* out, cudaStream_t stream) override;

 private:
  void transform_columns_in_place(Point* grid, cudaStream_t stream);
  void transform_columns_as_rows(Point* grid, cudaStream_t stream);

  FftRequest request_;
  std::unique_ptr<PointsPlan> rows_;
  DeviceMemory<Point> turns_;            // for columns in place
  std::unique_ptr<PointsPlan> columns_;  // for columns as rows
  DeviceMemory<Point> turned_;
};

}  // namespace gpufft::cuda
