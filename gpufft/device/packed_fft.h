// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <span>
#include <vector>

#include "gpufft/fft.h"

namespace gpufft::device {

// Bytes of one item of the batch, packed.
std::size_t bytes_in(const FftRequest& request);
std::size_t bytes_out(const FftRequest& request);

// A transform of points in host memory on a device, which gets them packed.
class PackedFft : public Fft {
 public:
  void transform(std::span<const std::complex<float>> in, std::span<std::complex<float>> out) final;
  void transform(std::span<const float> in, std::span<std::complex<float>> out) final;
  void transform(std::span<const std::complex<float>> in, std::span<float> out) final;
  void transform(std::span<const float> in, std::span<float> out) final;

 protected:
  explicit PackedFft(const FftRequest& request);
  const FftRequest& request() const { return request_; }

 private:
  virtual void run(std::span<const std::byte> in, std::span<std::byte> out) = 0;  // the whole batch

  FftRequest request_;
  std::vector<std::complex<float>> packed_;  // scratch, for points that are not packed
};

}  // namespace gpufft::device
