// SPDX-License-Identifier: MIT
#include "daemon/channels/zoom/zoom_rows.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr Time kStart{std::chrono::nanoseconds(1'700'000'000'000'000'000)};
constexpr double kRate = 1000;
constexpr std::size_t kPoints = 2048;

ZoomPlan plan_of(double rows, std::size_t points = kPoints) {
  return {.channel = {.center = {100e6}, .rate = kRate, .bandwidth = 0.9 * kRate},
          .points = points,
          .rows = rows,
          .window = {.shape = gpufft::Window::Shape::FlatTop}};
}

// A channel with tones, given in blocks of 20 ms.
class Channel {
 public:
  explicit Channel(ZoomRows& rows) : rows_(rows) {}

  void give(double seconds) {
    for (int block = 0; block < std::lround(seconds / 0.02); ++block) give_block();
  }
  ChannelBlock next{.rate = kRate, .epoch = {.number = 3}, .generation = 5};  // but for its samples and time

 private:
  void give_block() {
    std::vector<std::complex<float>> samples(20);
    for (auto& sample : samples) sample = sample_at(number_++);
    next.samples = samples;
    next.time = kStart + std::chrono::nanoseconds((number_ - 20) * 1'000'000);
    rows_.take(next);
    next.lost_before = 0;
  }
  static std::complex<float> sample_at(std::int64_t number) {
    const auto tone = [number](double hertz, double amplitude) {
      return std::polar(amplitude, 2 * std::numbers::pi * std::fmod(hertz * static_cast<double>(number) / kRate, 1.0));
    };
    return std::complex<float>(tone(50, 0.1) + tone(52, 0.05));
  }
  ZoomRows& rows_;
  std::int64_t number_ = 0;
};

double level_at(const Row& row, double hertz) {
  const auto bin = static_cast<std::size_t>(std::lround((hertz + kRate / 2) / kRate * static_cast<double>(row.bins())));
  return decibels(levels_in(row, Detector::Mean, window_of(row, row.bins(), {.bins = row.bins()}))[bin]);
}

TEST(ZoomRows, ShowsCarriersTwoHertzApart) {
  ZoomRows zoom(plan_of(20, 4096));
  Channel(zoom).give(5);
  const RowPtr row = zoom.rows().latest();
  ASSERT_TRUE(row);
  EXPECT_EQ(row->bins(), 4096U);
  EXPECT_NEAR(level_at(*row, 50), -20, 0.05);
  EXPECT_NEAR(level_at(*row, 52), -26.02, 0.05);
  EXPECT_LT(level_at(*row, 46), -80);
  EXPECT_LT(level_at(*row, 56), -80);
  EXPECT_EQ(row->center, Hertz{100e6});
  EXPECT_EQ(row->span, Hertz{kRate});
  EXPECT_EQ(row->generation, 5U);
  EXPECT_EQ(row->epoch, 3U);
  EXPECT_EQ(row->flags, kRowZoomed);
}

// The first row comes with the first whole transform, then rows come at their rate, whatever the overlap.
TEST(ZoomRows, KeepsTheRateOfTheRows) {
  for (const double rate : {20.0, 3.0, 0.7}) {
    ZoomRows zoom(plan_of(rate));
    Channel(zoom).give(12);
    const auto rows = zoom.rows().recent(1000);
    const double first = std::max(kPoints / kRate, 1 / rate);
    EXPECT_NEAR(static_cast<double>(rows.back()->sequence), (12 - first) * rate + 1, 1.5) << rate;
    for (std::size_t i = 1; i < rows.size(); ++i) {
      const std::chrono::duration<double> step = rows[i]->time - rows[i - 1]->time;
      EXPECT_NEAR(step.count(), 1 / rate, 1.5 / kRate);
      EXPECT_EQ(rows[i]->sequence, rows[i - 1]->sequence + 1);
    }
    const std::chrono::duration<double> until = rows.back()->time + rows.back()->duration - kStart;
    EXPECT_NEAR(until.count(), 12, 1 / rate + 0.021) << "a row ends with its newest sample";
  }
}

