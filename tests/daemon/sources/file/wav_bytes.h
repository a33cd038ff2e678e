// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace spectrumd {

// WAV files put together by hand, little-endian.

inline std::string number(std::uint64_t value, int bytes) {
  std::string text;
  for (; bytes > 0; --bytes, value >>= 8) text += static_cast<char>(value & 0xff);
  return text;
}

inline std::string chunk(std::string_view name, std::string_view body) {
  return std::string(name) + number(body.size(), 4) + std::string(body) + std::string(body.size() % 2, '\0');
}

inline std::string format_chunk(unsigned kind, unsigned channels, unsigned rate, unsigned bits) {
  const unsigned frame = channels * bits / 8;
  return chunk("fmt ", number(kind, 2) + number(channels, 2) + number(rate, 4) + number(rate * frame, 4) +
                           number(frame, 2) + number(bits, 2));
}

inline std::string riff(std::string_view chunks, std::string_view name = "RIFF") {
  return std::string(name) + number(4 + chunks.size(), 4) + "WAVE" + std::string(chunks);
}

// 2024-05-06 07:08:09.250, at a frequency.
inline std::string auxi_chunk(unsigned center) {
  const std::string time = number(2024, 2) + number(5, 2) + number(1, 2) + number(6, 2) + number(7, 2) + number(8, 2) +
                           number(9, 2) + number(250, 2);
  return chunk("auxi", time + time + number(center, 4) + std::string(128, '\0'));
}

}  // namespace spectrumd
