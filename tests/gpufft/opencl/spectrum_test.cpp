// SPDX-License-Identifier: MIT
#include "gpufft/opencl/spectrum.h"

#include "gpufft/cpu/backend.h"
#include "gpufft/opencl/backend.h"
#include "gpufft/opencl/host_memory.h"
#include "tests/gpufft/opencl/pocl.h"
#include "tests/gpufft/spectrum_fixture.h"

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

// Also of a part that begins anywhere, in more than two slabs.
TEST_F(OpenClSpectrumTest, SamplesInABufferOfTheBackendGiveTheSameBits) {
  constexpr std::size_t kBins = 64, kFrames = (std::size_t{20} << 20) / kBins;
  const SpectrumRequest request{.bins = kBins, .hop = kBins, .deadline = 60s};
  const auto iq = encode(request.format, noise(kBins * kFrames, 0.1, 3));
  const auto device = open();
  const ProgramMemory memory(*device, iq.size() + 10);
  const auto there = memory.bytes().subspan(6, iq.size());
  std::ranges::copy(iq, there.begin());
  EXPECT_TRUE(ProgramMemory::holding(*device, there));
  EXPECT_TRUE(ProgramMemory::holding(*device, memory.bytes()));
  EXPECT_FALSE(ProgramMemory::holding(*device, iq));
  EXPECT_FALSE(ProgramMemory::holding(*device, {memory.bytes().data() + 11, iq.size()})) << "ends behind it";
  PowerRow row, truth;
  for (PowerRow* each : {&row, &truth}) each->clear(kBins);
  const auto plan = plan_spectrum(device, request);
  plan->accumulate(iq, kFrames, truth);
  plan->accumulate(there, kFrames, row);
  EXPECT_EQ(row.sum, truth.sum);
  EXPECT_EQ(row.max, truth.max);
  EXPECT_EQ(row.min, truth.min);
}

TEST_F(OpenClSpectrumTest, MemoryOutlivesItsPlansAndIsForgottenWithItsOwner) {
  const OpenClBackend backend;
  auto buffer = backend.host_buffer(1 << 16);
  const std::byte* const where = buffer->bytes().data();
  EXPECT_TRUE(ProgramMemory::holding(*backend.device(), {where, 1 << 16}));
  buffer.reset();
  EXPECT_FALSE(ProgramMemory::holding(*backend.device(), {where, 1}));
}

}  // namespace
}  // namespace gpufft::opencl
