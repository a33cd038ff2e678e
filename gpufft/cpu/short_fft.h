// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

#include "gpufft/cpu/points_fft.h"
#include "gpufft/cpu/target.h"

namespace gpufft::cpu {

// The lengths of kShortLengths, in registers: of several transforms each has a lane, of as wide vectors as they fill.
class ShortFft final : public PointsFft {
 public:
  ShortFft(const Target& target, std::size_t length);  // for which supports() holds

  static bool supports(std::size_t length);

  void transform(ConstPoints in, Points out, Direction direction) override;
  void transform_lines(ConstPoints in, Points out, const Lines& lines, Direction direction) override;

 private:
  void run(const Kernels& kernels, ConstPoints in, Points out, const Lines& lines, Direction direction) const;

  const std::size_t length_, index_;
  const std::span<const Kernels> kernels_;
};

}  // namespace gpufft::cpu
