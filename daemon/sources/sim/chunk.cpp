// SPDX-License-Identifier: MIT
#include "daemon/sources/sim/chunk.h"

#include <cmath>

namespace spectrumd::sim {
namespace {

constexpr float kHalfTurns = 3.14159265358979F / 4294967296.0F;  // half of the angle, in radians

// Taylor series about 0, accurate to 6e-8 up to a quarter of a turn either way.
float short_sine(float x) {
  const float y = x * x;
  return x *
         (1 + y * (-1.0F / 6 + y * (1.0F / 120 + y * (-1.0F / 5040 + y * (1.0F / 362880 + y * (-1.0F / 39916800))))));
}

float short_cosine(float x) {
  const float y = x * x;
  return 1 + y * (-1.0F / 2 + y * (1.0F / 24 + y * (-1.0F / 720 + y * (1.0F / 40320 + y * (-1.0F / 3628800 +
                                                                                           y * (1.0F / 479001600))))));
}

}  // namespace

// Derives sine and cosine from those of half the angle: no reduction, no branch, no table.
void make_wave(const Phases& __restrict phases, Wave& __restrict wave) {
  for (std::size_t n = 0; n < kChunk; ++n) {
    const float half = static_cast<float>(phases[n]) * kHalfTurns;
    const float s = short_sine(half);
    const float c = short_cosine(half);
    wave.cosine[n] = 1 - 2 * s * s;
    wave.sine[n] = 2 * s * c;
  }
}

void add_wave(Chunk& __restrict chunk, const Wave& __restrict wave, float amplitude) {
  for (std::size_t n = 0; n < kChunk; ++n) {
    chunk.i[n] += amplitude * wave.cosine[n];
    chunk.q[n] += amplitude * wave.sine[n];
  }
}

void add_wave(Chunk& __restrict chunk, const Wave& __restrict wave, const Lane& __restrict envelope) {
  for (std::size_t n = 0; n < kChunk; ++n) {
    chunk.i[n] += envelope[n] * wave.cosine[n];
    chunk.q[n] += envelope[n] * wave.sine[n];
  }
}

std::uint64_t Oscillator::step(double turns_per_sample) {
  constexpr double kTwoTo63 = 9223372036854775808.0;  // half a turn fits into 64 bits only as the half of it
  const double turns = turns_per_sample - std::nearbyint(turns_per_sample);
  return static_cast<std::uint64_t>(std::llround(turns * kTwoTo63)) << 1;
}

}  // namespace spectrumd::sim
