// SPDX-License-Identifier: MIT
#include "daemon/outputs/sound_writer.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <utility>

#include "daemon/outputs/recording_name.h"

namespace spectrumd {
namespace {

constexpr double kSoundBlocksPerSecond = 50;
constexpr double kMostSilence = 1;   // seconds in place of lost samples, at a time
constexpr double kHang = 0.1;        // seconds that a squelch stays open after a signal
constexpr double kShortPause = 0.3;  // seconds within an over: fading, and the gaps between words of a weak station
constexpr int kMostNames = 1000;     // of overs that begin in one second

SoundForm form_of(const SoundOrder& order) {
  const ListenModeFacts& facts = facts_of(order.listen.mode);
  return {.format = order.format, .rate = facts.sound_rate, .channels = facts.sound_channels};
}

std::filesystem::path numbered(const std::filesystem::path& file, int number) {
  if (number == 1) return file;
  return file.parent_path() / fmt::format("{}_{}{}", file.stem().string(), number, file.extension().string());
}

}  // namespace

std::string sound_name(Time begin, Hertz center, const SoundOrder& order) {
  return fmt::format("{}_{}{}", recording_name(begin, center), name_of(order.listen.mode), extension_of(order.format));
}

SoundWriter::SoundWriter(std::filesystem::path path, SoundOrder order, std::shared_ptr<ListenChanges> changes,
                         std::shared_ptr<Disk> disk)
    : path_(std::move(path)),
      order_(std::move(order)),
      form_(form_of(order_)),
      rate_(channel_for(order_.listen).rate),
      block_(static_cast<std::size_t>(rate_ / kSoundBlocksPerSecond)),
      changes_(std::move(changes)),
      disk_(std::move(disk)),
      listener_(order_.listen),
      to_skip_(order_.split ? 0 : frames_of(listener_.delay())) {}

std::uint64_t SoundWriter::frames_of(double seconds) const {
  return static_cast<std::uint64_t>(std::llround(seconds * form_.rate));
}

void SoundWriter::begin_capture(const RecordingCapture& capture, const std::string&, const std::string&) {
  capture_ = capture;
  since_capture_ = 0;
  if (order_.split) {
    if (capture.lost > 0) end_over();
  } else if (!file_) {
    create_file(capture.time.value_or(Time{}));
  }
  const auto silence = std::min(capture.lost, static_cast<std::uint64_t>(kMostSilence * rate_));
  if (silence == 0) return;
  listener_.gap(silence);
  heard_ += silence;
}

// Samples are given to the listener so that each call makes one block of sound at most, whose squelch is known.
void SoundWriter::append(std::span<const std::byte> samples) {
  write_out();
  if (const auto settings = changes_->fetch(); settings && channel_for(*settings).rate == rate_)
    listener_.set(*settings);
  std::span iq(reinterpret_cast<const std::complex<float>*>(samples.data()),
               samples.size() / sizeof(std::complex<float>));
  while (!iq.empty()) {
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(iq.size(), block_ - heard_ % block_));
    sound_.clear();
    listener_.take(iq.first(count), sound_);
    iq = iq.subspan(count);
    samples_ += count;
    since_capture_ += count;
    heard_ += count;
    if (!sound_.empty()) note_sound();
  }
  write_out();
}

void SoundWriter::note_sound() {
  if (order_.split) return note_over(listener_.status().squelch_open);
  const auto left_out = std::min<std::uint64_t>(to_skip_, sound_.size() / form_.channels);
  to_skip_ -= left_out;
  file_->add(std::span(sound_).subspan(static_cast<std::size_t>(left_out) * form_.channels));
}

// An over ends with the pause after it, of which the first block is kept: there the sound fades out.
void SoundWriter::note_over(bool open) {
  if (open && !over_) over_ = Over{.begin = time_of_sound(), .held = {}, .pause = {}};
  if (!over_) return;
  over_->pause.insert(over_->pause.end(), sound_.begin(), sound_.end());
  if (open) {
    over_->quiet_frames = 0;
    return add_to_over(std::exchange(over_->pause, {}));
  }
  over_->quiet_frames += sound_.size() / form_.channels;
  if (over_->quiet_frames >= frames_of(kShortPause)) end_over();
}

