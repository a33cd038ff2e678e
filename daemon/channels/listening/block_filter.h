// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "daemon/channels/listening/mode.h"
#include "gpufft/fft.h"

namespace spectrumd {

// Taps of a pass band with linear phase, an odd number, the middle one at time 0; edges in parts of the rate.
std::vector<std::complex<float>> band_pass(const PassBand& parts, std::size_t taps);

// Filters blocks of a stream by fast convolution (overlap-save). A change of the filter is faded in over one block.
// One thread; allocates only in set().
class BlockFilter {
 public:
  BlockFilter(std::size_t block, std::size_t length);  // of its transforms

  // Taps as those of band_pass(). `gain` of a frequency in parts of the rate, -0.5 to 0.5, is multiplied into the
  // response: what it rings to either side must fit into half of what the overlap has more than taps.
  void set(std::span<const std::complex<float>> taps, const std::function<double(double)>& gain = {});

  std::size_t block() const { return block_; }
  std::size_t delay() const { return (length_ - block_) / 2; }  // of the output, samples

  void filter(std::span<const std::complex<float>> in, std::span<std::complex<float>> out);  // may be the same
  // Of the last transform's samples, before the filter; in its order, not scaled.
  std::span<const std::complex<float>> spectrum() const { return spectrum_; }

 private:
  void apply(std::span<const float> response, std::span<std::complex<float>> out);

  std::size_t block_, length_;
  std::unique_ptr<gpufft::Fft> forward_, back_;
  std::vector<std::complex<float>> points_, spectrum_, filtered_;
  std::vector<float> response_, next_;  // real, as that of a filter around time 0; the second one empty: no change
  std::vector<float> fade_;
};

}  // namespace spectrumd
