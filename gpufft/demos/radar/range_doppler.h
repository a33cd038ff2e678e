// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "gpufft/backend.h"
#include "gpufft/demos/radar/scene.h"

namespace gpufft::program {

// Power by range and Doppler. A target of level 0 in the middle of a cell reads 1.
struct RangeDopplerMap {
  std::size_t ranges = 0, speeds = 0;
  std::vector<float> power;  // one range after the other; a speed of 0 is in the middle

  float at(std::size_t range, std::size_t speed) const { return power[range * speeds + speed]; }
};

struct StepTime {
  std::string name;
  double seconds = 0;
};

// The range-Doppler algorithm on one backend: transform each pulse, multiply by the reference, transform back,
// transpose (corner turn), transform along each range.
class RangeDoppler {
 public:
  RangeDoppler(const Radar& radar, const Backend& backend);  // throws PlanError if the backend cannot

  RangeDopplerMap process(std::span<const std::complex<float>> echoes);
  const std::vector<StepTime>& times() const { return times_; }  // of the last run

 private:
  void make_reference(const Backend& backend);
  void step(const std::string& name, const std::function<void()>& work);

  Radar radar_;
  std::vector<std::complex<float>> reference_;  // by frequency: compresses the chirp
  std::vector<float> taper_;                    // by pulse
  std::unique_ptr<Fft> along_pulses_, back_, along_ranges_;
  std::vector<StepTime> times_;
};

// Transposes rows x columns to columns x rows, in squares that fit the nearest cache.
void turn_corner(std::span<const std::complex<float>> in, std::size_t rows, std::size_t columns,
                 std::span<std::complex<float>> out);

}  // namespace gpufft::program
