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

// A block of samples as rtl_tcp's clients want them: cu8, shared by all of them.
using SharedBlock = std::shared_ptr<const std::vector<std::byte>>;

std::vector<std::byte> as_cu8(std::span<const std::byte> samples, gpufft::SampleFormat format);

// From the source's thread to the thread that serves. Holds a second or so; when that is full the newest block is let
// go.
class SampleStream : public SampleTap {
 public:
  SampleStream(gpufft::SampleFormat format, std::function<void()> wake) : format_(format), wake_(std::move(wake)) {}

  void take(const IqBlock& block) override;
  void end(const std::string&) override { ended_ = true; }

  void close();  // nobody is woken any more, though a block may be under way
  std::vector<SharedBlock> fetch();
  bool ended() const { return ended_; }

  std::atomic<bool> wanted = false;  // somebody is connected

 private:
  const gpufft::SampleFormat format_;
  std::atomic<bool> ended_ = false;
  std::mutex mutex_;  // guards what follows
  std::function<void()> wake_;
  std::vector<SharedBlock> blocks_;
};

}  // namespace spectrumd
