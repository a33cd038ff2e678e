// SPDX-License-Identifier: MIT
#include "tests/fakes/libusb/antenna.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "daemon/sources/file/recording.h"

namespace fake_usb {
namespace {

namespace sim = spectrumd::sim;

constexpr std::size_t kChunkBytes = 2 * sim::kChunk;
constexpr std::uint8_t kSilence = 128;

sim::Scene scene_of(const std::string& file) { return file.empty() ? sim::default_scene() : sim::load_scene(file); }

}  // namespace

Antenna::Antenna(const std::string& scene, const std::string& recording, std::uint64_t seed, bool filtered)
    : radio_(scene_of(scene), seed) {
  if (filtered) filter_.emplace();
  if (recording.empty()) return;
  recording_.open(spectrumd::read_sigmf(recording, {}).data, std::ios::binary);
}

void Antenna::follow(const Reception& reception) {
  if (reception == reception_) return;
  reception_ = reception;
  used_ = buffer_.size();
  radio_.tune({reception.center}, {reception.rate}, {reception.gain.value_or(sim::kReferenceGain.value)}, 0);
}

void Antenna::receive(std::span<std::uint8_t> bytes, const Reception& reception) {
  follow(reception);
  if (reception.mode == Reception::Mode::Counter) {
    std::iota(bytes.begin(), bytes.end(), counter_);
    counter_ = static_cast<std::uint8_t>(counter_ + bytes.size());
  } else if (recording_.is_open()) {
    play(bytes);
  } else if (reception.mode == Reception::Mode::Tuner && !reception.locked) {
    std::ranges::fill(bytes, kSilence);
  } else {
    for (; !bytes.empty();) {
      if (used_ == buffer_.size()) refill();
      const std::size_t count = std::min(bytes.size(), buffer_.size() - used_);
      std::memcpy(bytes.data(), buffer_.data() + used_, count);
      used_ += count;
      bytes = bytes.subspan(count);
    }
  }
}

void Antenna::refill() {
  radio_.receive(buffer_);
  if (filter_) filter_->pass(buffer_);
  used_ = 0;
}

void Antenna::play(std::span<std::uint8_t> bytes) {
  while (!bytes.empty()) {
    recording_.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    const auto count = static_cast<std::size_t>(recording_.gcount());
    bytes = bytes.subspan(count);
    if (bytes.empty()) return;
    recording_.clear();
    recording_.seekg(0);
  }
}

void Antenna::skip(std::uint64_t bytes, const Reception& reception) {
  follow(reception);
  counter_ = static_cast<std::uint8_t>(counter_ + bytes);
  const std::uint64_t held = std::min<std::uint64_t>(bytes, buffer_.size() - used_);
  used_ += held;
  bytes -= held;
  if (bytes == 0) return;
  radio_.skip(bytes / kChunkBytes);
  refill();
  used_ = bytes % kChunkBytes;
}

}  // namespace fake_usb
