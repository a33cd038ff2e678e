// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "daemon/pipeline/mirrored_memory.h"
#include "daemon/sources/iq_source.h"

namespace spectrumd {

// A place in the past: the next sample to read, counted among those put.
struct PastCursor {
  std::uint64_t at = 0;
};

// Samples of the past that are contiguous and under one tuning.
struct PastStretch {
  std::uint64_t at = 0;  // its first sample, counted among those put
  std::size_t samples = 0;
  IqBlock facts;  // without bytes
};

// The newest samples of a source as they came, so that a recording may begin in the past. All memory is allocated at
// the start. Its owner, SampleTaps, has a lock; samples are copied in and out without it, so that the source never
// waits for a reader: those that are overwritten while they are read are found missing afterwards.
class PastSamples {
 public:
  // Throws std::system_error if there is no memory.
  PastSamples(std::size_t least_bytes, gpufft::SampleFormat format);

  std::size_t bytes() const { return memory_.size(); }

  // A block enters in three steps, one block at a time: with the lock, without, and with it again.
  void reserve(const IqBlock& block);  // what it overwrites is gone
  void copy(const IqBlock& block);
  void commit(const IqBlock& block);  // it can be read

  // With the lock. Where `seconds` before now begin, or as much as there is without an interruption and at one rate.
  PastCursor begin(double seconds) const;

  // With the lock: what is at the cursor, as much as fits into so many bytes. What has been overwritten is left out.
  // Nullopt at the end.
  std::optional<PastStretch> find(PastCursor& cursor, std::size_t most_bytes) const;

  // Without the lock: its samples. They are right if it has not been overwritten meanwhile.
  IqBlock read(const PastStretch& stretch, std::vector<std::byte>& buffer) const;
  bool has(const PastStretch& stretch) const { return stretch.at >= oldest(); }  // with the lock

 private:
  // Contiguous samples under one tuning, a tenth of a second or a block.
  struct Piece {
    std::uint64_t at = 0, samples = 0;
    std::uint64_t first_sample = 0;
    Time time;
    Tuned tuned;
    Epoch epoch;
    bool resumed = false;
  };
  bool continues(const Piece& piece, const IqBlock& block) const;
  void begin_piece(const IqBlock& block);
  Piece& piece(std::uint64_t number) { return pieces_[static_cast<std::size_t>(number % pieces_.size())]; }
  const Piece& piece(std::uint64_t number) const { return pieces_[static_cast<std::size_t>(number % pieces_.size())]; }
  std::size_t samples_of(const IqBlock& block) const { return block.bytes.size() / sample_bytes_; }
  std::uint64_t oldest() const;

  const std::size_t sample_bytes_;
  MirroredMemory memory_;
  const std::size_t capacity_;  // samples

  std::uint64_t stored_ = 0, reserved_ = 0;        // samples put so far; and with the block that is being copied
  std::vector<Piece> pieces_;                      // a ring: the oldest goes when there are too many
  std::uint64_t first_piece_ = 0, end_piece_ = 0;  // numbers of those in it
};

// How much of the past is kept.
struct PastPlan {
  std::size_t bytes = 0;  // 0: none
  double seconds = 0;     // that fit
};

// Memory for `seconds` of this source, or for what fits: of the `most` bytes that this process may use, a quarter, and
// for the usual few seconds 1/128, 3 MiB on a Pi Zero, and 64 MiB at most.
PastPlan plan_past(double seconds, gpufft::SampleFormat format, Hertz rate, std::uint64_t most);

// Throws TuningRefused for more than the usual seconds that does not fit.
void check_past(double seconds, gpufft::SampleFormat format, Hertz rate, std::uint64_t most);

}  // namespace spectrumd
