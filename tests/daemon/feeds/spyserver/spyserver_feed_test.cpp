// SPDX-License-Identifier: MIT
#include "daemon/feeds/spyserver/spyserver_feed.h"

#include <sys/socket.h>

#include <list>

#include "tests/daemon/feeds/spyserver/spy_client.h"
#include "tests/daemon/server/http_world.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;
using spy::Message, spy::Setting;

// A SpyServer of the simulated radio: 250 kHz about 100 MHz.
struct Spyserver : HttpWorld {
  explicit Spyserver(bool may_tune = false)
      : feed_({.spyserver = "127.0.0.1:0", .spyserver_control = may_tune}, context_) {}

  SpyClient greeted() const {
    SpyClient client(feed_.port());
    client.hello();
    EXPECT_EQ(client.next()->type, 0U);
    EXPECT_EQ(client.next()->type, 1U);
    return client;
  }
  // The next state of a client in which a number is as expected.
  static std::optional<SpyMessage> sync_with(SpyClient& client, std::size_t at, std::uint32_t value) {
    while (auto sync = client.next(Message::ClientSync))
      if (sync->number(at) == value) return sync;
    return std::nullopt;
  }
  Hertz center() const { return receiver_.status().tuning.center; }
  FeedStatus status() const { return context_.feeds.all().front(); }

  SpyserverFeed feed_;
};

struct TunableSpyserver : Spyserver {
  TunableSpyserver() : Spyserver(true) {}
};

