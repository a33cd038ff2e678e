// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "gpufft/cuda/kernels/ends.cuh"

namespace gpufft::cuda {

// Reads a frame's samples before they are needed, into registers: formats of up to 32 bits a sample. Others, and
// points, are read when they are loaded.
template <typename Source, typename I>
struct Ahead {
  __device__ void read(const Source&, std::size_t, unsigned, unsigned) {}
  template <int Count>
  __device__ void load(const Source& source, float2 (&points)[Count], std::size_t frame, unsigned base,
                       unsigned step) const {
    cuda::load<I, true>(source, points, frame, base, step);
  }
};

template <typename I>
class Ahead<SamplesSource, I> {
 public:
  __device__ void read(const SamplesSource& source, std::size_t frame, unsigned base, unsigned step) {
    switch (source.format) {
      case SampleFormat::Cu8:
      case SampleFormat::Cs8:
        return read_all<std::uint16_t>(source, frame, base, step);
      case SampleFormat::Cs16:
        return read_all<std::uint32_t>(source, frame, base, step);
      case SampleFormat::Cf32:
        return;
    }
  }

  template <int Count>
  __device__ void load(const SamplesSource& source, float2 (&points)[Count], std::size_t frame, unsigned base,
                       unsigned step) const {
    switch (source.format) {
      case SampleFormat::Cu8:
        return decode<SampleFormat::Cu8, std::uint16_t>(source, points, frame, base, step);
      case SampleFormat::Cs8:
        return decode<SampleFormat::Cs8, std::uint16_t>(source, points, frame, base, step);
      case SampleFormat::Cs16:
        return decode<SampleFormat::Cs16, std::uint32_t>(source, points, frame, base, step);
      case SampleFormat::Cf32:
        return load_samples<SampleFormat::Cf32, I, true>(source, points, frame, base, step);
    }
  }

 private:
  template <typename Bits>
  __device__ void read_all(const SamplesSource& source, std::size_t frame, unsigned base, unsigned step) {
    const auto* const at = reinterpret_cast<const Bits*>(source.iq) + frame * source.hop + base;
#pragma unroll
    for (int slot = 0; slot < I::kSlots; ++slot) bits_[slot] = cuda::read<true>(at + I::offset(slot) * step);
  }
  template <SampleFormat Format, typename Bits, int Count>
  __device__ void decode(const SamplesSource& source, float2 (&points)[Count], std::size_t frame, unsigned base,
                         unsigned step) const {
    decode_samples<Format, I>(source, points, frame, base, step, [this](int slot) {
      return std::bit_cast<typename Sample<Format>::Raw>(static_cast<Bits>(bits_[slot]));
    });
  }

  std::uint32_t bits_[I::kSlots];
};

}  // namespace gpufft::cuda
