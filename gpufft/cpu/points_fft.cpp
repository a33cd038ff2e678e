// SPDX-License-Identifier: MIT
#include "gpufft/cpu/points_fft.h"

#include <algorithm>
#include <optional>

#include "gpufft/cpu/convolution.h"
#include "gpufft/cpu/pair_plan.h"
#include "gpufft/cpu/plan.h"
#include "gpufft/tables/aligned_floats.h"

namespace gpufft::cpu {
namespace {

class OnePoint final : public PointsFft {
 public:
  void transform(ConstPoints in, Points out, Direction) override { out[0] = in[0]; }
};

// std::complex<float> is two floats in a row by the standard's word.
const float* floats(ConstPoints points) { return reinterpret_cast<const float*>(points.data()); }
float* floats(Points points) { return reinterpret_cast<float*>(points.data()); }

class PassesFft final : public PointsFft {
 public:
  PassesFft(const Target& target, std::size_t length) : plan_(target, length), work_(plan_.passes().work_floats) {
    if (const Kernels* const wide = PairPlan::kernels_for(target, plan_)) pair_.emplace(*wide, plan_);
  }

  void transform(ConstPoints in, Points out, Direction direction) override {
    const bool swapped = direction == Direction::Inverse;
    const Kernels& kernels = plan_.kernels();
    const Passes& passes = plan_.passes();
    plan_.crossing().points(passes, {0, passes.groups}, floats(in), swapped, work_.data());
    kernels.finish_points(passes, work_.data(), swapped, floats(out));
  }

  void transform_lines(ConstPoints in, Points out, const Lines& lines, Direction direction) override {
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

 private:
  Plan plan_;
  AlignedFloats work_;
  std::optional<PairPlan> pair_;
};

}  // namespace

void PointsFft::transform_lines(ConstPoints in, Points out, const Lines& lines, Direction direction) {
  for (std::size_t i = 0; i < lines.count; ++i) {
    transform(in.subspan(i * lines.in_distance), out.subspan(i * lines.out_distance), direction);
  }
}

std::unique_ptr<PointsFft> plan_points_fft(const Target& target, std::size_t length) {
  if (length == 1) return std::make_unique<OnePoint>();
  if (Plan::takes(length)) return std::make_unique<PassesFft>(target, length);
  return plan_convolution(target, length, convolutions_for(target, length).front());
}

}  // namespace gpufft::cpu
