// SPDX-License-Identifier: MIT
#include "daemon/server/http/sha1.h"

#include <bit>
#include <cstddef>
#include <string>

namespace spectrumd {

namespace {

constexpr std::size_t kBlock = 64;
constexpr std::size_t kLengthBytes = 8;

// A one, zeros, and the length in bits fill the last block.
std::string padded(std::string_view message) {
  std::string text(message);
  text += '\x80';
  while (text.size() % kBlock != kBlock - kLengthBytes) text += '\0';
  const std::uint64_t bits = message.size() * 8;
  for (int shift = 56; shift >= 0; shift -= 8) text += static_cast<char>(bits >> shift);
  return text;
}

std::uint32_t big_endian(std::string_view bytes) {
  std::uint32_t word = 0;
  for (const char byte : bytes.substr(0, 4)) word = word << 8 | static_cast<std::uint8_t>(byte);
  return word;
}

// f and K of RFC 3174, section 5.
std::uint32_t mixed(std::size_t round, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  if (round < 20) return ((b & c) | (~b & d)) + 0x5A827999;
  if (round < 40) return (b ^ c ^ d) + 0x6ED9EBA1;
  if (round < 60) return ((b & c) | (b & d) | (c & d)) + 0x8F1BBCDC;
  return (b ^ c ^ d) + 0xCA62C1D6;
}

void add_block(std::array<std::uint32_t, 5>& state, std::string_view block) {
  std::array<std::uint32_t, 80> words{};
  for (std::size_t i = 0; i < 16; ++i) words[i] = big_endian(block.substr(4 * i));
  for (std::size_t i = 16; i < 80; ++i)
    words[i] = std::rotl(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
  auto [a, b, c, d, e] = state;
  for (std::size_t round = 0; round < 80; ++round) {
    const std::uint32_t next = std::rotl(a, 5) + mixed(round, b, c, d) + e + words[round];
    e = d;
    d = c;
    c = std::rotl(b, 30);
    b = a;
    a = next;
  }
  const std::array<std::uint32_t, 5> sums{a, b, c, d, e};
  for (std::size_t i = 0; i < 5; ++i) state[i] += sums[i];
}

}  // namespace

std::array<std::uint8_t, 20> sha1(std::string_view message) {
  std::array<std::uint32_t, 5> state{0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
  const std::string text = padded(message);
  for (std::size_t at = 0; at < text.size(); at += kBlock) add_block(state, std::string_view(text).substr(at, kBlock));
  std::array<std::uint8_t, 20> digest{};
  for (std::size_t i = 0; i < digest.size(); ++i)
    digest[i] = static_cast<std::uint8_t>(state[i / 4] >> (24 - 8 * (i % 4)));
  return digest;
}

}  // namespace spectrumd
