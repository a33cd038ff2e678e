// SPDX-License-Identifier: MIT
#include "gpufft/cpu/points_fft.h"

#include <algorithm>

#include "gpufft/cpu/aligned_floats.h"
#include "gpufft/cpu/bluestein.h"
#include "gpufft/cpu/plan.h"

namespace gpufft::cpu {
namespace {

class OnePoint final : public PointsFft {
 public:
  void transform(ConstPoints in, Points out, Direction) override { out[0] = in[0]; }
};

class PassesFft final : public PointsFft {
 public:
  PassesFft(const Target& target, std::size_t length) : plan_(target, length), work_(plan_.passes().work_floats) {}

  // std::complex<float> is two floats in a row by the standard's word.
  void transform(ConstPoints in, Points out, Direction direction) override {
    const bool swapped = direction == Direction::Inverse;
    const Kernels& kernels = plan_.kernels();
    const Passes& passes = plan_.passes();
    plan_.crossing().points(passes, {0, passes.groups}, reinterpret_cast<const float*>(in.data()), swapped,
                            work_.data());
    kernels.finish_points(passes, work_.data(), swapped, reinterpret_cast<float*>(out.data()));
  }

 private:
  Plan plan_;
  AlignedFloats work_;
};

}  // namespace

std::unique_ptr<PointsFft> plan_points_fft(const Target& target, std::size_t length) {
  if (length == 1) return std::make_unique<OnePoint>();
  if (Plan::takes(length)) return std::make_unique<PassesFft>(target, length);
  return std::make_unique<Bluestein>(target, length);
}

}  // namespace gpufft::cpu
