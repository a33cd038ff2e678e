// SPDX-License-Identifier: MIT
#include "gpufft/qpu/device.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>

#include "gpufft/backend.h"
#include "gpufft/qpu/fft.h"
#include "gpufft/qpu/spectrum.h"
#include "tests/gpufft/qpu/failure.h"
#include "tests/gpufft/signals.h"

namespace gpufft::qpu {
namespace {

using testing::HasSubstr;

DeviceOptions with_fault(std::string_view fault) {
  DeviceOptions options;
  options.faults.add(fault);
  return options;
}

TEST(QpuDevice, RefusesABoardWithTheReasonThatItsFirmwareOrKernelHas) {
  const std::pair<const char*, const char*> faults[] = {
      {"missing-node", "/dev/vcio: not found"},
      {"node-eacces", "/dev/vcio: permission denied"},
      {"refused-enable", "the kernel's vc4 driver owns V3D"},
      {"no-memory", "bytes are not available in the"},
      {"lock-fails", "cannot be locked"},
      {"mem-eperm", "/dev/mem: permission denied"},
      {"mem-mmap-eperm", "/dev/mem: opened, but the kernel forbids mapping it"},
      {"powered-off", "V3D: powered off"},
      {"time-out", "raised no host interrupt in 500 ms"},
      {"etimedout", "within the second the kernel waits"},
  };
  for (const auto& [fault, text] : faults)
    EXPECT_THAT(failure([options = with_fault(fault)] { open_device("emulated", options); }), HasSubstr(text)) << fault;
}

TEST(QpuDevice, SaysWhatThisMachineLacks) {
  if (std::filesystem::exists("/dev/vcio")) GTEST_SKIP() << "this machine may be a Raspberry Pi";
  EXPECT_THAT(failure([] { open_device("real"); }), HasSubstr("/dev/vcio: not found"));
}

// A chip that hangs keeps who waits for it for 2 s, not for the minutes that its emulation may need.
TEST(QpuDevice, IsGivenUpSoonIfItIsReal) {
  using std::chrono::seconds;
  const char* const session = "QPU_EMULATE_SESSION";
  ASSERT_EQ(unsetenv(session), 0);
  EXPECT_EQ(patience_with("real"), seconds(2));
  EXPECT_EQ(patience_with("emulated:pi1"), seconds(600));
  ASSERT_EQ(setenv(session, "/nowhere", 1), 0);
  EXPECT_EQ(patience_with("real"), seconds(600));
  ASSERT_EQ(unsetenv(session), 0);
}

TEST(QpuDevice, KnowsWhatACallOfTheMailboxCosts) {
  const auto device = open_device("emulated:pi1");
  EXPECT_NEAR(device->call_cost().count(), 100 - 15, 1);  // as fitted
  EXPECT_EQ(device->description(), "emulated Raspberry Pi B+");
}

TEST(QpuDevice, TakesShortWorkPastTheMailboxOnceItKnowsThatItIsShort) {
  const auto device = open_device("emulated");
  const auto calls_saved = [&](std::size_t length) {
    QpuPrograms transforms(device, transform_programs(length, false, std::array<std::size_t, 1>{1}));
    const Microseconds first = transforms.run(1, std::chrono::milliseconds(500));
    return (first - transforms.run(1, std::chrono::milliseconds(500))) / device->call_cost();
  };
  EXPECT_NEAR(calls_saved(256), 1, 0.2);
  EXPECT_NEAR(calls_saved(4096), 0, 0.2);
}

TEST(QpuDevice, WorksAgainAfterAHang) {
  const auto device = open_device("emulated", with_fault("time-out:after=9"));
  const FftRequest request{.length = 4096};
  QpuFft fft(device, request);
  const auto x = random_points(4096, 1);
  FloatPoints first(x.size()), second(x.size());
  fft.transform(x, first);
  std::string trouble;
  for (int attempt = 0; attempt < 10 && (trouble.empty() || trouble == "none"); ++attempt)
    trouble = failure([&] { fft.transform(x, second); });
  EXPECT_THAT(trouble, HasSubstr("raised no host interrupt"));
}

TEST(QpuSpectrum, LeavesTheRowAsItWasWhenTheDeviceFails) {
  const SpectrumRequest request{.format = SampleFormat::Cu8, .bins = 4096, .hop = 4096};
  const std::vector<std::byte> iq(64 * 4096 * 2, std::byte{42});
  const auto device = open_device("emulated", with_fault("time-out:after=5"));
  QpuSpectrum spectrum(device, request);
  PowerRow row, before;
  row.clear(4096);
  std::string trouble = "none";
  for (int call = 0; call < 10 && trouble == "none"; ++call) {
    before = row;
    trouble = failure([&] { spectrum.accumulate(iq, 64, row); });
  }
  EXPECT_THAT(trouble, HasSubstr("raised no host interrupt in 1000 ms"));
  EXPECT_EQ(row.frames, before.frames);
  EXPECT_EQ(row.sum, before.sum);
  EXPECT_EQ(row.max, before.max);
}

TEST(QpuSpectrum, CountsTheTimeOfTheChip) {
  const SpectrumRequest request{.format = SampleFormat::Cu8, .bins = 1024, .hop = 1024};
  QpuSpectrum spectrum(open_device("emulated"), request);
  const std::vector<std::byte> iq(21 * 1024 * 2);
  PowerRow row;
  row.clear(1024);
  spectrum.accumulate(iq, 21, row);
  spectrum.accumulate(iq, 21, row);
  EXPECT_EQ(spectrum.device_use().batches, 2U);
  const double seconds = spectrum.device_use().time.count() / 42;  // a transform
  EXPECT_GT(seconds, 10e-6);
  EXPECT_LT(seconds, 200e-6);
}

}  // namespace
}  // namespace gpufft::qpu
