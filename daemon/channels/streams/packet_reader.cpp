// SPDX-License-Identifier: MIT
#include "daemon/channels/streams/packet_reader.h"

#include <chrono>
#include <utility>

#include "daemon/channels/listening/wav.h"
#include "daemon/channels/streams/sound_coding.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr auto kPacket = 20ms;
constexpr std::size_t kMostWaitingPackets = 25;

std::optional<SoundCoder> coder_for(const ChannelListener& listener, SoundCodec codec,
                                    std::optional<unsigned> bit_rate) {
  if (codec != SoundCodec::Opus) return std::nullopt;
  return SoundCoder(sound_coding(listener.sound_rate(), listener.sound_channels(), bit_rate));
}

std::chrono::nanoseconds seconds(double value) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(value));
}

}  // namespace

std::string_view to_string(SoundCodec codec) { return codec == SoundCodec::Opus ? "opus" : "s16"; }

PacketReader::PacketReader(const ListenSettings& settings, SoundCodec codec, std::optional<unsigned> bit_rate,
                           std::function<void()> arrived)
    : listener_(settings),
      coder_(coder_for(listener_, codec, bit_rate)),
      form_{.codec = codec,
            .rate = listener_.sound_rate(),
            .channels = listener_.sound_channels(),
            .pre_skip = coder_ ? coder_->pre_skip() : 0},
      arrived_(std::move(arrived)) {}

void PacketReader::take(const ChannelBlock& block) {
  if (block.rate != listener_.rate()) return end();
  if (ended()) return;
  const auto sound = listener_.take(block);
  if (sound.empty()) return;
  const Time end = block.time + seconds(static_cast<double>(block.samples.size()) / block.rate - listener_.lag());
  make_packets(sound, end);
  const std::scoped_lock lock(mutex_);
  if (arrived_) arrived_();
}

// The sound comes in whole packets.
void PacketReader::make_packets(std::span<const float> sound, Time end) {
  const std::size_t values = form_.rate / 50 * form_.channels;
  for (; !sound.empty(); sound = sound.subspan(values)) {
    const Time end_of_packet = end - kPacket * static_cast<std::ptrdiff_t>(sound.size() / values - 1);
    const auto packet = sound.first(values);
    if (coder_) {
      coder_->take(packet,
                   [&](std::span<const std::byte> data) { put(data, end_of_packet - seconds(form_.pre_skip / 48e3)); });
    } else {
      bytes_.clear();
      append_s16le(packet, bytes_);
      put(bytes_, end_of_packet);
    }
  }
}

void PacketReader::put(std::span<const std::byte> data, Time end) {
  SoundPacket packet{.number = next_number_++, .end = end, .data = {data.begin(), data.end()}};
  const std::scoped_lock lock(mutex_);
  if (packets_.size() >= kMostWaitingPackets) {
    dropped_ += packets_.front().data.size();
    packets_.pop_front();
  }
  packets_.push_back(std::move(packet));
}

void PacketReader::end() {
  const std::scoped_lock lock(mutex_);
  if (std::exchange(ended_, true)) return;
  if (arrived_) arrived_();
}

bool PacketReader::waiting() const {
  const std::scoped_lock lock(mutex_);
  return !packets_.empty();
}

bool PacketReader::ended() const {
  const std::scoped_lock lock(mutex_);
  return ended_;
}

std::optional<SoundPacket> PacketReader::next() {
  const std::scoped_lock lock(mutex_);
  if (packets_.empty()) return std::nullopt;
  SoundPacket packet = std::move(packets_.front());
  packets_.pop_front();
  return packet;
}

std::uint64_t PacketReader::dropped() const {
  const std::scoped_lock lock(mutex_);
  return dropped_;
}

void PacketReader::silence() {
  const std::scoped_lock lock(mutex_);
  arrived_ = {};
}

}  // namespace spectrumd
