// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <numeric>

namespace gpufft::cuda {

// How many turns a butterfly reads from the table: powers of two half of their circle, other radices one, of which they
// make the powers.
constexpr int turns_of(int radix) { return std::has_single_bit(static_cast<unsigned>(radix)) ? (radix + 1) / 2 : 1; }

// (thread + round * Threads) / By, as a constant plus a number per thread where that is exact.
template <int Threads, int By>
constexpr int quotient(int thread, int round) {
  if constexpr (By % Threads == 0) return round / (By / Threads);
  if constexpr (Threads % By == 0) return thread / By + round * (Threads / By);
  return (thread + round * Threads) / By;
}

// How a block of threads transforms `Lines` lines of `Length` points each: a thread for every `Points` points of a line
// holds them in registers, passes of the radices follow each other (Stockham: natural order at both ends), and between
// passes the threads exchange points through shared memory. In the first and in the last pass every thread has as many
// butterflies as the others, or at most one; between them some may have one less.
template <int Length, int Lines, int Points, int... Radices>
struct Shape {
  static constexpr int kLength = Length, kLines = Lines;
  static constexpr int kPasses = sizeof...(Radices);
  static constexpr std::array<int, sizeof...(Radices)> kRadices{Radices...};
  static constexpr int kFirst = kRadices.front(), kLast = kRadices.back();
  static constexpr int kThreadsPerLine = Length / Points;
  static constexpr int kThreads = Lines * kThreadsPerLine;

  static constexpr int butterflies(int pass) { return Length / kRadices[pass]; }
  static constexpr int rounds(int pass) { return (butterflies(pass) + kThreadsPerLine - 1) / kThreadsPerLine; }
  static constexpr int kPoints = std::max({(Length / Radices + kThreadsPerLine - 1) / kThreadsPerLine * Radices...});

  // Points already transformed together before a pass.
  static constexpr int joined_before(int pass) {
    int joined = 1;
    for (int i = 0; i < pass; ++i) joined *= kRadices[i];
    return joined;
  }
  // Where the turns of a pass begin in the table. The first pass has none.
  static constexpr int turns_before(int pass) {
    int turns = 0;
    for (int i = 1; i < pass; ++i) turns += joined_before(i) * turns_of(kRadices[i]);
    return turns;
  }

  // Shared memory has 16 banks of two floats. What the first pass makes is a radix apart from thread to thread: a gap
  // after every few radices, which end where banks repeat, leads those threads to different banks. No gap is needed for
  // an odd radix. Where legs would not be the same number of gaps apart for all threads, there is one after each radix.
  static constexpr int kRadicesPerGap = [] {
    if constexpr (kPasses == 1) return 1;
    const int every = std::lcm(kFirst, 16), apart = Length / kRadices[kPasses == 1 ? 0 : 1];
    return apart % every == 0 || every % apart == 0 ? every / kFirst : 1;
  }();
  static constexpr int kGapEvery = kFirst * kRadicesPerGap, kGap = kFirst % 2 == 0 ? 1 : 0;
  static constexpr int gapped(int index) { return index + index / kGapEvery * kGap; }
  // What later passes make is `joined` neighbours in a row: the gap after each group makes the next neighbour's bank
  // the next one.
  static constexpr int gap_after(int pass) {
    if (pass == 0) return kGap;
    const int joined = joined_before(pass), group = joined_before(pass + 1);
    return ((joined - group) % 16 + 16) % 16;
  }
  static constexpr int gap_every(int pass) { return pass == 0 ? kGapEvery : joined_before(pass + 1); }

  // Lines begin so that neighbouring lines lie in different banks.
  static constexpr int kBanksPerLine = 16 / std::min(16, static_cast<int>(std::bit_ceil(static_cast<unsigned>(Lines))));
  static constexpr int kGapped = [] {
    int most = gapped(Length);
    for (int pass = 0; pass + 1 < kPasses; ++pass)
      most = std::max(most, Length + (Length - 1) / gap_every(pass) * gap_after(pass));
    return most;
  }();
  static constexpr int kPitch = (kGapped - kBanksPerLine + 15) / 16 * 16 + kBanksPerLine;
  static constexpr std::size_t kSharedBytes = kPasses == 1 ? 0 : std::size_t{8} * Lines * kPitch;

