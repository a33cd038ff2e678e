// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace fake_usb {

// An R820T or R828D as its registers show it. It behaves like real ones for every sequence that drivers write:
// frequency and gain are derived from the registers alone.
class RafaelTuner {
 public:
  enum class Chip { R820T, R828D };

  explicit RafaelTuner(Chip chip) : chip_(chip) {}

  std::uint8_t address() const { return chip_ == Chip::R820T ? 0x34 : 0x74; }  // on the I2C bus

  void write(std::span<const std::uint8_t> message);                // the register to begin with, then what goes there
  void read(std::span<std::uint8_t> answer, double crystal) const;  // from register 0 on, each with its bits reversed

  double oscillator(double crystal) const;  // Hz, of the mixer
  bool locked(double crystal) const;
  std::optional<double> gain() const;  // dB, of LNA and mixer; nullopt: automatic
  bool upconverted() const;            // whether the input behind a separate mixer is selected, on the Blog V4

  bool jammed = false;  // its loop does not lock, whatever it is set to

 private:
  double vco(double crystal) const;

  const Chip chip_;
  std::array<std::uint8_t, 32> registers_{};
};

}  // namespace fake_usb
