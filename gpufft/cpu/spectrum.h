// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "gpufft/cpu/power_folder.h"
#include "gpufft/samples/zero_tracker.h"
#include "gpufft/spectrum.h"
#include "gpufft/threads/crew.h"

namespace gpufft::cpu {

// With remove_dc every frame loses the mean of what came before it (in the first call after a reset, the mean of that
// call), never its own, which would dig a hole into the noise at the center. What is tracked are the samples of the
// frames; each counts once, however frames overlap and however they are cut into calls.
class CpuSpectrum final : public Spectrum {
 public:
  CpuSpectrum(const Target& target, const SpectrumRequest& request);  // which has been checked

  void accumulate(std::span<const std::byte> iq, std::size_t frames, PowerRow& row) override;
  void reset() override { zero_.reset(); }

 private:
  // What each thread has for itself: it gathers the power of its frames until that joins the row.
  struct Hand {
    std::unique_ptr<PowerFolder> folder;
    std::size_t gathered = 0;  // frames
  };

  static void fold(Hand& hand, std::span<const Frame> frames);
  void join(PowerRow& row);

  SpectrumRequest request_;
  std::vector<float> window_;  // with all scales folded in
  ZeroTracker zero_;
  Crew crew_;
  std::vector<Hand> hands_;
  std::vector<Frame> frames_;  // that are shared out at a time
};

}  // namespace gpufft::cpu
