// SPDX-License-Identifier: MIT
#include "gpufft/cpu/any_length.h"

#include "gpufft/cpu/convolution.h"
#include "gpufft/cpu/passes_fft.h"
#include "gpufft/cpu/short_fft.h"

namespace gpufft::cpu {
namespace {

class OnePoint final : public PointsFft {
 public:
  void transform(ConstPoints in, Points out, Direction) override { out[0] = in[0]; }
};

}  // namespace

std::unique_ptr<PointsFft> plan_points_fft(const Target& target, std::size_t length) {
  if (length == 1) return std::make_unique<OnePoint>();
  if (ShortFft::supports(length)) return std::make_unique<ShortFft>(target, length);
  if (Plan::supports(length)) return std::make_unique<PassesFft>(target, length);
  return plan_convolution(target, length, convolutions_for(target, length).front());
}

}  // namespace gpufft::cpu
