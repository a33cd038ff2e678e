// SPDX-License-Identifier: MIT
#include "daemon/sources/soapy/soapy_device.h"

#include <gtest/gtest.h>

#include <cstring>

#include "daemon/sources/source_list.h"

// With the module of tests/fakes/soapy, which SOAPY_SDR_PLUGIN_PATH names.

namespace spectrumd {
namespace {

Settings settings_for(const std::string& device) {
  Settings settings;
  settings.source = "soapy:" + device;
  settings.tuning.rate = {1e6};
  return settings;
}

std::unique_ptr<Device> open(const Settings& settings) {
  const DeviceKind kind = soapy_kind(settings.source.substr(6), settings);
  return kind.open({settings.tuning, 1});
}

// What a device does until it has given so many bytes, or fails.
std::vector<std::byte> read(Device& device, std::size_t enough) {
  std::vector<std::byte> bytes;
  device.read([&](std::span<const std::byte> block) {
    bytes.insert(bytes.end(), block.begin(), block.end());
    if (bytes.size() >= enough) device.cancel();
  });
  return bytes;
}

std::string cause_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const DeviceError& error) {
    return std::string(to_string(error.cause));
  }
  return "";
}

TEST(SoapyDevice, UsesTheNativeFormatUnlessConfigured) {
  using gpufft::SampleFormat;
  for (const auto& [native, format] : {std::pair{"CU8", SampleFormat::Cu8}, std::pair{"CS8", SampleFormat::Cs8},
                                       std::pair{"CS16", SampleFormat::Cs16}, std::pair{"CF32", SampleFormat::Cf32}})
    EXPECT_EQ(open_source(settings_for(std::string("driver=fake,native=") + native))->facts().format, format) << native;
  Settings chosen = settings_for("driver=fake,native=CS8");
  chosen.soapy.format = "cf32";
  EXPECT_EQ(open_source(chosen)->facts().format, SampleFormat::Cf32);
}

TEST(SoapyDevice, ReportsWhatTheDeviceReallyDoes) {
  Settings settings = settings_for("driver=fake");
  settings.soapy.gains = {"LNA=12", "VGA=7.5"};
  settings.soapy.antenna = "RX2";
  settings.tuning.gain = Decibels{10};
  const auto device = open(settings);
  const Tuned tuned = device->tune({settings.tuning, 3});
  EXPECT_EQ(tuned.center, settings.tuning.center);
  EXPECT_EQ(tuned.gain, Decibels{19.5}) << "the elements set by themselves count";
  EXPECT_EQ(tuned.generation, 3U);
  const auto bytes = read(*device, 4000);
  std::int16_t sample[2];
  std::memcpy(sample, bytes.data() + 4 * 999, sizeof sample);
  EXPECT_EQ(sample[0], 999);
}

TEST(SoapyDevice, AnOverflowIsReadPast) {
  const Settings settings = settings_for("driver=fake,fault=overflow");
  const auto device = open(settings);
  device->tune({settings.tuning, 1});
  EXPECT_EQ(read(*device, 12'000).size(), 12'000U);
}

TEST(SoapyDevice, ErrorsHaveTheirCauses) {
  EXPECT_EQ(cause_of([] { open(settings_for("driver=nosuch")); }), "absent");
  Settings channel = settings_for("driver=fake");
  channel.soapy.channel = 2;
  EXPECT_EQ(cause_of([&] { open(channel); }), "refused");
  Settings antenna = settings_for("driver=fake");
  antenna.soapy.antenna = "RX3";
  EXPECT_EQ(cause_of([&] { open(antenna); }), "refused");
  Settings gains = settings_for("driver=fake");
  gains.soapy.gains = {"MIXER=3"};
  EXPECT_EQ(cause_of([&] { open(gains)->tune({gains.tuning, 1}); }), "refused");
  Settings far = settings_for("driver=fake");
  far.tuning.center = {7e9};
  EXPECT_EQ(cause_of([&] { open(far)->tune({far.tuning, 1}); }), "refused");
  const auto lost = open(settings_for("driver=fake,fault=lost"));
  lost->tune({Tuning{}, 1});
  EXPECT_EQ(cause_of([&] { read(*lost, 1 << 20); }), "unplugged");
  EXPECT_THROW(soapy_kind("", Settings{}), SourceError);
}

TEST(SoapyDevice, ARemoteServerThatIsGoneCannotBeAskedToClose) {
  const Settings settings = settings_for("driver=fake,fault=close");
  auto device = open(settings);
  device->tune({settings.tuning, 1});
  device.reset();  // an exception here would end the program
}

}  // namespace
}  // namespace spectrumd
