// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace spectrumd::sim {

// Signals are generated this many samples at a time, always aligned to multiples of it, so that the result does not
// depend on how it is cut into blocks. The length is fixed because loops of a known length become vector code.
constexpr std::size_t kChunk = 64;

using Lane = std::array<float, kChunk>;

struct Chunk {
  Lane i{}, q{};
};

// Angles in turns, as fractions of 2^32, so that adding them wraps by itself: -2^31 is half a turn back.
using Phases = std::array<std::int32_t, kChunk>;

struct Wave {
  Lane cosine, sine;
};

// Accurate to 2e-7 of the amplitude.
void make_wave(const Phases& phases, Wave& wave);

void add_wave(Chunk& chunk, const Wave& wave, float amplitude);
void add_wave(Chunk& chunk, const Wave& wave, const Lane& envelope);

// A phase that advances forever, in 2^-64 of a turn: no error accumulates, however long it runs.
class Oscillator {
 public:
  static std::uint64_t step(double turns_per_sample);  // whole turns are dropped

  std::int32_t next(std::uint64_t step) {
    const auto phase = static_cast<std::int32_t>(phase_ >> 32);
    phase_ += step;
    return phase;
  }

  void next(std::uint64_t step, Phases& phases) {
    for (auto& phase : phases) phase = next(step);
  }

  void skip_chunk(std::uint64_t step) { phase_ += step * kChunk; }

 private:
  std::uint64_t phase_ = 0;
};

}  // namespace spectrumd::sim
