// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace spectrumd {

struct OggOpusFormat {
  unsigned rate = 24'000, channels = 1;  // of the sound that was coded
  unsigned pre_skip = 0;                 // SoundCoder::pre_skip()
  std::uint32_t serial = 1;              // of the stream, any number
  std::size_t packets_per_page = 10;     // 200 ms; fewer for less delay
};

using OggComments = std::vector<std::string>;  // "TITLE=..."

// Puts packets of Opus of 20 ms into an Ogg stream (RFC 3533, RFC 7845). Bytes are appended to `out`.
class OggOpusWriter {
 public:
  explicit OggOpusWriter(const OggOpusFormat& format) : format_(format) {}

  void begin(const OggComments& comments, std::vector<std::byte>& out);
  void add(std::span<const std::byte> packet, std::vector<std::byte>& out);
  // The last page. Sound after so many frames of 48 kHz is not played.
  void finish(std::uint64_t frames, std::vector<std::byte>& out);

 private:
  void put(std::span<const std::byte> packet);
  void end_page(std::uint8_t flags, std::uint64_t granule, std::vector<std::byte>& out);

  OggOpusFormat format_;
  std::uint32_t page_ = 0;
  std::uint64_t packets_ = 0;
  std::size_t in_page_ = 0;
  std::vector<std::uint8_t> lacing_;
  std::vector<std::byte> body_;
};

std::uint32_t ogg_checksum(std::span<const std::byte> page);  // with its own field as 0

}  // namespace spectrumd
