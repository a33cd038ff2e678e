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

// How late a source that waits may see that it is to stop.
inline constexpr auto kStopPatience = std::chrono::milliseconds(50);

// A source cannot be opened or was lost. The text gives the source, the reason and the remedy.
struct SourceError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A tuning request for the radio. The generation grows with every request; rows carry it, so that old and new spectra
// never mix.
struct TuningRequest {
  Tuning tuning;
  std::uint32_t generation = 0;
};

// The actual state of the radio, as far as it can be read back. Within a source the center is that of the device; a
// ConvertedSource reports that of the antenna.
struct Tuned {
  Hertz center;
  Hertz rate;
  std::optional<Decibels> gain;  // as applied, also under automatic gain if known
  double ppm = 0;
  std::uint32_t generation = 0;
  std::optional<bool> locked;  // PLL of the tuner; nullopt: unknown
  Conversion conversion;       // as requested with the tuning

  friend bool operator==(const Tuned&, const Tuned&) = default;
};

// A period without a step of the system clock: only times of one epoch can be compared.
struct Epoch {
  std::uint32_t number = 0;  // 0: the times are those of a recording
  bool synchronized = true;  // false: the clock has not been set by a time service since the start

  friend bool operator==(const Epoch&, const Epoch&) = default;
};

// Consecutive samples as received, all under one tuning. `bytes` is valid only during IqSink::take.
struct IqBlock {
  std::span<const std::byte> bytes;
  std::uint64_t first_sample = 0;  // counted from the start of the source; a jump is the number of samples lost
  Time time;                       // when first_sample was on the air
  Tuned tuned;
  bool resumed =
      false;  // first block after a device came back: no samples lost, but not contiguous with the block before

  // The same moment on the steady clock, from a live source; WallClock::date computes `time` and `epoch` from it.
  std::optional<std::chrono::steady_clock::time_point> heard = std::nullopt;
  Epoch epoch = {};
};

// Receives the blocks of a source.
class IqSink {
 public:
  virtual ~IqSink() = default;

  // Called on one thread at a time. Does not block for a live source; for any other it may block until there is room.
  virtual void take(const IqBlock& block) = 0;

  // Samples received while the radio was being tuned: only counted. What follows has a different tuning.
  virtual void discard(const IqBlock&) {}

  // Called on the thread of stream() when the report changes, and twice a second. Never called by a source that is not
  // a device.
  virtual void report(const SourceReport&) {}

  // Called at least once a second while there is nothing to take, so that a quiet source can be distinguished from a
  // stuck one.
  virtual void idle() = 0;
};

struct SourceFacts {
  std::string kind;         // "sim", "file"
  std::string description;  // for display: "simulated band, 12 signals"
  gpufft::SampleFormat format = gpufft::SampleFormat::Cu8;
  bool live = true;     // samples arrive whether they are taken or not; false: it can wait
  bool tunable = true;  // center, rate and gain can be changed
  bool device = false;  // can come and go, and reports its state
  bool demo = false;    // simulated in place of a radio that is not there: its rows say so
  Tuned tuned;          // at the start
};

// A stream of IQ samples exactly as its device or file delivers them, without any knowledge of FFTs. Every permanent
// error is thrown by the constructor (SourceError); one object serves one call of stream(), which blocks its thread
// until the end.
class IqSource {
 public:
  virtual ~IqSource() = default;

  virtual const SourceFacts& facts() const = 0;

  // Throws TuningRefused for a tuning that facts().tunable or the limits of the device rule out. Any thread.
  virtual void check(const Tuning& tuning) const = 0;

  // Passes blocks to `sink` until `stop` or the end of the data; picks up requests from `slot` between blocks. Throws
  // SourceError when the device is lost.
  virtual void stream(std::stop_token stop, Slot<TuningRequest>& slot, IqSink& sink) = 0;
};

constexpr Span kAnywhere{{-1e12}, {1e12}};  // the reach of a radio whose limits are unknown

// A tuning that cannot be applied; `field` is the key the user wrote ("center", "fft").
struct TuningRefused : std::runtime_error {
  TuningRefused(std::string field_name, const std::string& reason)
      : std::runtime_error(reason), field(std::move(field_name)) {}
  std::string field;
};

}  // namespace spectrumd