// The constant part of a radio's samples is a tone where it is tuned to. A carrier next to it stays.
TEST(ZoomRows, RemovesTheOffsetOfTheRadioIfAsked) {
  ZoomPlan plan = plan_of(20, 4096);
  for (const bool remove : {false, true}) {
    plan.remove_dc = remove;
    ZoomRows zoom(plan);
    Channel channel(zoom);
    channel.next.band_center = {plan.channel.center.value + 52};
    channel.give(4.2);
    const RowPtr first = zoom.rows().recent(1).front();
    EXPECT_NEAR(level_at(*first, 50), -20, 0.05) << remove;
    if (remove) {
      EXPECT_LT(level_at(*first, 52), -45) << "what the other carrier leaves in a mean of 4 s";
    } else {
      EXPECT_NEAR(level_at(*first, 52), -26.02, 0.05);
    }
    channel.give(40);
    EXPECT_NEAR(level_at(*zoom.rows().latest(), 50), -20, 0.05) << remove;
    EXPECT_LT(level_at(*zoom.rows().latest(), 52), remove ? -65 : -20) << "and of 44 s";
  }
}

TEST(ZoomRows, RemoveNothingWhereTheRadioIsTunedElsewhere) {
  ZoomPlan plan = plan_of(20, 4096);
  plan.remove_dc = true;
  ZoomRows zoom(plan);
  Channel channel(zoom);
  channel.next.band_center = {plan.channel.center.value + 52 - kRate};  // would alias to the carrier
  channel.give(5);
  EXPECT_NEAR(level_at(*zoom.rows().latest(), 52), -26.02, 0.05);
}

TEST(ZoomRows, AveragesWhereARowIsLongerThanATransform) {
  ZoomRows zoom(plan_of(2, 64));
  Channel(zoom).give(2);
  const RowPtr row = zoom.rows().latest();
  EXPECT_EQ(row->ffts, 8U) << "500 samples in transforms of 64";
}

TEST(ZoomRows, BeginsAgainAfterAGapOrUnderAnotherTuning) {
  ZoomRows zoom(plan_of(20));
  Channel channel(zoom);
  channel.give(3);
  const std::uint64_t before = zoom.rows().latest()->sequence;
  channel.next.lost_before = 7;
  channel.give(2);
  EXPECT_EQ(zoom.rows().latest()->sequence, before) << "no row from both sides of it";
  channel.give(0.2);
  ASSERT_GT(zoom.rows().latest()->sequence, before);
  EXPECT_EQ(zoom.rows().after(before, 1).front()->flags, kRowZoomed | kRowGap);
  EXPECT_EQ(zoom.rows().latest()->flags, kRowZoomed);
  const std::uint64_t retuned = zoom.rows().latest()->sequence;
  channel.next.generation = 6;
  channel.give(2.2);
  const RowPtr row = zoom.rows().after(retuned, 1).front();
  EXPECT_EQ(row->generation, 6U);
  EXPECT_EQ(row->flags, kRowZoomed | kRowRetuned);
}

TEST(ZoomRows, SaysWhichTimesMayBeWrong) {
  ZoomRows zoom(plan_of(20));
  Channel channel(zoom);
  channel.next.epoch = {.number = 1, .synchronized = false};
  channel.next.demo = true;
  channel.give(3);
  EXPECT_EQ(zoom.rows().latest()->flags, kRowZoomed | kRowUnsynchronized | kRowSimulated);
  channel.next.epoch = {.number = 2, .synchronized = true};
  channel.next.demo = false;
  channel.give(3);
  EXPECT_EQ(zoom.rows().latest()->epoch, 2U);
  EXPECT_EQ(zoom.rows().latest()->flags, kRowZoomed);
}

TEST(ZoomRows, KeepsOnlyAFewRows) {
  ZoomRows zoom(plan_of(20));
  Channel(zoom).give(20);
  EXPECT_LE(zoom.rows().recent(1000).size(), 20U);
  EXPECT_EQ(zoom.rows().tiers().size(), 1U);
}

}  // namespace
}  // namespace spectrumd