TEST_F(Spyserver, IntroducesTheRadioAndTheStateOfTheClient) {
  SpyClient client(feed_.port());
  client.hello();
  const SpyMessage info = client.next().value(), sync = client.next().value();
  EXPECT_EQ(info.type, 0U);
  EXPECT_EQ(info.version >> 16, 0x0200U);
  ASSERT_EQ(info.body.size(), 48U);
  EXPECT_EQ(info.number(0), 3U);
  EXPECT_EQ(info.number(2), 250'000U);
  EXPECT_EQ(info.number(3), 200'000U);
  EXPECT_EQ(info.number(4), 4U) << "down to 15625 samples a second";
  EXPECT_EQ(info.number(7), 99'875'000U);
  EXPECT_EQ(info.number(8), 100'125'000U);
  EXPECT_EQ(sync.type, 1U);
  ASSERT_EQ(sync.body.size(), 36U);
  EXPECT_EQ(sync.number(0), 0U) << "it may not tune";
  EXPECT_EQ(sync.number(2), 100'000'000U);
}

TEST_F(Spyserver, SpeaksFirstToAClientThatSaysNothing) {
  SpyClient client(feed_.port());
  EXPECT_EQ(client.next()->type, 0U);
}

TEST_F(Spyserver, StreamsTheBandAsItComes) {
  SpyClient client = greeted();
  client.set(Setting::IqFormat, 1);
  client.set(Setting::StreamingMode, 1);
  client.set(Setting::StreamingEnabled, 1);
  std::size_t bytes = 0;
  for (std::uint32_t i = 0; bytes < 250'000; ++i) {
    const SpyMessage message = client.next(Message::IqU8).value();
    EXPECT_EQ(message.type, 100U) << "without flags";
    EXPECT_EQ(message.sequence, i);
    EXPECT_EQ(message.body.size() % 2, 0U);
    bytes += message.body.size();
  }
  EXPECT_EQ(channels_.hub().list().size(), 0U) << "without a channel";
}

TEST_F(Spyserver, GivesEachClientItsChannel) {
  SpyClient slow = greeted(), fast = greeted();
  const auto start = [](SpyClient& client, std::uint32_t stage, std::uint32_t format, std::uint32_t hertz) {
    client.set(Setting::IqFrequency, hertz);
    client.set(Setting::IqDecimation, stage);
    client.set(Setting::IqFormat, format);
    client.set(Setting::StreamingEnabled, 1);
  };
  start(slow, 3, 2, 100'050'000);
  start(fast, 1, 4, 99'990'000);
  EXPECT_EQ(sync_with(slow, 3, 100'050'000)->number(6), 100'087'500U) << "where its channel still fits";
  EXPECT_EQ(slow.next(Message::IqS16)->body.size() % 4, 0U);
  EXPECT_EQ(fast.next(Message::IqFloat)->body.size() % 8, 0U);
  const auto channels = channels_.hub().list();
  ASSERT_EQ(channels.size(), 2U);
  for (const ChannelFacts& channel : channels) {
    const bool is_slow = channel.settings.rate == 31'250;
    EXPECT_EQ(channel.settings.center, (is_slow ? Hertz{100.05e6} : Hertz{99.99e6}));
    EXPECT_EQ(channel.settings.rate, is_slow ? 31'250 : 125'000);
  }
}

TEST_F(Spyserver, SendsNoSpectrumToWhoWantsSamples) {
  SpyClient client = greeted();
  client.set(Setting::StreamingMode, 1);
  client.set(Setting::StreamingEnabled, 1);
  push(row_now(1, 256, 100));
  for (int i = 0; i < 20; ++i) EXPECT_NE(client.next()->type, 301U);
}

TEST_F(Spyserver, SendsSpectra) {
  auto row = std::make_shared<Row>(*row_now(1, 256, 160));
  row->span = {250e3};
  SpyClient client = greeted();
  client.set(Setting::StreamingMode, 5);
  client.set(Setting::FftDisplayPixels, 400);
  client.set(Setting::FftDbRange, 100);
  client.set(Setting::StreamingEnabled, 1);
  push(row);
  const SpyMessage spectrum = client.next(Message::FftU8).value();
  EXPECT_EQ(spectrum.stream, 4U);
  ASSERT_EQ(spectrum.body.size(), 400U);
  const auto strongest =
      std::ranges::max_element(spectrum.body, {}, [](char c) { return static_cast<std::uint8_t>(c); });
  const double carrier = 100e6 + (160 - 128) * 250e3 / 256, low = 99.9e6;
  EXPECT_NEAR(static_cast<double>(strongest - spectrum.body.begin()), (carrier - low) / 200e3 * 400, 2);
  EXPECT_EQ(static_cast<std::uint8_t>(*strongest), 204);
}

TEST_F(Spyserver, StopsOnRequest) {
  SpyClient client = greeted();
  client.set(Setting::StreamingEnabled, 1);
  ASSERT_TRUE(client.next(Message::IqU8));
  client.set(Setting::StreamingEnabled, 0);
  client.send(spy_command(spy::Order::Ping, "still?"));
  EXPECT_EQ(client.next(Message::Pong)->body, "still?");
  client.send(spy_command(spy::Order::Ping, ""));
  const SpyMessage next = client.next().value();
  EXPECT_EQ(next.type, 2U) << "nothing else came";
  EXPECT_EQ(next.body.size(), 1U) << "an empty body is the end";
}

TEST_F(Spyserver, IsNotTunedWithoutPermission) {
  SpyClient client = greeted();
  client.set(Setting::IqFrequency, 433'000'000);
  client.set(Setting::Gain, 3);
  client.set(Setting::StreamingEnabled, 1);
  ASSERT_TRUE(client.next(Message::IqU8));
  EXPECT_EQ(center(), Hertz{100e6});
}

TEST_F(TunableSpyserver, IsTunedByTheFirstClient) {
  SpyClient first = greeted(), second = greeted();
  second.set(Setting::IqFrequency, 145'000'000);
  first.set(Setting::IqFrequency, 433'920'000);
  EXPECT_TRUE(eventually([this] { return center() == Hertz{433.92e6}; }));
  EXPECT_EQ(receiver_.status().tuned_by->by, (Requester{.via = "spyserver", .address = "127.0.0.1"}));
  EXPECT_EQ(sync_with(second, 2, 433'920'000)->number(0), 0U) << "the others follow";
  close(first.release());
  EXPECT_TRUE(sync_with(second, 0, 1)) << "and inherit control";
  second.set(Setting::IqFrequency, 145'000'000);
  EXPECT_TRUE(eventually([this] { return center() == Hertz{145e6}; }));
}

TEST_F(TunableSpyserver, MovesTheChannelWithinTheBandAndTheRadioBeyond) {
  SpyClient client = greeted();
  client.set(Setting::IqDecimation, 3);
  client.set(Setting::IqFrequency, 100'070'000);
  EXPECT_TRUE(sync_with(client, 3, 100'070'000));
  EXPECT_EQ(center(), Hertz{100e6});
  client.set(Setting::IqDecimation, 1);
  EXPECT_TRUE(sync_with(client, 2, 100'070'000)) << "half of the band does not fit there";
  client.set(Setting::IqFrequency, 100'250'000);
  EXPECT_TRUE(sync_with(client, 2, 100'250'000));
}

TEST_F(Spyserver, EndsForTheWholeBandWhenTheRateChanges) {
  SpyClient whole = greeted(), channel = greeted();
  whole.set(Setting::StreamingEnabled, 1);
  channel.set(Setting::IqDecimation, 3);
  channel.set(Setting::StreamingEnabled, 1);
  ASSERT_TRUE(whole.next(Message::IqU8));
  receiver_.retune(Tuning{.center = {100e6}, .rate = {500e3}});
  while (whole.next()) continue;  // until the end
  EXPECT_TRUE(channel.next(Message::IqU8));
}

TEST_F(Spyserver, DisconnectsScanners) {
  SpyClient scanner(feed_.port());
  scanner.send(std::string("CNXN\0\0\0\1\0\0\4\0", 12));
  EXPECT_FALSE(scanner.next());
}

TEST_F(Spyserver, ServesManyAndWaitsForNone) {
  SpyClient stalled = greeted();
  stalled.set(Setting::IqFormat, 4);
  stalled.set(Setting::StreamingEnabled, 1);
  const int socket = stalled.release();
  std::list<SpyClient> clients;
  for (std::uint32_t i = 0; i < 20; ++i) {
    SpyClient& client = clients.emplace_back(greeted());
    client.set(Setting::IqDecimation, 1 + i % 4);
    client.set(Setting::StreamingEnabled, 1);
  }
  for (SpyClient& client : clients)
    for (std::uint32_t i = 0; i < 10; ++i) EXPECT_EQ(client.next(Message::IqU8)->sequence, i);
  EXPECT_GE(status().clients, 20U);
  close(socket);
}

}  // namespace
}  // namespace spectrumd
