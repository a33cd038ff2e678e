// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <span>
#include <vector>

#include "gpufft/fft.h"

namespace gpufft::device {

// Of an item of the batch, side by side.
std::size_t bytes_in(const FftRequest& request);
std::size_t bytes_out(const FftRequest& request);

// Transforms of the host's points by a device, which gets them side by side.
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
  virtual void run(std::span<const std::byte> in, std::span<std::byte> out) = 0;  // all of a batch

  FftRequest request_;
  std::vector<std::complex<float>> packed_;  // of points that do not lie side by side
};

}  // namespace gpufft::device
