// SPDX-License-Identifier: MIT
#include "daemon/channels/channel_hub.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <thread>
#include <vector>

#include "tests/eventually.h"
#include "tests/file_size_limit.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr double kCarrier = 100.3e6, kCarrierLevel = -12;  // of the built-in scene

// Keeps what a channel has.
class KeptSamples : public ChannelSink {
 public:
  void take(const ChannelBlock& block) override {
    const std::scoped_lock lock(mutex_);
    lost_ += block.lost_before;
    samples_.insert(samples_.end(), block.samples.begin(), block.samples.end());
    if (!first_) first_ = block.time;
  }
  std::vector<std::complex<float>> samples() const {
    const std::scoped_lock lock(mutex_);
    return samples_;
  }
  std::size_t count() const {
    const std::scoped_lock lock(mutex_);
    return samples_.size();
  }
  std::uint64_t lost() const {
    const std::scoped_lock lock(mutex_);
    return lost_;
  }
  Time first() const {
    const std::scoped_lock lock(mutex_);
    return first_.value_or(Time());
  }
  void forget() {
    const std::scoped_lock lock(mutex_);
    samples_.clear();
    lost_ = 0;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::complex<float>> samples_;
  std::uint64_t lost_ = 0;
  std::optional<Time> first_;
};

struct Tone {
  double hertz, level;
};

// The one tone that there is: its frequency by how far it turns from the first half to the second.
Tone tone_in(const std::vector<std::complex<float>>& samples, double rate) {
  std::complex<double> step;
  double power = 0;
  for (std::size_t i = 1; i < samples.size(); ++i) {
    step += std::complex<double>(samples[i]) * std::conj(std::complex<double>(samples[i - 1]));
    power += std::norm(std::complex<double>(samples[i]));
  }
  return {std::arg(step) / (2 * std::numbers::pi) * rate,
          10 * std::log10(power / static_cast<double>(samples.size() - 1))};
}

class ChannelHubTest : public testing::Test {
 protected:
  ChannelHubTest() {
    settings_.source = "sim";
    settings_.sim.paced = false;  // a live one leaves samples out on a busy machine
  }
  void start() {
    hub_.reset();
    receiver_ = std::make_unique<Receiver>(settings_, history_, events_, heartbeats_);
    hub_ = std::make_unique<ChannelHub>(*receiver_);
  }
  static ChannelSettings at(double center, double rate = 16e3, double bandwidth = 12.5e3) {
    return {Hertz{center}, rate, bandwidth};
  }
  std::string refusal_of(const ChannelSettings& settings) {
    try {
      const auto ticket = hub_->open("test", settings, std::make_shared<KeptSamples>());
    } catch (const ChannelRefused& refused) {
      return refused.field + "|" + refused.what();
    }
    return "";
  }

