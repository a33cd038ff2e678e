// SPDX-License-Identifier: MIT
#include "daemon/channels/streams/sound_reader.h"

#include <array>
#include <optional>
#include <vector>

#include "daemon/channels/listening/ogg_opus.h"
#include "daemon/channels/listening/sound_coder.h"
#include "daemon/channels/listening/wav.h"
#include "daemon/channels/streams/channel_listener.h"
#include "daemon/channels/streams/sound_coding.h"

namespace spectrumd {
namespace {

constexpr std::array<std::string_view, 3> kSoundFormats{"wav", "opus", "s16"};
constexpr std::size_t kPacketsPerPage = 5;  // 100 ms

std::string_view text_in(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Listens to a channel, and makes the bytes of a stream of the sound.
class SoundReader : public StreamReader {
 public:
  explicit SoundReader(const ListenSettings& settings)
      : StreamReader(channel_for(settings).rate,
                     waiting_bytes(facts_of(settings.mode).sound_rate * facts_of(settings.mode).sound_channels * 2.0)),
        listener_(settings) {}

  void adopt(const ChannelOrder& order) override { listener_.adopt(order); }
  std::optional<ListenStatus> heard() const override { return listener_.status(); }

 protected:
  const ChannelListener& listener() const { return listener_; }
  virtual void encode(std::span<const float> sound, std::vector<std::byte>& bytes) = 0;

 private:
  void make_bytes(const ChannelBlock& block) override {
    const auto sound = listener_.take(block);
    if (sound.empty()) return;
    bytes_.clear();
    encode(sound, bytes_);
    put(text_in(bytes_));
  }

  ChannelListener listener_;
  std::vector<std::byte> bytes_;
};

class PcmReader : public SoundReader {
 public:
  PcmReader(const ListenSettings& settings, bool with_header) : SoundReader(settings) {
    if (with_header) put(text_in(wav_header(listener().sound_rate(), listener().sound_channels(), std::nullopt)));
  }

 private:
  void encode(std::span<const float> sound, std::vector<std::byte>& bytes) override { append_s16le(sound, bytes); }
};

class OpusReader : public SoundReader {
 public:
  explicit OpusReader(const ListenSettings& settings)
      : SoundReader(settings),
        coder_(sound_coding(listener().sound_rate(), listener().sound_channels())),
        writer_({.rate = listener().sound_rate(),
                 .channels = listener().sound_channels(),
                 .pre_skip = coder_.pre_skip(),
                 .packets_per_page = kPacketsPerPage}) {
    std::vector<std::byte> head;
    writer_.begin({}, head);
    put(text_in(head));
  }

 private:
  void encode(std::span<const float> sound, std::vector<std::byte>& bytes) override {
    coder_.take(sound, [&](std::span<const std::byte> packet) { writer_.add(packet, bytes); });
  }

  SoundCoder coder_;
  OggOpusWriter writer_;
};

}  // namespace

std::span<const std::string_view> sound_format_names() { return kSoundFormats; }

std::shared_ptr<StreamReader> sound_reader(std::string_view format, const ListenSettings& settings) {
  if (format == "opus") return std::make_shared<OpusReader>(settings);
  return std::make_shared<PcmReader>(settings, format == "wav");
}

}  // namespace spectrumd
