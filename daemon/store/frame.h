// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "daemon/pipeline/row.h"
#include "daemon/store/tile_codec.h"

namespace spectrumd {

// A level on disk: 0: no data, else base_db + kLevelStepDb * (v - 1), as in the binary rows of PROTOCOL.md.
constexpr double kLevelStepDb = 0.5;
constexpr std::size_t kMostStoredBins = 4096;  // wider rows are pooled

// The place of a frame in the order in which those of a level were made, whatever the clock said.
struct FrameKey {
  std::int64_t epoch = 0, sequence = 0;  // of its first row
  friend auto operator<=>(const FrameKey&, const FrameKey&) = default;
};

// What the rows of a frame have in common: a row of the table `frame`.
struct FrameHead {
  std::string file;           // in the folder of its level
  std::int64_t id = 0;        // in the file
  std::int64_t t0_ms = 0;     // the first row begins in this millisecond since 1970, by the clock of then
  std::int64_t t1_ms = 0;     // the last row has ended
  std::int64_t shift_ms = 0;  // to be added, where the clock was not synchronized then and the error is known now
  std::uint32_t epoch = 0;    // increases with every start and every step of the clock
  std::size_t rows = 0;
  std::uint64_t first_sequence = 0, last_sequence = 0;  // of the rows; they begin again with every start
  Hertz center, span;
  std::size_t bins = 0;
  std::uint32_t generation = 0;
  std::optional<Decibels> gain;  // as the radio reported it
  double rbw_hz = 0;
  double base_db = 0;
  std::uint16_t flags = 0;  // of all its rows

  FrameKey key() const { return {epoch, static_cast<std::int64_t>(first_sequence)}; }
  std::size_t tiles() const { return (bins + kTileBins - 1) / kTileBins; }
  std::size_t tile_bins(std::size_t tile) const { return std::min(kTileBins, bins - tile * kTileBins); }
  Hertz tile_from(std::size_t tile) const {  // its lower edge
    return {center.value - span.value / 2 +
            span.value * static_cast<double>(tile * kTileBins) / static_cast<double>(bins)};
  }
  Time begin() const { return Time(std::chrono::milliseconds(t0_ms + shift_ms)); }
  Time end() const { return Time(std::chrono::milliseconds(t1_ms + shift_ms)); }
};

// Facts of one row of a frame.
struct RowNote {
  std::chrono::nanoseconds offset{};  // from t0
  std::chrono::nanoseconds duration{};
  std::uint64_t sequence = 0;
  std::uint32_t ffts = 0;
  std::uint16_t coverage = 0, clipped = 0;  // in ten-thousandths, as in the binary rows
  std::uint16_t flags = 0;
};

// Up to 60 rows under one tuning, not yet compressed.
struct Frame {
  FrameHead head;
  std::vector<RowNote> notes;
  std::vector<std::uint8_t> mean, max;  // rows x bins, row by row
};

}  // namespace spectrumd
