// SPDX-License-Identifier: MIT
#include "gpufft/cuda/device_spectrum.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "gpufft/backend.h"
#include "gpufft/cuda/memory.h"
#include "gpufft/window.h"
#include "tests/gpufft/iq_bytes.h"

namespace {

using namespace gpufft::cuda;
using gpufft::SampleFormat;

constexpr std::size_t kFramesPerRow = 3;

struct Case {
  std::size_t bins, rows;
  SampleFormat format;
  bool extremes;
};

std::vector<std::byte> random_samples(const gpufft::SpectrumRequest& request, std::size_t frames) {
  std::mt19937 generator(7);
  oracle::Points points((frames - 1) * request.hop + request.bins);
  const auto level = [&] { return static_cast<double>(generator()) / 0x1p32 - 0.5; };
  for (auto& point : points) point = {level(), level()};
  return encode(request.format, points);
}

class CudaDeviceSpectrum : public testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    if (const auto reason = gpufft::backend_named("cuda").why_unavailable()) GTEST_SKIP() << *reason;
  }
};

TEST_P(CudaDeviceSpectrum, FoldsTheFramesOfEachRow) {
  const auto [bins, rows, format, extremes] = GetParam();
  const gpufft::SpectrumRequest request{
      .format = format, .bins = bins, .hop = bins / 2 + 1, .window = gpufft::parse_window("hann").value()};
  const auto iq = random_samples(request, rows * kFramesPerRow);
  const RowsShape shape{kFramesPerRow, rows, extremes};
  const DeviceMemory<std::byte> samples(iq);
  const DeviceMemory<float> levels(3 * rows * bins);
  plan_device_spectrum(request, shape)->run(samples.data(), nullptr, shape, levels.data(), nullptr);
  std::vector<float> found(3 * rows * bins);
  check(cudaMemcpy(found.data(), levels.data(), levels.bytes(), cudaMemcpyDeviceToHost), "levels");

  const auto truth = gpufft::backend_named("cpu").plan_spectrum(request);
  const std::size_t row_bytes = kFramesPerRow * request.hop * bytes_per_sample(format);
  for (std::size_t row = 0; row < rows; ++row) {
    gpufft::PowerRow expected;
    expected.clear(bins);
    truth->accumulate(std::span(iq).subspan(row * row_bytes), kFramesPerRow, expected);
    const float strongest = *std::ranges::max_element(expected.max);
    const auto expect_near = [&](const std::vector<float>& levels_there, std::size_t block, const char* what) {
      const float* const here = found.data() + (block * rows + row) * bins;
      for (std::size_t bin = 0; bin < bins; ++bin)
        ASSERT_NEAR(here[bin], levels_there[bin], 5e-6F * strongest) << what << " of row " << row << ", bin " << bin;
    };
    expect_near(expected.sum, 0, "sum");
    if (!extremes) continue;
    expect_near(expected.max, 1, "maximum");
    expect_near(expected.min, 2, "minimum");
  }
}

// One row, whose frames are shared out; fewer rows than the device has room for; more, so that the same blocks do
// several, and not all of them equally many.
INSTANTIATE_TEST_SUITE_P(
    Rows, CudaDeviceSpectrum,
    testing::Values(Case{1024, 5000, SampleFormat::Cu8, true}, Case{16384, 1, SampleFormat::Cs8, true},
                    Case{16384, 70, SampleFormat::Cu8, true}, Case{16384, 200, SampleFormat::Cs16, true},
                    Case{32768, 1, SampleFormat::Cf32, false}, Case{32768, 70, SampleFormat::Cu8, false},
                    Case{32768, 70, SampleFormat::Cf32, true}, Case{65536, 33, SampleFormat::Cs16, false},
                    Case{65536, 33, SampleFormat::Cu8, true}, Case{131072, 9, SampleFormat::Cu8, true}));

}  // namespace
