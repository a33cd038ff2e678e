// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "daemon/channels/listening/sound_coder.h"
#include "daemon/channels/streams/channel_listener.h"

namespace spectrumd {

enum class SoundCodec : std::uint8_t { Opus = 1, S16 = 2 };  // as on the wire
std::string_view to_string(SoundCodec codec);                // "opus"

// What a stream of packets is made of. Another form is another stream.
struct PacketForm {
  SoundCodec codec = SoundCodec::Opus;
  unsigned rate = 0, channels = 0;
  unsigned pre_skip = 0;  // frames at 48 kHz that a decoder of Opus leaves out at the start

  friend bool operator==(const PacketForm&, const PacketForm&) = default;
};

// 20 ms of sound.
struct SoundPacket {
  std::uint32_t number = 0;  // in its stream; those that are missing were dropped
  Time end;                  // when its end was on the air
  std::vector<std::byte> data;
};

// Reads a channel and makes packets of its sound, which wait for a client: half a second of them. A client that takes
// less than there is misses the oldest. The stream ends when the channel gets another rate.
class PacketReader : public ChannelReader {
 public:
  // `bit_rate` is that of Opus; none: as the mode needs. `arrived` is called on the thread of the channels, and must
  // not block. Throws ListenError.
  PacketReader(const ListenSettings& settings, SoundCodec codec, std::optional<unsigned> bit_rate,
               std::function<void()> arrived);

  void take(const ChannelBlock& block) override;
  void adopt(const ChannelOrder& order) override { listener_.adopt(order); }
  void end() override;
  std::optional<ListenStatus> heard() const override { return listener_.status(); }

  // Any thread.
  const PacketForm& form() const { return form_; }
  bool waiting() const;
  bool ended() const;
  std::optional<SoundPacket> next();
  std::uint64_t dropped() const;  // bytes
  void silence();                 // once this returns, `arrived` is not called any more

 private:
  void make_packets(std::span<const float> sound, Time end);
  void put(std::span<const std::byte> data, Time end);

  ChannelListener listener_;
  std::optional<SoundCoder> coder_;  // of Opus
  const PacketForm form_;
  std::uint32_t next_number_ = 0;
  std::vector<std::byte> bytes_;

  mutable std::mutex mutex_;  // guards what follows
  std::function<void()> arrived_;
  std::deque<SoundPacket> packets_;
  std::uint64_t dropped_ = 0;
  bool ended_ = false;
};

}  // namespace spectrumd
