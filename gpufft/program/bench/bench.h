// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpufft/backend.h"

namespace gpufft::program {

struct BenchRequest {
  std::string bench;  // "fft" or "spectrum", or one of kOtherTransforms
  std::vector<std::size_t> lengths;
  std::string backend = "auto";
  std::optional<std::string> peer;  // absent: all that were found
  std::size_t frames_per_row = 8;
  std::size_t batch = 0;  // transforms per call; 0: as many as make 2^14 points
  std::size_t rounds = 15;
  double planning_seconds = 20;
};

struct BenchResult {
  std::string bench, backend, target;
  std::size_t n, batch, frames_per_row;
  std::string peer;
  double ours, theirs;
  std::string unit;

  double ratio() const { return ours / theirs; }
};

// Transforms that are compared with FFTW alone.
struct OtherTransform {
  std::string_view bench;
  FftKind kind;
  bool is_square = false;  // of so many rows as points
};
inline constexpr std::array kOtherTransforms{
    OtherTransform{"real", FftKind::RealToComplex}, OtherTransform{"to-real", FftKind::ComplexToReal},
    OtherTransform{"dct2", FftKind::DctII}, OtherTransform{"dct3", FftKind::DctIII},
    OtherTransform{"square", FftKind::Complex, true}};

// Times all contenders of a length alternately on one core, medians; `report` is called for each peer as soon as its
// result is known.
void run_bench(const BenchRequest& request, const std::function<void(const BenchResult&)>& report);

}  // namespace gpufft::program
