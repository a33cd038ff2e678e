// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "daemon/pipeline/mirrored_memory.h"
#include "daemon/sources/iq_source.h"

namespace spectrumd {

// A place in the past: the next sample to read, counted among those put.
struct PastCursor {
  std::uint64_t at = 0;
};

// The newest samples of a source as they came, so that a recording may begin in the past. Not synchronized: its owner,
// SampleTaps, holds a lock. put() copies once and allocates nothing for samples.
class PastSamples {
 public:
  // Throws std::system_error if there is no memory.
  PastSamples(std::size_t least_bytes, gpufft::SampleFormat format);

  std::size_t bytes() const { return memory_.size(); }

  void put(const IqBlock& block);

  // Where `seconds` before now begin, or as much as there is without an interruption and at one rate.
  PastCursor begin(double seconds) const;

  // The samples at the cursor, as many as fit into `buffer` and are one stretch; moves it behind them. What has been
  // overwritten since is left out. Nullopt at the end.
  std::optional<IqBlock> read(PastCursor& cursor, std::vector<std::byte>& buffer) const;

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
  std::uint64_t oldest() const { return stored_ - std::min<std::uint64_t>(stored_, capacity_); }

  const std::size_t sample_bytes_;
  MirroredMemory memory_;
  const std::size_t capacity_;  // samples
  std::uint64_t stored_ = 0;    // samples put so far
  std::deque<Piece> pieces_;
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
