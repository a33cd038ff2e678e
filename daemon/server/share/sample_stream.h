// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "daemon/pipeline/sample_taps.h"
#include "daemon/server/share/block_queue.h"
#include "gpufft/spectrum.h"

namespace spectrumd {

std::vector<std::byte> as_cu8(std::span<const std::byte> samples, gpufft::SampleFormat format);

// The samples of the source, for all clients.
class SampleStream : public SampleTap {
 public:
  SampleStream(gpufft::SampleFormat format, std::function<void()> wake) : queue(std::move(wake)), format_(format) {}

  void take(const IqBlock& block) override;
  void end(const std::string&) override { ended_ = true; }
  bool ended() const { return ended_; }

  BlockQueue queue;
  std::atomic<bool> wanted = false;  // a client is connected

 private:
  const gpufft::SampleFormat format_;
  std::atomic<bool> ended_ = false;
};

}  // namespace spectrumd
