// SPDX-License-Identifier: MIT
#include "daemon/channels/streams/sound_reader.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "daemon/channels/listening/listener.h"
#include "daemon/channels/listening/ogg_opus.h"
#include "daemon/channels/listening/sound_coder.h"
#include "daemon/channels/listening/wav.h"

namespace spectrumd {
namespace {

constexpr std::array<std::string_view, 3> kSoundFormats{"wav", "opus", "s16"};
constexpr std::size_t kPacketsPerPage = 5;  // 100 ms
constexpr unsigned kVoiceBitRate = 24'000, kMusicBitRate = 96'000;
constexpr double kLongestPause = 1;  // seconds of silence in place of lost samples, at a time

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

  // Modes of one channel rate have one form of sound.
  void adopt(const ChannelOrder& order) override {
    if (!order.listen || channel_for(*order.listen).rate != rate()) return;
    const std::scoped_lock lock(mutex_);
    wanted_ = order.listen;
  }

 protected:
  const Listener& listener() const { return listener_; }
  virtual void encode(std::span<const float> sound, std::vector<std::byte>& bytes) = 0;

 private:
  void make_bytes(const ChannelBlock& block) override {
    adopt_wanted();
    if (block.lost_before > 0)
      listener_.gap(std::min(block.lost_before, static_cast<std::uint64_t>(kLongestPause * rate())));
    sound_.clear();
    listener_.take(block.samples, sound_);
    if (sound_.empty()) return;
    bytes_.clear();
    encode(sound_, bytes_);
    put(text_in(bytes_));
  }

  void adopt_wanted() {
    const std::scoped_lock lock(mutex_);
    if (const auto wanted = std::exchange(wanted_, std::nullopt); wanted && *wanted != listener_.settings())
      listener_.set(*wanted);
  }

  Listener listener_;
  std::vector<float> sound_;
  std::vector<std::byte> bytes_;
  std::mutex mutex_;
  std::optional<ListenSettings> wanted_;  // guarded by mutex_
};

class PcmReader : public SoundReader {
 public:
  PcmReader(const ListenSettings& settings, bool with_header) : SoundReader(settings) {
    if (with_header) put(text_in(wav_header(listener().sound_rate(), listener().sound_channels(), std::nullopt)));
  }

 private:
  void encode(std::span<const float> sound, std::vector<std::byte>& bytes) override { append_s16le(sound, bytes); }
};

SoundCoding coding_of(const Listener& listener) {
  const bool voice = listener.sound_channels() == 1;
  return {.rate = listener.sound_rate(),
          .channels = listener.sound_channels(),
          .bit_rate = voice ? kVoiceBitRate : kMusicBitRate,
          .voice = voice};
}

class OpusReader : public SoundReader {
 public:
  explicit OpusReader(const ListenSettings& settings)
      : SoundReader(settings),
        coder_(coding_of(listener())),
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
