// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "daemon/config/settings.h"
#include "daemon/config/units.h"
#include "daemon/pipeline/pyramid.h"

namespace spectrumd {

enum RowFlag : std::uint16_t {
  kRowGap = 1,               // samples were lost inside this row
  kRowRetuned = 2,           // the first row under a new tuning
  kRowClipped = 4,           // some samples were at the end of the converter's range
  kRowUnlocked = 8,          // the tuner reports, or the data suggest, that it is not locked
  kRowMerged = 16,           // made of several rows, for a slower client or an older tier
  kRowSwept = 64,            // stitched from hops; its duration is that of the sweep
  kRowHistory = 32,          // sent from the history, not as it happened (set on the wire only)
  kRowSimulated = 256,       // of the demo band, which stands in for a radio
  kRowPartial = 512,         // of a sweep in progress: bins not measured yet are without data; never in the history
  kRowZoomed = 1024,         // of a channel, with finer bins; it looks back further than its duration
  kRowImported = 2048,       // of a file of another program, on disk only
  kRowUnsynchronized = 128,  // from before the first time that the system clock was synchronized: its time may be wrong
};

// Other programs do not say what their levels refer to: dBFS of other samples, or something calibrated.
inline constexpr std::string_view kImportedUnit = "dB";

inline constexpr std::array kDetectors{Detector::Mean, Detector::Max, Detector::Min};

// Facts about a row besides its levels.
struct RowFacts {
  std::uint64_t sequence = 0;  // 1 is the first; live rows are numbered without gaps
  Time time;                   // of the first sample
  std::chrono::nanoseconds duration{};
  std::uint32_t epoch = 0;  // times within one epoch are monotonic; 0: a recording
  Hertz center;
  Hertz span;
  std::uint32_t generation = 0;  // of the tuning request
  std::uint32_t ffts = 0;
  double coverage = 1;  // samples used / samples arrived
  double clipped = 0;   // fraction of the samples
  std::uint16_t flags = 0;
};

// One line of the waterfall. Immutable once made, so threads share it freely.
struct Row : RowFacts {
  std::array<Pyramid, 3> levels;  // in the order of kDetectors; dBFS, or dBm with an offset

  // Where a bin stands for several of the transform: the strongest of their means, which the mean of their powers in
  // `levels` hides. Empty where the bins are those of the transform.
  std::vector<Centibel> peaks_of_mean;

  std::size_t bins() const { return levels[0].bins(); }
  Hertz bin_width() const { return {span.value / static_cast<double>(bins())}; }
  std::size_t bytes() const {
    std::size_t bytes = sizeof(Row) + peaks_of_mean.capacity() * sizeof(Centibel);
    for (const Pyramid& pyramid : levels) bytes += pyramid.bytes();
    return bytes;
  }
};
using RowPtr = std::shared_ptr<const Row>;

}  // namespace spectrumd
