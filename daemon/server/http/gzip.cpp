// SPDX-License-Identifier: MIT
#include "daemon/server/http/gzip.h"

#include <array>
#include <new>

namespace spectrumd {

namespace {
constexpr int kWindowBits = 15 + 16;  // 16: with the head of a gzip file
constexpr int kMemoryLevel = 8;       // zlib's own default
}  // namespace

Gzip::Gzip(int level) {
  if (deflateInit2(&stream_, level, Z_DEFLATED, kWindowBits, kMemoryLevel, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
}

Gzip::~Gzip() { deflateEnd(&stream_); }

std::string Gzip::pack(std::string_view piece) { return run(piece, Z_NO_FLUSH); }
std::string Gzip::finish() { return run({}, Z_FINISH); }

std::string Gzip::run(std::string_view piece, int flush) {
  std::string packed;
  std::array<char, 16 * 1024> buffer;
  // zlib only reads, but its input is not const.
  stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(piece.data()));
  stream_.avail_in = static_cast<uInt>(piece.size());
  do {
    stream_.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream_.avail_out = static_cast<uInt>(buffer.size());
    deflate(&stream_, flush);
    packed.append(buffer.data(), buffer.size() - stream_.avail_out);
  } while (stream_.avail_out == 0);
  return packed;
}

std::string gzip(std::string_view whole, int level) {
  Gzip packer(level);
  std::string packed = packer.pack(whole);
  return packed += packer.finish();
}

}  // namespace spectrumd
