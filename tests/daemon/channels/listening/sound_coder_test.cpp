// SPDX-License-Identifier: MIT
#include "daemon/channels/listening/sound_coder.h"

#include <gtest/gtest.h>
#include <opus.h>

#include "daemon/channels/listening/settings.h"
#include "tests/daemon/channels/listening/radio_signals.h"

namespace spectrumd::test {
namespace {

std::vector<float> tones(const SoundCoding& coding, double seconds, double left_hz, double right_hz) {
  std::vector<float> sound;
  for (std::size_t i = 0; i < static_cast<std::size_t>(seconds * coding.rate); ++i)
    for (unsigned channel = 0; channel < coding.channels; ++channel)
      sound.push_back(static_cast<float>(
          0.25 * std::sin(2 * M_PI * (channel == 0 ? left_hz : right_hz) * static_cast<double>(i) / coding.rate)));
  return sound;
}

std::vector<float> round_trip(const SoundCoding& coding, std::span<const float> sound) {
  SoundCoder coder(coding);
  int error = 0;
  OpusDecoder* const decoder =
      opus_decoder_create(static_cast<opus_int32>(coding.rate), static_cast<int>(coding.channels), &error);
  std::vector<float> decoded, packet_sound(coder.packet_frames() * coding.channels);
  const SoundCoder::Packet decode = [&](std::span<const std::byte> packet) {
    const int frames = opus_decode_float(decoder, reinterpret_cast<const unsigned char*>(packet.data()),
                                         static_cast<opus_int32>(packet.size()), packet_sound.data(),
                                         static_cast<int>(coder.packet_frames()), 0);
    EXPECT_EQ(frames, static_cast<int>(coder.packet_frames()));
    decoded.insert(decoded.end(), packet_sound.begin(), packet_sound.end());
  };
  for (std::size_t at = 0; at < sound.size(); at += 501)
    coder.take(sound.subspan(at, std::min<std::size_t>(501, sound.size() - at)), decode);
  coder.finish(decode);
  opus_decoder_destroy(decoder);
  return decoded;
}

TEST(SoundCoder, KeepsLevelAndFrequencyOfATone) {
  for (const unsigned rate : {8000U, 12'000U, 16'000U, 24'000U, 48'000U}) {
    const SoundCoding coding{.rate = rate, .bit_rate = 24'000};
    const auto sound = tones(coding, 2, 1000, 1000);
    const Sound decoded = part(side(round_trip(coding, sound), 1, 0), rate, 0.5, 1.9);
    EXPECT_NEAR(fit_tone(decoded, rate, 1000).level_db(), -15.05, 1) << rate;
    EXPECT_GT(fit_tone(decoded, rate, 1000).sinad_db(), 15) << rate;
  }
}

TEST(SoundCoder, KeepsTheSidesOfStereoApart) {
  const SoundCoding coding{.rate = 48'000, .channels = 2, .bit_rate = 96'000, .voice = false};
  const auto decoded = round_trip(coding, tones(coding, 2, 1000, 3000));
  const Sound left = part(side(decoded, 2, 0), 48'000, 0.5, 1.9), right = part(side(decoded, 2, 1), 48'000, 0.5, 1.9);
  EXPECT_NEAR(fit_tone(left, 48'000, 1000).level_db(), -15.05, 1);
  EXPECT_NEAR(fit_tone(right, 48'000, 3000).level_db(), -15.05, 1);
  EXPECT_LT(fit_tone(right, 48'000, 1000).level_db(), -40);
}

TEST(SoundCoder, GivesWholePacketsAndTheRestAtTheEnd) {
  const SoundCoding coding;
  const auto sound = tones(coding, 1.013, 500, 500);
  const std::size_t frames = round_trip(coding, sound).size();
  SoundCoder coder(coding);
  EXPECT_GE(frames, sound.size() + coder.pre_skip() / 2);
  EXPECT_LT(frames, sound.size() + coder.pre_skip() / 2 + coder.packet_frames());
}

TEST(SoundCoder, StaysNearItsBitRate) {
  for (const unsigned bit_rate : {12'000U, 24'000U, 64'000U}) {
    SoundCoder coder({.bit_rate = bit_rate});
    std::size_t bytes = 0;
    const Sound voice = voice_like(10, 24'000, 1);
    const std::vector<float> sound(voice.begin(), voice.end());
    coder.take(sound, [&](std::span<const std::byte> packet) { bytes += packet.size(); });
    EXPECT_LT(static_cast<double>(bytes) * 8 / 10, 1.2 * bit_rate);
  }
}

TEST(SoundCoder, RefusesWhatOpusDoesNotTake) {
  EXPECT_THROW(SoundCoder({.rate = 44'100}), ListenError);
  EXPECT_THROW(SoundCoder({.channels = 3}), ListenError);
  EXPECT_THROW(SoundCoder({.bit_rate = 100}), ListenError);
  EXPECT_THROW(SoundCoder({.effort = 11}), ListenError);
}

}  // namespace
}  // namespace spectrumd::test