  Settings settings_;
  History history_{16 << 20};
  EventLog events_;
  Heartbeats heartbeats_;
  std::unique_ptr<Receiver> receiver_;
  std::unique_ptr<ChannelHub> hub_;
  std::shared_ptr<KeptSamples> kept_ = std::make_shared<KeptSamples>();
};

TEST_F(ChannelHubTest, GivesAChannelItsSamplesAtItsRate) {
  start();
  const auto ticket = hub_->open("test", at(kCarrier - 1000), kept_);
  ASSERT_TRUE(eventually([&] { return kept_->count() > 16000; }));
  auto samples = kept_->samples();
  const Tone tone = tone_in({samples.begin() + 800, samples.end()}, 16e3);
  EXPECT_NEAR(tone.hertz, 1000, 0.1);
  EXPECT_NEAR(tone.level, kCarrierLevel, 0.05);
  const auto list = hub_->list();
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(list[0].id, ticket->id());
  EXPECT_EQ(list[0].use, "test");
  EXPECT_EQ(list[0].waits_for, "");
  EXPECT_GE(list[0].samples, 16000U);
  EXPECT_EQ(list[0].lost, 0U);
}

TEST_F(ChannelHubTest, DatesSamplesAsTheyWereOnTheAir) {
  settings_.sim.paced = true;
  start();
  const Time began = std::chrono::system_clock::now();
  const auto ticket = hub_->open("test", at(kCarrier), kept_);
  ASSERT_TRUE(eventually([&] { return kept_->count() > 8000; }));
  const auto received = static_cast<double>(kept_->count() + kept_->lost()) / 16e3;
  const std::chrono::duration<double> age = std::chrono::system_clock::now() - kept_->first();
  EXPECT_GE(age.count(), received - 0.1);
  EXPECT_GE(kept_->first(), began - std::chrono::seconds(1));
}

TEST_F(ChannelHubTest, RunsNothingWithoutAChannel) {
  start();
  auto ticket = hub_->open("test", at(kCarrier), kept_);
  ASSERT_TRUE(eventually([&] { return kept_->count() > 0; }));
  EXPECT_EQ(hub_->load().channels, 1U);
  ticket.reset();
  EXPECT_EQ(hub_->load().channels, 0U);
  EXPECT_TRUE(hub_->list().empty());
  ASSERT_TRUE(eventually([&] {
    const std::size_t before = kept_->count();
    std::this_thread::sleep_for(100ms);
    return kept_->count() == before;
  }));
}

TEST_F(ChannelHubTest, MovesAChannelWithoutEndingIt) {
  start();
  const auto ticket = hub_->open("test", at(kCarrier - 1000), kept_);
  ASSERT_TRUE(eventually([&] { return kept_->count() > 1000; }));
  hub_->change(ticket->id(), at(kCarrier + 2000));
  ASSERT_TRUE(eventually([&] {
    kept_->forget();
    std::this_thread::sleep_for(100ms);
    const auto samples = kept_->samples();
    return samples.size() > 100 && std::abs(tone_in(samples, 16e3).hertz + 2000) < 1;
  }));
  EXPECT_EQ(hub_->list()[0].lost, 0U);
}

TEST_F(ChannelHubTest, WaitsOutsideOfTheBandAndComesBack) {
  start();
  const auto ticket = hub_->open("test", at(kCarrier), kept_);
  ASSERT_TRUE(eventually([&] { return kept_->count() > 1000; }));
  Tuning away;
  away.center = Hertz{145e6};
  receiver_->retune(away);
  ASSERT_TRUE(eventually([&] { return !hub_->list()[0].waits_for.empty(); }));
  EXPECT_EQ(hub_->list()[0].waits_for, "100.3MHz is outside of the band received");
  ASSERT_TRUE(eventually([&] { return kept_->lost() > 1600; })) << "what is on the air meanwhile is counted";
  receiver_->retune(Tuning{});
  ASSERT_TRUE(eventually([&] { return hub_->list()[0].waits_for.empty(); }));
  kept_->forget();
  ASSERT_TRUE(eventually([&] { return kept_->count() > 8000; }));
  const auto samples = kept_->samples();
  EXPECT_NEAR(tone_in({samples.begin() + 1600, samples.end()}, 16e3).level, kCarrierLevel, 0.05);
}

TEST_F(ChannelHubTest, FollowsTheSourceInUse) {
  start();
  const auto ticket = hub_->open("test", at(kCarrier), kept_);
  ASSERT_TRUE(eventually([&] { return kept_->count() > 1000; }));
  Settings other = settings_;
  other.sim.seed = 2;
  other.tuning.rate = Hertz{1.8e6};
  receiver_->replace_source(other);
  kept_->forget();
  ASSERT_TRUE(eventually([&] { return kept_->count() > 8000; }));
  const auto samples = kept_->samples();
  EXPECT_NEAR(tone_in({samples.begin() + 1600, samples.end()}, 16e3).level, kCarrierLevel, 0.05);
}

// Samples are numbered by when they were on the air: those of two channels can be compared.
class TimedSamples : public ChannelSink {
 public:
  void take(const ChannelBlock& block) override {
    const std::scoped_lock lock(mutex_);
    lost_ += block.lost_before;
    if (block.samples.empty()) return;
    if (!first_) first_ = block.time;
    samples_.insert(samples_.end(), block.samples.begin(), block.samples.end());
  }
  std::size_t count() const {
    const std::scoped_lock lock(mutex_);
    return samples_.size();
  }
  std::uint64_t lost() const {
    const std::scoped_lock lock(mutex_);
    return lost_;
  }
  double first_after(const TimedSamples& other) const {
    return std::chrono::duration<double>(*first_ - *other.first_).count();
  }
  const std::vector<std::complex<float>>& samples() const { return samples_; }  // when no more come

