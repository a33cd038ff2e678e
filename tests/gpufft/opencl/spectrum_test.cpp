// SPDX-License-Identifier: MIT
#include "gpufft/opencl/spectrum.h"

#include "gpufft/cpu/backend.h"
#include "tests/gpufft/opencl/pocl.h"

namespace gpufft::opencl {
namespace {

using std::chrono_literals::operator""s;

class OpenClSpectrumTest : public OpenClTest {};

// More than 4 Mi samples go to the device in parts. The first frame is the weakest, the second the strongest of all.
TEST_F(OpenClSpectrumTest, ARowHasWhatIsInEveryPartOfALongCall) {
  constexpr std::size_t kBins = 16, kFrames = (std::size_t{5} << 20) / kBins;
  const SpectrumRequest request{.format = SampleFormat::Cs8, .bins = kBins, .hop = kBins, .deadline = 60s};
  std::vector<std::byte> iq(2 * kBins * kFrames);
  for (std::size_t frame = 1; frame < kFrames; ++frame)  // a pulse, which is in all bins alike
    iq[2 * (kBins * frame + kBins / 2)] = std::byte{frame == 1 ? std::uint8_t{120} : std::uint8_t{40}};
  PowerRow row, truth;
  row.clear(kBins);
  truth.clear(kBins);
  plan_spectrum(open(), request)->accumulate(iq, kFrames, row);
  cpu::CpuBackend().plan_spectrum(request)->accumulate(iq, kFrames, truth);
  EXPECT_EQ(row.frames, kFrames);
  for (std::size_t bin = 0; bin < kBins; ++bin) {
    EXPECT_NEAR(row.sum[bin], truth.sum[bin], 1e-3 * truth.sum[bin]) << bin;
    EXPECT_NEAR(row.max[bin], truth.max[bin], 1e-5 * truth.max[bin]) << bin;
    EXPECT_NEAR(row.min[bin], 0, 1e-5 * truth.max[bin]) << bin;
  }
}

}  // namespace
}  // namespace gpufft::opencl