void SoundWriter::add_to_over(std::span<const float> sound) {
  over_->frames += sound.size() / form_.channels;
  if (file_) return file_->add(sound);
  over_->held.insert(over_->held.end(), sound.begin(), sound.end());
  if (over_->frames < frames_of(order_.shortest + kHang)) return;
  create_file(over_->begin);
  file_->add(over_->held);
  over_->held.clear();
}

void SoundWriter::end_over() {
  if (!over_) return;
  if (file_) {
    const std::size_t block = form_.rate / static_cast<unsigned>(kSoundBlocksPerSecond) * form_.channels;
    file_->add(std::span(over_->pause).first(std::min(block, over_->pause.size())));
    ended_.push_back(std::move(file_));
  }
  over_.reset();
}

// When what the sound of the last block is of was on the air.
Time SoundWriter::time_of_sound() const {
  const double samples = static_cast<double>(since_capture_) - static_cast<double>(block_);
  return capture_.time.value_or(Time{}) +
         std::chrono::nanoseconds(std::llround((samples / rate_ - listener_.delay()) * 1e9));
}

void SoundWriter::create_file(Time begin) {
  const SoundTags tags{.started = begin,
                       .center = capture_.center,
                       .mode = std::string(name_of(order_.listen.mode)),
                       .description = order_.description};
  const auto path = order_.split ? folder_of(path_) / sound_name(begin, capture_.center, order_) : path_;
  for (int number = 1;; ++number) {
    try {
      file_ = std::make_unique<SoundFile>(numbered(path, number), form_, tags, disk_);
      break;
    } catch (const OutputError& error) {
      if (!order_.split || error.error != EEXIST || number == kMostNames) throw;
    }
  }
  kept_frames_ = 0;
  ++files_;
}

void SoundWriter::write_out() {
  while (!ended_.empty()) {
    ended_.front()->finish();
    finished_bytes_ += ended_.front()->bytes();
    ended_.erase(ended_.begin());
  }
  if (!file_) return;
  if (file_->frames() < kept_frames_ + form_.rate) return file_->write();
  file_->keep();
  kept_frames_ = file_->frames();
}

// The sound of the last samples is still in the filters.
void SoundWriter::finish_sound() {
  const auto wanted = static_cast<std::uint64_t>(static_cast<double>(heard_) * form_.rate / rate_);
  const std::uint64_t missing = wanted - std::min(wanted, file_->frames());
  sound_.clear();
  listener_.gap(static_cast<std::uint64_t>(static_cast<double>(missing) * rate_ / form_.rate) + 2 * block_ +
                static_cast<std::uint64_t>(listener_.delay() * rate_));
  listener_.take({}, sound_);
  const std::size_t begin = static_cast<std::size_t>(to_skip_) * form_.channels;
  const std::size_t end = begin + static_cast<std::size_t>(missing) * form_.channels;
  sound_.resize(std::max(sound_.size(), end));
  file_->add(std::span(sound_).subspan(begin, end - begin));
}

void SoundWriter::finish(const std::string&, const std::string&) noexcept {
  try {
    if (order_.split)
      end_over();
    else if (file_)
      finish_sound();
    if (file_) ended_.push_back(std::move(file_));
    write_out();
  } catch (const std::exception& error) {
    // What was written before can still be played.
    spdlog::warn("recording: {}", error.what());
  }
}

std::uint64_t SoundWriter::bytes() const {
  std::uint64_t bytes = finished_bytes_ + (file_ ? file_->bytes() : 0);
  for (const auto& file : ended_) bytes += file->bytes();
  return bytes;
}

std::string SoundWriter::open_file() const {
  return file_ && order_.split ? file_->path().filename().string() : std::string();
}

std::uint64_t SoundWriter::bytes_for(std::uint64_t samples) const {
  const double held = order_.split ? order_.shortest + kHang + kShortPause : 0;
  const double seconds = static_cast<double>(samples) / rate_ + held + 2 / kSoundBlocksPerSecond;
  return most_sound_bytes(form_, frames_of(seconds));
}

}  // namespace spectrumd
