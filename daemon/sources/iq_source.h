// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <string>

#include "daemon/config/settings.h"
#include "daemon/config/units.h"
#include "daemon/sources/slot.h"
#include "daemon/sources/source_report.h"
#include "gpufft/spectrum.h"

namespace spectrumd {

// A source that cannot be opened or went away: the thing, the reason and the way out.
struct SourceError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A wish for the radio. The generation grows with every wish; rows carry it, so that old and new spectra never mix.
struct TuningRequest {
  Tuning tuning;
  std::uint32_t generation = 0;
};

// What the radio really does, as far as it can be read back.
struct Tuned {
  Hertz center;
  Hertz rate;
  std::optional<Decibels> gain;  // the applied one, also under automatic gain where it is known
  double ppm = 0;
  std::uint32_t generation = 0;
  std::optional<bool> locked;  // the tuner's loop; nothing: it cannot be known

  friend bool operator==(const Tuned&, const Tuned&) = default;
};

// A stretch of time without a step of the system clock: only times of one epoch can be compared.
struct Epoch {
  std::uint32_t number = 0;  // 0: the times are those of a recording
  bool synchronized = true;  // false: the clock has not been set by a time service since the start

  friend bool operator==(const Epoch&, const Epoch&) = default;
};

// A run of samples as they came, all under one tuning. `bytes` is valid during IqSink::take only.
struct IqBlock {
  std::span<const std::byte> bytes;
  std::uint64_t first_sample = 0;  // counted from the start of the source; a jump says how many are missing
  Time time;                       // when first_sample was on the air
  Tuned tuned;
  bool resumed = false;  // the device was away before it: nothing is missing, but it does not follow what came before

  // The same by the steady clock, from a live source; WallClock::date works out `time` and `epoch` from it.
  std::optional<std::chrono::steady_clock::time_point> heard = std::nullopt;
  Epoch epoch = {};
};

// Where a source puts its blocks.
class IqSink {
 public:
  virtual ~IqSink() = default;

  // Called on one thread at a time. Returns at once for a live source; for any other it may wait until there is room.
  virtual void take(const IqBlock& block) = 0;

  // Samples that came while the radio was being tuned: counted and no more. What follows has another tuning.
  virtual void discard(const IqBlock&) {}

  // Whenever something in it changes, and twice a second; on the thread of stream(). A source that does not come and go
  // never says anything.
  virtual void report(const SourceReport&) {}

  // Called at least once a second while there is nothing to take, so that a quiet source is told from a stuck one.
  virtual void idle() = 0;
};

struct SourceFacts {
  std::string kind;         // "sim", "file"
  std::string description;  // for a person: "simulated band, 12 signals"
  gpufft::SampleFormat format = gpufft::SampleFormat::Cu8;
  bool live = true;     // samples come whether they are taken or not; false: it can wait
  bool tunable = true;  // center, rate and gain can be changed
  bool device = false;  // it comes and goes, and tells how it is by reports
  Tuned tuned;          // at the start
};

// A stream of IQ samples exactly as its device or file gives them. It knows no FFT. Everything that can fail for good
// fails in the constructor (SourceError); one object serves one stream() call.
class IqSource {
 public:
  virtual ~IqSource() = default;

  virtual const SourceFacts& facts() const = 0;

  // Throws TuningRefused for a wish that facts().tunable or the device's limits rule out. Any thread.
  virtual void check(const Tuning& tuning) const = 0;

  // Gives blocks to `sink` until `stop` or the end of the data; wishes are picked up from `slot` between blocks.
  // Throws SourceError when the device is lost.
  virtual void stream(std::stop_token stop, Slot<TuningRequest>& slot, IqSink& sink) = 0;
};

// A wish that cannot be granted; `field` is the key the user wrote ("center", "fft").
struct TuningRefused : std::runtime_error {
  TuningRefused(std::string field_name, const std::string& reason)
      : std::runtime_error(reason), field(std::move(field_name)) {}
  std::string field;
};

}  // namespace spectrumd
