// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace spectrumd {

// Takes steady tones out of mono sound, each by a narrow notch that is faded in and out. One thread.
class NotchBank {
 public:
  explicit NotchBank(double rate);

  // Tones near a present notch move it. What is beyond the places that are free is left out.
  void set(std::span<const double> tones_hz);
  void apply(std::span<float> sound);

 private:
  struct Notch {
    double hertz = 0;
    bool wanted = false;
    double part = 0;        // of its effect
    double k1 = 0, k2 = 0;  // of an all-pass, whose mean with the sound is the notch
    double last = 0, before = 0;
  };

  void tune(Notch& notch, double hertz) const;
  void apply(Notch& notch, std::span<float> sound) const;

  double rate_;
  std::array<Notch, 16> notches_{};
};

}  // namespace spectrumd
