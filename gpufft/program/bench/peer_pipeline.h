// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "gpufft/program/bench/peer.h"

namespace gpufft::program {

// The code that a program needs around a library's transform, as fast as loops can be: u8 to floats and window in one
// loop, |X|^2 and its sum, maximum and minimum in one, each compiled for several processors.
class PeerPipeline final : public PeerRows {
 public:
  PeerPipeline(std::unique_ptr<PeerPlan> plan, std::size_t bins, std::size_t batch);

  void accumulate(std::span<const std::byte> iq, std::size_t frames, PowerRow& row) override;
  std::size_t batch() const override { return batch_; }

 private:
  std::unique_ptr<PeerPlan> plan_;
  std::size_t bins_, batch_;
  std::vector<float> window_;  // each value twice, for both parts of a sample
};

}  // namespace gpufft::program
