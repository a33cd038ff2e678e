// SPDX-License-Identifier: MIT
#include "daemon/channels/streams/packet_reader.h"

#include <gtest/gtest.h>
#include <opus.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <numbers>
#include <vector>

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr Time kBegin{std::chrono::hours(500'000)};
constexpr ListenSettings kSideBand{.mode = ListenMode::Usb, .agc = false, .gain_db = 0};

// Blocks of 20 ms of a channel, one after the other.
class Air {
 public:
  explicit Air(const ListenSettings& settings) : rate_(channel_for(settings).rate) {}

  // A carrier of 1 kHz from `on` seconds after the begin.
  void give(PacketReader& reader, double seconds, double on) {
    for (const double end = elapsed() + seconds; elapsed() < end - 1e-9;) {
      std::vector<std::complex<float>> samples(static_cast<std::size_t>(rate_ / 50));
      const Time time = kBegin + std::chrono::nanoseconds(std::llround(elapsed() * 1e9));
      for (auto& sample : samples) {
        const double now = elapsed();
        if (now >= on) sample = std::polar(0.3F, static_cast<float>(std::fmod(2 * std::numbers::pi * 1000 * now, 2e9)));
        ++given_;
      }
      reader.take({.samples = samples, .rate = rate_, .time = time});
    }
  }
  double elapsed() const { return static_cast<double>(given_) / rate_; }

 private:
  const double rate_;
  std::uint64_t given_ = 0;
};

// The sound of one channel.
std::vector<float> decoded(const PacketForm& form, const std::vector<SoundPacket>& packets) {
  std::vector<float> sound;
  if (form.codec == SoundCodec::S16) {
    for (const SoundPacket& packet : packets)
      for (std::size_t at = 0; at < packet.data.size(); at += 2) {
        std::int16_t value = 0;
        std::memcpy(&value, packet.data.data() + at, sizeof value);
        sound.push_back(static_cast<float>(value) / 32768);
      }
    return sound;
  }
  int error = 0;
  OpusDecoder* const decoder =
      opus_decoder_create(static_cast<opus_int32>(form.rate), static_cast<int>(form.channels), &error);
  std::vector<float> piece(form.rate / 50);
  for (const SoundPacket& packet : packets) {
    EXPECT_EQ(
        opus_decode_float(decoder, reinterpret_cast<const unsigned char*>(packet.data.data()),
                          static_cast<opus_int32>(packet.data.size()), piece.data(), static_cast<int>(piece.size()), 0),
        static_cast<int>(piece.size()));
    sound.insert(sound.end(), piece.begin(), piece.end());
  }
  opus_decoder_destroy(decoder);
  return sound;
}

std::vector<SoundPacket> all_of(PacketReader& reader) {
  std::vector<SoundPacket> packets;
  while (auto packet = reader.next()) packets.push_back(std::move(*packet));
  return packets;
}

class PacketReaderOf : public testing::TestWithParam<SoundCodec> {};

// A tone that is switched on is heard at the time that the packets say.
TEST_P(PacketReaderOf, SaysWhenItsSoundWasOnTheAir) {
  PacketReader reader(kSideBand, GetParam(), {}, {});
  Air air(kSideBand);
  std::vector<SoundPacket> packets;
  for (int part = 0; part < 3; ++part) {
    air.give(reader, 0.3, 0.5);
    for (SoundPacket& packet : all_of(reader)) packets.push_back(std::move(packet));
  }
  ASSERT_GT(packets.size(), 30U);
  const auto sound = decoded(reader.form(), packets);
  const auto onset = std::ranges::find_if(sound, [](float value) { return std::abs(value) > 0.15F; }) - sound.begin();
  ASSERT_LT(onset, static_cast<std::ptrdiff_t>(sound.size()));
  const double after_end = static_cast<double>(static_cast<std::ptrdiff_t>(sound.size()) - onset) / reader.form().rate;
  const double end = std::chrono::duration<double>(packets.back().end - kBegin).count();
  EXPECT_NEAR(end - after_end, 0.5, 0.004);
  for (std::size_t i = 1; i < packets.size(); ++i) {
    EXPECT_EQ(packets[i].number, packets[i - 1].number + 1);
    EXPECT_NEAR(std::chrono::duration<double>(packets[i].end - packets[i - 1].end).count(), 0.02, 1e-6);
  }
}

TEST_P(PacketReaderOf, DropsTheOldestOfAClientThatIsLate) {
  int arrived = 0;
  PacketReader reader(kSideBand, GetParam(), {}, [&] { ++arrived; });
  Air air(kSideBand);
  air.give(reader, 3, 0);
  EXPECT_TRUE(reader.waiting());
  const auto packets = all_of(reader);
  ASSERT_EQ(packets.size(), 25U) << "half a second";
  EXPECT_NEAR(packets.front().number, 125, 2);
  EXPECT_GT(arrived, 140);
  EXPECT_FALSE(reader.waiting());
  reader.silence();
  air.give(reader, 0.1, 0);
  EXPECT_TRUE(reader.waiting());
  EXPECT_LT(arrived, 152);
}

INSTANTIATE_TEST_SUITE_P(Codecs, PacketReaderOf, testing::Values(SoundCodec::Opus, SoundCodec::S16),
                         [](const auto& each) { return std::string(to_string(each.param)); });

TEST(PacketReader, HasTheFormOfItsMode) {
  const PacketReader voice({.mode = ListenMode::Nfm}, SoundCodec::Opus, {}, {});
  EXPECT_EQ(voice.form().rate, 24'000U);
  EXPECT_EQ(voice.form().channels, 1U);
  EXPECT_GT(voice.form().pre_skip, 0U);
  const PacketReader music({.mode = ListenMode::Wfm}, SoundCodec::S16, {}, {});
  EXPECT_EQ(music.form(), (PacketForm{.codec = SoundCodec::S16, .rate = 48'000, .channels = 2, .pre_skip = 0}));
}

TEST(PacketReader, TakesTheBitRate) {
  const auto bytes_at = [](unsigned bit_rate) {
    PacketReader reader(kSideBand, SoundCodec::Opus, bit_rate, {});
    Air air(kSideBand);
    air.give(reader, 0.9, 0);
    std::size_t bytes = 0;
    for (const SoundPacket& packet : all_of(reader)) bytes += packet.data.size();
    return static_cast<double>(bytes);
  };
  EXPECT_LT(bytes_at(8000), bytes_at(32'000) / 2);
}

TEST(PacketReader, EndsWhenItsChannelGetsAnotherRate) {
  PacketReader reader(kSideBand, SoundCodec::Opus, {}, {});
  Air air({.mode = ListenMode::Wfm});
  air.give(reader, 0.1, 0);
  EXPECT_TRUE(reader.ended());
  EXPECT_FALSE(reader.waiting());
}

TEST(PacketReader, MeasuresWhatItHears) {
  PacketReader reader(kSideBand, SoundCodec::S16, {}, {});
  Air air(kSideBand);
  air.give(reader, 0.9, 0);
  ASSERT_TRUE(reader.heard());
  EXPECT_NEAR(reader.heard()->level_db, 20 * std::log10(0.3), 0.5);
  EXPECT_TRUE(reader.heard()->squelch_open);
}

}  // namespace
}  // namespace spectrumd
