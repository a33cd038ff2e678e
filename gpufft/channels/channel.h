// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "gpufft/channels/band.h"
#include "gpufft/channels/resampler.h"
#include "gpufft/fft.h"

namespace gpufft {

// A narrow piece of a band, at a low rate.
struct ChannelRequest {
  double center = 0;     // Hz from the middle of the band
  double rate = 0;       // samples per second, to a thousandth
  double bandwidth = 0;  // Hz, flat to 0.1 dB; up to 95 % of the rate
};

// Makes a channel out of the spectra of a band's blocks: its bins, through a filter, transformed back, turned by what
// its center is off a bin, and resampled if its rate is not that of whole bins. One thread.
//
// Output sample m is what the band was at its sample m * band rate / channel rate, through a filter of linear phase:
// times need no correction for delays. It is there once the samples after it are, up to an eighth of a transform.
class Channel {
 public:
  Channel(const BandShape& band, const ChannelRequest& request);  // throws PlanError

  static void check(const BandShape& band, const ChannelRequest& request);  // throws PlanError

  const ChannelRequest& request() const { return request_; }
  void set_center(double center);  // from the next block on; the phase is what it would have been from the start

  // The samples of a block, valid until the next call. Blocks whose number does not follow the last begin again, as if
  // the band had been silent.
  std::span<const std::complex<float>> take(const BandBlock& block);
  std::int64_t first_sample() const { return first_sample_; }  // number of the first one

  // The highest frequency of the filter's stop band, from the center; beyond it everything is 80 dB down.
  double stop_edge() const;

 private:
  std::size_t overlap() const { return length_ / 4; }
  std::size_t advance() const { return length_ - overlap(); }
  double turned_at(std::int64_t block) const;
  void filter(std::span<const std::complex<float>> spectrum);
  void turn(std::int64_t block);

  BandShape band_;
  ChannelRequest request_;
  std::size_t length_;  // of the transform back
  std::unique_ptr<Fft> back_;
  std::vector<float> response_;             // in the order of the transform
  std::int64_t middle_ = 0;                 // the bin nearest to the center
  std::uint64_t step_ = 0;                  // by which each sample is turned after that, in parts of 2^64 of a turn
  std::vector<std::complex<float>> turns_;  // of the first few samples
  std::vector<std::complex<float>> points_;
  std::optional<Resampler> resampler_;
  std::vector<std::complex<float>> samples_;
  std::optional<std::int64_t> last_block_;
  std::int64_t first_sample_ = 0;
};

}  // namespace gpufft
