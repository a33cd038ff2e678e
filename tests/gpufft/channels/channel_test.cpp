// SPDX-License-Identifier: MIT
#include "gpufft/channels/channel.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <numbers>
#include <optional>
#include <random>
#include <vector>

#include "gpufft/backend.h"

namespace gpufft {
namespace {

using Points = std::vector<std::complex<float>>;
using Wide = std::complex<double>;

constexpr double kRate = 240'000;
const BandShape kShape{kRate, 6400, 4800};  // blocks of 20 ms

std::complex<double> turned(double turns) { return std::polar(1.0, 2 * std::numbers::pi * std::remainder(turns, 1.0)); }

// A tone of amplitude 1 that has phase 0 at sample 0 of the band.
Points tone(double hertz, std::int64_t first, std::size_t count, double rate = kRate) {
  Points points(count);
  for (std::size_t i = 0; i < count; ++i)
    points[i] = std::complex<float>(turned(hertz * static_cast<double>(first + static_cast<std::int64_t>(i)) / rate));
  return points;
}

// A channel's samples, from the first one that does not depend on what was before the start.
struct Output {
  std::int64_t first = 0;
  Points samples;
};

Output run(Band& band, Channel& channel, const Points& points) {
  Output output;
  bool is_first = true;
  for (std::span<const std::byte> left = std::as_bytes(std::span(points)); !left.empty();) {
    left = left.subspan(band.fill(left) * sizeof(std::complex<float>));
    if (!band.full()) break;
    const auto samples = channel.take(band.transform());
    if (is_first) {
      output.first = channel.first_sample();
      is_first = false;
    }
    EXPECT_EQ(channel.first_sample(), output.first + static_cast<std::int64_t>(output.samples.size()));
    output.samples.insert(output.samples.end(), samples.begin(), samples.end());
  }
  return output;
}

Output without_start(Output output, double rate) {
  const auto settled = static_cast<std::int64_t>(0.05 * rate) - output.first;
  output.samples.erase(output.samples.begin(), output.samples.begin() + static_cast<std::ptrdiff_t>(settled));
  output.first += settled;
  return output;
}

double decibels(double power) { return 10 * std::log10(power); }

// The largest difference from a tone at `hertz` in the channel, in decibels below that tone.
double worst_error(const Output& output, double hertz, double rate) {
  double worst = 0;
  for (std::size_t i = 0; i < output.samples.size(); ++i) {
    const double time = static_cast<double>(output.first + static_cast<std::int64_t>(i)) / rate;
    worst = std::max(worst, std::norm(Wide(output.samples[i]) - turned(hertz * time)));
  }
  return decibels(worst);
}

double power_of(const Output& output) {
  double sum = 0;
  for (const auto& sample : output.samples) sum += std::norm(Wide(sample));
  return sum / static_cast<double>(output.samples.size());
}

// 0.05 dB and a hundredth of a hertz are an error of 0.6 %, 45 dB; with phase and time right at every sample it is far
// smaller.
TEST(Channel, HasAToneWhereItIsAndAsLargeAsItIs) {
  std::mt19937 generator(1);
  const auto between = [&](double from, double to) { return std::uniform_real_distribution(from, to)(generator); };
  for (int done = 0; done < 200; ++done) {
    ChannelRequest request;
    request.rate = done % 3 == 0 ? 1200.0 * std::round(between(4, 30)) : std::round(1000 * between(200, 60'000)) / 1000;
    request.bandwidth = between(0.1, 0.85) * request.rate;
    const double reach = kRate / 2 - request.bandwidth / 2;
    request.center = between(-reach, reach);
    const double off = between(-0.5, 0.5) * request.bandwidth;
    SCOPED_TRACE(testing::Message() << "rate " << request.rate << ", bandwidth " << request.bandwidth << ", center "
                                    << request.center << ", tone " << off << " off");
    Band band(SampleFormat::Cf32, kShape);
    Channel channel(kShape, request);
    const double seconds = 0.2 + 60 / (request.rate - request.bandwidth);
    const auto output = without_start(
        run(band, channel, tone(request.center + off, 0, static_cast<std::size_t>(seconds * kRate))), request.rate);
    ASSERT_GT(output.samples.size(), 10U);
    const Output settled{output.first + 0, output.samples};
    EXPECT_LT(worst_error(settled, off, request.rate), -70);
  }
}

TEST(Channel, StopsWhatIsBesideIt) {
  std::mt19937 generator(2);
  const auto between = [&](double from, double to) { return std::uniform_real_distribution(from, to)(generator); };
  for (int done = 0; done < 60; ++done) {
    ChannelRequest request{.center = between(-60e3, 60e3),
                           .rate = done % 2 == 0 ? 15'000 : std::round(between(300, 40'000))};
    request.bandwidth = between(0.2, 0.8) * request.rate;
    Channel channel(kShape, request);
    double off = between(channel.stop_edge(), kRate / 2);
    if (request.center + off > kRate / 2) off = -off;
    if (request.center + off < -kRate / 2) continue;
    SCOPED_TRACE(testing::Message() << "rate " << request.rate << ", bandwidth " << request.bandwidth << ", center "
                                    << request.center << ", tone " << off << " off");
    Band band(SampleFormat::Cf32, kShape);
    const double seconds = 0.3 + 60 / (request.rate - request.bandwidth);
    const auto output = without_start(
        run(band, channel, tone(request.center + off, 0, static_cast<std::size_t>(seconds * kRate))), request.rate);
    EXPECT_LT(decibels(power_of(output)), -80);
  }
}

// 1000 blocks, in which the channel moves at every 7th and the band begins elsewhere at every 100th.
TEST(Channel, StopsWhatIsBesideItWhileItMoves) {
  std::mt19937 generator(3);
  const auto between = [&](double from, double to) { return std::uniform_real_distribution(from, to)(generator); };
  constexpr double kTone = 3000;
  Band band(SampleFormat::Cf32, kShape);
  Channel channel(kShape, {.center = -50e3, .rate = 16'000, .bandwidth = 12'500});
  const double least = channel.stop_edge() + 1;
  std::int64_t settled = 0, measured = 0;  // numbers of samples of the channel
  for (int block = 0; block < 1000; ++block) {
    if (block % 100 == 0) {
      band.restart(block * std::int64_t{1'000'003});
      settled = static_cast<std::int64_t>((static_cast<double>(band.next_sample()) / kRate + 0.05) * 16'000);
    }
    if (block % 7 == 0) channel.set_center(kTone + (block % 2 == 0 ? between(least, 100e3) : -between(least, 100e3)));
    const Points points = tone(kTone, band.next_sample(), kShape.advance);
    std::span<const std::byte> left = std::as_bytes(std::span(points));
    while (!left.empty()) {
      left = left.subspan(band.fill(left) * sizeof(std::complex<float>));
      if (!band.full()) break;
      const auto samples = channel.take(band.transform());
      double worst = 0;
      for (std::size_t i = 0; i < samples.size(); ++i) {
        if (channel.first_sample() + static_cast<std::int64_t>(i) < settled) continue;
        worst = std::max(worst, std::norm(Wide(samples[i])));
        ++measured;
      }
      EXPECT_LT(decibels(worst), -80) << "block " << block;
    }
  }
  EXPECT_GT(measured, 300'000);
}

TEST(Channel, HasNoStepsBetweenBlocks) {
  const ChannelRequest request{.center = 31'234.567, .rate = 12'000, .bandwidth = 9000};
  Band band(SampleFormat::Cf32, kShape);
  Channel channel(kShape, request);
  const auto output = without_start(run(band, channel, tone(33'000, 0, 1000 * kShape.advance)), request.rate);
  EXPECT_GT(output.samples.size(), 235'000U);
  EXPECT_LT(worst_error(output, 33'000 - request.center, request.rate), -90);
}

TEST(Channel, CountsItsSamplesExactly) {
  for (const double rate : {16'000.0, 11'025.0, 200.0, 7919.0, 3333.333}) {
    Band band(SampleFormat::Cf32, kShape);
    Channel channel(kShape, {.center = 1000, .rate = rate, .bandwidth = 0.5 * rate});
    for (const std::int64_t start :
         {std::int64_t{0}, std::int64_t{100'000'000}, std::int64_t{86'400} * 365 * 2'400'000}) {
      band.restart(start);
      const auto output = run(band, channel, Points(100 * kShape.advance));
      const double end = static_cast<double>(band.next_sample()) / kRate * rate;
      const double reached = static_cast<double>(output.first + static_cast<std::int64_t>(output.samples.size()));
      EXPECT_NEAR(reached, end, 0.02 * rate + 40) << rate << " from " << start;
      EXPECT_GE(static_cast<double>(output.samples.size()), 1.9 * rate) << rate << " from " << start;
    }
  }
}

TEST(Channel, CountsTheSamplesOfHundredMillionExactly) {
  constexpr std::int64_t kSamples = 100'000'000;
  const BandShape shape{2.4e6, 64'000, 48'000};
  Band band(SampleFormat::Cu8, shape);
  struct Counted {
    Channel channel;
    std::optional<std::int64_t> next = {};
    std::int64_t count = 0;
  };
  std::vector<Counted> all;
  for (const double rate : {16'000.0, 11'025.0, 7919.0, 3333.333})
    all.push_back({Channel(shape, {.center = 250'000, .rate = rate, .bandwidth = 0.5 * rate})});
  const std::vector<std::byte> silence(2 * shape.advance, std::byte{127});
  while (band.next_sample() < kSamples) {
    std::span<const std::byte> left = silence;
    left = left.first(std::min(left.size(), 2 * static_cast<std::size_t>(kSamples - band.next_sample())));
    while (!left.empty()) {
      left = left.subspan(2 * band.fill(left));
      if (!band.full()) continue;
      const BandBlock block = band.transform();
      for (Counted& each : all) {
        const auto samples = each.channel.take(block);
        ASSERT_EQ(each.channel.first_sample(), each.next.value_or(each.channel.first_sample()));
        each.count += static_cast<std::int64_t>(samples.size());
        each.next = each.channel.first_sample() + static_cast<std::int64_t>(samples.size());
      }
    }
  }
  for (const Counted& each : all) {
    const double rate = each.channel.request().rate;
    // Of all but the last block, which is not full, and of what waits for the samples after it.
    const double end = std::floor(kSamples / static_cast<double>(shape.advance)) * static_cast<double>(shape.advance);
    EXPECT_LE(static_cast<double>(*each.next), end / 2.4e6 * rate) << rate;
    EXPECT_GE(static_cast<double>(*each.next), (end - static_cast<double>(shape.overlap())) / 2.4e6 * rate - 40)
        << rate;
    EXPECT_LE(*each.next - each.count, 0) << rate << ": from the first sample of the band on";
  }
}

TEST(Channel, IsOfTheSamePhaseAfterAGap) {
  const ChannelRequest request{.center = -20'010.3, .rate = 13'000, .bandwidth = 6000};
  Band band(SampleFormat::Cf32, kShape);
  Channel channel(kShape, request);
  run(band, channel, tone(-20'500, 0, 10 * kShape.advance));
  constexpr std::int64_t kAgain = 123'456'789;
  band.restart(kAgain);
  EXPECT_EQ(band.next_sample(), kAgain);
  auto output = run(band, channel, tone(-20'500, kAgain, 20 * kShape.advance));
  output.samples.erase(output.samples.begin(), output.samples.begin() + 1000);
  output.first += 1000;
  EXPECT_NEAR(static_cast<double>(output.first) / request.rate, kAgain / kRate, 0.2);
  EXPECT_LT(worst_error(output, -20'500 - request.center, request.rate), -75);
}

TEST(Channel, TakesLostSamplesAsSilence) {
  Band band(SampleFormat::Cf32, kShape);
  EXPECT_EQ(band.fill_silence(1000), 1000U);
  EXPECT_EQ(band.next_sample(), 1000);
  EXPECT_EQ(band.fill_silence(std::uint64_t{1} << 40), kShape.advance - 1000);
  ASSERT_TRUE(band.full());
  for (const auto& bin : band.transform().spectrum) ASSERT_EQ(bin, std::complex<float>());
  EXPECT_FALSE(band.full());
}

TEST(Channel, ReadsTheSamplesOfADongle) {
  const BandShape shape{kRate, 6400, 4800};
  Band band(SampleFormat::Cu8, shape);
  Channel channel(shape, {.center = 10'000, .rate = 12'000, .bandwidth = 8000});
  const Points points = tone(11'000, 0, 40 * shape.advance);
  std::vector<std::byte> iq;
  for (const auto& point : points)
    for (const float part : {point.real(), point.imag()})
      iq.push_back(static_cast<std::byte>(std::lround(127.5F + 127.5F * part * 0.99F)));
  Output output;
  for (std::span<const std::byte> left = iq; !left.empty();) {
    left = left.subspan(2 * band.fill(left));
    if (!band.full()) break;
    const auto samples = channel.take(band.transform());
    if (output.samples.empty()) output.first = channel.first_sample();
    output.samples.insert(output.samples.end(), samples.begin(), samples.end());
  }
  output = without_start(output, 12'000);
  EXPECT_NEAR(decibels(power_of(output)), 20 * std::log10(0.99), 0.02);
}

TEST(Channel, RefusesWhatIsNotInTheBand) {
  const auto refusal = [](const ChannelRequest& request) -> std::string {
    try {
      Channel::check(kShape, request);
    } catch (const PlanError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal({.center = 0, .rate = 12'000, .bandwidth = 9000}), "");
  EXPECT_EQ(refusal({.center = 115'500, .rate = 12'000, .bandwidth = 9000}), "");
  EXPECT_NE(refusal({.center = 115'501, .rate = 12'000, .bandwidth = 9000}), "");
  EXPECT_NE(refusal({.center = NAN, .rate = 12'000, .bandwidth = 9000}), "");
  EXPECT_NE(refusal({.center = 0, .rate = 0, .bandwidth = 9000}), "");
  EXPECT_NE(refusal({.center = 0, .rate = 130'000, .bandwidth = 9000}), "");
  EXPECT_EQ(refusal({.center = 0, .rate = 12'000, .bandwidth = 11'400}), "");
  EXPECT_NE(refusal({.center = 0, .rate = 12'000, .bandwidth = 11'999}), "");
  EXPECT_NE(refusal({.center = 0, .rate = 12'000, .bandwidth = 0}), "");
}

TEST(Band, ChoosesBlocksOfAboutTwentyMilliseconds) {
  for (const double rate : {250e3, 1.024e6, 2.048e6, 2.4e6, 3.2e6, 2'399'999.0}) {
    const BandShape shape = fastest_shape(rate);
    EXPECT_EQ(shape.length % 64, 0U) << rate;
    EXPECT_EQ(shape.overlap() * 4, shape.length) << rate;
    EXPECT_GE(static_cast<double>(shape.advance) / rate, 0.014) << rate;
    EXPECT_LE(static_cast<double>(shape.advance) / rate, 0.026) << rate;
  }
  const BandShape usual = fastest_shape(2.4e6);
  EXPECT_EQ(std::fmod(48'000 * static_cast<double>(usual.length) / 2.4e6, 8), 0) << "no resampling for 48 kS/s";
}

}  // namespace
}  // namespace gpufft
