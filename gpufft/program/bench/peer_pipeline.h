// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "gpufft/program/bench/peer.h"

namespace gpufft::program {

// What a program does that has a library for the transform and writes the rest itself, as well as loops can be written:
// u8 to floats and window in one, |X|^2 and its sum, maximum and minimum in one, each compiled for several processors.
class PeerPipeline final : public PeerRows {
 public:
  PeerPipeline(std::unique_ptr<PeerPlan> plan, std::size_t bins, std::size_t batch);

  void accumulate(std::span<const std::byte> iq, std::size_t frames, PowerRow& row) override;
  std::size_t batch() const override { return batch_; }

 private:
  std::unique_ptr<PeerPlan> plan_;
  std::size_t bins_, batch_;
  std::vector<float> window_;  // each point twice, for both parts of a sample
};

}  // namespace gpufft::program