 private:
  mutable std::mutex mutex_;
  std::vector<std::complex<float>> samples_;
  std::uint64_t lost_ = 0;
  std::optional<Time> first_;
};

// The oracle is a channel that has been open from the start: one that begins in the past has the very same samples, but
// for those at its beginning, before which it heard nothing.
TEST_F(ChannelHubTest, BeginsInThePastAndContinuesWithoutASeam) {
  settings_.sim.paced = true;
  settings_.tuning.rate = {480e3};
  settings_.tuning.center = {100.2e6};
  for (const double rate : {24e3, 11'025.0}) {  // of whole bins, and through a resampler
    start();
    const auto whole = std::make_shared<TimedSamples>(), past = std::make_shared<TimedSamples>();
    auto reference = hub_->open("test", at(kCarrier - 1000, rate, 8e3), whole);
    ASSERT_TRUE(eventually([&] { return static_cast<double>(whole->count()) > 1.5 * rate; }));
    auto ticket = hub_->open("test", at(kCarrier - 1000, rate, 8e3), past, ChannelHub::Start::InThePast);
    std::this_thread::sleep_for(50ms);
    EXPECT_EQ(past->count(), 0U) << "until it is begun";
    const std::size_t before = whole->count();
    ticket->begin(1);
    ASSERT_TRUE(eventually([&] { return static_cast<double>(past->count()) > 2.5 * rate; }));
    ticket.reset();
    ASSERT_TRUE(eventually([&] { return whole->count() > before + past->count(); }));
    reference.reset();
    hub_.reset();
    receiver_.reset();
    ASSERT_EQ(past->lost() + whole->lost(), 0U);
    const double after = past->first_after(*whole) * rate;
    const auto offset = static_cast<std::size_t>(std::llround(after));
    EXPECT_NEAR(after, static_cast<double>(offset), 0.01);
    EXPECT_NEAR(static_cast<double>(before) - after, rate, 0.15 * rate) << "a second before the request";
    const auto settled = static_cast<std::size_t>(0.1 * rate);
    std::size_t different = 0;
    for (std::size_t i = settled; i < past->samples().size(); ++i)
      different += std::abs(past->samples()[i] - whole->samples()[offset + i]) > 1e-6F;
    EXPECT_EQ(different, 0U) << "of " << past->samples().size();
  }
}

TEST_F(ChannelHubTest, BeginsNowWhereThereIsNoPast) {
  settings_.ring_seconds = 0;
  start();
  const auto ticket = hub_->open("test", at(kCarrier - 1000), kept_, ChannelHub::Start::InThePast);
  ticket->begin(1);
  ASSERT_TRUE(eventually([&] { return kept_->count() > 16000; }));
  const auto samples = kept_->samples();
  EXPECT_NEAR(tone_in({samples.begin() + 800, samples.end()}, 16e3).hertz, 1000, 0.1);
}

TEST_F(ChannelHubTest, FollowsRetunesAndSourcesOutOfThePast) {
  settings_.sim.paced = true;
  start();
  std::this_thread::sleep_for(300ms);
  const auto ticket = hub_->open("test", at(kCarrier - 1000), kept_, ChannelHub::Start::InThePast);
  ticket->begin(0.3);
  for (int n = 0; n < 10; ++n) {
    Tuning tuning = settings_.tuning;
    tuning.center.value += 1000 * (n % 2);
    receiver_->retune(tuning);
    std::this_thread::sleep_for(30ms);
  }
  Settings other = settings_;
  other.sim.seed = 2;
  receiver_->replace_source(other);
  std::this_thread::sleep_for(100ms);
  kept_->forget();
  ASSERT_TRUE(eventually([&] { return kept_->count() > 8000; }));
  const auto samples = kept_->samples();
  EXPECT_NEAR(tone_in({samples.begin() + 1600, samples.end()}, 16e3).hertz, 1000, 0.5);
}

TEST_F(ChannelHubTest, CanBeClosedInThePast) {
  settings_.sim.paced = true;
  start();
  std::this_thread::sleep_for(200ms);
  for (int n = 0; n < 20; ++n) {
    const auto ticket = hub_->open("test", at(kCarrier), kept_, ChannelHub::Start::InThePast);
    ticket->begin(2);
    std::this_thread::sleep_for(std::chrono::milliseconds(n));
  }
  EXPECT_EQ(hub_->load().channels, 0U);
}

class FailingSink : public ChannelSink {
 public:
  void take(const ChannelBlock&) override {
    ++calls;
    throw std::runtime_error("the sink is full");
  }
  std::atomic<int> calls = 0;
};

TEST_F(ChannelHubTest, LeavesOthersAloneWhenAChannelFails) {
  start();
  const auto sink = std::make_shared<FailingSink>();
  const auto failing = hub_->open("test", at(kCarrier), sink);
  const auto other = hub_->open("test", at(kCarrier), kept_);
  ASSERT_TRUE(eventually([&] { return hub_->list()[0].waits_for == "the sink is full"; }));
  const std::size_t before = kept_->count();
  EXPECT_TRUE(eventually([&] { return kept_->count() > before + 16000; }));
  EXPECT_EQ(hub_->list()[1].waits_for, "");
  EXPECT_EQ(sink->calls, 1);
  hub_->change(failing->id(), at(kCarrier + 1000));
  EXPECT_TRUE(eventually([&] { return sink->calls == 2; })) << "another try with other settings";
}

TEST_F(ChannelHubTest, RetriesWhenThereIsNoMemory) {
  start();
  auto limit = std::make_unique<FileSizeLimit>(4096);
  const auto ticket = hub_->open("test", at(kCarrier), kept_);
  ASSERT_TRUE(eventually([&] { return hub_->list()[0].waits_for.starts_with("memory for samples"); }));
  limit.reset();
  EXPECT_TRUE(eventually([&] { return kept_->count() > 0; }));
  EXPECT_TRUE(eventually([&] { return hub_->list()[0].waits_for.empty(); }));
}

TEST_F(ChannelHubTest, RefusesWhatCannotBe) {
  settings_.channels.limit = 2;
  start();
  EXPECT_EQ(refusal_of(at(kCarrier, 100)), "rate|rate: 200 to 1.2M are possible, half of what the radio has");
  EXPECT_EQ(refusal_of(at(kCarrier, 1.3e6)), "rate|rate: 200 to 1.2M are possible, half of what the radio has");
  EXPECT_EQ(refusal_of(at(kCarrier, std::nan(""))), "rate|rate: 200 to 1.2M are possible, half of what the radio has");
  EXPECT_EQ(refusal_of(at(kCarrier, 16e3, 16e3)), "bandwidth|bandwidth: up to 15.2k is possible, 95 % of the rate");
  EXPECT_EQ(refusal_of(at(kCarrier, 16e3, 0)), "bandwidth|bandwidth: up to 15.2k is possible, 95 % of the rate");
  EXPECT_EQ(refusal_of(at(145e6)), "center|center: 145M is outside of the band received, 98.8M to 101.2M");
  const auto first = hub_->open("test", at(kCarrier), kept_), second = hub_->open("test", at(kCarrier), kept_);
  EXPECT_EQ(refusal_of(at(kCarrier)), "|2 channels are open, the limit of channels.limit");
  EXPECT_THROW(hub_->change(second->id() + 1, at(kCarrier)), ChannelRefused);
  EXPECT_THROW(hub_->change(second->id(), at(145e6)), ChannelRefused);
}

TEST_F(ChannelHubTest, RefusesToStandStillInASweep) {
  settings_.tuning.span = Span{{88e6}, {108e6}};
  start();
  EXPECT_EQ(refusal_of(at(kCarrier)),
            "center|the radio sweeps, so it is at no frequency long enough: set a center first");
}

TEST_F(ChannelHubTest, GivesManyChannelsTheSameBand) {
  start();
  std::vector<std::unique_ptr<ChannelHub::Ticket>> tickets;
  std::vector<std::shared_ptr<KeptSamples>> sinks;
  for (int i = 0; i < 30; ++i) {
    sinks.push_back(std::make_shared<KeptSamples>());
    tickets.push_back(hub_->open("test", at(kCarrier - 10 * i), sinks.back()));
  }
  ASSERT_TRUE(eventually([&] { return sinks.back()->count() > 8000; }));
  tickets.clear();
  for (std::size_t i = 0; i < sinks.size(); ++i) {
    const auto samples = sinks[i]->samples();
    EXPECT_NEAR(tone_in({samples.begin() + 800, samples.end()}, 16e3).hertz, 10.0 * static_cast<double>(i), 0.5);
  }
}

}  // namespace
}  // namespace spectrumd
