// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <signal.h>

#include <cstring>
#include <functional>

#include "gpufft/backend.h"
#include "gpufft/cuda/errors.h"
#include "gpufft/cuda/spectrum.h"
#include "gpufft/process/process_spectrum.h"
#include "tests/eventually.h"
#include "tests/gpufft/cuda/faulty_kernels.h"

// Failing devices. The last test leaves this process without one, so these tests are a separate program.
namespace gpufft {
namespace {

using std::chrono_literals::operator""ms;
using process::ProcessSpectrum;

class CudaFaults : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto reason = cuda_.why_unavailable()) GTEST_SKIP() << *reason;
    for (std::size_t at = 0; at < iq_.size(); ++at) iq_[at] = static_cast<std::byte>(at * at / 7);
  }
  std::unique_ptr<Spectrum> plan() const { return cuda_.plan_spectrum(request_); }
  PowerRow row_of(Spectrum& spectrum) const {
    PowerRow row;
    row.clear(request_.bins);
    spectrum.accumulate(iq_, kFrames, row);
    return row;
  }
  void expect_right(const PowerRow& row) const {
    const PowerRow truth = row_of(*backend_named("cpu").plan_spectrum(request_));
    ASSERT_EQ(row.frames, kFrames);
    for (std::size_t bin = 0; bin < request_.bins; ++bin)
      ASSERT_NEAR(row.sum[bin], truth.sum[bin], 1e-4 * truth.sum[bin] + 1e-6) << bin;
  }
  static std::string failure(const std::function<void()>& step) {
    try {
      step();
    } catch (const DeviceError& error) {
      return error.what();
    }
    return "none";
  }
  static bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }
  static bool is_in_own_process(const std::unique_ptr<Spectrum>& spectrum) {
    return dynamic_cast<ProcessSpectrum*>(spectrum.get()) != nullptr;
  }

  static constexpr std::size_t kFrames = 300;
  const Backend& cuda_ = backend_named("cuda");
  const SpectrumRequest request_{.bins = 4096, .hop = 2048, .deadline = 60'000ms};
  std::vector<std::byte> iq_ = std::vector<std::byte>(2 * (4096 + (kFrames - 1) * 2048));
};

TEST_F(CudaFaults, APlanInAProcessOfItsOwnComputesTheSameBits) {
  const auto here = plan(), there = cuda_.on("process").plan_spectrum(request_);
  ASSERT_TRUE(is_in_own_process(there));
  ASSERT_FALSE(is_in_own_process(here));
  for (int call = 0; call < 2; ++call) {
    const PowerRow expected = row_of(*here), row = row_of(*there);
    expect_right(row);
    EXPECT_EQ(row.sum, expected.sum);
    EXPECT_EQ(row.max, expected.max);
    EXPECT_EQ(row.min, expected.min);
  }
  EXPECT_GT(there->device_use().time.count(), 0);
}

// A plan's memory is freed when the device has finished with it; the owner does not wait for that.
TEST_F(CudaFaults, APlanThatWasGivenUpIsHeldUntilTheDeviceHasEndedItsWork) {
  auto hasty = request_;
  hasty.deadline = 20ms;
  auto spectrum = cuda_.plan_spectrum(hasty);
  row_of(*plan());  // kernels are on the device
  BusyDevice busy;
  EXPECT_TRUE(has(failure([&] { row_of(*spectrum); }), "the device hangs"));
  spectrum.reset();
  EXPECT_TRUE(busy.is_busy());
  EXPECT_EQ(cuda::held_plans(), 1U);
  EXPECT_EQ(cuda_.why_unavailable(), std::nullopt);
  const auto meanwhile = plan();
  EXPECT_TRUE(is_in_own_process(meanwhile));
  busy.stop();
  expect_right(row_of(*meanwhile));
  EXPECT_TRUE(eventually([] { return cuda::held_plans() == 0; })) << cuda::held_plans();
  const auto later = plan();
  EXPECT_FALSE(is_in_own_process(later));
  expect_right(row_of(*later));
}

TEST_F(CudaFaults, ADeviceIsUsedAgainAfterAnIllegalAccess) {
  auto spectrum = plan(), other = plan();
  PowerRow row = row_of(*spectrum);
  const PowerRow before = row;
  access_illegally();
  EXPECT_TRUE(has(failure([&] { spectrum->accumulate(iq_, kFrames, row); }), "this process has lost the device"));
  EXPECT_EQ(row.frames, kFrames);
  EXPECT_EQ(row.sum, before.sum);
  EXPECT_NE(cuda::why_lost(), std::nullopt);
  EXPECT_EQ(cuda_.why_unavailable(), std::nullopt);
  EXPECT_FALSE(cuda_.devices().empty());

  auto next = plan();
  ASSERT_TRUE(is_in_own_process(next));
  EXPECT_EQ(row_of(*next).sum, before.sum);
  EXPECT_TRUE(has(failure([&] { row_of(*other); }), "this process has lost the device")) << "a plan of before";
  spectrum.reset();
  other.reset();
  EXPECT_EQ(row_of(*next).sum, before.sum);

  kill(dynamic_cast<ProcessSpectrum&>(*next).pid(), SIGKILL);
  EXPECT_TRUE(has(failure([&] { row_of(*next); }), "has ended by signal 9"));
  next = plan();
  EXPECT_EQ(row_of(*next).sum, before.sum);
  EXPECT_TRUE(has(failure([&] { cuda_.plan_fft({.length = 64}); }), "this process has lost the device"));
}

}  // namespace
}  // namespace gpufft
