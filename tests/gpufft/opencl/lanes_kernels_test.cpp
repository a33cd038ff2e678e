// SPDX-License-Identifier: MIT
// The kernels that compute on vectors, for all widths that a device may have.
#include <cmath>
#include <cstring>
#include <limits>

#include "gpufft/cpu/backend.h"
#include "gpufft/opencl/fft.h"
#include "gpufft/opencl/lanes_source.h"
#include "gpufft/opencl/spectrum.h"
#include "tests/gpufft/opencl/pocl.h"
#include "tests/gpufft/spectrum_fixture.h"

namespace gpufft::opencl {
namespace {

Limits with_lanes(std::size_t lanes) { return {{.vectorised = true, .padded = false}, 1 << 19, 1024, lanes}; }

class LanesKernels : public OpenClTest {
 protected:
  std::shared_ptr<const Device> open(std::size_t lanes) const {
    return std::make_shared<const Device>(facts_, with_lanes(lanes));
  }
};

TEST(LanesPlan, TakesVectorsAsWideAsTheLengthAllows) {
  const auto lanes = [](std::size_t length) { return plan_steps(length, 1, with_lanes(16)).at(0).lanes; };
  EXPECT_EQ(lanes(256), 16U);
  EXPECT_EQ(lanes(128), 8U);   // less than 16 columns of 16
  EXPECT_EQ(lanes(1000), 4U);  // its middle is between two vectors of 8
  EXPECT_EQ(lanes(1536), 16U);
  EXPECT_EQ(lanes(81), 0U);
  EXPECT_TRUE(plan_steps(2736, 1, with_lanes(16)).empty());                   // 19 divides it
  EXPECT_EQ(plan_steps(std::size_t{1} << 20, 1, with_lanes(16)).size(), 3U);  // in no cache
}

TEST_F(LanesKernels, TransformAsThePlanSays) {
  for (const auto& [length, lanes] :
       {std::pair(32, 4), std::pair(256, 16), std::pair(256, 4), std::pair(1000, 8), std::pair(1536, 16)}) {
    for (const auto direction : {Direction::Forward, Direction::Inverse}) {
      const FftRequest request{.length = static_cast<std::size_t>(length), .batch = 37, .direction = direction};
      const auto x = random_points(request.length * request.batch, 1);
      FloatPoints bins(x.size()), truth(x.size());
      OpenClFft(open(static_cast<std::size_t>(lanes)), request).transform(x, bins);
      cpu::CpuBackend().plan_fft(request)->transform(x, truth);
      EXPECT_LE(relative_error(in_double(bins), in_double(truth)), 1.5 * 0x1p-24 * std::log2(length)) << length;
    }
  }
}

TEST_F(LanesKernels, FoldThePowerOfFramesOfEveryFormat) {
  for (const SampleFormat format : kFormats) {
    const SpectrumRequest request{format, 320, 161, {}, true};
    auto iq = encode(format, noise(request.bins + 29 * request.hop, 0.05, 2));
    if (format == SampleFormat::Cf32) {
      const float broken = std::numeric_limits<float>::quiet_NaN();
      std::memcpy(iq.data() + 1000 * sizeof broken, &broken, sizeof broken);
    }
    PowerRow row, truth;
    row.clear(request.bins);
    truth.clear(request.bins);
    plan_spectrum(open(8), request)->accumulate(iq, 30, row);
    cpu::CpuBackend().plan_spectrum(request)->accumulate(iq, 30, truth);
    const float strongest = *std::ranges::max_element(truth.max);
    for (std::size_t bin = 0; bin < request.bins; ++bin) {
      ASSERT_NEAR(row.sum[bin], truth.sum[bin], 3e-5 * strongest) << bin;
      ASSERT_NEAR(row.max[bin], truth.max[bin], 2e-6 * strongest) << bin;
      ASSERT_NEAR(row.min[bin], truth.min[bin], 2e-6 * strongest) << bin;
    }
  }
}

}  // namespace
}  // namespace gpufft::opencl
