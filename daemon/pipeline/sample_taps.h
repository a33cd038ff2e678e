// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "daemon/pipeline/past_samples.h"
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

// The registered taps, and the last seconds of the samples. Taps are added and removed on any thread; a removed one may
// still get the current block. The source neither allocates here nor waits for a reader: the lock is held to look
// things up, never to copy samples.
class SampleTaps {
 public:
  void add(std::shared_ptr<SampleTap> tap);
  void remove(const SampleTap& tap);

  // The same for a tap that first gets the last `seconds`, as far as they are kept, on this thread: no sample is left
  // out or comes twice where the past ends. Blocks as take() of the tap does.
  void add(std::shared_ptr<SampleTap> tap, double seconds);

  // The past, piece by piece: nullopt when it has become the present.
  PastCursor begin_past(double seconds) const;
  std::optional<IqBlock> read_past(PastCursor& cursor, std::vector<std::byte>& buffer) const;

  // From now on the past is kept here; null: not at all. Throws nothing.
  void keep_past(std::unique_ptr<PastSamples> past);
  std::size_t past_bytes() const;
  std::uint64_t past_serial() const;  // another one: what was kept before is gone

  enum class Past { Kept, Skipped };
  void take(const IqBlock& block, Past past = Past::Kept);  // one thread at a time
  void end(const std::string& reason);                      // removes all taps

 private:
  using Taps = std::vector<std::shared_ptr<SampleTap>>;

  void replace(const std::function<void(Taps&)>& change);
  std::shared_ptr<PastSamples> reserve(const IqBlock& block);
  std::optional<IqBlock> copy(const PastSamples& past, const PastStretch& stretch,
                              std::vector<std::byte>& buffer) const;

  mutable std::mutex mutex_;
  std::shared_ptr<const Taps> taps_ = std::make_shared<const Taps>();  // replaced, never changed
  std::shared_ptr<PastSamples> past_;
  std::uint64_t past_serial_ = 0;
};

// Bytes that a reader of the past copies at a time.
inline constexpr std::size_t kPastPieceBytes = std::size_t{256} << 10;

}  // namespace spectrumd
