// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "daemon/sources/device/backlog.h"
#include "daemon/sources/iq_source.h"
#include "daemon/sources/sample_clock.h"

namespace spectrumd {

// Connects the reading thread of a device to the sink: numbers the samples, dates them, assigns their tuning, and
// detects losses. Once closed it passes nothing on, so that a thread that hung and returns does no harm. Any thread;
// take() blocks as long as the sink does.
class Feed {
 public:
  using Clock = SampleClock::Clock;
  using Now = std::function<Clock::time_point()>;

  Feed(IqSink& sink, std::uint64_t next_sample, std::size_t bytes_per_sample, Now now = Clock::now)
      : now_(std::move(now)),
        sink_(&sink),
        bytes_per_sample_(bytes_per_sample),
        resumed_(next_sample > 0),
        next_sample_(next_sample) {}

  void begin(const Tuned& tuned,
             std::size_t unsettled_bytes);  // reading begins; the first `unsettled_bytes` are older than the tuning
  void moving();                            // tuning in progress: samples belong to no tuning
  // Tuning done: discards what was sampled until now, at most `queue_bytes`, and `unsettled_bytes` after it.
  void settled(const Tuned& tuned, std::size_t unsettled_bytes, std::size_t queue_bytes);
  void take(std::span<const std::byte> bytes, std::optional<std::uint64_t> lost_samples);
  void close();

  struct Facts {
    Clock::time_point heard;              // when the last block arrived, or reading began
    bool streaming = false;               // something has arrived
    std::optional<double> estimated_ppm;  // of the crystal
    std::uint64_t lost = 0;               // samples lost by the device or the bus
    std::uint64_t next_sample = 0;
  };
  Facts facts() const;

 private:
  void give(std::span<const std::byte> bytes);
  bool unsettled(std::size_t bytes);  // the newest block
  std::span<const std::byte> whole_samples(std::span<const std::byte> bytes);
  void skip_lost(std::uint64_t samples);

  const Now now_;
  mutable std::mutex mutex_;  // guards what follows
  IqSink* sink_;
  const std::size_t bytes_per_sample_;
  bool resumed_;  // the next block is the first after a break
  std::uint64_t next_sample_;
  Tuned tuned_;
  SampleClock clock_{1};
  Backlog backlog_{1};
  Clock::time_point heard_{};
  bool streaming_ = false, moving_ = false;
  std::optional<Clock::time_point> settled_at_;  // older blocks may still be queued
  std::size_t queue_bytes_ = 0, unsettled_bytes_ = 0;
  std::vector<std::byte>
      partial_;  // an incomplete sample from the end of the last block, followed by the current block
  std::size_t partial_bytes_ = 0;
  std::uint64_t lost_ = 0, lost_reported_ = 0;
};

}  // namespace spectrumd
