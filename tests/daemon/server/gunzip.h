// SPDX-License-Identifier: MIT
#pragma once

#include <zlib.h>

#include <array>
#include <string>

namespace spectrumd {

// What was packed, or "damaged".
inline std::string gunzip(std::string packed) {
  z_stream stream{};
  inflateInit2(&stream, 15 + 16);
  stream.next_in = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_in = static_cast<uInt>(packed.size());
  std::string text;
  std::array<char, 65536> buffer;
  int result = Z_OK;
  while (result == Z_OK) {
    stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream.avail_out = buffer.size();
    result = inflate(&stream, Z_NO_FLUSH);
    text.append(buffer.data(), buffer.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  return result == Z_STREAM_END && stream.avail_in == 0 ? text : "damaged";
}

}  // namespace spectrumd
