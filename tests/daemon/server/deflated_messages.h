// SPDX-License-Identifier: MIT
#pragma once

#include <zlib.h>

#include <stdexcept>
#include <string>
#include <string_view>

namespace spectrumd {

// A client's side of permessage-deflate, written from RFC 7692 alone.
class TestInflater {
 public:
  explicit TestInflater(int window_bits = 15) { inflateInit2(&stream_, -window_bits); }
  TestInflater(const TestInflater&) = delete;
  TestInflater& operator=(const TestInflater&) = delete;
  ~TestInflater() { inflateEnd(&stream_); }

  // Throws where the payload is not what it should be.
  std::string inflate(std::string payload) {
    payload.append("\0\0\xFF\xFF", 4);
    std::string text;
    char buffer[1024];
    stream_.next_in = reinterpret_cast<Bytef*>(payload.data());
    stream_.avail_in = static_cast<uInt>(payload.size());
    do {
      stream_.next_out = reinterpret_cast<Bytef*>(buffer);
      stream_.avail_out = sizeof buffer;
      const int result = ::inflate(&stream_, Z_SYNC_FLUSH);
      if (result != Z_OK && result != Z_BUF_ERROR) throw std::runtime_error("not deflated");
      text.append(buffer, sizeof buffer - stream_.avail_out);
    } while (stream_.avail_out == 0);
    if (stream_.avail_in != 0) throw std::runtime_error("bytes left over");
    return text;
  }

 private:
  z_stream stream_{};
};

// One message by itself, as a client sends it.
inline std::string deflated(std::string_view text) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&stream, text.size()) + 16, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_SYNC_FLUSH);
  packed.resize(packed.size() - stream.avail_out - 4);
  deflateEnd(&stream);
  return packed;
}

}  // namespace spectrumd
