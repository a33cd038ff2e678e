// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>

#include "gpufft/cpu/target.h"
#include "gpufft/spectrum.h"

namespace gpufft::cpu {

constexpr std::size_t kMostFramesTogether = 8;

// Transforms frames and accumulates their power until it is added to a row.
class PowerFolder {
 public:
  virtual ~PowerFolder() = default;

  virtual std::size_t frames_together() const = 0;       // a power of two, at most kMostFramesTogether
  virtual void fold(std::span<const Frame> frames) = 0;  // at least one, at most frames_together()
  virtual void join(PowerRow& row) = 0;                  // something has been folded; nothing is gathered
                                                         // afterwards. A row without frames is written, not read
};

// `window` has a point for each bin, with all scales folded in, and outlives the folder.
std::unique_ptr<PowerFolder> plan_power_folder(const Target& target, SampleFormat format,
                                               std::span<const float> window);

}  // namespace gpufft::cpu
