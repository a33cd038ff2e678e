// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>

#include "tests/fakes/libusb/rafael_tuner.h"

namespace fake_usb {

// The reception that the registers select.
struct Reception {
  enum class Mode { Off, Tuner, DirectI, DirectQ, Counter };

  Mode mode = Mode::Off;
  double center = 0;           // Hz
  double rate = 0;             // samples a second
  std::optional<double> gain;  // dB; nullopt: automatic
  bool locked = false;
  bool bias_tee = false;

  friend bool operator==(const Reception&, const Reception&) = default;
};
const char* to_string(Reception::Mode mode);

// An RTL2832U behind its control endpoint: register blocks, the I2C bus with the tuner and the EEPROM.
class Demodulator {
 public:
  using Eeprom = std::array<std::uint8_t, 256>;

  Demodulator(std::optional<RafaelTuner> with, double crystal, const Eeprom& eeprom)
      : tuner(std::move(with)), crystal_(crystal), eeprom_(eeprom) {}

  // A vendor request as it comes over the wire: the bytes transferred, or a libusb error.
  int write(std::uint16_t value, std::uint16_t index, std::span<const std::uint8_t> data);
  int read(std::uint16_t value, std::uint16_t index, std::span<std::uint8_t> data);

  Reception reception() const;
  bool fifo_runs() const;

  std::optional<RafaelTuner> tuner;
  bool tuner_answers = true;

 private:
  int write_i2c(std::uint16_t address, std::span<const std::uint8_t> data);
  int read_i2c(std::uint16_t address, std::span<std::uint8_t> data);
  bool tuner_hears(std::uint16_t address) const;
  std::uint8_t demod(int page, int at) const;
  int demod16(int page, int at) const { return demod(page, at) << 8 | demod(page, at + 1); }
  double intermediate_frequency() const;
  double rate() const;
  Reception::Mode mode() const;

  const double crystal_;
  Eeprom eeprom_;
  std::uint8_t eeprom_at_ = 0;
  std::map<std::uint32_t, std::uint8_t>
      registers_;  // block << 16 | address, or page << 8 | register of the demodulator
};

}  // namespace fake_usb
