// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "daemon/pipeline/sample_taps.h"
#include "gpufft/spectrum.h"

namespace spectrumd {

// A block of samples for rtl_tcp clients: cu8, shared by all of them.
using SharedBlock = std::shared_ptr<const std::vector<std::byte>>;

std::vector<std::byte> as_cu8(std::span<const std::byte> samples, gpufft::SampleFormat format);

// Queue from the source thread to the serving thread. Holds about a second; when full, the newest block is dropped.
// Nothing blocks.
class SampleStream : public SampleTap {
 public:
  SampleStream(gpufft::SampleFormat format, std::function<void()> wake) : format_(format), wake_(std::move(wake)) {}

  void take(const IqBlock& block) override;
  void end(const std::string&) override { ended_ = true; }

  void close();  // no more wake-ups, though a block may still be in progress
  std::vector<SharedBlock> fetch();
  bool ended() const { return ended_; }

  std::atomic<bool> wanted = false;  // a client is connected

 private:
  const gpufft::SampleFormat format_;
  std::atomic<bool> ended_ = false;
  std::mutex mutex_;  // guards what follows
  std::function<void()> wake_;
  std::vector<SharedBlock> blocks_;
};

}  // namespace spectrumd
