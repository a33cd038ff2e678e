// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "daemon/sources/iq_source.h"

namespace spectrumd {

// Somebody who wants the samples beside the dsp thread: a recording.
class SampleTap {
 public:
  virtual ~SampleTap() = default;

  // On the source's thread, once for every block of a source. The rules of IqSink::take hold: a live source is never
  // kept waiting.
  virtual void take(const IqBlock& block) = 0;

  // No block of this source will follow.
  virtual void end(const std::string& reason) = 0;
};

// All who listen. They come and go on any thread; one that is taken out may still be given the block under way.
class SampleTaps {
 public:
  void add(std::shared_ptr<SampleTap> tap);
  void remove(const SampleTap& tap);

  void take(const IqBlock& block) const;
  void end(const std::string& reason);  // and all of them are gone

 private:
  mutable std::mutex mutex_;
  std::vector<std::shared_ptr<SampleTap>> taps_;
};

}  // namespace spectrumd
