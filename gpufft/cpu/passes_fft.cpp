// SPDX-License-Identifier: MIT
#include "gpufft/cpu/passes_fft.h"

namespace gpufft::cpu {

PassesFft::PassesFft(const Target& target, std::size_t length)
    : plan_(target, length), work_(plan_.passes().work_floats) {
  if (const Kernels* const wide = PairPlan::kernels_for(target, plan_)) pair_.emplace(*wide, plan_);
}

void PassesFft::transform(ConstPoints in, Points out, Direction direction) {
  const bool swapped = direction == Direction::Inverse;
  const Kernels& kernels = plan_.kernels();
  const Passes& passes = plan_.passes();
  plan_.crossing().points(passes, {0, passes.groups}, floats(in), swapped, work_.data());
  kernels.finish_points(passes, work_.data(), swapped, floats(out));
}

void PassesFft::transform_lines(ConstPoints in, Points out, const Lines& lines, Direction direction) {
  const auto [count, in_distance, out_distance] = lines;
  std::size_t done = 0;
  for (; pair_ && done + 1 < count; done += 2) {
    const float* const from = floats(in.subspan(done * in_distance));
    float* const to = floats(out.subspan(done * out_distance));
    pair_->transform({from, from + 2 * in_distance}, {to, to + 2 * out_distance}, direction == Direction::Inverse);
  }
  for (; done < count; ++done) {
    transform(in.subspan(done * in_distance), out.subspan(done * out_distance), direction);
  }
}

}  // namespace gpufft::cpu