  static_assert((1 * ... * Radices) == Length && Length % Points == 0);
  static constexpr bool even(int pass) { return rounds(pass) == 1 || butterflies(pass) % kThreadsPerLine == 0; }
  static_assert(even(0) && even(kPasses - 1));
};

// Where a turn lies in a pass's part of the table, with so many turns for every point joined. For the longest lines two
// turns of a point are adjacent, so that a thread reads them at once: faster where a block has a multiprocessor for
// itself (2^14 points: 3 %), slower for short lines (1024: 4 %).
constexpr bool turns_in_pairs(std::size_t length) { return length >= 16384 && std::has_single_bit(length); }
constexpr std::size_t turn_place(bool in_pairs, std::size_t joined, std::size_t index, std::size_t point) {
  return in_pairs ? (index / 2 * joined + point) * 2 + index % 2 : index * joined + point;
}

// The registers of a thread in a pass: slot = round * radix + m is leg m, and later result m, of its butterfly of that
// round, thread + round * kThreadsPerLine.
template <typename S, int Pass>
struct Slots {
  static constexpr int kRadix = S::kRadices[Pass], kSlots = S::rounds(Pass) * kRadix;
  static constexpr bool there(int thread, int slot) {  // whether the thread has that butterfly
    const int round = slot / kRadix, threads = S::kThreadsPerLine;
    return (round + 1) * threads <= S::butterflies(Pass) || thread + round * threads < S::butterflies(Pass);
  }
  // The first of them, or for a thread that has none the last one of all.
  static constexpr int base(int thread) {
    return S::butterflies(Pass) >= S::kThreadsPerLine ? thread : std::min(thread, S::butterflies(Pass) - 1);
  }
};

// Which points a line's registers hold before the first pass, and after the last: index = base + offset(slot), with
// compile-time offsets. The legs of butterfly b are the points b + m * kApart, the results bins b + m * kJoined.
template <typename S>
struct Start : Slots<S, 0> {
  static constexpr int kApart = S::kLength / S::kFirst;
  static constexpr int offset(int slot) { return slot / S::kFirst * S::kThreadsPerLine + slot % S::kFirst * kApart; }
};
template <typename S>
struct Result : Slots<S, S::kPasses - 1> {
  static constexpr int kJoined = S::kLength / S::kLast;
  static constexpr int offset(int slot) { return slot / S::kLast * S::kThreadsPerLine + slot % S::kLast * kJoined; }
};

// Where the points that a pass makes lie in shared memory, and where the next pass finds its legs. Results of butterfly
// b are `kJoined` apart, in the group that the butterfly is in; legs are a part of the line apart, which is a whole
// number of gaps.
template <typename S, int Pass>
struct Exchange {
  static constexpr int kThreads = S::kThreadsPerLine, kRadix = S::kRadices[Pass], kJoined = S::joined_before(Pass);
  static constexpr int kGap = S::gap_after(Pass), kEvery = S::gap_every(Pass);
  static constexpr int written(int thread, int slot) {
    const int round = slot / kRadix;
    return thread + round * kThreads + quotient<kThreads, kJoined>(thread, round) * kJoined * (kRadix - 1) +
           quotient<kThreads, kEvery / kRadix>(thread, round) * kGap + slot % kRadix * kJoined;
  }
  static constexpr int kNext = S::kRadices[Pass + 1], kApart = S::kLength / kNext;
  static constexpr int read(int thread, int slot) {
    const int round = slot / kNext, leg = slot % kNext * kApart;
    return thread + round * kThreads + quotient<kThreads, kEvery>(thread, round) * kGap + leg + leg / kEvery * kGap;
  }
};

}  // namespace gpufft::cuda
