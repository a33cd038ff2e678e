// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "gpufft/fft.h"
#include "gpufft/sample_format.h"

namespace gpufft {

// How the samples of a band are cut into blocks. Each transform has `length` points: the `advance` samples of its
// block, which begins at a multiple of that, after the last ones of the block before.
struct BandShape {
  double rate = 0;  // samples per second
  std::size_t length = 0, advance = 0;

  std::size_t overlap() const { return length - advance; }
  double bin() const { return rate / static_cast<double>(length); }  // Hz
};

// The spectrum of a block: `length` bins in the order of the transform, not scaled.
struct BandBlock {
  std::int64_t number;  // it begins at sample number * advance
  std::span<const std::complex<float>> spectrum;
};

bool is_smooth(std::size_t number);  // whether 2, 3, 5 and 7 divide it down to 1, as the quickest lengths

// The shape whose transforms take this machine the least time per sample, of blocks of about 20 ms in which a rate of
// whole 4 kHz is that of whole bins. Measures for some milliseconds.
BandShape fastest_shape(double rate);

// Cuts the samples of a band into blocks and transforms them, once for all channels. One thread.
class Band {
 public:
  Band(SampleFormat format, const BandShape& shape);  // throws PlanError

  const BandShape& shape() const { return shape_; }

  // Begins again at this sample, counted from one that stays the same. What is before it counts as silence.
  void restart(std::int64_t first_sample);
  std::int64_t next_sample() const { return block_ * static_cast<std::int64_t>(shape_.advance) + filled_samples(); }

  // Takes whole samples until the block is full. Returns how many.
  std::size_t fill(std::span<const std::byte> iq);
  std::size_t fill_silence(std::uint64_t samples);  // in place of lost ones
  bool full() const { return filled_ == shape_.advance; }

  // Of a full block, which makes room for the next. Valid until the next call.
  BandBlock transform();

 private:
  std::int64_t filled_samples() const { return static_cast<std::int64_t>(filled_); }

  SampleFormat format_;
  BandShape shape_;
  std::unique_ptr<Fft> forward_;
  std::vector<float> scale_;
  std::complex<float> zero_;
  std::vector<std::complex<float>> points_, spectrum_;
  std::int64_t block_ = 0;
  std::size_t filled_ = 0;  // samples of the block, after the overlap
};

}  // namespace gpufft
