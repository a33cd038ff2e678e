// SPDX-License-Identifier: MIT
#include "gpufft/cpu/short_fft.h"

#include <algorithm>

namespace gpufft::cpu {
namespace {

std::size_t index_of(std::size_t length) {
  return static_cast<std::size_t>(std::ranges::find(kShortLengths, length) - kShortLengths.begin());
}

// The widest vectors that a transform fills.
const Kernels& widest_for(const Target& target, std::size_t index) {
  return *std::ranges::find_if(target.kernels,
                               [=](const Kernels& kernels) { return kernels.shorts[index] != nullptr; });
}

}  // namespace

bool ShortFft::supports(std::size_t length) { return index_of(length) < kShortLengths.size(); }

ShortFft::ShortFft(const Target& target, std::size_t length)
    : length_(length), index_(index_of(length)), wide_(widest_for(target, index_)), single_(target.kernels.back()) {}

void ShortFft::transform(ConstPoints in, Points out, Direction direction) {
  transform_lines(in, out, {1, length_, length_}, direction);
}

void ShortFft::transform_lines(ConstPoints in, Points out, const Lines& lines, Direction direction) {
  const auto [count, in_distance, out_distance] = lines;
  const std::size_t rest = count % wide_.lanes, whole = count - rest;
  if (whole > 0) run(wide_, in, out, {whole, in_distance, out_distance}, direction);
  if (rest > 0)
    run(single_, in.subspan(whole * in_distance), out.subspan(whole * out_distance), {rest, in_distance, out_distance},
        direction);
}

// The standard guarantees that std::complex<float> is two floats in a row.
void ShortFft::run(const Kernels& kernels, ConstPoints in, Points out, const Lines& lines, Direction direction) const {
  kernels.shorts[index_]({reinterpret_cast<const float*>(in.data()), reinterpret_cast<float*>(out.data()), lines.count,
                          2 * lines.in_distance, 2 * lines.out_distance},
                         direction == Direction::Inverse);
}

}  // namespace gpufft::cpu
