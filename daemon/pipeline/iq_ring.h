// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <span>
#include <stop_token>

#include "daemon/pipeline/mirrored_memory.h"
#include "daemon/pipeline/sample_counts.h"
#include "daemon/sources/iq_source.h"

namespace spectrumd {

// Samples without a hole, under one tuning and in one epoch, at the front of the ring.
struct IqStretch {
  std::span<const std::byte> bytes;  // valid until consumed
  std::uint64_t first_sample = 0;
  Time time;  // of first_sample
  Epoch epoch;
  Tuned tuned;
  std::uint64_t lost_before = 0;  // samples missing between what was consumed last and this stretch
  bool resumed = false;           // the source was away before it
  bool complete = false;          // nothing will be added at its end any more
};

// What became of samples at the front of the front stretch.
struct Consumed {
  std::size_t processed = 0;
  std::size_t discarded = 0;
  std::uint64_t clipped = 0;  // of those processed
};

// The bounded queue between the source's thread and the dsp thread: fixed memory, one writer, one reader. Full means:
// a live block is dropped whole and counted; anything else waits (wait_for_room). It also keeps the books.
class IqRing {
 public:
  IqRing(std::size_t least_bytes, std::size_t bytes_per_sample);

  std::size_t capacity_samples() const { return capacity_; }

  // Writer. A block fits or it is not taken at all; blocks of at most a quarter of the ring are sure to fit in time.
  bool put(const IqBlock& block);
  void drop(const IqBlock& block);     // counts it; the reader sees a gap
  void discard(const IqBlock& block);  // counts it; what follows has another tuning
  void wait_for_room(std::size_t samples, std::chrono::milliseconds limit, std::stop_token stop);
  void end();  // no block will follow

  // Reader. The front stretch, once it holds `samples` or is complete; one without bytes when the time is up.
  IqStretch wait(std::size_t samples, std::chrono::milliseconds limit, std::stop_token stop);
  void consume(const Consumed& fate);
  bool drained() const;  // ended and empty

  SampleCounts counts() const;  // any thread

 private:
  struct Stretch {
    std::uint64_t first_sample;
    std::size_t samples;
    std::uint64_t lost_before;
    bool resumed;
    Tuned tuned;
    Epoch epoch;
    // The newest block's first sample and its time: a long stretch follows the source's clock.
    std::uint64_t timed_sample;
    Time time;
  };
  std::uint64_t note_arrival(const IqBlock& block, std::size_t samples);  // returns the samples missing before it
  bool continues_stretch(const IqBlock& block) const;
  bool front_ready(std::size_t samples) const;
  Time time_of_front() const;

  const std::size_t bytes_per_sample_;
  MirroredMemory memory_;
  const std::size_t capacity_;  // samples

  mutable std::mutex mutex_;
  std::condition_variable_any filled_, emptied_;
  std::deque<Stretch> stretches_;
  std::size_t read_at_ = 0, buffered_ = 0;  // samples
  std::uint64_t arrived_ = 0;               // whatever became of them; those missing between blocks included
  std::uint64_t next_sample_ = 0;           // that the writer should bring
  std::uint64_t hole_ = 0;                  // dropped since the last block that was put
  bool started_ = false, ended_ = false;
  SampleCounts counts_;
};

}  // namespace spectrumd
