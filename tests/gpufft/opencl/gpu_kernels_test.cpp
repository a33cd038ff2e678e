// SPDX-License-Identifier: MIT
// The kernels generated for GPUs, on any available device.
#include <bit>
#include <cmath>

#include "gpufft/cpu/backend.h"
#include "gpufft/opencl/fft.h"
#include "gpufft/opencl/spectrum.h"
#include "tests/gpufft/opencl/pocl.h"
#include "tests/gpufft/spectrum_fixture.h"

namespace gpufft::opencl {
namespace {

class GpuKernels : public OpenClTest {
 protected:
  void expect_right(const FftRequest& request) {
    const auto x = random_points(request.length * request.rows * request.batch, 1);
    FloatPoints bins(x.size()), truth(x.size());
    OpenClFft(open_as_gpu(), request).transform(x, bins);
    cpu::CpuBackend().plan_fft(request)->transform(x, truth);
    const double bound = 1.5 * 0x1p-24 * std::max(4.0, std::log2(static_cast<double>(request.length * request.rows)));
    EXPECT_LE(relative_error(in_double(bins), in_double(truth)), bound) << request.length;
  }
};

TEST_F(GpuKernels, TransformWhatOneWorkGroupHolds) {
  for (const std::size_t length : {64, 120}) expect_right({.length = length, .batch = 19});
}

TEST_F(GpuKernels, ExchangePartsInTurnWhereMemoryIsShort) {
  const auto steps = plan_steps(8192, 1, kGpu);
  ASSERT_EQ(steps.size(), 1U);
  EXPECT_EQ(steps[0].exchange, 1U);
  expect_right({.length = 8192});
}

TEST_F(GpuKernels, TransformLongOnesInSteps) {
  EXPECT_EQ(plan_steps(65536, 1, kGpu).size(), 2U);
  EXPECT_EQ(plan_steps(20000, 1, kGpu).size(), 2U);
  expect_right({.length = 20000, .batch = 2, .direction = Direction::Inverse});
}

TEST_F(GpuKernels, TakeFewerColumnsTogetherBeforeAnotherStep) {
  const auto steps = plan_steps(1 << 20, 1, kGpu);
  ASSERT_EQ(steps.size(), 2U);
  for (const StepShape& step : steps) EXPECT_EQ(step.columns_together, 8U);
  EXPECT_EQ(plan_steps(1 << 22, 1, kGpu).size(), 2U);
  expect_right({.length = 1 << 20});
}

TEST_F(GpuKernels, TransformInTheStepsThatWereMeasured) {
  EXPECT_EQ(plan_steps(1 << 18, 1, kGpu).at(0).radices, (std::vector<std::size_t>{16, 16, 4}));
  EXPECT_EQ(plan_steps(1 << 18, 1, kGpu).at(1).radices, (std::vector<std::size_t>{16, 8, 2}));
  EXPECT_EQ(plan_steps(1 << 18, 1, kGpu, Work::Power).at(1).radices, (std::vector<std::size_t>{16, 16}));
  for (const std::size_t length : {1 << 14, 1 << 17, 1 << 21}) expect_right({.length = length});
}

TEST_F(GpuKernels, TransformColumnsWhereTheyStand) {
  expect_right({.length = 20, .batch = 2, .rows = 64});
  expect_right({.length = 33, .rows = 11});  // through the transposed grid
}

TEST_F(GpuKernels, FoldThePowerOfFrames) {
  for (const std::size_t bins : {256, 20000}) {
    const SpectrumRequest request{SampleFormat::Cu8, bins, bins / 2 + 1, {}, true};
    const auto iq = encode(request.format, noise(bins + 29 * request.hop, 0.05, 2));
    PowerRow row, truth;
    row.clear(bins);
    truth.clear(bins);
    plan_spectrum(open_as_gpu(), request)->accumulate(iq, 30, row);
    cpu::CpuBackend().plan_spectrum(request)->accumulate(iq, 30, truth);
    const float strongest = *std::ranges::max_element(truth.max);
    for (std::size_t bin = 0; bin < bins; ++bin) {
      ASSERT_NEAR(row.sum[bin], truth.sum[bin], 3e-5 * strongest) << bin;
      ASSERT_NEAR(row.max[bin], truth.max[bin], 2e-6 * strongest) << bin;
      ASSERT_NEAR(row.min[bin], truth.min[bin], 2e-6 * strongest) << bin;
    }
  }
}

}  // namespace
}  // namespace gpufft::opencl
