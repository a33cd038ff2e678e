// SPDX-License-Identifier: MIT
#include "daemon/server/websocket/sound_feed.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <nlohmann/json.hpp>
#include <thread>

#include "daemon/server/http/request_error.h"
#include "tests/eventually.h"

namespace spectrumd {
namespace {

Settings unpaced_radio() {
  Settings settings;
  settings.source = "sim";
  settings.sim.paced = false;
  settings.tuning.rate = {250e3};
  return settings;
}

template <class Value>
Value value_at(const SharedBytes& packet, std::size_t place) {
  Value value;
  std::memcpy(&value, packet->data() + place, sizeof value);
  return value;
}

class Sounds : public testing::Test {
 protected:
  void change(const Json& keys) { feed_.change(changed_request(feed_.request(), keys)); }

  SharedBytes packet() {
    SharedBytes packet;
    EXPECT_TRUE(eventually([&] { return (packet = feed_.next()) != nullptr; }));
    return packet;
  }
  std::string refusal(const Json& keys) {
    try {
      change(keys);
    } catch (const RequestError& error) {
      return error.what();
    } catch (const ChannelRefused& refused) {
      return refused.what();
    }
    return "";
  }

  History history_{8 << 20};
  EventLog events_;
  Heartbeats heartbeats_;
  Receiver receiver_{unpaced_radio(), history_, events_, heartbeats_};
  ChannelBook book_{receiver_};
  std::atomic<int> arrived_ = 0;
  std::atomic<std::uint64_t> dropped_ = 0;
  SoundFeed feed_{book_, dropped_, [this] { ++arrived_; }};
};

TEST_F(Sounds, EncodesPacketsAsOnTheWire) {
  change({{"center", "100.01M"}, {"mode", "usb"}});
  std::uint32_t next = 0;
  for (int i = 0; i < 20; ++i) {
    const auto bytes = packet();
    ASSERT_GT(bytes->size(), 24U);
    EXPECT_EQ(std::memcmp(bytes->data(), "SPS1", 4), 0);
    EXPECT_EQ(value_at<std::uint8_t>(bytes, 4), 1) << "Opus";
    EXPECT_EQ(value_at<std::uint8_t>(bytes, 5), 1);
    EXPECT_EQ(value_at<std::uint16_t>(bytes, 6), i == 0 ? 1 : 0);
    EXPECT_EQ(value_at<std::uint32_t>(bytes, 8), 24'000U);
    EXPECT_GE(value_at<std::uint32_t>(bytes, 12), next);
    next = value_at<std::uint32_t>(bytes, 12) + 1;
  }
  EXPECT_GT(arrived_, 0);
}

TEST_F(Sounds, ChangesWithinAStream) {
  change({{"center", "100.01M"}, {"mode", "nfm"}});
  const auto channel = feed_.facts().channel;
  packet();
  change({{"center", "100.02M"}, {"mode", "am"}, {"low", -3000}, {"noise_reduction_db", 6}});
  EXPECT_EQ(feed_.facts().channel, channel);
  EXPECT_EQ(feed_.facts().request.listen.pass_band, (PassBand{-3000, 4500}));
  EXPECT_EQ(value_at<std::uint16_t>(packet(), 6), 0) << "not the first of a stream";
}

TEST_F(Sounds, CountsWhatAClientWasTooSlowFor) {
  change({{"center", "100.01M"}, {"codec", "s16"}});
  EXPECT_TRUE(eventually([&] { return arrived_ > 100; })) << "two seconds, of which half a one waits";
  change({{"center", nullptr}});
  EXPECT_GT(dropped_, 40 * 960U);
}

// Reports that come late are those of a link in which sound waits.
TEST_F(Sounds, WaitsForAClientThatReportsWhatItHears) {
  change({{"center", "100.01M"}, {"codec", "s16"}});
  feed_.heard(value_at<std::uint32_t>(packet(), 12));  // not always 0: on a busy machine the first ones are left out
  packet();
  EXPECT_TRUE(eventually([&] { return (feed_.next(), feed_.waiting() && feed_.next() == nullptr); }));
  feed_.heard(UINT32_MAX);
  packet();
}

TEST_F(Sounds, BeginsAnotherStreamWithAnotherCodec) {
  change({{"center", "100.01M"}});
  packet();
  change({{"codec", "s16"}});
  const auto bytes = packet();
  EXPECT_EQ(value_at<std::uint8_t>(bytes, 4), 2);
  EXPECT_EQ(value_at<std::uint16_t>(bytes, 6), 1);
  EXPECT_EQ(bytes->size(), 24U + 2 * 480);
  EXPECT_EQ(book_.list().size(), 1U) << "the first channel is closed";
}

TEST_F(Sounds, AdoptsWhatIsSaidBeforeACenterIs) {
  change({{"mode", "usb"}, {"codec", "s16"}});
  EXPECT_EQ(feed_.facts().channel, std::nullopt);
  EXPECT_TRUE(book_.list().empty());
  change({{"center", "100.01M"}});
  EXPECT_EQ(book_.list().front().order.listen->mode, ListenMode::Usb);
  EXPECT_EQ(value_at<std::uint8_t>(packet(), 4), 2) << "s16";
}

TEST_F(Sounds, EndsWithoutACenter) {
  change({{"center", "100.01M"}});
  packet();
  change({{"center", nullptr}});
  EXPECT_EQ(feed_.facts().channel, std::nullopt);
  EXPECT_EQ(feed_.facts().reason, "");
  EXPECT_EQ(feed_.next(), nullptr);
  EXPECT_TRUE(book_.list().empty());
}

TEST_F(Sounds, ReportsWhatOthersDoToItsChannel) {
  change({{"center", "100.01M"}, {"mode", "am"}});
  EXPECT_TRUE(eventually([&] { return feed_.facts().reason.empty() || (feed_.follow(), false); }));
  EXPECT_FALSE(feed_.follow());
  const std::uint64_t id = *feed_.facts().channel;
  book_.change(id, listening_at({100.02e6}, {.mode = ListenMode::Usb}));
  EXPECT_TRUE(feed_.follow());
  EXPECT_EQ(feed_.request().center, Hertz{100.02e6});
  EXPECT_EQ(feed_.request().listen.mode, ListenMode::Usb);
  book_.remove(id);
  EXPECT_TRUE(feed_.follow());
  EXPECT_EQ(feed_.facts().channel, std::nullopt);
  EXPECT_NE(feed_.facts().reason, "");
  change({{"center", "100.03M"}});
  EXPECT_NE(feed_.facts().channel, std::nullopt) << "it may listen again";
}

// The looks come on one thread, the end on another.
TEST_F(Sounds, MayLookAtAChannelWhileItIsEnded) {
  for (int n = 0; n < 100; ++n) {
    change({{"center", "100.01M"}, {"mode", "am"}});
    const std::jthread other([this, id = *feed_.facts().channel] { book_.remove(id); });
    while (feed_.facts().channel) feed_.follow();
    EXPECT_NE(feed_.facts().reason, "");
  }
}

TEST_F(Sounds, HasAMeterWhileThereIsSound) {
  EXPECT_EQ(feed_.meter(), std::nullopt);
  change({{"center", "100.01M"}, {"mode", "usb"}});
  EXPECT_TRUE(eventually([&] { return (feed_.follow(), feed_.meter()) != std::nullopt; }));
  EXPECT_EQ(feed_.meter(), std::nullopt) << "not more than four a second";
}

TEST_F(Sounds, RefusesWhatCannotBeAndStaysAsItIs) {
  change({{"center", "100.01M"}, {"mode", "nfm"}});
  const ListenRequest before = feed_.request();
  EXPECT_EQ(refusal({{"center", "145M"}}), "center: 145M is outside of the band received, 99875k to 100125k");
  for (const Json& keys :
       {Json{{"center", "here"}}, Json{{"codec", "mp3"}}, Json{{"bit_rate", 5}}, Json{{"mode", "dmr"}},
        Json{{"low", 3000}, {"high", 300}}, Json{{"agc", 1}}, Json{{"notches_hz", 500}}, Json{{"foo", 1}},
        Json{{"mode", "usb"}, {"noise_squelch_db", 9}}, Json{{"notches_hz", {1, 2, 3}}}})
    EXPECT_NE(refusal(keys), "") << keys.dump();
  EXPECT_EQ(feed_.request(), before);
  packet();
}

}  // namespace
}  // namespace spectrumd
