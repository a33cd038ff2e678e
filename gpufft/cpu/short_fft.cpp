// SPDX-License-Identifier: MIT
#include "gpufft/cpu/short_fft.h"

#include <algorithm>

namespace gpufft::cpu {
namespace {

std::size_t index_of(std::size_t length) {
  return static_cast<std::size_t>(std::ranges::find(kShortLengths, length) - kShortLengths.begin());
}

}  // namespace

bool ShortFft::supports(std::size_t length) { return index_of(length) < kShortLengths.size(); }

ShortFft::ShortFft(const Target& target, std::size_t length)
    : length_(length), index_(index_of(length)), kernels_(target.kernels) {}

void ShortFft::transform(ConstPoints in, Points out, Direction direction) {
  transform_lines(in, out, {1, length_, length_}, direction);
}

void ShortFft::transform_lines(ConstPoints in, Points out, const Lines& lines, Direction direction) {
  const auto [count, in_distance, out_distance] = lines;
  std::size_t done = 0;
  for (const Kernels& kernels : kernels_) {  // widest first
    const std::size_t whole = (count - done) & ~(kernels.lanes - 1);
    if (whole == 0 || kernels.shorts[index_] == nullptr) continue;
    run(kernels, in.subspan(done * in_distance), out.subspan(done * out_distance), {whole, in_distance, out_distance},
        direction);
    done += whole;
  }
}

void ShortFft::run(const Kernels& kernels, ConstPoints in, Points out, const Lines& lines, Direction direction) const {
  kernels.shorts[index_]({floats(in), floats(out), lines.count, 2 * lines.in_distance, 2 * lines.out_distance},
                         direction == Direction::Inverse);
}

}  // namespace gpufft::cpu
