// SPDX-License-Identifier: MIT
#include <algorithm>
#include <span>

#include "daemon/fleet/report_stream.h"
#include "daemon/store/level.h"

namespace spectrumd {
namespace {

constexpr std::size_t kFramesAtOnce = 16;  // of an hour: 2 MiB of rows of 1024 bins

// A tile that is damaged has no data.
std::vector<std::uint8_t> plane_of(const EncodedFrame& frame, Detector detector) {
  const FrameHead& head = frame.head;
  std::vector<std::uint8_t> plane(head.rows * head.bins), tile;
  TileDecoder decoder;
  for (std::size_t n = 0; n < head.tiles(); ++n) {
    const auto part = std::ranges::find(frame.parts, part_of(detector, n), &EncodedPart::part);
    if (part == frame.parts.end()) continue;
    const std::size_t bins = head.tile_bins(n);
    tile.resize(head.rows * bins);
    try {
      decoder.decode(part->body, bins, tile);
    } catch (const TileError&) {
      continue;
    }
    for (std::size_t row = 0; row < head.rows; ++row)
      std::ranges::copy(std::span(tile).subspan(row * bins, bins),
                        plane.begin() + static_cast<std::ptrdiff_t>(row * head.bins + n * kTileBins));
  }
  return plane;
}

}  // namespace

std::size_t MinuteStream::count(const Gap& gap) {
  return reader_.count_made_between(kLevel, key_of(gap.after), key_of(gap.before));
}

std::optional<Taken> MinuteStream::take(const Gap& gap, Batch& batch, std::size_t most_bytes) {
  const auto frames = reader_.made_between(kLevel, key_of(gap.after), key_of(gap.before), kFramesAtOnce);
  if (frames.empty()) return std::nullopt;
  return take_newest(frames, batch, most_bytes, frames.size() < kFramesAtOnce,
                     [&](const FrameHead& frame) { return add(frame, batch); });
}

bool MinuteStream::add(const FrameHead& frame, Batch& batch) {
  const auto encoded = reader_.encoded(kLevel, frame);
  if (!encoded || encoded->parts.empty()) return false;
  TileDecoder decoder;
  std::vector<RowNote> notes;
  try {
    notes = decode_notes(decoder, encoded->parts.front().body, frame);
  } catch (const TileError&) {
    return false;
  }
  const auto mean = plane_of(*encoded, Detector::Mean), max = plane_of(*encoded, Detector::Max);
  const auto row_of = [&](const std::vector<std::uint8_t>& plane, std::size_t row) {
    return std::as_bytes(std::span(plane).subspan(row * frame.bins, frame.bins));
  };
  const std::int64_t epoch = epochs_.tagged(frame.epoch);
  for (std::size_t row = 0; row < notes.size(); ++row) {
    const CopyRows::Timestamp begin{frame.t0_ms * 1'000'000 + notes[row].offset.count()};
    batch.has_time("minute", begin.ns);
    batch.rows(Reported::Minute)
        .add(CopyRows::Integer{reporting_.receiver}, begin, epoch,
             std::chrono::duration<double>(notes[row].duration).count(), frame.tile_from(0).value,
             frame.span.value / static_cast<double>(frame.bins), frame.base_db, CopyRows::Integer{notes[row].flags},
             row_of(mean, row), row_of(max, row));
  }
  return true;
}

}  // namespace spectrumd
