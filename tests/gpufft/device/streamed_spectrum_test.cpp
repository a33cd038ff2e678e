// SPDX-License-Identifier: MIT
#include "gpufft/device/streamed_spectrum.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "gpufft/backend.h"

namespace gpufft::device {
namespace {

using std::chrono_literals::operator""s;
using testing::ElementsAre;

constexpr std::size_t kFrameBins = 2, kFrameHop = 3;

// Frame n starts at sample n * kFrameHop, whose I is the number of the sample.
std::vector<std::byte> numbered_samples(std::size_t frames) {
  std::vector<std::byte> iq(2 * ((frames - 1) * kFrameHop + kFrameBins));
  for (std::size_t i = 0; i < iq.size(); i += 2) iq[i] = static_cast<std::byte>(i / 2);
  return iq;
}

// A device that writes down what it is asked for.
struct Device {
  std::vector<std::string> calls;
  std::vector<std::complex<float>> zeros;  // of all frames, in order
  std::vector<float> row{0, 0, 0, 0, 0, 0};
  SlabQueue::Clock::time_point deadline;
  std::string failing;
};

class FakeQueue final : public SlabQueue {
 public:
  explicit FakeQueue(Device& device) : device_(device) {}

  std::size_t slabs() const override { return 2; }
  std::size_t frames_per_slab() const override { return 3; }
  void wait_for(std::size_t slab, Clock::time_point deadline) override {
    call("wait for " + std::to_string(slab));
    device_.deadline = deadline;
  }
  std::span<std::complex<float>> zeros(std::size_t slab) override { return zeros_[slab]; }
  void start(std::size_t slab, std::span<const std::byte> iq, std::size_t frames, bool first) override {
    call((first ? "begin on " : "join on ") + std::to_string(slab) + ": " + std::to_string(frames) + " from " +
         std::to_string(std::to_integer<int>(iq[0])) + " to " +
         std::to_string(std::to_integer<int>(iq[iq.size() - 2])));
    device_.zeros.insert(device_.zeros.end(), zeros_[slab].begin(), zeros_[slab].begin() + static_cast<long>(frames));
  }
  std::span<const float> fetch(Clock::time_point deadline) override {
    call("fetch");
    device_.deadline = deadline;
    return device_.row;
  }
  void mark_failed() override { device_.calls.emplace_back("failed"); }

 private:
  void call(const std::string& what) {
    device_.calls.push_back(what);
    if (what == device_.failing) throw DeviceError("the device hangs");
  }

  Device& device_;
  std::array<std::array<std::complex<float>, 3>, 2> zeros_;
};

class StreamedSpectrumTest : public testing::Test {
 protected:
  static constexpr SpectrumRequest kRequest{
      .format = SampleFormat::Cu8, .bins = kFrameBins, .hop = kFrameHop, .deadline = 5s};

  StreamedSpectrumTest() { row_.clear(kFrameBins); }

  StreamedSpectrum plan(const SpectrumRequest& request = kRequest) {
    return {request, std::make_unique<FakeQueue>(device_)};
  }

  Device device_;
  PowerRow row_;
};

TEST_F(StreamedSpectrumTest, FramesGoThroughTheSlabsInTurn) {
  plan().accumulate(numbered_samples(10), 10, row_);
  EXPECT_THAT(device_.calls,
              ElementsAre("begin on 0: 3 from 0 to 7", "join on 1: 3 from 9 to 16", "wait for 0",
                          "join on 0: 3 from 18 to 25", "wait for 1", "join on 1: 1 from 27 to 28", "fetch"));
}

TEST_F(StreamedSpectrumTest, SamplesAfterTheLastFrameStayHere) {
  plan().accumulate(numbered_samples(10), 2, row_);
  EXPECT_THAT(device_.calls, ElementsAre("begin on 0: 2 from 0 to 4", "fetch"));
}

TEST_F(StreamedSpectrumTest, TheDevicesRowJoinsTheCallers) {
  auto spectrum = plan();
  device_.row = {4, 5, 3, 4, 1, 2};
  spectrum.accumulate(numbered_samples(2), 2, row_);
  device_.row = {10, 2, 9, 1, 0, 1};
  spectrum.accumulate(numbered_samples(4), 4, row_);
  EXPECT_THAT(row_.sum, ElementsAre(14, 7));
  EXPECT_THAT(row_.max, ElementsAre(9, 4));
  EXPECT_THAT(row_.min, ElementsAre(0, 1));
  EXPECT_EQ(row_.frames, 6U);
  EXPECT_EQ(spectrum.device_use().batches, 2U);
  EXPECT_GT(spectrum.device_use().time.count(), 0);
}

TEST_F(StreamedSpectrumTest, ACallWithoutFramesAsksNothingOfTheDevice) {
  plan().accumulate({}, 0, row_);
  EXPECT_TRUE(device_.calls.empty());
}

TEST_F(StreamedSpectrumTest, AllWaitsEndAtTheDeadlineOfTheCall) {
  for (const std::size_t frames : {1, 9}) {
    const auto before = SlabQueue::Clock::now();
    plan().accumulate(numbered_samples(9), frames, row_);
    EXPECT_GE(device_.deadline, before + 5s);
    EXPECT_LE(device_.deadline, SlabQueue::Clock::now() + 5s);
  }
}

TEST_F(StreamedSpectrumTest, AFailureLeavesTheRowAsItWas) {
  device_.row = {4, 5, 3, 4, 1, 2};
  const PowerRow before = row_;
  for (const std::string failing : {"join on 1: 3 from 9 to 16", "wait for 0", "fetch"}) {
    device_.failing = failing;
    auto spectrum = plan();
    EXPECT_THROW(spectrum.accumulate(numbered_samples(9), 9, row_), DeviceError) << failing;
    EXPECT_EQ(device_.calls.back(), "failed") << failing;
    EXPECT_EQ(row_.sum, before.sum);
    EXPECT_EQ(row_.max, before.max);
    EXPECT_EQ(row_.min, before.min);
    EXPECT_EQ(row_.frames, 0U);
    EXPECT_EQ(spectrum.device_use().batches, 0U);
  }
}

TEST_F(StreamedSpectrumTest, EachFrameGetsTheMeanOfWhatCameBeforeIt) {
  SpectrumRequest request = kRequest;
  request.remove_dc = true;
  auto spectrum = plan(request);
  ZeroTracker expected(request);
  std::vector<std::complex<float>> zeros;
  const auto iq = numbered_samples(10);
  const auto accumulate = [&](std::size_t frames) {
    spectrum.accumulate(iq, frames, row_);
    const auto used = std::span(iq).first(2 * ((frames - 1) * kFrameHop + kFrameBins));
    expected.begin(used);
    for (std::size_t i = 0; i < frames; ++i)
      zeros.push_back(expected.next(used.subspan(2 * i * kFrameHop, 2 * kFrameBins)));
  };
  accumulate(10);
  accumulate(4);
  spectrum.reset();
  expected.reset();
  accumulate(5);
  EXPECT_EQ(device_.zeros, zeros);
  EXPECT_NE(zeros[0], zeros[9]);
}

}  // namespace
}  // namespace gpufft::device
