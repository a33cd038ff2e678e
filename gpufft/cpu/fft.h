// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "gpufft/cpu/points_fft.h"
#include "gpufft/cpu/target.h"
#include "gpufft/threads/crew.h"

namespace gpufft::cpu {

std::unique_ptr<Fft> plan_fft(const Target& target, const FftRequest& request);  // which has been checked

// What each thread of a plan has for itself.
struct Hand {
  std::unique_ptr<PointsFft> fft;
  std::vector<std::complex<float>> line;
};

// A batch of transforms, wherever their points lie.
class ComplexFft final : public Fft {
 public:
  ComplexFft(const Target& target, const FftRequest& request);

  using Fft::transform;
  void transform(ConstPoints in, Points out) override;

 private:
  void transform_lines(Hand& hand, ConstPoints in, Points out, const Lines& lines) const;

  FftRequest request_;
  Crew crew_;
  std::vector<Hand> hands_;
};

// Two dimensions: the rows, then the columns, some side by side at a time.
class GridFft final : public Fft {
 public:
  GridFft(const Target& target, const FftRequest& request);

  using Fft::transform;
  void transform(ConstPoints in, Points out) override;

 private:
  void transform_rows(ConstPoints in, Points out);
  void transform_columns(Points grid);

  FftRequest request_;
  Crew crew_;
  std::vector<Hand> row_hands_, column_hands_;
};

}  // namespace gpufft::cpu
