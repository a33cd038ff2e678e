// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "daemon/sources/iq_source.h"

namespace spectrumd {

// A consumer of the samples besides the dsp thread, such as a recording.
class SampleTap {
 public:
  virtual ~SampleTap() = default;

  // Called on the source thread for every block. The rules of IqSink::take apply: a live source must not be blocked.
  virtual void take(const IqBlock& block) = 0;

  // No more blocks from this source.
  virtual void end(const std::string& reason) = 0;
};

// The registered taps. Taps are added and removed on any thread; a removed one may still get the current block.
class SampleTaps {
 public:
  void add(std::shared_ptr<SampleTap> tap);
  void remove(const SampleTap& tap);

  void take(const IqBlock& block) const;
  void end(const std::string& reason);  // removes all taps

 private:
  mutable std::mutex mutex_;
  std::vector<std::shared_ptr<SampleTap>> taps_;
};

}  // namespace spectrumd
