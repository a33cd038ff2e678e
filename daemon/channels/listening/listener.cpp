// SPDX-License-Identifier: MIT
#include "daemon/channels/listening/listener.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace spectrumd {
namespace {

constexpr double kBreakFade = 0.008;         // seconds
constexpr double kBreakMargin = 0.01;        // around a break: how far filters smear it
constexpr double kFlush = 0.5;               // of a long gap, that is given as silence to what has a memory
constexpr std::size_t kBlocksToSettle = 15;  // of another mode, before it is heard

}  // namespace

Listener::Listener(const ListenSettings& settings)
    : settings_((check(settings), settings)), reception_(std::make_unique<Reception>(settings)) {
  block_.reserve(reception_->block());
}

double Listener::delay() const { return static_cast<double>(reception_->delay()) / sound_rate(); }

void Listener::set(const ListenSettings& settings) {
  check(settings);
  const ListenModeFacts &now = facts_of(settings_.mode), &then = facts_of(settings.mode);
  const bool other_mode = now.mode != then.mode;
  const bool other_kind = channel_for(settings) != channel_for(settings_) || now.sound_rate != then.sound_rate ||
                          now.sound_channels != then.sound_channels;
  if (other_kind) {
    *this = Listener(settings);
  } else if (other_mode) {
    next_ = std::make_unique<Reception>(settings);
    next_sound_.resize(next_->sound_values());
    blocks_to_settle_ = kBlocksToSettle;
  } else {
    (next_ ? next_ : reception_)->set(settings);
  }
  settings_ = settings;
}

// Frames that are given out now are of samples some time ago: those of the gap are still to come.
void Listener::gap(std::uint64_t samples) {
  const double frames_per_sample = sound_rate() / facts_of(settings_.mode).channel_rate;
  const auto frame = [&](std::uint64_t sample) {
    return static_cast<std::uint64_t>(static_cast<double>(sample) * frames_per_sample) + reception_->delay();
  };
  const auto margin = static_cast<std::uint64_t>(kBreakMargin * sound_rate());
  const Silence silence{frame(samples_ + owed_) - margin, frame(samples_ + owed_ + samples) + margin};
  const auto fades = static_cast<std::uint64_t>(2 * kBreakFade * sound_rate());
  if (!silences_.empty() && silences_.back().end + fades >= silence.begin)
    silences_.back().end = silence.end;
  else
    silences_.push_back(silence);
  owed_ += samples;
}

void Listener::take(std::span<const std::complex<float>> iq, std::vector<float>& sound) {
  const std::size_t block = reception_->block();
  const auto flush = static_cast<std::uint64_t>(kFlush * facts_of(settings_.mode).channel_rate);
  while (owed_ > 0) {
    if (owed_ > flush + block && block_.empty()) skip((owed_ - flush) / block, sound);
    const auto zeros = static_cast<std::size_t>(std::min<std::uint64_t>(owed_, block - block_.size()));
    block_.resize(block_.size() + zeros);
    owed_ -= zeros;
    samples_ += zeros;
    if (block_.size() == block) finish_block(sound);
  }
  while (!iq.empty()) {
    const std::size_t count = std::min(iq.size(), block - block_.size());
    block_.insert(block_.end(), iq.begin(), iq.begin() + static_cast<std::ptrdiff_t>(count));
    iq = iq.subspan(count);
    samples_ += count;
    if (block_.size() == block) finish_block(sound);
  }
}

// Silence without the work; the last of the sound before may still be within.
void Listener::skip(std::uint64_t blocks, std::vector<float>& sound) {
  const std::size_t values = reception_->sound_values();
  const auto lead = std::min<std::uint64_t>(blocks, 10);
  for (std::uint64_t done = 0; done < lead; ++done) {
    block_.resize(reception_->block());
    finish_block(sound);
  }
  sound.resize(sound.size() + static_cast<std::size_t>(blocks - lead) * values);
  frames_ += (blocks - lead) * values / sound_channels();
  samples_ += blocks * reception_->block();
  owed_ -= blocks * reception_->block();
}

void Listener::finish_block(std::vector<float>& sound) {
  const std::size_t before = sound.size();
  sound.resize(before + reception_->sound_values());
  const auto added = std::span(sound).subspan(before);
  reception_->receive(block_, added);
  if (next_) change_over(added);
  silence(added);
  frames_ += added.size() / sound_channels();
  block_.clear();
}

void Listener::change_over(std::span<float> sound) {
  next_->receive(block_, next_sound_);
  if (blocks_to_settle_-- > 0) return;
  for (std::size_t i = 0; i < sound.size(); ++i) {
    const double place = (static_cast<double>(i) + 0.5) / static_cast<double>(sound.size());
    sound[i] += static_cast<float>(0.5 - 0.5 * std::cos(std::numbers::pi * place)) * (next_sound_[i] - sound[i]);
  }
  reception_ = std::move(next_);
}

void Listener::silence(std::span<float> sound) {
  while (!silences_.empty() && silences_.front().end + sound_rate() < frames_) silences_.erase(silences_.begin());
  if (silences_.empty()) return;
  const std::size_t channels = sound_channels();
  const double fade = kBreakFade * sound_rate();
  for (std::size_t i = 0; i < sound.size(); i += channels) {
    const auto at = static_cast<double>(frames_ + i / channels);
    double gain = 1;
    for (const Silence& silence : silences_) {
      const double away = std::max(static_cast<double>(silence.begin) - at, at - static_cast<double>(silence.end));
      gain = std::min(gain, std::clamp(away / fade, 0.0, 1.0));
    }
    const double soft = 0.5 - 0.5 * std::cos(std::numbers::pi * gain);
    for (std::size_t channel = 0; channel < channels; ++channel) sound[i + channel] *= static_cast<float>(soft);
  }
}

ListenStatus Listener::status() const { return (next_ ? *next_ : *reception_).status(); }

}  // namespace spectrumd
