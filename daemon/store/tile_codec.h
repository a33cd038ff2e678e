// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

namespace spectrumd {

constexpr std::size_t kTileRows = 60;   // at most
constexpr std::size_t kTileBins = 256;  // at most

// A tile is damaged: it does not inflate to the levels it should have.
struct TileError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Compresses tiles of levels of one byte: rows x bins, row by row. The result is raw deflate of a filter's number and
// what the filter leaves, see "History on disk" in PROTOCOL.md. Lossless for any bytes. Keeps its memory (2 MiB) from
// tile to tile. One thread; does not block.
class TileEncoder {
 public:
  TileEncoder();
  ~TileEncoder();
  TileEncoder(const TileEncoder&) = delete;
  TileEncoder& operator=(const TileEncoder&) = delete;

  // The smallest of several attempts. Valid until the next call.
  std::span<const std::byte> encode(std::span<const std::uint8_t> levels, std::size_t bins);

  // Deflates anything else that is stored, at the highest level.
  std::vector<std::byte> pack(std::span<const std::byte> bytes);

 private:
  struct Attempts;
  void attempt(std::span<const std::uint8_t> filtered, int strategy);

  Attempts* attempts_;
  std::vector<std::uint8_t> filtered_;
  std::vector<std::byte> best_, other_;
};

// The inverse. One thread; does not block. Throws TileError.
class TileDecoder {
 public:
  TileDecoder();
  ~TileDecoder();
  TileDecoder(const TileDecoder&) = delete;
  TileDecoder& operator=(const TileDecoder&) = delete;

  // Fills `levels`, whose size is rows x bins.
  void decode(std::span<const std::byte> tile, std::size_t bins, std::span<std::uint8_t> levels);
  void unpack(std::span<const std::byte> packed, std::span<std::byte> bytes);

 private:
  std::size_t inflate_into(std::span<const std::byte> packed, std::span<std::uint8_t> target);

  struct Stream;
  Stream* stream_;
  std::vector<std::uint8_t> inflated_;
};

}  // namespace spectrumd
