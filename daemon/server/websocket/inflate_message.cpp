// SPDX-License-Identifier: MIT
#include "daemon/server/websocket/inflate_message.h"

#include <zlib.h>

#include <array>
#include <new>

namespace spectrumd {

namespace {

using Outcome = InflatedMessage::Outcome;

constexpr int kRawWindowBits = -15;                             // without a header
constexpr std::array<std::uint8_t, 4> kTail{0, 0, 0xFF, 0xFF};  // which the sender leaves out

class Inflater {
 public:
  explicit Inflater(std::size_t most) : most_(most) {
    if (inflateInit2(&stream_, kRawWindowBits) != Z_OK) throw std::bad_alloc();
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() { inflateEnd(&stream_); }

  Outcome add(std::span<const std::uint8_t> piece, std::string& text) {
    std::array<char, 4096> buffer;
    // zlib only reads, but its input is not const.
    stream_.next_in = const_cast<Bytef*>(piece.data());
    stream_.avail_in = static_cast<uInt>(piece.size());
    do {
      stream_.next_out = reinterpret_cast<Bytef*>(buffer.data());
      stream_.avail_out = static_cast<uInt>(buffer.size());
      const int result = inflate(&stream_, Z_NO_FLUSH);
      if (result != Z_OK && result != Z_BUF_ERROR && result != Z_STREAM_END) return Outcome::Invalid;
      text.append(buffer.data(), buffer.size() - stream_.avail_out);
      if (text.size() > most_) return Outcome::TooLong;
      if (result == Z_STREAM_END) return Outcome::Done;  // a last block, behind which nothing is said
    } while (stream_.avail_out == 0);
    return Outcome::Done;
  }

 private:
  std::size_t most_;
  z_stream stream_{};
};

}  // namespace

InflatedMessage inflate_message(std::span<const std::byte> payload, std::size_t most) {
  InflatedMessage message{.outcome = Outcome::Done, .text = {}};
  Inflater inflater(most);
  const std::span bytes(reinterpret_cast<const std::uint8_t*>(payload.data()), payload.size());
  message.outcome = inflater.add(bytes, message.text);
  if (message.outcome == Outcome::Done) message.outcome = inflater.add(kTail, message.text);
  return message;
}

}  // namespace spectrumd
