// SPDX-License-Identifier: MIT
#include "daemon/store/frame_codec.h"

#include <zlib.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace spectrumd {
namespace {

static_assert(std::endian::native == std::endian::little, "files are little-endian; other hosts need byte swaps");

constexpr std::size_t kNoteBytes = 30;

// One field of all rows after another, as it lies in memory: columns compress better than rows.
class Columns {
 public:
  explicit Columns(std::vector<std::byte>& bytes) : bytes_(bytes) {}

  template <class Value>
  void put(Value value) {
    bytes_.resize(bytes_.size() + sizeof value);
    std::memcpy(bytes_.data() + bytes_.size() - sizeof value, &value, sizeof value);
  }

  template <class Value>
  Value get() {
    Value value;
    std::memcpy(&value, bytes_.data() + at_, sizeof value);
    at_ += sizeof value;
    return value;
  }

 private:
  std::vector<std::byte>& bytes_;
  std::size_t at_ = 0;
};

// Rows follow each other at once, as a rule: what they are late by is 0 or almost.
std::vector<std::byte> bytes_of(const std::vector<RowNote>& notes, std::uint64_t first_sequence) {
  std::vector<std::byte> bytes;
  bytes.reserve(notes.size() * kNoteBytes);
  Columns columns(bytes);
  std::int64_t end = 0;
  for (const RowNote& note : notes) {
    columns.put<std::int64_t>(note.offset.count() - end);
    end = (note.offset + note.duration).count();
  }
  for (const RowNote& note : notes) columns.put<std::int64_t>(note.duration.count());
  std::uint64_t before = first_sequence;
  for (const RowNote& note : notes) {
    columns.put(static_cast<std::uint32_t>(note.sequence - before));
    before = note.sequence;
  }
  for (const RowNote& note : notes) columns.put(note.ffts);
  for (const RowNote& note : notes) columns.put(note.coverage);
  for (const RowNote& note : notes) columns.put(note.clipped);
  for (const RowNote& note : notes) columns.put(note.flags);
  return bytes;
}

}  // namespace

std::size_t EncodedFrame::bytes() const {
  std::size_t bytes = 0;
  for (const EncodedPart& part : parts) bytes += part.body.size();
  return bytes;
}

void FrameEncoder::encode_tiles(EncodedFrame& encoded, const Frame& frame, Detector detector) {
  const FrameHead& head = frame.head;
  const auto& levels = detector == Detector::Mean ? frame.mean : frame.max;
  for (std::size_t tile = 0; tile < head.tiles(); ++tile) {
    const std::size_t bins = head.tile_bins(tile);
    tile_.resize(head.rows * bins);
    for (std::size_t row = 0; row < head.rows; ++row)
      std::memcpy(tile_.data() + row * bins, levels.data() + row * head.bins + tile * kTileBins, bins);
    const auto body = encoder_.encode(tile_, bins);
    encoded.parts.push_back({part_of(detector, tile), {body.begin(), body.end()}});
  }
}

EncodedFrame FrameEncoder::encode(const Frame& frame) {
  EncodedFrame encoded{.head = frame.head, .parts = {}};
  encoded.parts.push_back({0, encoder_.pack(bytes_of(frame.notes, frame.head.first_sequence))});
  encode_tiles(encoded, frame, Detector::Mean);
  encode_tiles(encoded, frame, Detector::Max);
  return encoded;
}

std::vector<RowNote> decode_notes(TileDecoder& decoder, std::span<const std::byte> body, const FrameHead& head) {
  std::vector<std::byte> bytes(head.rows * kNoteBytes);
  decoder.unpack(body, bytes);
  std::vector<RowNote> notes(head.rows);
  Columns columns(bytes);
  for (RowNote& note : notes) note.offset = std::chrono::nanoseconds(columns.get<std::int64_t>());
  for (RowNote& note : notes) note.duration = std::chrono::nanoseconds(columns.get<std::int64_t>());
  std::chrono::nanoseconds end{};
  for (RowNote& note : notes) {
    note.offset += end;
    end = note.offset + note.duration;
  }
  std::uint64_t sequence = head.first_sequence;
  for (RowNote& note : notes) note.sequence = sequence += columns.get<std::uint32_t>();
  for (RowNote& note : notes) note.ffts = columns.get<std::uint32_t>();
  for (RowNote& note : notes) note.coverage = columns.get<std::uint16_t>();
  for (RowNote& note : notes) note.clipped = columns.get<std::uint16_t>();
  for (RowNote& note : notes) note.flags = columns.get<std::uint16_t>();
  return notes;
}

std::uint32_t checksum(std::span<const std::byte> bytes) {
  return static_cast<std::uint32_t>(
      crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
}

std::uint32_t checksum(const FrameHead& head) {
  std::vector<std::byte> bytes;
  Columns columns(bytes);
  columns.put(head.t0_ms);
  columns.put(head.t1_ms);
  columns.put<std::int64_t>(head.epoch);
  columns.put<std::int64_t>(static_cast<std::int64_t>(head.rows));
  columns.put(head.first_sequence);
  columns.put(head.last_sequence);
  columns.put(head.center.value);
  columns.put(head.span.value);
  columns.put<std::int64_t>(static_cast<std::int64_t>(head.bins));
  columns.put<std::int64_t>(head.generation);
  columns.put(head.gain ? head.gain->value : -1000.0);
  columns.put(head.rbw_hz);
  columns.put(head.base_db);
  columns.put<std::int64_t>(head.flags);
  return checksum(bytes);
}

}  // namespace spectrumd
