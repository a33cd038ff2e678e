// SPDX-License-Identifier: MIT
#include "tests/fakes/libusb/stick.h"

#include <libusb-1.0/libusb.h>

#include <algorithm>
#include <limits>

namespace fake_usb {
namespace {

constexpr double kCrystal = 28.8e6;
constexpr std::uint64_t kFifoBytes = 4096;

// Magic, VID, PID, "has a serial", flags, and from byte 9 on the strings as USB has them.
Demodulator::Eeprom eeprom_of(const StickFacts& facts) {
  Demodulator::Eeprom eeprom{};
  const std::uint8_t head[]{0x28,
                            0x32,
                            static_cast<std::uint8_t>(facts.vendor),
                            static_cast<std::uint8_t>(facts.vendor >> 8),
                            static_cast<std::uint8_t>(facts.product),
                            static_cast<std::uint8_t>(facts.product >> 8),
                            0xa5,
                            0x16,
                            0x02};
  std::size_t at = static_cast<std::size_t>(std::ranges::copy(head, eeprom.begin()).out - eeprom.begin());
  for (const std::string& text : {facts.manufacturer, facts.name, facts.serial}) {
    eeprom[at++] = static_cast<std::uint8_t>(2 * text.size() + 2);
    eeprom[at++] = LIBUSB_DT_STRING;
    for (const char c : text) {
      eeprom[at++] = static_cast<std::uint8_t>(c);
      eeprom[at++] = 0;
    }
  }
  return eeprom;
}

std::optional<RafaelTuner> tuner_of(const StickFacts& facts) {
  if (facts.tuner == "none") return std::nullopt;
  return RafaelTuner(facts.tuner == "r828d" ? RafaelTuner::Chip::R828D : RafaelTuner::Chip::R820T);
}

Demodulator fresh_demodulator(const StickFacts& facts) {
  return {tuner_of(facts), kCrystal * (1 + facts.crystal_ppm * 1e-6), eeprom_of(facts)};
}

}  // namespace

Stick::Stick(StickFacts facts)
    : facts_(std::move(facts)),
      demodulator_(fresh_demodulator(facts_)),
      antenna_(facts_.scene, facts_.recording, facts_.seed, facts_.filtered) {}

int Stick::control(bool in, std::uint16_t value, std::uint16_t index, std::span<std::uint8_t> data) {
  if (!plugged_) return LIBUSB_ERROR_NO_DEVICE;
  if (error != 0 && Clock::now() < error_until) return error;
  if (in) return demodulator_->read(value, index, data);
  const Reception before = reception();
  const int result = demodulator_->write(value, index, data);
  const std::uint64_t at = stream_read_ + available();
  if (available() > 0 && (changes_.empty() || changes_.back().at < at) && reception() != before)
    changes_.push_back({at, before});
  return result;
}

void Stick::restart_stream() {
  stream_read_ = stream_lost_ = accounted_ = came_before_ = 0;
  gaps_.clear();
  changes_.clear();
  began_ = Clock::now();
  rate_ = 0;
}

std::uint64_t Stick::come() const {
  if (rate_ == 0) return came_before_;
  return came_before_ +
         static_cast<std::uint64_t>(std::chrono::duration<double>(Clock::now() - began_).count() * rate_);
}

void Stick::advance(std::uint64_t queued_bytes) {
  const double speed = facts_.speed == 0 ? 1e6 : facts_.speed;
  const bool runs = plugged_ && !stalled_ && demodulator_->fifo_runs() && Clock::now() >= error_until;
  const double rate = runs ? 2 * demodulator_->reception().rate * speed : 0;
  const std::uint64_t room = stream_read_ + stream_lost_ + queued_bytes + kFifoBytes;
  std::uint64_t now = come() & ~std::uint64_t{1};
  const bool waits = now > room && (facts_.patient || facts_.speed == 0);
  if (waits) now = room;
  if (rate != rate_ || waits) {
    came_before_ = now;
    began_ = Clock::now();
    rate_ = rate;
  }
  if (now > room) {
    gaps_.push_back({stream_read_ + queued_bytes + kFifoBytes, now - room});
    stream_lost_ += now - room;
    lost_ += now - room;
  }
  accounted_ = now;
}

std::uint64_t Stick::available() const { return accounted_ - std::min(accounted_, stream_lost_ + stream_read_); }

void Stick::read(std::span<std::uint8_t> bytes) {
  while (!bytes.empty()) {
    while (!gaps_.empty() && gaps_.front().at == stream_read_) {
      antenna_.skip(gaps_.front().bytes, reception());
      gaps_.pop_front();
    }
    while (!changes_.empty() && changes_.front().at <= stream_read_) changes_.pop_front();
    std::uint64_t whole = bytes.size();
    if (!gaps_.empty()) whole = std::min(whole, gaps_.front().at - stream_read_);
    if (!changes_.empty()) whole = std::min(whole, changes_.front().at - stream_read_);
    antenna_.receive(bytes.first(whole), reception_at_read());
    stream_read_ += whole;
    read_ += whole;
    bytes = bytes.subspan(whole);
  }
}

Reception Stick::reception_at_read() const { return changes_.empty() ? reception() : changes_.front().before; }

Clock::time_point Stick::when(std::uint64_t bytes) const {
  if (rate_ == 0) return Clock::time_point::max();
  const std::uint64_t total = stream_read_ + stream_lost_ + bytes;
  const double missing = static_cast<double>(total) - static_cast<double>(came_before_);
  return began_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(missing / rate_)) +
         std::chrono::microseconds(1);
}

void Stick::lose(std::uint64_t bytes) {
  // One sample after the previous: two at the same place would look like one to an 8-bit counter.
  const std::uint64_t earliest = gaps_.empty() ? 0 : gaps_.back().at + 2;
  gaps_.push_back({std::max(earliest, stream_read_ + available()), bytes});
  stream_lost_ += bytes;
  lost_ += bytes;
}

void Stick::plug() {
  if (plugged_) return;
  plugged_ = true;
  ++plugging_;
  ++facts_.address;
  demodulator_.emplace(fresh_demodulator(facts_));
  restart_stream();
}

void Stick::unplug() { plugged_ = false; }

void Stick::stall(bool stalled) { stalled_ = stalled; }

}  // namespace fake_usb
