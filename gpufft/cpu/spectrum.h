// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "gpufft/cpu/power_folder.h"
#include "gpufft/samples/zero_tracker.h"
#include "gpufft/spectrum.h"
#include "gpufft/threads/worker_pool.h"

namespace gpufft::cpu {

// With remove_dc every frame loses the mean of the samples before it (in the first call after a reset, the mean of that
// call), never its own mean, which would dig a hole into the noise at the center. The samples of all frames are
// tracked; each counts once, however frames overlap and however they are split into calls.
class CpuSpectrum final : public Spectrum {
 public:
  CpuSpectrum(const Target& target, const SpectrumRequest& request);  // the request has been checked

  void accumulate(std::span<const std::byte> iq, std::size_t frames, PowerRow& row) override;
  void reset() override { zero_.reset(); }

 private:
  // A thread's private part: accumulates the power of its frames until that is added to the row.
  struct Worker {
    std::unique_ptr<PowerFolder> folder;
    std::size_t gathered = 0;  // frames
  };

  static void fold(Worker& worker, std::span<const Frame> frames);
  void join(PowerRow& row);

  SpectrumRequest request_;
  std::vector<float> window_;  // with all scales folded in
  ZeroTracker zero_;
  WorkerPool pool_;
  std::vector<Worker> workers_;
  std::vector<Frame> frames_;  // of one round of sharing
};

}  // namespace gpufft::cpu
