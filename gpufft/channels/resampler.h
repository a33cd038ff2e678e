// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstdint>
#include <span>
#include <vector>

namespace gpufft {

// A number of samples for another: `out` for every `in`.
struct RateRatio {
  std::uint64_t in = 1, out = 1;  // without a common divisor
};
RateRatio ratio_of(std::uint64_t in, std::uint64_t out);

// Changes the rate of samples by any ratio, exactly: output sample m is what the input was at its sample m * in / out,
// through a low pass of linear phase. One thread.
class Resampler {
 public:
  // `pass` is the highest frequency to keep, in parts of the input rate; what could be taken for it afterwards is 90 dB
  // down.
  Resampler(const RateRatio& ratio, double pass);

  void restart(std::int64_t first_in);  // the number of the next input sample; the ones before count as silence
  std::int64_t next_out() const { return next_out_; }

  // Appends to `out` what can be computed from the input so far.
  void take(std::span<const std::complex<float>> in, std::vector<std::complex<float>>& out);

 private:
  std::complex<float> value() const;

  RateRatio ratio_;
  std::size_t taps_;
  std::size_t phases_;
  bool interpolates_;         // between phases, of which there would be too many
  std::vector<float> table_;  // a row of taps for each phase, each tap twice: for both parts of a sample
  std::vector<std::complex<float>> input_;
  std::int64_t first_in_ = 0;  // number of input_[0]
  // The next output sample, and its place among the input: at_ + rest_ / ratio_.out.
  std::int64_t next_out_ = 0, at_ = 0;
  std::uint64_t rest_ = 0;
};

}  // namespace gpufft
