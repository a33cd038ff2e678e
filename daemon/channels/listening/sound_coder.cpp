// SPDX-License-Identifier: MIT
#include "daemon/channels/listening/sound_coder.h"

#include <opus.h>

#include <algorithm>
#include <array>
#include <string>

#include "daemon/channels/listening/settings.h"

namespace spectrumd {
namespace {

constexpr std::size_t kMostPacketBytes = 1275;
constexpr std::array<unsigned, 5> kRates{8000, 12'000, 16'000, 24'000, 48'000};
constexpr unsigned kLeastBitRate = 6000, kMostBitRate = 510'000;

opus_int32 bandwidth_for(double highest_hz) {
  if (highest_hz <= 0) return OPUS_BANDWIDTH_FULLBAND;
  if (highest_hz <= 4000) return OPUS_BANDWIDTH_NARROWBAND;
  if (highest_hz <= 6000) return OPUS_BANDWIDTH_MEDIUMBAND;
  if (highest_hz <= 8000) return OPUS_BANDWIDTH_WIDEBAND;
  return highest_hz <= 12'000 ? OPUS_BANDWIDTH_SUPERWIDEBAND : OPUS_BANDWIDTH_FULLBAND;
}

void check(const SoundCoding& coding) {
  const auto refuse = [](const std::string& why) { throw ListenError("Opus: " + why); };
  if (std::ranges::find(kRates, coding.rate) == kRates.end())
    refuse("a rate of " + std::to_string(coding.rate) + " Hz; expected 8, 12, 16, 24 or 48 kHz");
  if (coding.channels != 1 && coding.channels != 2)
    refuse(std::to_string(coding.channels) + " channels; expected 1 or 2");
  if (coding.bit_rate < kLeastBitRate || coding.bit_rate > kMostBitRate)
    refuse("a bit rate of " + std::to_string(coding.bit_rate) + " is outside " + std::to_string(kLeastBitRate) +
           " to " + std::to_string(kMostBitRate));
  if (coding.effort > 10) refuse("an effort of " + std::to_string(coding.effort) + "; expected 0 to 10");
}

OpusEncoder* encoder_for(const SoundCoding& coding) {
  check(coding);
  int error = OPUS_OK;
  OpusEncoder* const encoder =
      opus_encoder_create(static_cast<opus_int32>(coding.rate), static_cast<int>(coding.channels),
                          coding.voice ? OPUS_APPLICATION_VOIP : OPUS_APPLICATION_AUDIO, &error);
  if (error != OPUS_OK) throw ListenError(std::string("Opus: ") + opus_strerror(error));
  opus_encoder_ctl(encoder, OPUS_SET_BITRATE(static_cast<opus_int32>(coding.bit_rate)));
  opus_encoder_ctl(encoder, OPUS_SET_COMPLEXITY(static_cast<opus_int32>(coding.effort)));
  opus_encoder_ctl(encoder, OPUS_SET_SIGNAL(coding.voice ? OPUS_SIGNAL_VOICE : OPUS_SIGNAL_MUSIC));
  opus_encoder_ctl(encoder, OPUS_SET_MAX_BANDWIDTH(bandwidth_for(coding.highest_hz)));
  return encoder;
}

}  // namespace

void SoundCoder::Close::operator()(OpusEncoder* encoder) const { opus_encoder_destroy(encoder); }

SoundCoder::SoundCoder(const SoundCoding& coding)
    : coding_(coding), encoder_(encoder_for(coding)), packet_(kMostPacketBytes) {
  sound_.reserve(packet_frames() * coding.channels);
}

SoundCoder::~SoundCoder() = default;
SoundCoder::SoundCoder(SoundCoder&&) noexcept = default;
SoundCoder& SoundCoder::operator=(SoundCoder&&) noexcept = default;

unsigned SoundCoder::pre_skip() const {
  opus_int32 frames = 0;
  opus_encoder_ctl(encoder_.get(), OPUS_GET_LOOKAHEAD(&frames));
  return static_cast<unsigned>(frames) * (48'000 / coding_.rate);
}

// A packet that cannot be coded is sent as an empty one, which decoders conceal.
void SoundCoder::encode(const Packet& packet) {
  const opus_int32 bytes = opus_encode_float(encoder_.get(), sound_.data(), static_cast<int>(packet_frames()),
                                             packet_.data(), static_cast<opus_int32>(packet_.size()));
  sound_.clear();
  packet(std::as_bytes(std::span(packet_).first(static_cast<std::size_t>(std::max(bytes, 0)))));
}

void SoundCoder::take(std::span<const float> sound, const Packet& packet) {
  const std::size_t values = packet_frames() * coding_.channels;
  while (!sound.empty()) {
    const std::size_t count = std::min(values - sound_.size(), sound.size());
    sound_.insert(sound_.end(), sound.begin(), sound.begin() + static_cast<std::ptrdiff_t>(count));
    sound = sound.subspan(count);
    if (sound_.size() == values) encode(packet);
  }
}

void SoundCoder::finish(const Packet& packet) {
  const std::size_t values = packet_frames() * coding_.channels;
  const std::size_t held_back = pre_skip() / (48'000 / coding_.rate) * coding_.channels;
  const std::size_t left = sound_.size() + held_back;
  for (std::size_t done = 0; done < left; done += values) {
    sound_.resize(values);
    encode(packet);
  }
}

}  // namespace spectrumd
