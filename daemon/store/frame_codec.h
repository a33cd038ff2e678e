// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "daemon/store/frame.h"

namespace spectrumd {

// Parts of a frame as rows of the table `tile`: their places behind `frame.id * kFrameParts`.
constexpr std::int64_t kFrameParts = 64;
constexpr std::int64_t part_of(Detector detector, std::size_t tile) {
  return static_cast<std::int64_t>(tile) + (detector == Detector::Mean ? 1 : 17);
}

struct EncodedPart {
  std::int64_t part = 0;  // 0: the facts of the rows
  std::vector<std::byte> body;
};

struct EncodedFrame {
  FrameHead head;
  std::vector<EncodedPart> parts;

  std::size_t bytes() const;
};

// One thread.
class FrameEncoder {
 public:
  EncodedFrame encode(const Frame& frame);

 private:
  void encode_tiles(EncodedFrame& encoded, const Frame& frame, Detector detector);

  TileEncoder encoder_;
  std::vector<std::uint8_t> tile_;
};

// Throws TileError.
std::vector<RowNote> decode_notes(TileDecoder& decoder, std::span<const std::byte> body, const FrameHead& head);

std::uint32_t checksum(std::span<const std::byte> bytes);
std::uint32_t checksum(const FrameHead& head);  // of the columns besides id and crc

}  // namespace spectrumd
