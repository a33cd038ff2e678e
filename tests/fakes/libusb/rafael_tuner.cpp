// SPDX-License-Identifier: MIT
#include "tests/fakes/libusb/rafael_tuner.h"

#include <algorithm>
#include <numeric>

namespace fake_usb {
namespace {

// Tenths of a decibel that each step adds, as measured by the authors of the driver.
constexpr std::array<int, 16> kLnaSteps{0, 9, 13, 40, 38, 13, 31, 22, 26, 31, 26, 14, 19, 5, 35, 13};
constexpr std::array<int, 16> kMixerSteps{0, 5, 10, 10, 19, 9, 10, 25, 17, 10, 8, 16, 13, 6, 3, -8};

constexpr double kLeastVco = 1.75e9, kMostVco = 3.6e9;  // the data sheet's 1.77 to 3.54 GHz, and what chips manage
constexpr std::uint8_t kCalibrationCode = 7;            // neither of the two that mean failure

int gain_up_to(const std::array<int, 16>& steps, int index) {
  return std::accumulate(steps.begin(), steps.begin() + index + 1, 0);
}

std::uint8_t reversed(std::uint8_t byte) {
  std::uint8_t result = 0;
  for (int bit = 0; bit < 8; ++bit) result = static_cast<std::uint8_t>((result << 1) | ((byte >> bit) & 1));
  return result;
}

}  // namespace

void RafaelTuner::write(std::span<const std::uint8_t> message) {
  for (std::size_t i = 1; i < message.size(); ++i) registers_[(message[0] + i - 1) % registers_.size()] = message[i];
}

void RafaelTuner::read(std::span<std::uint8_t> answer, double crystal) const {
  std::array<std::uint8_t, 32> shown = registers_;
  shown[0] = 0x96;  // what the driver knows it by
  shown[1] = 0;
  shown[2] = locked(crystal) ? 0x40 : 0;
  shown[3] = 0;
  const std::uint8_t fine_tune = chip_ == Chip::R820T ? 2 : 1;
  shown[4] = static_cast<std::uint8_t>(fine_tune << 4 | kCalibrationCode);
  for (std::size_t i = 0; i < answer.size(); ++i) answer[i] = reversed(shown[i % shown.size()]);
}

double RafaelTuner::vco(double crystal) const {
  const int whole = 4 * (registers_[0x14] & 0x3f) + (registers_[0x14] >> 6) + 13;
  const bool fraction_off = registers_[0x12] & 0x08;
  const double fraction = fraction_off ? 0 : (registers_[0x16] * 256 + registers_[0x15]) / 65536.0;
  return 2 * crystal * (whole + fraction);
}

double RafaelTuner::oscillator(double crystal) const { return vco(crystal) / (2 << (registers_[0x10] >> 5)); }

bool RafaelTuner::locked(double crystal) const {
  const double frequency = vco(crystal);
  return !jammed && frequency > kLeastVco && frequency < kMostVco;
}

std::optional<double> RafaelTuner::gain() const {
  const bool lna_by_hand = registers_[0x05] & 0x10;
  const bool mixer_automatic = registers_[0x07] & 0x10;
  if (!lna_by_hand || mixer_automatic) return std::nullopt;
  return (gain_up_to(kLnaSteps, registers_[0x05] & 0x0f) + gain_up_to(kMixerSteps, registers_[0x07] & 0x0f)) / 10.0;
}

bool RafaelTuner::upconverted() const { return registers_[0x06] & 0x08; }

}  // namespace fake_usb
