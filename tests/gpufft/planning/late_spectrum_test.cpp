// SPDX-License-Identifier: MIT
#include "gpufft/planning/late_spectrum.h"

#include <gtest/gtest.h>

#include <latch>
#include <thread>

#include "gpufft/backend.h"

namespace gpufft {
namespace {

class CountingSpectrum final : public Spectrum {
 public:
  explicit CountingSpectrum(int& resets) : resets_(resets) {}
  void accumulate(std::span<const std::byte>, std::size_t frames, PowerRow& row) override { row.frames += frames; }
  void reset() override { ++resets_; }
  DeviceUse device_use() const override { return {.batches = 7}; }

 private:
  int& resets_;
};

class LateSpectrumTest : public testing::Test {
 protected:
  LateSpectrum late() {
    return LateSpectrum([this] {
      opened_.wait();
      return std::make_unique<CountingSpectrum>(resets_);
    });
  }
  static void wait_for(LateSpectrum& spectrum) {
    while (!spectrum.ready()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }

  std::latch opened_{1};
  int resets_ = 0;
  PowerRow row_;
};

TEST_F(LateSpectrumTest, IsThereAtOnceAndReadyLater) {
  auto spectrum = late();
  EXPECT_FALSE(spectrum.ready());
  EXPECT_EQ(spectrum.device_use().batches, 0U);
  spectrum.reset();
  opened_.count_down();
  wait_for(spectrum);
  spectrum.accumulate({}, 3, row_);
  EXPECT_EQ(row_.frames, 3U);
  spectrum.reset();
  EXPECT_EQ(resets_, 1);
  EXPECT_EQ(spectrum.device_use().batches, 7U);
}

TEST_F(LateSpectrumTest, IsWaitedForByWhoWantsARow) {
  auto spectrum = late();
  const std::jthread opener([this] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    opened_.count_down();
  });
  spectrum.accumulate({}, 3, row_);
  EXPECT_EQ(row_.frames, 3U);
}

TEST_F(LateSpectrumTest, TellsWhatWentWrongAsOftenAsItIsAsked) {
  LateSpectrum spectrum([]() -> std::unique_ptr<Spectrum> { throw DeviceError("no such thing"); });
  for (int i = 0; i < 2; ++i) EXPECT_THROW(spectrum.accumulate({}, 1, row_), DeviceError);
  EXPECT_THROW(spectrum.ready(), DeviceError);
  EXPECT_NO_THROW(spectrum.reset());
  EXPECT_EQ(spectrum.device_use().batches, 0U);
}

}  // namespace
}  // namespace gpufft
