// SPDX-License-Identifier: MIT
#include "daemon/watch/notify/hmac.h"

#include <bit>
#include <cmath>
#include <cstddef>

namespace spectrumd {
namespace {

constexpr std::size_t kBlock = 64;

// The constants are the first bits of the fractions of roots of the first primes: computed, so that none is mistyped.
std::uint32_t fraction_of(long double root) {
  return static_cast<std::uint32_t>((root - std::floor(root)) * 4294967296.0L);
}

struct Constants {
  std::array<std::uint32_t, 64> rounds{};
  std::array<std::uint32_t, 8> start{};

  Constants() {
    std::size_t count = 0;
    for (unsigned candidate = 2; count < rounds.size(); ++candidate) {
      bool prime = true;
      for (unsigned divisor = 2; divisor * divisor <= candidate; ++divisor) prime &= candidate % divisor != 0;
      if (!prime) continue;
      if (count < start.size()) start.at(count) = fraction_of(std::sqrt(static_cast<long double>(candidate)));
      rounds.at(count++) = fraction_of(std::cbrt(static_cast<long double>(candidate)));
    }
  }
};

using State = std::array<std::uint32_t, 8>;

void digest_block(State& state, const std::uint8_t* block, const Constants& constants) {
  std::array<std::uint32_t, 64> w{};
  for (std::size_t i = 0; i < 16; ++i)
    for (std::size_t byte = 0; byte < 4; ++byte) w.at(i) = w.at(i) << 8 | block[4 * i + byte];
  for (std::size_t i = 16; i < 64; ++i) {
    const std::uint32_t a = w.at(i - 15), b = w.at(i - 2);
    w.at(i) = w.at(i - 16) + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3) + w.at(i - 7) +
              (std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10);
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (std::size_t i = 0; i < 64; ++i) {
    const std::uint32_t one = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + ((e & f) ^ (~e & g)) +
                              constants.rounds.at(i) + w.at(i);
    const std::uint32_t two = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + one, d = c, c = b, b = a, a = one + two;
  }
  const State added{a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < 8; ++i) state.at(i) += added.at(i);
}

}  // namespace

Sha256 sha256(std::string_view text) {
  static const Constants constants;
  std::string padded(text);
  padded += '\x80';
  while (padded.size() % kBlock != kBlock - 8) padded += '\0';
  const std::uint64_t bits = std::uint64_t{text.size()} * 8;
  for (int shift = 56; shift >= 0; shift -= 8) padded += static_cast<char>(bits >> shift & 0xff);
  State state = constants.start;
  for (std::size_t at = 0; at < padded.size(); at += kBlock)
    digest_block(state, reinterpret_cast<const std::uint8_t*>(padded.data()) + at, constants);
  Sha256 digest{};
  for (std::size_t i = 0; i < digest.size(); ++i)
    digest.at(i) = static_cast<std::uint8_t>(state.at(i / 4) >> (24 - 8 * (i % 4)));
  return digest;
}

Sha256 hmac_sha256(std::string_view key, std::string_view message) {
  std::string block(key);
  const auto text_of = [](const Sha256& digest) { return std::string(digest.begin(), digest.end()); };
  if (block.size() > kBlock) block = text_of(sha256(block));
  block.resize(kBlock, '\0');
  std::string inner, outer;
  for (const char c : block) {
    inner += static_cast<char>(c ^ 0x36);
    outer += static_cast<char>(c ^ 0x5c);
  }
  return sha256(outer + text_of(sha256(inner + std::string(message))));
}

std::string hex_of(const Sha256& digest) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  for (const std::uint8_t byte : digest) {
    hex += kDigits[byte >> 4];
    hex += kDigits[byte & 15];
  }
  return hex;
}

}  // namespace spectrumd
