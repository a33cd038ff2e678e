// SPDX-License-Identifier: MIT
#include "daemon/outputs/picture/png.h"

#include <zlib.h>

#include <array>
#include <stdexcept>
#include <string>

namespace spectrumd {
namespace {

constexpr std::size_t kPieceBytes = 32 * 1024;  // of compressed data
constexpr int kLevel = 6, kWindowBits = 15, kMemoryLevel = 8;

std::string big_endian(std::size_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift);
  return bytes;
}

const Bytef* bytes_of(std::string_view text) { return reinterpret_cast<const Bytef*>(text.data()); }

void write_chunk(std::string_view name, std::string_view contents, const ByteSink& sink) {
  const std::string body = std::string(name).append(contents);
  sink(big_endian(contents.size()) + body + big_endian(crc32(0, bytes_of(body), static_cast<uInt>(body.size()))));
}

// Colours by number, 8 bits, not interlaced.
std::string header_of(const Sheet& sheet) {
  return big_endian(sheet.width()) + big_endian(sheet.height()) + std::string("\x08\x03\0\0\0", 5);
}

// The compressed lines, in chunks.
class Lines {
 public:
  explicit Lines(const ByteSink& sink) : sink_(sink) {
    if (deflateInit2(&stream_, kLevel, Z_DEFLATED, kWindowBits, kMemoryLevel, Z_DEFAULT_STRATEGY) != Z_OK)
      throw std::runtime_error("no memory to compress a picture");
    renew();
  }
  Lines(const Lines&) = delete;
  Lines& operator=(const Lines&) = delete;
  ~Lines() { deflateEnd(&stream_); }

  void add(std::span<const std::uint8_t> bytes, int flush) {
    stream_.next_in = const_cast<Bytef*>(bytes.data());  // which zlib does not change
    stream_.avail_in = static_cast<uInt>(bytes.size());
    int code = Z_OK;
    do {
      code = deflate(&stream_, flush);
      if (stream_.avail_out == 0) write();
    } while (stream_.avail_in > 0 || (flush == Z_FINISH && code != Z_STREAM_END));
    if (flush == Z_FINISH) write();
  }

 private:
  void renew() {
    stream_.next_out = packed_.data();
    stream_.avail_out = static_cast<uInt>(packed_.size());
  }
  void write() {
    const std::size_t ready = packed_.size() - stream_.avail_out;
    if (ready > 0) write_chunk("IDAT", {reinterpret_cast<const char*>(packed_.data()), ready}, sink_);
    renew();
  }

  const ByteSink& sink_;
  z_stream stream_{};
  std::array<Bytef, kPieceBytes> packed_{};
};

}  // namespace

void write_png(const Sheet& sheet, std::span<const Colour> colours, const ByteSink& sink) {
  sink("\x89PNG\r\n\x1a\n");
  write_chunk("IHDR", header_of(sheet), sink);
  std::string palette;
  for (const Colour& colour : colours)
    for (const std::uint8_t part : {colour.red, colour.green, colour.blue}) palette += static_cast<char>(part);
  write_chunk("PLTE", palette, sink);
  Lines lines(sink);
  constexpr std::array<std::uint8_t, 1> kUnfiltered{0};  // as the standard advises for numbers of colours
  for (std::size_t y = 0; y < sheet.height(); ++y) {
    lines.add(kUnfiltered, Z_NO_FLUSH);
    lines.add(sheet.line(y), Z_NO_FLUSH);
  }
  lines.add({}, Z_FINISH);
  write_chunk("IEND", "", sink);
}

}  // namespace spectrumd
