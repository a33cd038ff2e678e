// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>

namespace gpufft::cuda {

// How a block of threads transforms `Lines` lines of `Length` points each: every thread holds `Points` points of one
// line in registers, passes of the radices follow each other (Stockham: natural order at both ends), and between passes
// the threads exchange points through shared memory.
template <int Length, int Lines, int Points, int... Radices>
struct Shape {
  static constexpr int kLength = Length, kLines = Lines, kPoints = Points;
  static constexpr int kPasses = sizeof...(Radices);
  static constexpr std::array<int, sizeof...(Radices)> kRadices{Radices...};
  static constexpr int kFirst = kRadices.front(), kLast = kRadices.back();
  static constexpr int kThreadsPerLine = Length / Points;
  static constexpr int kThreads = Lines * kThreadsPerLine;

  // Points already transformed together before a pass.
  static constexpr int joined_before(int pass) {
    int joined = 1;
    for (int i = 0; i < pass; ++i) joined *= kRadices[i];
    return joined;
  }
  // Where the turns of a pass begin in the table. The first pass has none.
  static constexpr int turns_before(int pass) {
    int turns = 0;
    for (int i = 1; i < pass; ++i) turns += joined_before(i) * (kRadices[i] == 2 ? 1 : kRadices[i] / 2);
    return turns;
  }

  // Shared memory has 16 banks of two floats. A gap after as many points as the first radix, and at least 16, lets
  // neighbouring threads write a radix apart; lines begin so that neighbouring lines lie in different banks.
  static constexpr int kGapEvery = kFirst == 32 ? 32 : 16;
  static constexpr int kBanksPerLine = 16 / (Lines < 16 ? Lines : 16);
  static constexpr int kGapped = Length + Length / kGapEvery;
  static constexpr int kPitch = (kGapped - kBanksPerLine + 15) / 16 * 16 + kBanksPerLine;
  static constexpr int gapped(int index) { return index + index / kGapEvery; }
  static constexpr std::size_t kSharedBytes = kPasses == 1 ? 0 : std::size_t{8} * Lines * kPitch;

  static_assert((1 * ... * Radices) == Length && Length % Points == 0);
  static_assert((Length & (Length - 1)) == 0 && (Points & (Points - 1)) == 0);
  static_assert(((Points % Radices == 0) && ...));
};

// Where a turn lies in a pass's part of the table, with so many turns for every point joined. For the longest lines two
// turns of a point are adjacent, so that a thread reads them at once: faster where a block has a multiprocessor for
// itself (2^14 points: 3 %), slower for short lines (1024: 4 %).
constexpr bool turns_in_pairs(std::size_t length) { return length >= 16384; }
constexpr std::size_t turn_place(bool in_pairs, std::size_t joined, std::size_t index, std::size_t point) {
  return in_pairs ? (index / 2 * joined + point) * 2 + index % 2 : index * joined + point;
}

// Which points the registers of a thread hold before a pass, and after it: index = base + offset(register), with
// compile-time offsets. As all sizes are powers of two, no carry gets lost: gapped(base + offset) is gapped(base) +
// gapped(offset), and an address is one number per thread plus a constant.
//
// Register slot = q * radix + m is leg m of butterfly thread + q * kThreads; the legs of butterfly b are the points b +
// m * kApart. Its results go kJoined apart, into the group that the butterfly is in.
template <typename S, int Pass>
struct Before {
  static constexpr int kRadix = S::kRadices[Pass], kApart = S::kLength / kRadix;
  static constexpr int base(int thread) { return thread; }
  static constexpr int offset(int slot) { return slot / kRadix * S::kThreadsPerLine + slot % kRadix * kApart; }
};

template <typename S, int Pass>
struct After {
  static constexpr int kRadix = S::kRadices[Pass], kJoined = S::joined_before(Pass), kThreads = S::kThreadsPerLine;
  static constexpr int base(int thread) {
    if (kThreads < kJoined) return thread;
    return (thread - thread % kJoined) * kRadix + thread % kJoined;
  }
  static constexpr int offset(int slot) {
    const int butterflies = slot / kRadix * kThreads, leg = slot % kRadix * kJoined;
    if (kThreads >= kJoined) return butterflies * kRadix + leg;
    return butterflies / kJoined * kJoined * kRadix + butterflies % kJoined + leg;
  }
};
template <typename S>
using Result = After<S, S::kPasses - 1>;

}  // namespace gpufft::cuda
