// SPDX-License-Identifier: MIT
#include "tests/fakes/libusb/demodulator.h"

#include <libusb-1.0/libusb.h>

#include <algorithm>
#include <cmath>

namespace fake_usb {
namespace {

enum Block : std::uint32_t { kDemod = 0, kUsb = 1, kSystem = 2, kI2c = 6 };
constexpr std::uint32_t kFifoControl = 0x2148, kGpo = 0x3001, kGpoe = 0x3003;
constexpr std::uint16_t kEepromAddress = 0xa0;
constexpr double kUpconverter = 28.8e6;  // Hz, of the Blog V4
constexpr double kTwoTo22 = 4194304, kTwoTo24 = 16777216;

std::uint32_t place(std::uint32_t block, std::uint32_t address) { return block << 16 | address; }

int sign_extended(int value, int bits) { return value - ((value >> (bits - 1) & 1) << bits); }

}  // namespace

const char* to_string(Reception::Mode mode) {
  switch (mode) {
    case Reception::Mode::Tuner:
      return "tuner";
    case Reception::Mode::DirectI:
      return "direct-i";
    case Reception::Mode::DirectQ:
      return "direct-q";
    case Reception::Mode::Counter:
      return "counter";
    case Reception::Mode::Off:
      break;
  }
  return "off";
}

// A register of the demodulator is named by value's high byte and a page in the index; one of the other blocks by the
// value alone. Longer values go to the registers that follow, the high byte first.
int Demodulator::write(std::uint16_t value, std::uint16_t index, std::span<const std::uint8_t> data) {
  const std::uint32_t block = index >> 8;
  if (block == kI2c) return write_i2c(value, data);
  const std::uint32_t address = block == kDemod ? (index & 0x0fU) << 8 | value >> 8 : value;
  for (std::size_t i = 0; i < data.size(); ++i)
    registers_[place(block, address + static_cast<std::uint32_t>(i))] = data[i];
  return static_cast<int>(data.size());
}

int Demodulator::read(std::uint16_t value, std::uint16_t index, std::span<std::uint8_t> data) {
  const std::uint32_t block = index >> 8;
  if (block == kI2c) return read_i2c(value, data);
  const std::uint32_t address = block == kDemod ? (index & 0x0fU) << 8 | value >> 8 : value;
  for (std::size_t i = 0; i < data.size(); ++i)
    data[i] = registers_[place(block, address + static_cast<std::uint32_t>(i))];
  return static_cast<int>(data.size());
}

bool Demodulator::tuner_hears(std::uint16_t address) const {
  constexpr std::uint8_t kRepeaterOn = 0x18;
  return tuner && tuner_answers && address == tuner->address() && demod(1, 0x01) == kRepeaterOn;
}

int Demodulator::write_i2c(std::uint16_t address, std::span<const std::uint8_t> data) {
  if (address == kEepromAddress && !data.empty()) {
    eeprom_at_ = data[0];
    if (data.size() > 1) eeprom_[eeprom_at_] = data[1];
  } else if (tuner_hears(address)) {
    tuner->write(data);
  } else {
    return LIBUSB_ERROR_PIPE;
  }
  return static_cast<int>(data.size());
}

int Demodulator::read_i2c(std::uint16_t address, std::span<std::uint8_t> data) {
  if (address == kEepromAddress) {
    for (std::uint8_t& byte : data) byte = eeprom_[eeprom_at_++];
  } else if (tuner_hears(address)) {
    tuner->read(data, crystal_);
  } else {
    return LIBUSB_ERROR_PIPE;
  }
  return static_cast<int>(data.size());
}

std::uint8_t Demodulator::demod(int page, int at) const {
  const auto found = registers_.find(place(kDemod, static_cast<std::uint32_t>(page << 8 | at)));
  return found == registers_.end() ? 0 : found->second;
}

bool Demodulator::fifo_runs() const {
  const auto found = registers_.find(place(kUsb, kFifoControl));
  return found != registers_.end() && found->second == 0;
}

double Demodulator::intermediate_frequency() const {
  const int raw = (demod(1, 0x19) & 0x3f) << 16 | demod16(1, 0x1a);
  return -sign_extended(raw, 22) * crystal_ / kTwoTo22;
}

double Demodulator::rate() const {
  const std::uint32_t ratio =
      static_cast<std::uint32_t>(demod16(1, 0x9f)) << 16 | static_cast<std::uint32_t>(demod16(1, 0xa1));
  if (ratio == 0) return 0;
  const std::uint32_t real = ratio | (ratio & 0x08000000) << 1;
  const int correction = sign_extended((demod(1, 0x3e) & 0x3f) << 8 | demod(1, 0x3f), 14);
  return crystal_ * kTwoTo22 / real * (1 + correction / kTwoTo24);
}

// Sticks with these tuners sample a real signal in either mode; the driver turns the spectrum round for the tuner only.
Reception::Mode Demodulator::mode() const {
  if (demod(0, 0x19) == 0x03) return Reception::Mode::Counter;
  if (rate() == 0) return Reception::Mode::Off;
  if (demod(1, 0x15) & 0x01) return Reception::Mode::Tuner;
  return demod(0, 0x06) == 0x90 ? Reception::Mode::DirectQ : Reception::Mode::DirectI;
}

Reception Demodulator::reception() const {
  const auto system = [this](std::uint32_t at) {
    const auto found = registers_.find(place(kSystem, at));
    return found == registers_.end() ? 0 : found->second;
  };
  Reception now{.mode = mode(), .center = intermediate_frequency(), .rate = rate()};
  now.bias_tee = system(kGpo) & system(kGpoe) & 1;
  if (now.mode != Reception::Mode::Tuner || !tuner) return now;
  now.center = tuner->oscillator(crystal_) - intermediate_frequency() - (tuner->upconverted() ? kUpconverter : 0);
  now.gain = tuner->gain();
  now.locked = tuner->locked(crystal_);
  return now;
}

}  // namespace fake_usb
