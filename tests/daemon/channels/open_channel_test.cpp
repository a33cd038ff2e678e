// SPDX-License-Identifier: MIT
#include "daemon/channels/open_channel.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <vector>

#include "daemon/channels/band_blocks.h"
#include "daemon/pipeline/iq_ring.h"
#include "gpufft/channels/band.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr double kBandRate = 250e3;

class NoSink : public ChannelSink {
 public:
  void take(const ChannelBlock&) override {}
};

// A channel of a band that a source gives in stretches of a second.
class OpenChannelTest : public testing::Test, private BandBlocks::Sink {
 protected:
  OpenChannelTest() { channel_.set({.center = {100.02e6}, .rate = 12.5e3, .bandwidth = 10e3}); }

  void second(Time time, std::uint32_t epoch, bool resumed = false) {
    const std::vector<std::byte> bytes(static_cast<std::size_t>(2 * kBandRate), std::byte{127});
    IqStretch stretch{.bytes = bytes, .first_sample = samples_, .time = time, .epoch = {.number = epoch}};
    stretch.tuned.center = {100e6};
    stretch.tuned.rate = {kBandRate};
    stretch.resumed = resumed;
    blocks_.take(stretch, *this);
    samples_ += bytes.size() / 2;
  }

  OpenChannel channel_{std::make_shared<NoSink>()};

 private:
  void begin(const ReceivedBand& band, std::uint64_t) override { channel_.begin(band); }
  void take(const ReceivedBand& band, const gpufft::BandBlock& block) override { channel_.take(band, block); }

  BandBlocks blocks_{gpufft::SampleFormat::Cu8, false, [](double rate) { return gpufft::fastest_shape(rate); }};
  std::uint64_t samples_ = 0;
};

TEST_F(OpenChannelTest, CountsWhatIsMissingByTheClock) {
  second(Time(1000s), 1);
  second(Time(1001s), 1);
  EXPECT_EQ(channel_.lost(), 0U);
  second(Time(1006s), 1, true);
  EXPECT_NEAR(static_cast<double>(channel_.lost()), 12.5e3 * 4, 12.5e3 * 0.1);
}

TEST_F(OpenChannelTest, LosesNothingToAClockThatIsSet) {
  second(Time(1000s), 1);
  second(Time(1001s + 1h), 2);
  second(Time(1002s + 1h), 2);
  EXPECT_GT(channel_.samples(), 12.5e3 * 2.5);
  EXPECT_LT(channel_.lost(), 12.5e3 * 0.1);
}

}  // namespace
}  // namespace spectrumd
