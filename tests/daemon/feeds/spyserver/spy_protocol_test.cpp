// SPDX-License-Identifier: MIT
#include "daemon/feeds/spyserver/spy_protocol.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "daemon/feeds/spyserver/spy_settings.h"
#include "tests/daemon/feeds/spyserver/spy_client.h"

namespace spectrumd::spy {
namespace {

using Commands = std::vector<std::pair<Order, std::string>>;

Commands commands_in(std::string_view bytes, std::size_t piece) {
  Commands commands;
  CommandReader reader;
  for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size())))
    EXPECT_TRUE(reader.take(bytes.substr(0, piece),
                            [&](Order order, std::string_view body) { commands.emplace_back(order, body); }));
  return commands;
}

bool takes(std::string_view bytes) {
  return CommandReader().take(bytes, [](Order, std::string_view) {});
}

TEST(SpyCommands, AreReadHoweverTheyAreCut) {
  const std::string bytes = spy_command(Order::Hello, spy_numbers({0x020006A4}) + "AIS-catcher") +
                            spy_command(Order::SetSetting, spy_numbers({101, 162'000'000})) +
                            spy_command(Order::Ping, "");
  const Commands expected{{Order::Hello, spy_numbers({0x020006A4}) + "AIS-catcher"},
                          {Order::SetSetting, spy_numbers({101, 162'000'000})},
                          {Order::Ping, ""}};
  for (const std::size_t piece : {1U, 2U, 3U, 7U, 11U, 100U}) EXPECT_EQ(commands_in(bytes, piece), expected) << piece;
}

TEST(SpyCommands, OfOtherProtocolsAreRefused) {
  EXPECT_FALSE(takes(std::string("CNXN\0\0\0\1\0\0\4\0", 12))) << "a scanner for Android's adb";
  EXPECT_FALSE(takes("GET / HTTP/1.1\r\n"));
  EXPECT_FALSE(takes(spy_numbers({4, 0})));
  EXPECT_FALSE(takes(spy_numbers({2, 257})));
  EXPECT_FALSE(takes(spy_numbers({2, 0x80000000})));
  EXPECT_TRUE(takes(spy_numbers({2, 256})));
  EXPECT_TRUE(takes(spy_numbers({3}))) << "half a head";
}

TEST(SpyMessages, HaveAHeadOf20Bytes) {
  std::string bytes;
  append_message(Message::IqU8, 15, 7, "IQ", bytes);
  EXPECT_EQ(bytes, spy_numbers({0x020006A4, 15U << 16 | 100, 1, 7, 2}) + "IQ");
  bytes.clear();
  append(DeviceInfo{.maximum_rate = 2'400'000}, bytes);
  EXPECT_EQ(bytes.size(), 20U + 48U);
  EXPECT_EQ(number_at(bytes, 16), 48U);
  EXPECT_EQ(number_at(bytes, 20), 3U) << "of other devices SDR++ computes another gain";
  bytes.clear();
  append(ClientSync{.can_control = 1}, bytes);
  EXPECT_EQ(bytes.size(), 20U + 36U);
}

TEST(SpySettings, AreKeptIfTheyAreInRange) {
  ClientSettings settings;
  settings.set(Setting::IqDecimation, 3, 4);
  settings.set(Setting::IqDecimation, 5, 4);
  EXPECT_EQ(settings.iq_stage, 3U);
  settings.set(Setting::IqFormat, 3, 4);
  EXPECT_EQ(settings.iq_format, gpufft::SampleFormat::Cs16) << "no client reads 24 bits";
  settings.set(Setting::IqFormat, 5, 4);
  EXPECT_EQ(settings.iq_format, gpufft::SampleFormat::Cs16);
  settings.set(Setting::FftDisplayPixels, 99, 4);
  settings.set(Setting::FftDisplayPixels, 32769, 4);
  EXPECT_EQ(settings.pixels, 1000U);
  settings.set(Setting::FftDbRange, 9, 4);
  EXPECT_EQ(settings.db_range, 127);
}

TEST(SpySettings, AmplifyOnlyOnRequest) {
  ClientSettings settings;
  settings.set(Setting::IqDecimation, 5, 9);
  EXPECT_EQ(settings.gain_db(), 0U) << "flags would stop AIS-catcher";
  settings.set(Setting::IqDigitalGain, kAutomaticGain, 9);
  EXPECT_EQ(settings.gain_db(), 15U);
  settings.set(Setting::IqDigitalGain, 12, 9);
  EXPECT_EQ(settings.gain_db(), 12U);
  settings.set(Setting::IqFormat, 4, 9);
  EXPECT_EQ(settings.gain_db(), 0U) << "clients disagree on what it means there";
}

}  // namespace
}  // namespace spectrumd::spy
