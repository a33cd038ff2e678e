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

// Contiguous samples under one tuning and in one epoch, at the front of the ring.
struct IqStretch {
  std::span<const std::byte> bytes;  // valid until consumed
  std::uint64_t first_sample = 0;
  Time time;  // of first_sample
  Epoch epoch;
  Tuned tuned;
  std::uint64_t lost_before = 0;  // samples lost between the last consumed stretch and this one
  bool resumed = false;           // the source was interrupted before it
  bool complete = false;          // nothing more will be appended
};

// What was done with samples at the front of the front stretch.
struct Consumed {
  std::size_t processed = 0;
  std::size_t discarded = 0;
  std::uint64_t clipped = 0;  // among those processed
};

// The bounded queue between the source thread and the dsp thread: fixed memory, one writer, one reader. When full, a
// live block is dropped whole and counted; any other source waits (wait_for_room). It also counts what becomes of every
// sample.
class IqRing {
 public:
  IqRing(std::size_t least_bytes, std::size_t bytes_per_sample);

  std::size_t capacity_samples() const { return capacity_; }

  // Writer. A block fits or is rejected whole; blocks of at most a quarter of the ring always fit eventually.
  bool put(const IqBlock& block);
  void drop(const IqBlock& block);     // counts it; the reader sees a gap
  void discard(const IqBlock& block);  // counts it; what follows has a different tuning
  void wait_for_room(std::size_t samples, std::chrono::milliseconds limit, std::stop_token stop);
  void end();  // no block follows

  // Reader. Waits for the front stretch to hold `samples` or to be complete; returns one without bytes on timeout.
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
    // First sample of the newest block and its time: a long stretch follows the clock of the source.
    std::uint64_t timed_sample;
    Time time;
  };
  std::uint64_t note_arrival(const IqBlock& block, std::size_t samples);  // returns the samples lost before it
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
  std::uint64_t arrived_ = 0;               // including those lost between blocks
  std::uint64_t next_sample_ = 0;           // expected from the writer
  std::uint64_t hole_ = 0;                  // dropped since the last block stored
  bool started_ = false, ended_ = false;
  SampleCounts counts_;
};

}  // namespace spectrumd
