// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "gpufft/fft.h"

namespace spectrumd {

// Finds tones in mono sound that stay for most of a second, which those of voice do not. One thread.
class ToneFinder {
 public:
  explicit ToneFinder(double rate);

  void note(std::span<const float> sound);
  std::span<const double> tones_hz() const { return tones_; }  // rising

 private:
  struct Tone {
    double hertz;
    std::size_t looks_left;  // before it is given up
  };

  void look();
  bool stands_out(std::size_t bin);
  double measure(std::size_t bin) const;
  void keep(double hertz);

  double rate_;
  std::unique_ptr<gpufft::Fft> fft_;
  std::vector<float> window_, sound_, points_;
  std::vector<std::complex<float>> spectrum_, before_;
  std::vector<float> powers_;  // of the last looks, a row each
  std::vector<float> least_, sorted_;
  std::size_t looks_ = 0;
  std::vector<Tone> found_;
  std::vector<double> tones_;
};

}  // namespace spectrumd
