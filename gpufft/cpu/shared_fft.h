// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/cpu/plan.h"
#include "gpufft/cpu/points_fft.h"
#include "gpufft/tables/aligned_floats.h"
#include "gpufft/threads/crew.h"

namespace gpufft::cpu {

// Long transforms, one after the other, each shared by several threads: they cross some columns each, do the first step
// of some columns each, and finish some of its parts each.
class SharedFft final : public Fft {
 public:
  SharedFft(const Target& target, const FftRequest& request);  // for which takes() holds

  // Whether there are threads that a batch has no work for, and points for all of them.
  static bool takes(const FftRequest& request);

  using Fft::transform;
  void transform(ConstPoints in, Points out) override;

 private:
  void transform_one(ConstPoints in, Points out);
  void run_first_step(std::size_t first_column, std::size_t end);

  FftRequest request_;
  Plan plan_;
  AlignedFloats work_;
  Crew crew_;
};

}  // namespace gpufft::cpu
