// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/cpu/plan.h"
#include "gpufft/cpu/points_fft.h"
#include "gpufft/tables/aligned_floats.h"
#include "gpufft/threads/worker_pool.h"

namespace gpufft::cpu {

// Long transforms, one after the other, each shared by several threads: every thread crosses some columns, does the
// first step of some columns, and finishes some of its parts.
class SharedFft final : public Fft {
 public:
  SharedFft(const Target& target, const FftRequest& request);  // for which supports() holds

  // Whether there are more threads than the batch can use, and enough points for all of them.
  static bool supports(const FftRequest& request);

  using Fft::transform;
  void transform(ConstPoints in, Points out) override;

 private:
  void transform_one(ConstPoints in, Points out);
  void run_first_step(std::size_t first_column, std::size_t end);

  FftRequest request_;
  Plan plan_;
  AlignedFloats work_;
  WorkerPool pool_;
};

}  // namespace gpufft::cpu
