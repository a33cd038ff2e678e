// SPDX-License-Identifier: MIT
#include "qpu/kernels/fft_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace qpu {
namespace {

constexpr std::size_t kNarrowest = 16, kWidest = 4096;
constexpr int kSmallest = 4, kLargest = 22;

// log2 of the radices. Few passes; the last one is not 64 where its rows are far apart, as it writes 32 bytes at once.
using Radices = std::array<int, 4>;
constexpr std::array<Radices, kLargest + 1> kRadices = {{
    {},        {},        {},        {},           {4},          {5},          {6},          {},
    {4, 4},    {4, 5},    {5, 5},    {6, 5},       {6, 6},       {4, 4, 5},    {4, 5, 5},    {5, 5, 5},
    {6, 5, 5}, {6, 6, 5}, {6, 6, 6}, {5, 5, 5, 4}, {5, 5, 5, 5}, {6, 5, 5, 5}, {6, 6, 5, 5},
}};

// A first pass over bytes uses less of each line of memory the more rows it has; the last one writes whole tasks.
constexpr int kSmallestSpectrum = 8, kLargestSpectrum = 16;
constexpr std::array<Radices, 9> kSpectrumRadices = {
    {{4, 4}, {4, 5}, {4, 6}, {5, 6}, {6, 6}, {4, 4, 5}, {4, 5, 5}, {4, 5, 6}, {4, 6, 6}}};

// Up to this many a table of all twiddles is read; beyond it would not stay in the caches.
constexpr std::uint32_t kLargestTable = 512;

// No buffer is written by the DMA and then read by the TMU if the TMU has read it before: the cache might still hold
// the old data (reference 5.6). From 2^19 on the scratch buffer is, after more data than the caches hold.
FftBuffer target(std::size_t pass, std::size_t passes) {
  return (passes - pass) % 2 == 1 ? FftBuffer::Output : FftBuffer::Scratch;
}

std::vector<FftPass> passes_with(const Radices& radices, int log2_size, std::uint32_t width, bool paired = false) {
  std::size_t count = 0;
  while (count < radices.size() && radices[count] != 0) ++count;
  std::vector<FftPass> passes;
  std::uint32_t finished = width;
  FftBuffer from = FftBuffer::Input;
  for (std::size_t index = 0; index < count; ++index) {
    FftPass pass{
        radices[index],      width, finished, ((1u << log2_size) >> radices[index]) * width, Twiddles::Table, from,
        target(index, count)};
    if (index == 0) pass.twiddles = Twiddles::None;
    if (width == 1 && pass.span() > kLargestTable) pass.twiddles = Twiddles::Products;
    pass.paired = paired;
    from = pass.to;
    finished *= pass.radix();
    passes.push_back(pass);
  }
  return passes;
}

// From 2^11 on more QPUs spread lines of memory over more caches than they keep busy: ten of 2^12 take 147 us each on
// 7, 143 on 8, 154 on 12. A single one leaves memory alone while all compute, which is shorter with more: 2^13 takes
// 316 us on 10, 357 on 8, 325 on 12.
int best_qpus(int log2_size, std::size_t tasks) {
  constexpr std::size_t kFew = 64;
  if (log2_size < 11) return kMostQpus;
  return tasks <= (log2_size > 12 ? kFew : kFew / 4) ? 10 : 8;
}

}  // namespace

LanePlace FftPass::place(std::uint32_t lane) const {
  const std::uint32_t low = lane & 1, middle = lane >> 1 & 3, high = lane >> 3;
  if (log2_rows() == 6) return {middle, 2 * high + low};
  if (log2_rows() == 5) return {lane >> 1, low};
  return {first() ? lane : (lane >> 1) + 8 * low, 0};
}

LaneSteps FftPass::lane_steps() const {
  if (paired && first()) return {64, kPointBytes, 2 * kPointBytes, 128 * kPointBytes, 4};
  const std::uint32_t column = first() && only() ? radix() * kPointBytes : kPointBytes, row = remaining * kPointBytes;
  if (log2_rows() == 6) return {row, 4, column, 2 * row, row};
  if (log2_rows() == 5) return {row, 4, column, 4 * column, row};
  if (first()) return {row, column, 2 * column, 8 * column, 4};
  return {row, 4, column, 4 * column, 8 * column};
}

FftShape FftShape::of_complex() const { return real ? FftShape{log2_size - 1, batch, inverse, width} : *this; }

std::vector<FftPass> fft_passes(const FftShape& shape) {
  if (shape.log2_size < kSmallest || shape.log2_size > kLargest)
    throw std::invalid_argument(
        fmt::format("an FFT of 2^{} points: the QPU kernel supports 2^4 to 2^22", shape.log2_size));
  if (shape.batch == 0) throw std::invalid_argument("an empty batch of FFTs: expected at least 1");
  const bool power_of_two = (shape.width & (shape.width - 1)) == 0;
  if (shape.width != 1 && (!power_of_two || shape.width < kNarrowest || shape.width > kWidest))
    throw std::invalid_argument(
        fmt::format("columns of an array {} wide: the QPU kernel supports powers of two from {} to {}", shape.width,
                    kNarrowest, kWidest));
  if (shape.log2_size == 7 && shape.width != 1)
    throw std::invalid_argument("columns of 2^7 rows: the QPU kernel supports 2^4 to 2^6 and 2^8 to 2^22");
  if (shape.log2_size == 7) return passes_with(kRadices[8], 8, 1, true);
  std::vector<FftPass> passes =
      passes_with(kRadices[shape.log2_size], shape.log2_size, static_cast<std::uint32_t>(shape.width));
  passes.back().halved = shape.log2_size == 12 && shape.width == 1;
  return passes;
}

bool stays_on_chip(int log2_size) { return log2_size >= 8 && log2_size <= 10; }

std::vector<FftPass> whole_passes(int log2_size) {
  std::vector<FftPass> passes = passes_with({log2_size - 4, 4}, log2_size, 1);
  passes.back().twiddles = Twiddles::Table;
  return passes;
}

std::vector<FftPass> spectrum_passes(int log2_size) {
  if (log2_size < kSmallestSpectrum || log2_size > kLargestSpectrum)
    throw std::invalid_argument(fmt::format("a spectrum of 2^{} bins: the QPU kernel supports 2^8 to 2^16", log2_size));
  std::vector<FftPass> passes = passes_with(kSpectrumRadices[log2_size - kSmallestSpectrum], log2_size, 1);
  passes.back().twiddles = Twiddles::Table;  // all frames of a row need the same ones, one after the other
  return passes;
}

// With more than two tasks idle QPUs do no harm, and they spread the others over the slices.
std::uint32_t useful_qpus(int log2_size, std::size_t tasks, int wanted) {
  if (wanted < 0 || wanted > kMostQpus)
    throw std::invalid_argument(fmt::format("{} QPUs: the chip has 1 to {}", wanted, kMostQpus));
  const int count = wanted == kBestQpus ? best_qpus(log2_size, tasks) : wanted;
  return static_cast<std::uint32_t>(tasks <= 2 ? std::min(static_cast<int>(tasks), count) : count);
}

}  // namespace qpu
