// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

// A second opinion: what straight-line words do to the registers of one QPU, lane by lane and bit by bit, written from
// reference 2 and 3 alone. It shares nothing with the machine, not even the decoder, and no float of the processor.
struct PlainQpu {
  using Vector = std::uint32_t[16];
  Vector a[32], b[32], r[6];  // r4 as the test sets it
  bool z[16], n[16], c[16];
  std::uint32_t last_a[4], last_b[4], last_mul[4];
  int number;

  void execute(std::uint64_t word);
};
