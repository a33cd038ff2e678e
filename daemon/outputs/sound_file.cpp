// SPDX-License-Identifier: MIT
#include "daemon/outputs/sound_file.h"

#include <utility>

#include "daemon/channels/streams/sound_coding.h"

namespace spectrumd {
namespace {

constexpr std::size_t kPacketsPerFilePage = 25;  // half a second
constexpr unsigned kGranuleRate = 48'000, kPacketsPerSecond = 50;
constexpr std::uint64_t kMostPacket = 1275 + 64, kMostHead = 8192, kSampleBytes = 2;

}  // namespace

SoundFile::SoundFile(const std::filesystem::path& path, const SoundForm& form, const SoundTags& tags,
                     std::shared_ptr<Disk> disk)
    : form_(form), wav_tags_(wav_tags(tags)), file_(path, std::move(disk)) {
  if (form.format == SoundFormat::Wav) {
    coded_ = wav_header(form.rate, form.channels, 0, wav_tags_);
  } else {
    SoundCoder coder(sound_coding(form.rate, form.channels));
    const OggOpusFormat format{.rate = form.rate,
                               .channels = form.channels,
                               .pre_skip = coder.pre_skip(),
                               .packets_per_page = kPacketsPerFilePage};
    opus_.emplace(Opus{std::move(coder), OggOpusWriter(format)});
    opus_->writer.begin(ogg_comments(tags), coded_);
  }
  header_bytes_ = coded_.size();
}

void SoundFile::add(std::span<const float> sound) {
  frames_ += sound.size() / form_.channels;
  if (opus_)
    opus_->coder.take(sound, [this](std::span<const std::byte> packet) { opus_->writer.add(packet, coded_); });
  else
    append_s16le(sound, coded_);
}

void SoundFile::write() {
  const std::uint64_t before = file_.size();
  const auto forget_written = [&] {
    coded_.erase(coded_.begin(), coded_.begin() + static_cast<std::ptrdiff_t>(file_.size() - before));
  };
  try {
    file_.append(coded_);
  } catch (const OutputError&) {
    forget_written();
    throw;
  }
  forget_written();
}

// The header counts whole frames that are in the file.
void SoundFile::keep() {
  write();
  if (!opus_) {
    const std::uint64_t frames = (file_.size() - header_bytes_) / (kSampleBytes * form_.channels);
    file_.overwrite(0, wav_header(form_.rate, form_.channels, frames, wav_tags_));
  }
  file_.sync();
}

void SoundFile::finish() {
  if (!std::exchange(finished_, true) && opus_) {
    opus_->coder.finish([this](std::span<const std::byte> packet) { opus_->writer.add(packet, coded_); });
    opus_->writer.finish(frames_ * (kGranuleRate / form_.rate), coded_);
  }
  keep();
}

std::uint64_t most_sound_bytes(const SoundForm& form, std::uint64_t frames) {
  if (form.format == SoundFormat::Wav) return kMostHead + frames * kSampleBytes * form.channels;
  return kMostHead + (frames * kPacketsPerSecond / form.rate + 2) * kMostPacket;
}

}  // namespace spectrumd
